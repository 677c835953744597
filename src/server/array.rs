//! Cuts a JSON array into its items as it comes in, without keeping more than one. What the items are is not looked at.

use super::lines::Line;

/// The items of an array.
#[derive(Debug)]
pub(super) struct Items {
    item: Vec<u8>,
    is_too_long: bool,
    max_bytes: usize,
    n_ended: usize,
    place: Place,
    depth: usize,
    in_text: bool,
    is_escaped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Before the array.
    Before,
    /// After the bracket that opens it: an item, or its end.
    Opened,
    /// Within an item.
    Item,
    /// After a comma: an item.
    Expecting,
    /// After its end.
    After,
}

impl Items {
    pub(super) fn new(max_bytes: usize) -> Self {
        Self {
            item: Vec::new(),
            is_too_long: false,
            max_bytes,
            n_ended: 0,
            place: Place::Before,
            depth: 0,
            in_text: false,
            is_escaped: false,
        }
    }

    /// Takes the next piece of the stream, and gives each item that ends in it to `sink`, with its number from 1. Says what is wrong
    /// where the array is none.
    pub(super) fn push(&mut self, data: &[u8], mut sink: impl FnMut(Line)) -> Result<(), &'static str> {
        for byte in data {
            self.take(*byte, &mut sink)?;
        }
        Ok(())
    }

    fn take(&mut self, byte: u8, sink: &mut impl FnMut(Line)) -> Result<(), &'static str> {
        let is_space = byte.is_ascii_whitespace();
        match self.place {
            Place::Before if byte == b'[' => self.place = Place::Opened,
            Place::Before if !is_space => return Err("expected an array that begins with `[`"),
            Place::After if !is_space => return Err("expected nothing after the end of the array"),
            Place::Before | Place::After => {}
            Place::Opened if byte == b']' => self.place = Place::After,
            Place::Opened | Place::Expecting if is_space => {}
            Place::Opened | Place::Expecting if matches!(byte, b',' | b']') => {
                return Err("expected an item of the array");
            }
            Place::Opened | Place::Expecting => {
                self.place = Place::Item;
                self.keep(byte);
            }
            Place::Item if self.depth == 0 && !self.in_text && matches!(byte, b',' | b']') => {
                self.end(sink);
                self.place = if byte == b',' { Place::Expecting } else { Place::After };
            }
            Place::Item => self.keep(byte),
        }
        Ok(())
    }

    fn keep(&mut self, byte: u8) {
        if self.in_text {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.in_text = false,
                _ => {}
            }
        } else {
            match byte {
                b'"' => self.in_text = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        if self.is_too_long || self.item.len() >= self.max_bytes {
            self.is_too_long = true;
            self.item.clear();
        } else {
            self.item.push(byte);
        }
    }

    fn end(&mut self, sink: &mut impl FnMut(Line)) {
        self.n_ended += 1;
        let text = std::mem::take(&mut self.item);
        let text = Some(text).filter(|_| !std::mem::take(&mut self.is_too_long));
        sink(Line { number: self.n_ended, text });
    }

    /// The stream has ended. Says what is wrong where the array has not.
    pub(super) fn finish(&self) -> Result<(), &'static str> {
        if self.place == Place::After { Ok(()) } else { Err("the array ended before its `]`") }
    }

    /// The number of the item that comes next or is incomplete.
    pub(super) fn next_number(&self) -> usize {
        self.n_ended + 1
    }

    /// How many bytes of an incomplete item are kept.
    pub(super) fn n_buffered(&self) -> usize {
        self.item.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(pieces: &[&[u8]]) -> (Vec<Option<String>>, Result<(), &'static str>) {
        let mut found = Vec::new();
        let mut items = Items::new(20);
        let mut sink = |line: Line| {
            assert_eq!(line.number, found.len() + 1);
            found.push(line.text.map(|text| String::from_utf8(text).unwrap()));
        };
        let outcome = pieces.iter().try_for_each(|piece| items.push(piece, &mut sink));
        let outcome = outcome.and_then(|()| items.finish());
        (found, outcome)
    }

    #[test]
    fn items_do_not_depend_on_how_the_stream_is_cut() {
        let text = br#" [ {"a":"]},\"{"} , [1,[2]],3, "0123456789012345678901234", null ] "#;
        let some = |text: &str| Some(text.to_owned());
        let expected = vec![some(r#"{"a":"]},\"{"} "#), some("[1,[2]]"), some("3"), None, some("null ")];
        assert_eq!(items(&[text]), (expected.clone(), Ok(())));
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(items(&bytes), (expected, Ok(())));
        assert_eq!(items(&[b"[]"]), (Vec::new(), Ok(())));
    }

    #[test]
    fn what_is_no_array_is_refused_where_it_shows() {
        for (text, n_items) in [("{}", 0), ("[,", 0), ("[1,]", 1), ("[1] 2", 1), ("[1, 2", 1), ("", 0), ("[", 0)] {
            let (found, outcome) = items(&[text.as_bytes()]);
            assert!(outcome.is_err() && found.len() == n_items, "{text}: {found:?}");
        }
    }
}
