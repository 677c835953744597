//! A way to a server that can be cut, as a network is.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Connections to a port of this machine, which stand still while they are cut: what was on its way arrives later.
pub(super) struct Link {
    pub(super) port: u16,
    is_cut: Arc<AtomicBool>,
}

impl Link {
    pub(super) fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let link = Self { port: listener.local_addr().unwrap().port(), is_cut: Arc::default() };
        let is_cut = link.is_cut.clone();
        thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let is_cut = is_cut.clone();
                thread::spawn(move || {
                    wait_while(&is_cut);
                    let Ok(far) = TcpStream::connect(("127.0.0.1", port)) else { return };
                    let (from, to, cut) = (near.try_clone().unwrap(), far.try_clone().unwrap(), is_cut.clone());
                    thread::spawn(move || carry(from, to, &cut));
                    carry(far, near, &is_cut);
                });
            }
        });
        link
    }

    pub(super) fn cut(&self, is_cut: bool) {
        self.is_cut.store(is_cut, Ordering::Relaxed);
    }
}

fn wait_while(is_cut: &AtomicBool) {
    while is_cut.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(20));
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, is_cut: &AtomicBool) {
    let mut bytes = [0; 16 * 1024];
    while let Ok(n @ 1..) = from.read(&mut bytes) {
        wait_while(is_cut);
        if to.write_all(&bytes[..n]).is_err() {
            break;
        }
    }
    wait_while(is_cut);
    let _ = to.shutdown(Shutdown::Write);
    let _ = from.shutdown(Shutdown::Read);
}
