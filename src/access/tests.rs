//! Keys made, presented, rotated and revoked; and the file that keeps them.

use super::*;
use crate::Error;
use crate::error::{ErrorKind, StorageErrorKind};

fn tenant(name: &str) -> TenantName {
    name.parse().unwrap()
}

fn made(file: &KeyFile, scope: Scope) -> CreatedKey {
    file.create(&NewKey::new(tenant("acme"), scope)).unwrap()
}

/// The id of the key that is let in with this text.
fn let_in(file: &KeyFile, presented: &str, now: Timestamp) -> Option<String> {
    file.read().unwrap().authenticate(presented, now).map(|key| key.id.clone())
}

#[test]
fn a_key_is_known_by_itself_and_nothing_of_it_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = KeyFile::at(folder.path().join("data"));
    assert!(file.read().unwrap().is_empty());
    let (one, other) = (made(&file, Scope::Read), made(&file, Scope::Admin));
    let now = Timestamp::now();
    assert_eq!(let_in(&file, one.secret.reveal(), now), Some(one.key.id.clone()));
    assert_eq!(let_in(&file, other.secret.reveal(), now), Some(other.key.id.clone()));
    // The id of one with the secret of the other, with a checksum that fits.
    let mixed = one.secret.reveal()[..16].to_owned() + &other.secret.reveal()[16..80];
    let mixed = format!("{mixed}{:08x}", crc32fast::hash(mixed.as_bytes()));
    assert!(KeySecret::read(&mixed).is_some());
    assert_eq!(let_in(&file, &mixed, now), None);
    for name in std::fs::read_dir(folder.path().join("data")).unwrap() {
        let text = std::fs::read_to_string(name.unwrap().path()).unwrap();
        for made in [&one, &other] {
            assert!(!text.contains(&made.secret.reveal()[16..48]), "a secret lies in a file");
        }
    }
}

#[test]
fn a_revoked_or_expired_key_lets_nobody_in_and_stays_in_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let file = KeyFile::at(folder.path());
    let revoked = made(&file, Scope::Read);
    let later = Timestamp::now().plus_seconds(100);
    let short = file.create(&NewKey::new(tenant("acme"), Scope::Read).with_expires_at(later)).unwrap();
    assert_eq!(let_in(&file, short.secret.reveal(), later.plus_seconds(-1)), Some(short.key.id.clone()));
    assert_eq!(let_in(&file, short.secret.reveal(), later), None);
    let first = file.revoke(&revoked.key.id, None).unwrap();
    assert_eq!(file.revoke(&revoked.key.id, None).unwrap(), first, "the first time counts");
    assert_eq!(let_in(&file, revoked.secret.reveal(), Timestamp::now()), None);
    let ring = file.read().unwrap();
    let states: Vec<KeyState> = ring.keys().map(|key| key.state(later)).collect();
    assert_eq!(states, [KeyState::Revoked, KeyState::Expired]);
    assert!(!ring.is_empty(), "a service whose keys are all revoked is not open");
}

#[test]
fn a_key_of_another_tenant_is_not_known() {
    let folder = tempfile::tempdir().unwrap();
    let file = KeyFile::at(folder.path());
    let key = made(&file, Scope::Read).key;
    for (id, of) in [(key.id.as_str(), "other"), ("000000000000", "acme")] {
        assert_eq!(file.revoke(id, Some(&tenant(of))).unwrap_err().kind(), ErrorKind::NotFound);
    }
    assert!(file.revoke(&key.id, Some(&tenant("acme"))).unwrap().revoked_at.is_some());
}

#[test]
fn a_rotated_key_works_beside_the_new_one_for_its_overlap() {
    let folder = tempfile::tempdir().unwrap();
    let file = KeyFile::at(folder.path());
    let end = Timestamp::now().plus_seconds(1000);
    let new = NewKey::new(tenant("acme"), Scope::Write).with_name("ats").with_expires_at(end);
    let old = file.create(&new).unwrap();
    let new = file.rotate(&old.key.id, &KeyRotation::default().with_overlap_seconds(60)).unwrap();
    assert_eq!((&new.key.tenant, new.key.scope, new.key.name.as_deref()), (&tenant("acme"), Scope::Write, Some("ats")));
    let lasts = |key: &Key| key.expires_at.unwrap().seconds() - key.created_at.seconds();
    assert!((lasts(&new.key) - lasts(&old.key)).abs() <= 1);
    let at = |seconds: i64| Timestamp::now().plus_seconds(seconds);
    assert!(
        let_in(&file, old.secret.reveal(), at(50)).is_some() && let_in(&file, new.secret.reveal(), at(50)).is_some()
    );
    assert!(
        let_in(&file, old.secret.reveal(), at(61)).is_none() && let_in(&file, new.secret.reveal(), at(61)).is_some()
    );
    file.revoke(&new.key.id, None).unwrap();
    assert_eq!(file.rotate(&new.key.id, &KeyRotation::default()).unwrap_err().kind(), ErrorKind::Configuration);
}

#[test]
fn what_no_key_can_have_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = KeyFile::at(folder.path());
    let new = || NewKey::new(tenant("acme"), Scope::Read);
    let past = Timestamp::now().plus_seconds(-1);
    let long = "x".repeat(101);
    for bad in [new().with_expires_at(past), new().with_name(""), new().with_name("a\nb"), new().with_name(long)] {
        assert!(matches!(file.create(&bad), Err(Error::Invalid(_))), "{bad:?}");
    }
    assert!(file.read().unwrap().is_empty());
}

#[test]
fn many_who_make_keys_at_once_lose_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = KeyFile::at(folder.path());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..5).for_each(|_| drop(made(&file, Scope::Read))));
        }
    });
    assert_eq!(file.read().unwrap().keys().count(), 40);
}

/// The first format, as it is kept; a program that cannot read it any more locks everybody out.
const FORMAT_1: &str = r#"{
  "format": 1,
  "keys": [
    {
      "id": "00112233aabb",
      "tenant": "acme",
      "scope": "write",
      "name": "ats",
      "created_at": "2026-11-01T00:00:00Z",
      "expires_at": "2027-11-01T00:00:00Z",
      "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    }
  ]
}
"#;

#[test]
fn a_file_of_the_first_format_is_read_and_written_as_it_was() {
    let ring = KeyRing::read(FORMAT_1.as_bytes()).unwrap();
    assert_eq!(ring.get("00112233aabb").map(|key| key.scope), Some(Scope::Write));
    assert_eq!(String::from_utf8(ring.write()).unwrap(), FORMAT_1);
}

#[test]
fn a_file_that_is_damaged_or_newer_is_refused_as_that() {
    let folder = tempfile::tempdir().unwrap();
    let file = KeyFile::at(folder.path());
    let twice = FORMAT_1
        .replace("\n  ]", ",\n    {}\n  ]")
        .replace("{}", FORMAT_1.split("[\n").nth(1).unwrap().split("\n  ]").next().unwrap());
    for (text, kind) in [
        ("", StorageErrorKind::Damaged),
        ("{}", StorageErrorKind::Damaged),
        (&FORMAT_1[..200], StorageErrorKind::Damaged),
        (&FORMAT_1.replace("ba78", "zz78"), StorageErrorKind::Damaged),
        (&FORMAT_1.replace("\"write\"", "\"root\""), StorageErrorKind::Damaged),
        (&FORMAT_1.replace("\"acme\"", "\"../acme\""), StorageErrorKind::Damaged),
        (&twice, StorageErrorKind::Damaged),
        (&FORMAT_1.replace("\"format\": 1", "\"format\": 2"), StorageErrorKind::Version),
    ] {
        std::fs::write(folder.path().join("keys.json"), text).unwrap();
        assert_eq!(file.read().unwrap_err().storage_kind(), Some(kind), "{text}");
        // And nothing is written over it.
        assert!(file.create(&NewKey::new(tenant("acme"), Scope::Read)).is_err());
        assert_eq!(std::fs::read_to_string(folder.path().join("keys.json")).unwrap(), text);
    }
}

#[cfg(unix)]
#[test]
fn all_that_is_made_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let above = tempfile::tempdir().unwrap();
    let folder = above.path().join("data");
    drop(made(&KeyFile::at(&folder), Scope::Read));
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    for entry in std::fs::read_dir(&folder).unwrap() {
        assert_eq!(mode(&entry.unwrap().path()), 0o600);
    }
}

#[cfg(all(feature = "postgres", feature = "server"))]
#[test]
fn rings_have_one_sum_in_whatever_order_they_meet() {
    let [one, other] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let files = [KeyFile::at(one.path()), KeyFile::at(other.path())];
    let new = NewKey::new(TenantName::default(), Scope::Read);
    let made = files.each_ref().map(|file| file.create(&new).unwrap().key.id);
    // Each knows both; each revokes the key of the other, and shortens its own.
    files[0].take_in(&files[1].read().unwrap()).unwrap();
    files[1].take_in(&files[0].read().unwrap()).unwrap();
    for (file, id) in files.iter().zip([&made[1], &made[0]]) {
        file.revoke(id, None).unwrap();
    }
    let rings = files.each_ref().map(|file| file.read().unwrap());
    let sum = rings[0].with(&rings[1]);
    assert_eq!(sum, rings[1].with(&rings[0]));
    assert_eq!(sum, sum.with(&rings[0]).with(&rings[1]), "again changes nothing");
    assert!(made.iter().all(|id| sum.get(id).unwrap().revoked_at.is_some()));
    assert_eq!(files[0].take_in(&rings[1]).unwrap(), sum);
    assert_eq!(files[0].read().unwrap(), sum);
}
