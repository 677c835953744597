//! Clients that send a body a byte now and then, and come again when they are cut off.

use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Between two bytes of a body.
const PAUSE: Duration = Duration::from_millis(500);
/// Clients wait for nobody: in each part of a pause some of them send. All at once they would be one client with many sockets.
const PARTS: u32 = 50;

/// Keeps so many connections dripping until it is over. How often one was opened.
pub(crate) fn run(address: &str, n_connections: usize, is_over: &AtomicBool) -> usize {
    let opened = AtomicUsize::new(0);
    let mut connections: Vec<Option<TcpStream>> = (0..n_connections).map(|_| None).collect();
    let began = Instant::now();
    for part in 1_u32.. {
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        let turn = (part % PARTS) as usize;
        for (number, connection) in connections.iter_mut().enumerate().skip(turn).step_by(PARTS as usize) {
            let is_cut_off = connection.as_mut().is_none_or(|stream| stream.write_all(b" ").is_err());
            if is_cut_off {
                *connection = begin(address, number).ok();
                opened.fetch_add(usize::from(connection.is_some()), Ordering::Relaxed);
            }
        }
        std::thread::sleep((PAUSE / PARTS * part).saturating_sub(began.elapsed()));
    }
    opened.into_inner()
}

fn begin(address: &str, number: usize) -> std::io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    // Without a pause for company: a byte is a packet.
    stream.set_nodelay(true)?;
    let path = ["PUT /v1/candidates/drip", "PUT /v1/roles/drip", "POST /v1/match"][number % 3];
    write!(
        stream,
        "{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n"
    )?;
    Ok(stream)
}
