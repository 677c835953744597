//! Reads everything that a store holds and names what is wrong with it. It changes nothing.

use std::collections::HashMap;

use super::digest::Digest;
use super::envelope::decode_head;
use super::keys;
use super::record::{Counts, Effect, Kind, Record, Seq};
use super::sled_store::SledStore;
use super::{Changes, Store};
use crate::domain::Error;

/// What a store holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Census {
    /// Documents that are whole.
    pub(crate) candidates: u64,
    /// Documents that are whole.
    pub(crate) roles: u64,
    /// Of all whole documents.
    pub(crate) digest: Digest,
}

/// The last change of each document, as the log has it.
type LastChanges = HashMap<(Kind, String), (Seq, Effect)>;

impl SledStore {
    /// Gives every whole document to `whole`, and names everything else to `flaw`.
    pub(crate) fn census(
        &self,
        whole: &mut dyn FnMut(Kind, &str, &Record),
        flaw: &mut dyn FnMut(String),
    ) -> Result<Census, Error> {
        let mut last = last_changes(self.changes_since(self.log_from()), flaw);
        let (mut counts, mut digest) = (Counts::default(), Digest::default());
        for kind in Kind::ALL {
            let noun = kind.noun();
            let mut n_damaged = 0;
            for found in self.scan(kind, None) {
                let (id, record) = match found {
                    Ok(found) => found,
                    // A database that cannot be read at all gives errors without end.
                    Err(error) if n_damaged == MAX_DAMAGED => return Err(error),
                    Err(error) => {
                        n_damaged += 1;
                        flaw(error.to_string());
                        continue;
                    }
                };
                match last.remove(&(kind, id.clone())) {
                    Some((_, Effect::Deleted)) => flaw(format!("{noun} {id:?} was deleted and is there")),
                    Some((seq, Effect::Put)) if seq != record.seq => {
                        flaw(format!("{noun} {id:?} is of change {}, the log says {}", record.seq.0, seq.0));
                    }
                    None if record.seq > self.log_from() => {
                        flaw(format!("{noun} {id:?} is of change {}, of which the log knows nothing", record.seq.0));
                    }
                    _ => {}
                }
                counts.note(kind, false, Effect::Put);
                digest.add(kind, &id, &record);
                whole(kind, &id, &record);
            }
        }
        for ((kind, id), (seq, effect)) in last {
            if effect == Effect::Put && self.disk().db.get(keys::head(kind, &id)).is_ok_and(|head| head.is_none()) {
                flaw(format!("{} {id:?} is missing: change {} wrote it", kind.noun(), seq.0));
            }
        }
        for kind in Kind::ALL {
            let (counted, found) = (self.count(kind), counts.of(kind));
            if counted != found {
                flaw(format!("the store counts {counted} {}s, {found} are whole", kind.noun()));
            }
        }
        if self.digest().is_some_and(|expected| expected != digest) {
            flaw(
                "the documents are not those that the store should hold: one is missing, or an older one has come back"
                    .to_owned(),
            );
        }
        self.leftovers(flaw)?;
        Ok(Census { candidates: counts.candidates, roles: counts.roles, digest })
    }

    /// Names what belongs to no document and to no log: left behind where a damaged document was written over.
    fn leftovers(&self, flaw: &mut dyn FnMut(String)) -> Result<(), Error> {
        let (mut n_parts, mut n_unknown) = (0_u64, 0_u64);
        for entry in self.disk().db.iter().keys() {
            let key = entry.map_err(|e| super::disk::failed("reading", &e))?;
            match key.get(..2) {
                Some(b"c/" | b"r/" | b"d/" | b"f/" | b"l/" | b"i/" | b"j/" | b"e/" | b"w/") => {}
                Some(b"m/") if key == keys::STATE => {}
                Some(b"p/") => {
                    let owned = keys::owner_of_part(&key).is_some_and(|(kind, id, number)| {
                        let head = self.disk().db.get(keys::head(kind, id)).ok().flatten();
                        // A damaged head has been named already, and what its parts are is not known.
                        head.is_some_and(|head| {
                            decode_head(kind, &head).is_none_or(|(head, _)| number < head.n_parts())
                        })
                    });
                    n_parts += u64::from(!owned);
                }
                _ => n_unknown += 1,
            }
        }
        if n_parts > 0 {
            flaw(format!("{n_parts} parts belong to no document; `compact` removes them"));
        }
        if n_unknown > 0 {
            flaw(format!("{n_unknown} entries are of no sort that this version knows"));
        }
        Ok(())
    }
}

/// After so many damaged documents of a kind the rest is not worth reading.
const MAX_DAMAGED: u32 = 100_000;

fn last_changes(changes: Changes<'_>, flaw: &mut dyn FnMut(String)) -> LastChanges {
    let mut last = LastChanges::new();
    for change in changes {
        match change {
            Ok(change) => drop(last.insert((change.kind, change.id), (change.seq, change.effect))),
            Err(error) => {
                flaw(error.to_string());
                // What follows a hole cannot be told from it.
                break;
            }
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StorageOptions;
    use crate::store::suite::{delete, put};

    const C: Kind = Kind::Candidate;

    fn flaws(store: &SledStore) -> Vec<String> {
        let mut flaws = Vec::new();
        store.census(&mut |_, _, _| {}, &mut |flaw| flaws.push(flaw)).unwrap();
        flaws
    }

    fn filled() -> (tempfile::TempDir, SledStore) {
        let folder = tempfile::tempdir().unwrap();
        let store = SledStore::open(folder.path(), &StorageOptions::default()).unwrap();
        store.apply(&[put(C, "a", b"one"), put(C, "long", &vec![7; 20_000]), put(Kind::Role, "r", b"two")]).unwrap();
        store.apply(&[put(C, "b", b""), delete(C, "b"), put(Kind::Role, "r", b"two")]).unwrap();
        (folder, store)
    }

    #[test]
    fn a_whole_store_has_no_flaws_and_a_digest_of_its_documents() {
        let (_folder, store) = filled();
        let mut seen = Vec::new();
        let census = store.census(&mut |_, id, _| seen.push(id.to_owned()), &mut |flaw| panic!("{flaw}")).unwrap();
        assert_eq!((census.candidates, census.roles), (2, 1));
        assert_eq!(seen, ["a", "long", "r"]);
        store.apply(&[put(C, "a", b"three")]).unwrap();
        let changed = store.census(&mut |_, _, _| {}, &mut |flaw| panic!("{flaw}")).unwrap();
        assert_ne!(changed.digest, census.digest);
    }

    #[test]
    fn each_flaw_is_named() {
        type Harm = fn(&sled::Db);
        let cases: [(&str, Harm); 6] = [
            ("candidate \"a\" is missing: change 1 wrote it", |db| drop(db.remove(keys::head(C, "a")).unwrap())),
            ("candidate \"long\" is damaged", |db| drop(db.remove(keys::part(C, "long", 2)).unwrap())),
            ("change 5 in the store's log is damaged", |db| drop(db.remove(keys::log(Seq(5))).unwrap())),
            ("1 parts belong to no document", |db| drop(db.insert(keys::part(C, "a", 0), b"left").unwrap())),
            ("1 entries are of no sort", |db| drop(db.insert(b"x/y", b"").unwrap())),
            ("candidate \"b\" was deleted and is there", |db| {
                let value = crate::store::envelope::encode_head(C, "b", Seq(4), b"").unwrap();
                db.insert(keys::head(C, "b"), value).unwrap();
            }),
        ];
        for (expected, harm) in cases {
            let (_folder, store) = filled();
            harm(&store.disk().db);
            let found = flaws(&store);
            assert!(found.iter().any(|flaw| flaw.contains(expected)), "{expected} is not in {found:?}");
        }
    }
}
