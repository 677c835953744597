//! The order in which people read the fragments of a page: line by line, and where columns stand beside each other, one after the other.

use super::mend;
use super::pdf_fragments::{Fragment, rows};

/// Lines that are read one below the other, within their column.
pub(super) type Block = Vec<Line>;

/// One line of a column.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) baseline: f64,
    pub(super) size: f64,
    /// How wide its first word is.
    pub(super) first_word: f64,
}

/// Columns within columns within columns are no columns.
const MAX_DEPTH: usize = 4;
/// A page with more rows than people can read has no columns, as looking for them takes the square of the rows.
const MAX_ROWS: usize = 1000;
/// Fewer rows beside each other are no columns.
const MIN_ROWS: usize = 3;
/// So many short rows that stand beside rows of the other side are a column; fewer are cells.
const MIN_RUN: usize = 6;
/// How wide the white between columns is at least, as a share of the size of letters.
const MIN_GUTTER: f64 = 0.8;
/// Cells of a table, and what stands at the end of a line, have fewer characters than this on average.
const SHORT: usize = 28;
/// A share of rows that is nearly all of them, and one that is most of them.
const NEARLY_ALL: f64 = 0.9;
const MOST: f64 = 0.6;
/// Lines further apart than this, by the usual distance of lines, have a gap between them.
pub(super) const GAP: f64 = 1.6;
/// What stands between fragments of one line that are read as one.
const BETWEEN: &str = "  ";

/// The blocks of a region, in the order of reading.
pub(super) fn blocks(region: Vec<Fragment>) -> Vec<Block> {
    let mut blocks = Vec::new();
    read(region, 0, &mut blocks);
    blocks
}

fn read(region: Vec<Fragment>, depth: usize, blocks: &mut Vec<Block>) {
    let rows = rows(region);
    let mut open: Block = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let Some(columns) = (depth < MAX_DEPTH && rows.len() <= MAX_ROWS).then(|| columns(&rows, at)).flatten() else {
            open.push(line(&rows[at]));
            at += 1;
            continue;
        };
        if !open.is_empty() {
            blocks.push(std::mem::take(&mut open));
        }
        let (left, right): (Vec<Fragment>, Vec<Fragment>) = rows[at..columns.end]
            .iter()
            .flatten()
            .cloned()
            .partition(|fragment| f64::midpoint(fragment.left, fragment.right) < columns.gutter);
        read(left, depth + 1, blocks);
        read(right, depth + 1, blocks);
        at = columns.end;
    }
    if !open.is_empty() {
        blocks.push(open);
    }
}

fn line(row: &[Fragment]) -> Line {
    let texts: Vec<&str> = row.iter().map(|fragment| fragment.text.as_str()).collect();
    Line {
        text: texts.join(if mend::is_list(&texts) { ", " } else { BETWEEN }),
        left: row.first().map_or(0.0, |fragment| fragment.left),
        right: row.last().map_or(0.0, |fragment| fragment.right),
        baseline: row.first().map_or(0.0, |fragment| fragment.baseline),
        size: row.iter().map(|fragment| fragment.size).fold(0.0, f64::max),
        first_word: row.first().map_or(0.0, |fragment| fragment.first_word),
    }
}

/// Columns that begin at a row.
struct Columns {
    /// The row behind the last of them.
    end: usize,
    /// The middle of the white between them.
    gutter: f64,
}

/// White from top to bottom of some rows.
#[derive(Clone, Copy)]
struct White {
    left: f64,
    right: f64,
}

/// The columns that begin at row `start`, if there are: the white between two of them goes down through the most rows.
fn columns(rows: &[Vec<Fragment>], start: usize) -> Option<Columns> {
    let (mut whites, mut best) = (white(&rows[start]), None);
    for (at, row) in rows.iter().enumerate().skip(start) {
        let of_row = white(row);
        let least = row.iter().map(|fragment| fragment.size).fold(f64::INFINITY, f64::min) * MIN_GUTTER;
        whites = whites
            .iter()
            .flat_map(|white| {
                of_row
                    .iter()
                    .map(move |other| White { left: white.left.max(other.left), right: white.right.min(other.right) })
            })
            .filter(|white| white.right - white.left >= least)
            .collect();
        if whites.is_empty() {
            break;
        }
        let is_last = at + 1 == rows.len();
        let end = trimmed(rows, start, at + 1, is_last, &whites);
        if let Some((end, white)) = end {
            best = Some(Columns { end, gutter: f64::midpoint(white.left, white.right) });
        }
    }
    best
}

/// The white that parts rows `start..end` into columns, with the last row that belongs to them.
fn trimmed(
    rows: &[Vec<Fragment>],
    start: usize,
    end: usize,
    is_last: bool,
    whites: &[White],
) -> Option<(usize, White)> {
    whites.iter().find_map(|white| {
        let sides = |row: &Vec<Fragment>| {
            let has = |is_left: bool| row.iter().any(|fragment| (fragment.right <= white.left + EDGE) == is_left);
            (has(true), has(false))
        };
        // Below the shorter column, what stands apart from the longer one is the heading of what follows.
        let mut last = end;
        if !is_last {
            let both = (start..end).rev().find(|at| sides(&rows[*at]) == (true, true))?;
            let usual = usual_leading(&rows[start..=both]);
            let apart = (both + 1..end).find(|at| rows[*at][0].baseline - rows[*at - 1][0].baseline > usual * GAP);
            last = apart.unwrap_or(end);
        }
        let of_side = |is_left: bool| -> Vec<&Fragment> {
            rows[start..last]
                .iter()
                .filter_map(|row| row.iter().find(|fragment| (fragment.right <= white.left + EDGE) == is_left))
                .collect()
        };
        are_columns(&of_side(true), &of_side(false)).then_some((last, *white))
    })
}

/// What lengths may differ by that are the same, in points.
const EDGE: f64 = 0.01;

/// The white of a row: between its fragments, before the first and behind the last.
fn white(row: &[Fragment]) -> Vec<White> {
    let mut whites = Vec::new();
    let mut left = f64::NEG_INFINITY;
    for fragment in row {
        if fragment.left > left {
            whites.push(White { left, right: fragment.left });
        }
        left = left.max(fragment.right);
    }
    whites.push(White { left, right: f64::INFINITY });
    whites
}

/// Whether what stands left and right of a gutter are columns, each to be read by itself; otherwise they are lines with something at
/// their end (dates), or rows of a table.
#[expect(clippy::cast_precision_loss, reason = "counts far below the precision of f64")]
fn are_columns(left: &[&Fragment], right: &[&Fragment]) -> bool {
    let (few, many) = if left.len() < right.len() { (left, right) } else { (right, left) };
    if few.len() < MIN_ROWS {
        return false;
    }
    let share = |is: &dyn Fn(&&&Fragment) -> bool| few.iter().filter(|one| is(one)).count() as f64 / few.len() as f64;
    let is_paired = |one: &&&Fragment| {
        many.iter().any(|other| (other.baseline - one.baseline).abs() < one.size.min(other.size) * 0.25)
    };
    let n_characters: usize = few.iter().map(|one| one.text.chars().count()).sum();
    if share(&is_paired) < NEARLY_ALL || n_characters / few.len() >= SHORT {
        return true;
    }
    let has_figure = |one: &&&Fragment| one.text.bytes().filter(u8::is_ascii_digit).count() >= 2;
    let is_full = few.len() as f64 >= many.len() as f64 * NEARLY_ALL;
    // Lines of a column follow one another; what stands at the end of some lines is where those are.
    let leading = usual_distance(many);
    let follows = few.windows(2).filter(|pair| pair[1].baseline - pair[0].baseline < leading * GAP).count();
    let is_run = follows as f64 >= (few.len() - 1) as f64 * MOST;
    few.len() >= MIN_RUN && share(&has_figure) < MOST && !is_full && is_run
}

fn usual_leading(rows: &[Vec<Fragment>]) -> f64 {
    let first: Vec<&Fragment> = rows.iter().filter_map(|row| row.first()).collect();
    usual_distance(&first)
}

fn usual_distance(fragments: &[&Fragment]) -> f64 {
    let distances = fragments.windows(2).map(|pair| pair[1].baseline - pair[0].baseline);
    median(distances.collect()).unwrap_or(f64::INFINITY)
}

/// The middle one of some figures.
pub(super) fn median(mut figures: Vec<f64>) -> Option<f64> {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied()
}
