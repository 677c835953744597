//! Ridge regression of domains on clues, by conjugate gradients: the clues of a text are few of very many.

use std::collections::BTreeMap;

use ndarray::Array1;

use super::texts::Graded;
use super::weights::{Clue, Weights};

/// What fewer texts have is no clue.
const LEAST_TEXTS: usize = 3;
/// A domain of fewer texts is none that clues can be fitted to.
const LEAST_OF_A_DOMAIN: usize = 8;
/// How large weights may become.
struct Restraint {
    /// What the square of each weight costs, in the first fit and in the second one, of what is left of it.
    penalties: [f64; 2],
    /// Weights of the first fit under this are left out.
    least: f64,
}

/// Of weights that are fitted anew.
const ANEW: Restraint = Restraint { penalties: [0.8, 0.3], least: 0.04 };
/// Of what is added to weights that are there.
const FURTHER: Restraint = Restraint { penalties: [2.0, 1.0], least: 0.03 };
/// Conjugate gradients end after so many steps, or when what is left is so small a part of the beginning.
const STEPS: usize = 60;
const ENOUGH: f64 = 1e-5;

/// The texts as rows of clues.
pub(crate) struct Design<'a> {
    texts: &'a [&'a Graded],
    from: &'a Weights,
    clues: Vec<&'a Clue>,
    /// By text, its clues as places in `clues`.
    rows: Vec<Vec<(usize, f64)>>,
}

impl<'a> Design<'a> {
    pub(crate) fn new(texts: &'a [&'a Graded], from: &'a Weights) -> Self {
        let mut counts: BTreeMap<&Clue, usize> = BTreeMap::new();
        for (clue, _) in texts.iter().flat_map(|text| &text.clues) {
            *counts.entry(clue).or_default() += 1;
        }
        let known: BTreeMap<&Clue, usize> =
            counts.into_iter().filter(|(_, count)| *count >= LEAST_TEXTS).map(|(clue, _)| clue).zip(0..).collect();
        let row =
            |text: &&'a Graded| text.clues.iter().filter_map(|(clue, part)| Some((*known.get(clue)?, *part))).collect();
        Self { texts, from, rows: texts.iter().map(row).collect(), clues: known.into_keys().collect() }
    }

    /// The weights of all domains.
    pub(crate) fn fit(&self) -> Weights {
        let Restraint { penalties, least } = if self.from.is_empty() { ANEW } else { FURTHER };
        let mut weights = Weights::default();
        for (clue, domain, weight) in self.from.iter() {
            weights.set(clue.clone(), domain, weight);
        }
        let mut domains: BTreeMap<&str, usize> = BTreeMap::new();
        for domain in self.texts.iter().flat_map(|text| text.domains.keys()) {
            *domains.entry(domain).or_default() += 1;
        }
        for (domain, _) in domains.into_iter().filter(|(_, texts)| *texts >= LEAST_OF_A_DOMAIN) {
            let from = |text: &&Graded| self.from.sums(&text.clues).get(domain).copied().unwrap_or(0.0);
            let is = |text: &&Graded| text.domains.get(domain).copied().unwrap_or(0.0);
            let beyond: Array1<f64> = self.texts.iter().map(|text| is(text) - from(text)).collect();
            let first = self.ridge(&beyond, penalties[0], &|_| true);
            let large: Vec<bool> = first.iter().map(|weight| weight.abs() >= least).collect();
            let second = self.ridge(&beyond, penalties[1], &|clue| large[clue]);
            for (clue, weight) in self.clues.iter().zip(&second) {
                let all = f64::from(self.from.get(clue, domain)) + weight * 100.0;
                weights.set((*clue).clone(), domain, in_a_byte(all));
            }
        }
        weights.forget_nothing_saying();
        weights
    }

    /// The weights of these clues by which rows come nearest to the targets, each weight's square costing the penalty.
    fn ridge(&self, targets: &Array1<f64>, penalty: f64, is_one: &dyn Fn(usize) -> bool) -> Array1<f64> {
        let times = |weights: &Array1<f64>| -> Array1<f64> {
            let sum = |row: &Vec<(usize, f64)>| row.iter().map(|(clue, part)| weights[*clue] * part).sum();
            self.rows.iter().map(sum).collect()
        };
        let back = |of_texts: &Array1<f64>| {
            let mut of_clues = Array1::zeros(self.clues.len());
            for (row, text) in self.rows.iter().zip(of_texts) {
                for (clue, part) in row.iter().filter(|(clue, _)| is_one(*clue)) {
                    of_clues[*clue] += text * part;
                }
            }
            of_clues
        };
        let mut weights = Array1::zeros(self.clues.len());
        let mut left = back(targets);
        let mut direction = left.clone();
        let mut square = left.dot(&left);
        let enough = square * ENOUGH * ENOUGH;
        for _ in 0..STEPS {
            if square <= enough {
                break;
            }
            let curved = back(&times(&direction)) + &direction * penalty;
            let step = square / direction.dot(&curved);
            weights.scaled_add(step, &direction);
            left.scaled_add(-step, &curved);
            let next = left.dot(&left);
            direction = &left + &(&direction * (next / square));
            square = next;
        }
        weights
    }
}

#[expect(clippy::cast_possible_truncation, reason = "held to what a byte says")]
fn in_a_byte(hundredths: f64) -> i8 {
    hundredths.round().clamp(-128.0, 127.0) as i8
}
