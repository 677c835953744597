//! Tests of patterns and their matching.

use crate::taxonomy::files::PatternList;
use crate::taxonomy::word_hash::word_hash;

fn owners(set: &PatternList, text: &str) -> Vec<u16> {
    let words: Vec<(&str, u32)> = text.split(' ').map(|word| (word, word_hash(word.as_bytes()))).collect();
    set.clone().ready().matches(&words, 10).into_iter().map(|m| m.owner).collect()
}

#[test]
fn every_group_must_occur_in_any_order() {
    let mut set = PatternList::default();
    set.add(1, "tun*|optimi* + kernel*|gemm*").unwrap();
    set.add(2, "parallel file system* + ran|runs").unwrap();
    assert_eq!(owners(&set, "kernels were tuned by me"), [1]);
    assert_eq!(owners(&set, "tuned the car"), Vec::<u16>::new());
    assert_eq!(owners(&set, "ran parallel file systems"), [2]);
    assert_eq!(owners(&set, "ran parallel systems"), Vec::<u16>::new());
}

#[test]
fn groups_too_far_apart_do_not_match() {
    let mut set = PatternList::default();
    set.add(1, "tuned + kernel").unwrap();
    assert_eq!(owners(&set, "tuned a b c d e f g h i kernel"), Vec::<u16>::new());
}

#[test]
fn malformed_patterns_are_refused() {
    for bad in ["", "a|", "a* b", "*", "x* + "] {
        assert!(PatternList::default().add(0, bad).is_err(), "{bad}");
    }
}
