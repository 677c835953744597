//! The lists of words by which readers read, compiled from `data/words`: words as one text for `words!`, phrases as a slice. What they
//! mean is for their readers.

use serde::de::DeserializeOwned;
use serde::de::value::{Error, StrDeserializer};

use super::words::{Values, words};

mod compiled {
    use super::{Values, words};

    include!(concat!(env!("OUT_DIR"), "/lists.rs"));
}
pub(in crate::extract) use compiled::*;

/// Lists by what their keys stand for.
pub(in crate::extract) fn by_key<T: DeserializeOwned>(
    groups: &[(&'static str, &'static [&'static str])],
) -> Vec<(T, &'static [&'static str])> {
    let of_key = |key: &'static str| T::deserialize(StrDeserializer::<Error>::new(key));
    groups.iter().map(|(key, list)| (of_key(key).expect("a test reads by every list"), *list)).collect()
}
