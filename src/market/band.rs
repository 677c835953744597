//! The band for a family of work, level, place and year: weighted medians over the rows that apply.
//!
//! Each row lends a low, a middle and a high of base pay, moved to the level asked by the ladder and to the year asked by the
//! growth of pay. The band's low is the weighted median of the rows' lows, and so on, so that its three figures stand in order;
//! no level is paid less than the one below it by the same rows. The spread is a tenth from the ends of all of them.

use super::nearness;
use super::reference::{Market, rung};
use super::row::{Figures, Row};
use crate::domain::{Currency, Level};
use crate::taxonomy::{FamilyId, FamilyMark, Location, PerMille, Taxonomy};

/// What is asked of the market.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    /// Shares that sum to the whole; none when the kind of work is not known.
    pub families: &'a [(FamilyId, PerMille)],
    pub level: Level,
    pub place: Option<&'a Location>,
    pub year: u16,
}

/// What the rows make of it, in whole units of base pay a year.
#[derive(Clone, Debug)]
pub(crate) struct Band {
    pub figures: Figures,
    /// A tenth of the weight lies below the first and above the second.
    pub spread: (u64, u64),
    pub currency: Currency,
    pub confidence: PerMille,
    /// Whether no row is about the metro or region asked, and those of the country serve.
    pub fell_back: bool,
    /// The heaviest first.
    pub used: Vec<Used>,
}

/// A row that was used.
#[derive(Clone, Debug)]
pub(crate) struct Used {
    /// Index into the market's rows.
    pub row: usize,
    /// Its share of all weight.
    pub share: PerMille,
    /// As it was used: base pay at the level and in the year asked.
    pub figures: Figures,
    pub level_inferred: bool,
    weight: u64,
}

/// A row's figures in the money of the year asked, on its own rung, and its weight but for the level.
struct Lent {
    row: usize,
    rung: usize,
    level_inferred: bool,
    figures: Figures,
    weight: u64,
}

/// Pay grows by so many thousandths a year: the middle of the raises of 3-5 % that S4 names; the medians of S2 grew faster.
const GROWTH: u64 = 40;
/// Figures are moved by no more than so many years.
const MAX_YEARS: u16 = 3;
/// With a row of this nearness, a user's own rows answer alone.
const APPLIES: u64 = 500;
/// Of the confidence, what is left where no row is about the place itself.
const FELL_BACK: u16 = 750;
/// Rows that weigh less than this part of the heaviest are not used.
const NEGLIGIBLE: u64 = 50;

impl Market {
    /// The band for what is asked; `None` where no row speaks of such work or such a place.
    pub(crate) fn band(&self, asked: &Asked<'_>, taxonomy: &Taxonomy) -> Option<Band> {
        // Of work outside of computing infrastructure the rows say nothing.
        let is_outside = |family: &FamilyId| taxonomy.families().get(*family).is(FamilyMark::Elsewhere);
        let outside: u16 = asked.families.iter().filter(|(family, _)| is_outside(family)).map(|(_, s)| s.get()).sum();
        if outside >= PerMille::HALF.get() {
            return None;
        }
        let of = |own: bool| -> Vec<Lent> {
            let rows = (0..self.rows.len()).filter(|row| self.rows[*row].is_own == own);
            rows.filter_map(|row| self.lend(row, asked, taxonomy)).collect()
        };
        let mut lent = of(self.rows.iter().any(|row| row.is_own && self.applies(row, asked, taxonomy)));
        let mut used = self.used(&lent, rung(asked.level));
        if used.is_empty() {
            // Better a user's row that is not quite about it than nothing.
            lent = of(true);
            used = self.used(&lent, rung(asked.level));
        }
        let currency = heaviest_currency(&used, &self.rows)?;
        let of_currency = |row: usize| self.rows[row].currency == currency;
        used.retain(|used| of_currency(used.row));
        let mut figures = [quantile(&used, 0, 500)?, quantile(&used, 1, 500)?, quantile(&used, 2, 500)?];
        for below in 0..rung(asked.level) {
            let mut lower = self.used(&lent, below);
            lower.retain(|used| of_currency(used.row));
            for (figure, highest) in figures.iter_mut().enumerate() {
                *highest = (*highest).max(quantile(&lower, figure, 500).unwrap_or(0));
            }
        }
        let spread = (quantile(&used, 0, 100)?.min(figures[0]), quantile(&used, 2, 900)?.max(figures[2]));
        let is_narrow = |place: &&Location| place.metro.is_some() || place.city.is_some() || place.region.is_some();
        let fell_back = asked
            .place
            .filter(is_narrow)
            .is_some_and(|place| !used.iter().any(|used| nearness::is_local(&self.rows[used.row].place, place)));
        let confidence = confidence(&used).times(PerMille::new(if fell_back { FELL_BACK } else { 1000 }));
        let all: u64 = used.iter().map(|used| used.weight).sum();
        for used in &mut used {
            used.share = PerMille::new(u16::try_from(used.weight * 1000 / all.max(1)).unwrap_or(1000));
        }
        Some(Band { figures, spread, currency, confidence, fell_back, used })
    }

    /// Whether a row is about the work, the country and, within one rung, the level asked.
    fn applies(&self, row: &Row, asked: &Asked<'_>, taxonomy: &Taxonomy) -> bool {
        let near_family =
            row.families.is_empty() || nearness::family(&row.families, asked.families, taxonomy) >= APPLIES;
        let near_level = row.level.is_none_or(|level| rung(level).abs_diff(rung(asked.level)) <= 1);
        near_family
            && near_level
            && nearness::place(&row.place, asked.place) > 0
            && row.base_figures(self.base_share(row.level)).is_some()
    }

    /// The rows as they serve at a rung, the heaviest first.
    fn used(&self, lent: &[Lent], at: usize) -> Vec<Used> {
        let serve = |lent: &Lent| {
            let weight = lent.weight * nearness::rungs(lent.rung.abs_diff(at)) / 1000;
            let moved =
                |figure: u64| if lent.rung == at { figure } else { figure * self.ladder[at] / self.ladder[lent.rung] };
            let figures = lent.figures.map(moved);
            let used =
                Used { row: lent.row, share: PerMille::ZERO, figures, level_inferred: lent.level_inferred, weight };
            (weight > 0).then_some(used)
        };
        let mut used: Vec<Used> = lent.iter().filter_map(serve).collect();
        used.sort_by(|a, b| b.weight.cmp(&a.weight).then(a.row.cmp(&b.row)));
        let heaviest = used.first().map_or(0, |used| used.weight);
        used.retain(|used| used.weight * NEGLIGIBLE >= heaviest);
        used
    }

    /// What a row lends on its own rung.
    fn lend(&self, index: usize, asked: &Asked<'_>, taxonomy: &Taxonomy) -> Option<Lent> {
        let row = &self.rows[index];
        let figures = row.base_figures(self.base_share(row.level.or(Some(asked.level))))?;
        // Who names no level stands where the middle of the pay stands on the ladder.
        let level_inferred = row.level.is_none();
        let rung = row.level.map_or_else(|| self.rung_of(figures[1]), rung);
        let weight = nearness::weight(row, level_inferred, asked, taxonomy);
        let figures = figures.map(|figure| at_year(figure, row.year, asked.year));
        (weight > 0).then_some(Lent { row: index, rung, level_inferred, figures, weight })
    }

    fn rung_of(&self, middle: u64) -> usize {
        (0..self.ladder.len()).min_by_key(|rung| self.ladder[*rung].abs_diff(middle)).unwrap_or(0)
    }
}

/// A figure of one year in the money of another.
fn at_year(figure: u64, from: Option<u16>, to: u16) -> u64 {
    let Some(from) = from else { return figure };
    let years = from.abs_diff(to).min(MAX_YEARS);
    (0..years).fold(
        figure,
        |figure, _| {
            if to > from { figure * (1000 + GROWTH) / 1000 } else { figure * 1000 / (1000 + GROWTH) }
        },
    )
}

/// The currency of most weight: rows in other ones are not mixed in.
fn heaviest_currency(used: &[Used], rows: &[Row]) -> Option<Currency> {
    let mut weights = std::collections::BTreeMap::<Currency, u64>::new();
    for used in used {
        *weights.entry(rows[used.row].currency).or_default() += used.weight;
    }
    weights.into_iter().max_by_key(|(currency, weight)| (*weight, std::cmp::Reverse(*currency))).map(|(c, _)| c)
}

/// The least value of a figure at which so many thousandths of the weight are reached.
fn quantile(used: &[Used], figure: usize, thousandths: u64) -> Option<u64> {
    let mut values: Vec<(u64, u64)> = used.iter().map(|used| (used.figures[figure], used.weight)).collect();
    values.sort_unstable();
    let all: u64 = values.iter().map(|(_, weight)| weight).sum();
    let mut reached = 0;
    values.into_iter().find_map(|(value, weight)| {
        reached += weight;
        (reached * 1000 >= all * thousandths).then_some(value)
    })
}

/// How much is to be made of it: how near the rows are, by weight, times what their number adds. Two rows of equal weight that
/// are wholly about what is asked give a half; more give more.
fn confidence(used: &[Used]) -> PerMille {
    let all: u64 = used.iter().map(|used| used.weight).sum();
    let squares: u128 = used.iter().map(|used| u128::from(used.weight) * u128::from(used.weight)).sum();
    if all == 0 {
        return PerMille::ZERO;
    }
    let nearness = squares / u128::from(all);
    // Kish's effective number of rows, in thousandths.
    let number = u128::from(all) * u128::from(all) * 1000 / squares.max(1);
    let thousandths = nearness * number / (number + 2000) / 1000;
    PerMille::new(u16::try_from(thousandths).unwrap_or(1000))
}

#[cfg(test)]
mod tests;
