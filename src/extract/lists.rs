//! The lists of words by which readers read, compiled from `data/words`: words as one text for `words!`, phrases as a slice. What they
//! mean is for their readers.

use super::words::{Values, words};

include!(concat!(env!("OUT_DIR"), "/lists.rs"));
