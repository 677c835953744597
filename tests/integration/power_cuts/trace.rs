//! Reads what `strace -f -y -xx` has noted. What a call means for the files is for `disk`.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Something that happened, in order. A write counts when it has ended, a sync from its begin to its end.
#[derive(Debug)]
pub(super) enum Moment {
    Opened {
        fd: u32,
        path: PathBuf,
        creates: bool,
        empties: bool,
        appends: bool,
    },
    Closed(u32),
    Copied {
        from: u32,
        to: u32,
    },
    Moved {
        fd: u32,
        to: u64,
    },
    Written {
        fd: u32,
        at: Option<u64>,
        bytes: Vec<u8>,
    },
    Cut {
        fd: u32,
        length: u64,
    },
    SyncBegins {
        thread: u32,
        fd: u32,
    },
    SyncEnds {
        thread: u32,
    },
    Renamed(PathBuf, PathBuf),
    Linked(PathBuf, PathBuf),
    Removed(PathBuf),
    FolderMade(PathBuf),
    /// A client is told of this write.
    Answered(u64),
}

/// Everything that a trace tells.
pub(super) fn read(trace: &Path) -> Vec<Moment> {
    let (mut moments, mut begun) = (Vec::new(), HashMap::new());
    for line in String::from_utf8_lossy(&fs::read(trace).unwrap()).lines() {
        let (thread, rest) = line.split_once(' ').expect("a line begins with the thread's number");
        let (thread, rest) = (thread.parse().unwrap(), rest.trim_start());
        if let Some((start, _)) = rest.split_once(" <unfinished ...>") {
            let (name, arguments) = start.split_once('(').unwrap();
            moments.extend(at_begin(thread, name, arguments));
            begun.insert(thread, start.to_owned());
            continue;
        }
        let (whole, is_new) = match rest.strip_prefix("<... ") {
            Some(resumed) => {
                let start = begun.remove(&thread).expect("it was begun");
                (start + resumed.split_once(" resumed>").unwrap().1, false)
            }
            None => (rest.to_owned(), true),
        };
        let Some(end) = whole.rfind(" = ") else { continue };
        let (call, result) = (whole[..end].trim_end(), whole[end + 3..].trim());
        let Some((name, arguments)) = call.split_once('(') else { continue };
        if is_new {
            moments.extend(at_begin(thread, name, arguments));
        }
        moments.extend(at_end(thread, name, arguments.strip_suffix(')').unwrap_or(arguments), result));
    }
    moments
}

fn at_begin(thread: u32, name: &str, arguments: &str) -> Option<Moment> {
    match name {
        "fsync" | "fdatasync" => Some(Moment::SyncBegins { thread, fd: descriptor(arguments) }),
        "write" | "writev" | "sendto" | "sendmsg" => {
            let text = String::from_utf8_lossy(&strings(arguments).concat()).into_owned();
            let seq = text.strip_prefix("HTTP/1.1 20")?.split_once("\"seq\":")?.1;
            Some(Moment::Answered(seq.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?))
        }
        _ => None,
    }
}

fn at_end(thread: u32, name: &str, arguments: &str, result: &str) -> Option<Moment> {
    // The program ended before the call did.
    if result.starts_with('?') {
        return None;
    }
    if name == "fsync" || name == "fdatasync" {
        assert!(result == "0" || result.starts_with("-1 EINVAL"), "{name} failed: {result}");
        return Some(Moment::SyncEnds { thread });
    }
    // What failed changed nothing.
    let number: u64 = result.split(['<', ' ']).next()?.parse().ok()?;
    let short = u32::try_from(number).unwrap_or_default();
    let fd = || descriptor(arguments);
    let paths = || strings(arguments).into_iter().map(|bytes| PathBuf::from(String::from_utf8(bytes).unwrap()));
    let last = || arguments.rsplit(", ").next().unwrap().parse().unwrap();
    let relative = || {
        // To the folder whose descriptor comes first.
        let path = paths().next().unwrap();
        let folder = arguments.split_once('<').and_then(|(_, rest)| rest.split_once('>')).map(|(folder, _)| folder);
        folder.map_or(path.clone(), |folder| Path::new(folder).join(path))
    };
    Some(match name {
        "openat" => Moment::Opened {
            fd: short,
            path: relative(),
            creates: arguments.contains("O_CREAT"),
            empties: arguments.contains("O_TRUNC"),
            appends: arguments.contains("O_APPEND"),
        },
        "close" => Moment::Closed(fd()),
        "dup" | "dup2" | "dup3" => Moment::Copied { from: fd(), to: short },
        "fcntl" if arguments.contains("F_DUPFD") => Moment::Copied { from: fd(), to: short },
        "lseek" => Moment::Moved { fd: fd(), to: number },
        "write" | "writev" | "pwrite64" | "pwritev" | "pwritev2" => {
            let mut bytes = strings(arguments).concat();
            bytes.truncate(usize::try_from(number).unwrap());
            assert_eq!(bytes.len() as u64, number, "the trace has all bytes of {name}");
            let at = match name {
                "pwrite64" | "pwritev" => Some(last()),
                "pwritev2" => Some(arguments.rsplit(", ").nth(1).unwrap().parse().unwrap()),
                _ => None,
            };
            Moment::Written { fd: fd(), at, bytes }
        }
        "ftruncate" => Moment::Cut { fd: fd(), length: last() },
        "rename" | "renameat" | "renameat2" => Moment::Renamed(paths().next()?, paths().nth(1)?),
        "link" | "linkat" => Moment::Linked(paths().next()?, paths().nth(1)?),
        "unlink" | "rmdir" => Moment::Removed(paths().next()?),
        "unlinkat" => Moment::Removed(relative()),
        "mkdir" => Moment::FolderMade(paths().next()?),
        "mkdirat" => Moment::FolderMade(relative()),
        _ => return None,
    })
}

/// The number with which the arguments begin.
fn descriptor(arguments: &str) -> u32 {
    arguments.split(['<', ',', ')']).next().unwrap().parse().unwrap()
}

/// All strings, which are written in hexadecimal bytes.
fn strings(arguments: &str) -> Vec<Vec<u8>> {
    let quoted = arguments.split('"').skip(1).step_by(2);
    let byte = |hex: &str| u8::from_str_radix(hex, 16).unwrap();
    quoted.map(|text| text.split("\\x").skip(1).map(byte).collect()).collect()
}

#[test]
fn calls_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace");
    let lines = [
        r#"7  openat(AT_FDCWD</w>, "\x2f\x61", O_RDWR|O_CREAT|O_CLOEXEC, 0666) = 5</a>"#,
        r#"7  pwrite64(5</a>, "\x68\x69\x21", 3, 4096 <unfinished ...>"#,
        r"8  fdatasync(5</a>) = 0",
        r"7  <... pwrite64 resumed>) = 2",
        r#"7  unlinkat(6</b>, "\x63", 0) = -1 ENOENT (No such file or directory)"#,
        r#"7  unlinkat(6</b>, "\x63", 0) = 0"#,
        r#"9  sendto(9<socket:[1]>, "\x48\x54\x54\x50\x2f\x31\x2e\x31\x20\x32\x30\x31\x22\x73\x65\x71\x22\x3a\x34\x32\x2c", 21, 0, NULL, 0 <unfinished ...>"#,
    ];
    fs::write(&path, lines.join("\n")).unwrap();
    let found = format!("{:?}", read(&path));
    let expected = r#"[Opened { fd: 5, path: "/a", creates: true, empties: false, appends: false }, SyncBegins { thread: 8, fd: 5 }, SyncEnds { thread: 8 }, Written { fd: 5, at: Some(4096), bytes: [104, 105] }, Removed("/b/c"), Answered(42)]"#;
    assert_eq!(found, expected);
}
