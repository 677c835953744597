//! What of a line is seen while it is folded: whether it is an item of a list, or a heading.

/// One of more bytes is no item, however few spaces it has; nor is it a heading.
pub(super) const ITEM_BYTES: usize = 240;

/// What has been seen of a line so far.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing seen or not; they combine freely")]
pub(super) struct LineState {
    pub heading: bool,
    pub bullet: bool,
    pub marked_bullet: bool,
    marked_heading: bool,
    started: bool,
    capitals: usize,
    small: bool,
    stars_at_start: usize,
}

impl LineState {
    pub(super) fn see(&mut self, c: char) {
        if !self.started {
            match c {
                '#' => self.marked_heading = true,
                '*' => self.stars_at_start += 1,
                '•' | '·' | '▪' | '◦' | '‣' | '–' | '-' | '●' | '○' | '➢' | '➤' | '►' | '>' | '+' =>
                {
                    self.marked_bullet = true;
                }
                c if c.is_whitespace() => {
                    // One star and a space is a bullet, two begin bold print.
                    self.marked_bullet |= self.stars_at_start == 1;
                }
                _ => self.started = true,
            }
        }
        // Whether all letters are capitals is settled by the first small one.
        if !self.small {
            self.small = c.is_lowercase();
            self.capitals += usize::from(c.is_uppercase());
        }
    }

    /// The same for ASCII that begins with a letter or digit.
    pub(super) fn see_plain(&mut self, run: &str) {
        self.started = true;
        if !self.small {
            self.small = run.bytes().any(|byte| byte.is_ascii_lowercase());
            // Beside a small letter nobody asks for them.
            self.capitals += if self.small { 0 } else { run.bytes().filter(u8::is_ascii_uppercase).count() };
        }
    }

    /// Whether all letters are capitals, and more than a name has.
    pub(super) fn shouts(&self) -> bool {
        self.capitals >= 4 && !self.small
    }

    /// Short lines only: marked as headings, bold or closed by a colon, or all in capitals.
    pub(super) fn is_heading(&self, content: &str) -> bool {
        let bold = self.stars_at_start >= 2 && content.trim_end_matches([' ', ':']).ends_with("**");
        let colon = content.ends_with(':') || content.ends_with(":**");
        let shouting = self.shouts();
        if !(self.heading || self.marked_heading || bold || colon || shouting) || content.len() > ITEM_BYTES {
            return false;
        }
        let words = content.split_whitespace().count();
        let marked = self.heading || self.marked_heading || bold;
        // Whoever writes all in capitals ends sentences as others do.
        let shouting = shouting && !content.ends_with('.');
        words <= 10
            && (marked || (colon && !self.marked_bullet && words <= 8) || (shouting && words <= 6))
            && !content.contains(". ")
    }
}
