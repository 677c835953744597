//! A backup of a service that goes on working.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rolefit::storage::DataDirectory;

use crate::campaign::{summaries, whole};
use crate::http_service::Service;

#[test]
fn a_backup_of_a_running_service_holds_the_documents_of_one_write() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let service = Service::start(Some(&data));
    let (is_over, n_written) = (AtomicBool::new(false), AtomicUsize::new(0));
    let write = |n: usize| {
        let json = format!(r#"{{"summary": "write {n}. {}"}}"#, "Lustre. ".repeat(n % 50 * 20));
        assert!(service.put(&format!("/v1/candidates/c-{}", n % 200), &json).status < 300);
        n_written.store(n, Ordering::SeqCst);
    };
    (0..200).for_each(write);
    let downloaded = std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut n = 200;
            while !is_over.load(Ordering::SeqCst) {
                write(n);
                n += 1;
            }
        });
        let downloaded: Vec<_> = (0..3)
            .map(|_| {
                let before = n_written.load(Ordering::SeqCst);
                (before, service.download("/v1/backup"), n_written.load(Ordering::SeqCst))
            })
            .collect();
        is_over.store(true, Ordering::SeqCst);
        downloaded
    });
    for (n, (before, bytes, after)) in downloaded.into_iter().enumerate() {
        let (file, restored) = (folder.path().join(format!("{n}.backup")), folder.path().join(format!("restored-{n}")));
        std::fs::write(&file, bytes).unwrap();
        DataDirectory::at(&restored).restore(&file).unwrap();
        whole(&restored, "after restoring");
        let numbers = summaries(&restored).into_values().map(|text| -> usize {
            text.strip_prefix("write ").and_then(|rest| rest.split('.').next()?.parse().ok()).unwrap()
        });
        // One writer, a number a write: the last 200 up to some write in between, without a gap.
        let mut numbers: Vec<usize> = numbers.collect();
        numbers.sort_unstable();
        let last = *numbers.last().unwrap();
        assert!((before..=after + 1).contains(&last), "{before}..={after}: {last}");
        assert_eq!(numbers, (last - 199..=last).collect::<Vec<_>>());
    }
    let left = std::fs::read_dir(data.join("store")).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().contains("backup")));
}

#[test]
fn what_is_kept_in_memory_alone_has_no_backup() {
    let service = Service::start(None);
    assert_eq!(service.get("/v1/backup").problem(), (422, "invalid".to_owned()));
}
