//! Numbers that look random and are the same for the same seed on every machine (`SplitMix64`).

pub(crate) struct Dice(u64);

impl Dice {
    /// The dice of one document: others' rolls do not change its own.
    pub(crate) fn of(seed: u64, stream: u64, number: u64) -> Self {
        let mut dice = Self(seed ^ stream.rotate_left(32));
        let first = dice.next() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self(first)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// 0 to `sides - 1`.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        let sides = u64::try_from(sides.max(1)).unwrap_or(1);
        usize::try_from(self.next() % sides).unwrap_or(0)
    }

    pub(crate) fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.roll(most - least + 1)
    }

    /// True so often in a hundred.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.roll(100) < percent
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.roll(from.len())]
    }

    /// The place of one of so many, of whom the first come far more often than the last.
    pub(crate) fn early(&mut self, of: usize) -> usize {
        let (a, b) = (self.roll(of), self.roll(of));
        a.min(b).min(self.roll(of))
    }

    /// Some of `from`, each once, the early ones more often.
    pub(crate) fn some<'a>(&mut self, from: &[&'a str], how_many: usize) -> Vec<&'a str> {
        let mut picked: Vec<&str> = Vec::new();
        for _ in 0..how_many * 4 {
            let one = from[self.early(from.len())];
            if !picked.contains(&one) {
                picked.push(one);
            }
            if picked.len() == how_many {
                break;
            }
        }
        picked
    }
}
