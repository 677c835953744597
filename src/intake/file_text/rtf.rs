//! Rich text: its groups and control words taken apart. What was deleted or is hidden is not read.

use encoding_rs::Encoding;

use super::FileText;
use super::mend::mended_text;

/// Groups of which nothing is text.
const SKIPPED: [&str; 24] = [
    "fonttbl", "colortbl", "stylesheet", "info", "pict", "header", "headerl", "headerr", "headerf", "footer",
    "footerl", "footerr", "footerf", "object", "themedata", "datastore", "generator", "fldinst", "listtable",
    "listoverridetable", "latentstyles", "annotation", "footnote", "xmlnstbl",
];
/// Of the groups that readers may pass over, those that hold text.
const OPTIONAL_TEXT: [&str; 3] = ["shpinst", "shptxt", "fldrslt"];
/// Groups nested deeper are no document.
const MAX_DEPTH: usize = 500;
/// Windows' numbers of its own code pages are these and a name.
const USUAL_CODE_PAGE: i32 = 1252;

#[derive(Clone, Copy, Debug, Default)]
struct Group {
    is_skipped: bool,
    is_hidden: bool,
    is_deleted: bool,
    /// How many characters stand for a Unicode one where readers do not know it.
    n_substitutes: usize,
}

/// The text of an RTF.
///
/// # Errors
/// That it is nested too deep.
pub(super) fn read(bytes: &[u8]) -> Result<FileText, String> {
    let mut reader = Reader {
        bytes,
        at: 0,
        text: String::new(),
        run: Vec::new(),
        group: Group { n_substitutes: 1, ..Group::default() },
        to_skip: 0,
        high_half: None,
        encoding: encoding(USUAL_CODE_PAGE),
    };
    reader.all()?;
    Ok(FileText { text: mended_text(&reader.text), ..FileText::default() })
}

fn encoding(code_page: i32) -> &'static Encoding {
    let label = match code_page {
        932 => "shift_jis".to_owned(),
        936 => "gbk".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        10_000 => "macintosh".to_owned(),
        65_001 => "utf-8".to_owned(),
        other => format!("windows-{other}"),
    };
    Encoding::for_label(label.as_bytes()).unwrap_or(encoding_rs::WINDOWS_1252)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    text: String,
    /// Characters of the code page that are not decoded yet: some take several bytes.
    run: Vec<u8>,
    group: Group,
    /// Characters that stand for a Unicode one that was read.
    to_skip: usize,
    /// The first half of a character beyond the first 65,536.
    high_half: Option<u32>,
    encoding: &'static Encoding,
}

impl Reader<'_> {
    fn all(&mut self) -> Result<(), String> {
        let mut outer = Vec::new();
        while let Some(byte) = self.next() {
            match byte {
                b'{' => {
                    if outer.len() == MAX_DEPTH {
                        return Err(format!("groups are nested more than {MAX_DEPTH} deep; expected an RTF document"));
                    }
                    self.flush();
                    outer.push(self.group);
                    self.to_skip = 0;
                }
                b'}' => {
                    self.flush();
                    self.group = outer.pop().unwrap_or(self.group);
                    self.to_skip = 0;
                }
                b'\\' => self.control(),
                b'\r' | b'\n' => {}
                b'\t' => self.sign("  "),
                byte => self.byte(byte),
            }
        }
        self.flush();
        Ok(())
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        byte
    }

    fn control(&mut self) {
        let Some(first) = self.next() else { return };
        match first {
            b'\\' | b'{' | b'}' => self.byte(first),
            b'\'' => {
                let digits = self.bytes.get(self.at..self.at + 2).and_then(|digits| str::from_utf8(digits).ok());
                if let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                    self.at += 2;
                    self.byte(byte);
                }
            }
            b'~' => self.sign(" "),
            b'_' => self.sign("-"),
            b'-' => self.sign("\u{ad}"),
            b'*' => {
                let rest = self.bytes.get(self.at + 1..).unwrap_or_default();
                let holds_text = OPTIONAL_TEXT.iter().any(|word| rest.starts_with(word.as_bytes()));
                self.group.is_skipped |= !holds_text;
            }
            b'\r' | b'\n' => self.sign("\n"),
            first if first.is_ascii_alphabetic() => {
                let start = self.at - 1;
                while self.bytes.get(self.at).is_some_and(u8::is_ascii_alphabetic) {
                    self.at += 1;
                }
                let word = String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned();
                let figure = self.at;
                if self.bytes.get(self.at) == Some(&b'-') {
                    self.at += 1;
                }
                while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
                    self.at += 1;
                }
                let figure = str::from_utf8(&self.bytes[figure..self.at]).ok().and_then(|figure| figure.parse().ok());
                if self.bytes.get(self.at) == Some(&b' ') {
                    self.at += 1;
                }
                self.word(&word, figure);
            }
            _ => {}
        }
    }

    fn word(&mut self, word: &str, figure: Option<i32>) {
        let is_on = figure != Some(0);
        match word {
            "par" | "sect" | "row" | "line" | "page" => self.sign("\n"),
            "tab" => self.sign("  "),
            "cell" => self.sign(" | "),
            "emdash" => self.sign("—"),
            "endash" => self.sign("–"),
            "bullet" => self.sign("•"),
            "lquote" => self.sign("‘"),
            "rquote" => self.sign("’"),
            "ldblquote" => self.sign("“"),
            "rdblquote" => self.sign("”"),
            "emspace" | "enspace" => self.sign(" "),
            "uc" => self.group.n_substitutes = usize::try_from(figure.unwrap_or(1)).unwrap_or(0).min(8),
            "u" => self.unicode(figure.unwrap_or(0)),
            "v" => self.state(|group| group.is_hidden = is_on),
            "deleted" => self.state(|group| group.is_deleted = is_on),
            "plain" => self.state(|group| group.is_hidden = false),
            "ansicpg" => self.encoding = encoding(figure.unwrap_or(USUAL_CODE_PAGE)),
            "mac" => self.encoding = encoding_rs::MACINTOSH,
            "bin" => self.at = self.at.saturating_add(usize::try_from(figure.unwrap_or(0)).unwrap_or(0)),
            word if SKIPPED.contains(&word) => self.group.is_skipped = true,
            _ => {}
        }
    }

    fn state(&mut self, change: impl Fn(&mut Group)) {
        self.flush();
        change(&mut self.group);
    }

    fn unicode(&mut self, figure: i32) {
        // Numbers above 32,767 are written as negative ones.
        let code = u32::try_from(if figure < 0 { figure.saturating_add(65_536) } else { figure }).unwrap_or(0);
        let code = match (self.high_half.take(), code) {
            (_, 0xd800..=0xdbff) => {
                self.high_half = Some(code);
                None
            }
            (Some(high), 0xdc00..=0xdfff) => Some(0x1_0000 + ((high - 0xd800) << 10) + (code - 0xdc00)),
            (_, code) => Some(code),
        };
        if let Some(character) = code.and_then(char::from_u32) {
            self.sign(character.encode_utf8(&mut [0; 4]));
        }
        self.to_skip = self.group.n_substitutes;
    }

    fn is_seen(&self) -> bool {
        !(self.group.is_skipped || self.group.is_hidden || self.group.is_deleted)
    }

    fn byte(&mut self, byte: u8) {
        if self.to_skip > 0 {
            self.to_skip -= 1;
        } else if self.is_seen() {
            self.run.push(byte);
        }
    }

    fn sign(&mut self, sign: &str) {
        self.flush();
        if self.is_seen() {
            self.text.push_str(sign);
        }
    }

    fn flush(&mut self) {
        if !self.run.is_empty() {
            self.text.push_str(&self.encoding.decode_without_bom_handling(&self.run).0);
            self.run.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(rtf: &str) -> String {
        read(rtf.as_bytes()).unwrap().text
    }

    #[test]
    fn words_are_read_and_what_makes_them_is_not() {
        let rtf = r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\*\generator x;}{\info{\title T}}
\pard Zo\'eb \u8211?Slurm\par{\pntext\'b7\tab}Lustre{\v hidden}{\deleted gone}\line{\field{\*\fldinst HYPERLINK}{\fldrslt a site}}\par}";
        assert_eq!(text(rtf), "Zoë –Slurm\n- Lustre\na site");
    }

    #[test]
    fn characters_beyond_the_first_plane_are_put_together() {
        assert_eq!(text(r"{\rtf1\uc1 \u-10179?\u-8694? x}"), "\u{1f60a} x");
    }

    #[test]
    fn damage_does_no_harm() {
        assert_eq!(text(r"{\rtf1 a}}}} b\"), "a b");
        assert_eq!(text(r"{\rtf1 a\bin99999999999999 b"), "ab");
        assert!(read("{".repeat(1000).as_bytes()).unwrap_err().contains("nested"));
    }
}
