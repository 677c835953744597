//! Glyphs of a page to fragments: runs of words on one line that no wide gap parts, and rows of them.

use super::pdf::{Glyph, Page};

/// Words on one line, without a gap that may be one between columns.
#[derive(Clone, Debug)]
pub(super) struct Fragment {
    pub(super) text: String,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) baseline: f64,
    pub(super) size: f64,
    /// How wide its first word is.
    pub(super) first_word: f64,
}

/// Glyphs whose baselines are nearer than this share of their size stand on one line.
const SAME_LINE: f64 = 0.35;
/// A gap of this share of the size parts words, where letters are not spaced out.
const WORD_GAP: f64 = 0.17;
/// Letters are spaced out when the gaps between most of them are wider than this share of the size.
const SPACED_OUT: f64 = 0.12;
/// A gap of this share of the size may be one between columns. Words that are spread to fill a line come as near as this seldom.
const COLUMN_GAP: f64 = 0.85;
/// The same glyph drawn again so near, as a share of the size, makes it bold.
const DRAWN_AGAIN: f64 = 0.12;

/// The fragments of a page from top to bottom.
pub(super) fn fragments(page: &Page) -> Vec<Fragment> {
    let glyphs: Vec<&Glyph> = page.glyphs.iter().collect();
    let lines = lines(glyphs, |glyph| (glyph.left, glyph.baseline, glyph.size));
    lines.iter().flat_map(|line| cut(line)).collect()
}

/// Rows of a region from top to bottom, each from left to right.
pub(super) fn rows(fragments: Vec<Fragment>) -> Vec<Vec<Fragment>> {
    lines(fragments, |fragment| (fragment.left, fragment.baseline, fragment.size))
}

/// Things with a left side, a baseline and a size, by the lines on which they stand.
fn lines<T>(mut things: Vec<T>, place: impl Fn(&T) -> (f64, f64, f64)) -> Vec<Vec<T>> {
    things.sort_by(|a, b| place(a).1.total_cmp(&place(b).1));
    let mut lines: Vec<(f64, f64, Vec<T>)> = Vec::new();
    for thing in things {
        let (_, baseline, size) = place(&thing);
        match lines.last_mut() {
            Some((at, largest, line)) if baseline - *at < largest.min(size) * SAME_LINE => {
                *largest = largest.max(size);
                line.push(thing);
            }
            _ => lines.push((baseline, size, vec![thing])),
        }
    }
    let by_left = |(_, _, mut line): (f64, f64, Vec<T>)| {
        line.sort_by(|a, b| place(a).0.total_cmp(&place(b).0));
        line
    };
    lines.into_iter().map(by_left).collect()
}

/// The fragments of one line of glyphs.
fn cut(line: &[&Glyph]) -> Vec<Fragment> {
    let mut fragments: Vec<Vec<&Glyph>> = Vec::new();
    let mut end = f64::NEG_INFINITY;
    for glyph in line {
        let is_blank = glyph.text.trim().is_empty();
        if !is_blank && (fragments.is_empty() || glyph.left - end > glyph.size * COLUMN_GAP) {
            fragments.push(Vec::new());
        }
        let Some(fragment) = fragments.last_mut() else { continue };
        let is_again =
            |before: &&&Glyph| before.text == glyph.text && (glyph.left - before.left).abs() < glyph.size * DRAWN_AGAIN;
        if fragment.last().as_ref().is_some_and(is_again) {
            continue;
        }
        fragment.push(glyph);
        if !is_blank {
            end = glyph.right.max(glyph.left);
        }
    }
    fragments.iter().filter_map(|glyphs| joined(glyphs)).collect()
}

/// The words of a fragment.
fn joined(glyphs: &[&Glyph]) -> Option<Fragment> {
    let visible: Vec<&&Glyph> = glyphs.iter().filter(|glyph| !glyph.text.trim().is_empty()).collect();
    let (first, last) = (visible.first()?, visible.last()?);
    let size = visible.iter().map(|glyph| glyph.size).fold(0.0, f64::max);
    let word_gap = word_gap(&visible) * size;
    let mut text = String::new();
    let (mut end, mut blank, mut first_word) = (first.left, false, None);
    let has_letter_gaps = word_gap > size * WORD_GAP * 1.01;
    for glyph in glyphs {
        if glyph.text.trim().is_empty() {
            blank = true;
            continue;
        }
        let is_apart = glyph.left - end > word_gap;
        // Between letters that are spaced out, a blank may be one of those that space them.
        if !text.is_empty() && (is_apart || blank && !has_letter_gaps) {
            first_word.get_or_insert(end - first.left);
            text.push(' ');
        }
        text.push_str(&glyph.text);
        (end, blank) = (glyph.right.max(glyph.left), false);
    }
    let first_word = first_word.unwrap_or(last.right - first.left);
    Some(Fragment { text, left: first.left, right: last.right, baseline: first.baseline, size, first_word })
}

/// The gap that parts words, as a share of the size: wider where the letters of a heading are spaced out.
fn word_gap(visible: &[&&Glyph]) -> f64 {
    let mut gaps: Vec<f64> = visible.windows(2).map(|pair| (pair[1].left - pair[0].right) / pair[1].size).collect();
    gaps.sort_by(f64::total_cmp);
    match gaps.get(gaps.len() / 2) {
        Some(usual) if *usual > SPACED_OUT && gaps.len() > 3 => usual * 1.6 + WORD_GAP / 2.0,
        _ => WORD_GAP,
    }
}
