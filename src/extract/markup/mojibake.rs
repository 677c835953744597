//! Text that was UTF-8 and was read as Windows-1252 or Latin-1 on its way: `donâ€™t`, `$150k â€“ $190k`, `MÃ¼nchen`.

/// The character for which a garbled run at the start of `text` stands, and the length of the run.
pub(super) fn decoded(text: &str) -> Option<(usize, char)> {
    let mut characters = text.chars();
    let lead = characters.next()?;
    let more = match lead {
        'Â' | 'Ã' => 1,
        'â' => 2,
        _ => return None,
    };
    let mut bytes = [u8::try_from(u32::from(lead)).ok()?, 0, 0];
    let mut length = lead.len_utf8();
    for byte in &mut bytes[1..=more] {
        let next = characters.next()?;
        *byte = byte_of(next)?;
        length += next.len_utf8();
    }
    let character = std::str::from_utf8(&bytes[..=more]).ok()?.chars().next()?;
    Some((length, character))
}

/// The byte beyond ASCII that a character shows when it is taken for Windows-1252, or for Latin-1.
fn byte_of(character: char) -> Option<u8> {
    const BEYOND_LATIN: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
    if let Ok(byte) = u8::try_from(u32::from(character)) {
        return (0x80..=0xbf).contains(&byte).then_some(byte);
    }
    let place = BEYOND_LATIN.chars().position(|known| known == character)?;
    u8::try_from(0x80 + place).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn garbled_signs_are_what_they_were() {
        for (garbled, character) in [
            ("â€™ll", '’'),
            ("â€“ $190k", '–'),
            ("â\u{80}\u{99}s", '’'),
            ("â€¢ Slurm", '•'),
            ("Â£95k", '£'),
            ("â‚¬120k", '€'),
            ("Ã¼nchen", 'ü'),
            ("Ã©", 'é'),
            ("Â\u{a0}", '\u{a0}'),
            ("â€œ", '“'),
            ("â€\u{9d}", '”'),
        ] {
            let (length, found) = decoded(garbled).expect(garbled);
            assert_eq!(found, character, "{garbled}");
            assert!(garbled.is_char_boundary(length));
        }
    }

    #[test]
    fn letters_with_signs_are_left_alone() {
        for text in ["âge", "Âme", "Ãos", "â", "Â “x”", "âœ", "château", "São", "É»", "â€"] {
            assert_eq!(decoded(text), None, "{text}");
        }
    }
}
