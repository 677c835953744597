//! A band as it is answered, with the rows that made it: the same from the crate, the program and HTTP.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::band::{Asked, Band, Used};
use super::reference::Market;
use crate::domain::{Basis, Currency, Error, Level, Period, setters};
use crate::extract::title_signs;
use crate::taxonomy::{FamilyId, PerMille, Taxonomy};
use crate::wording::{Language, say};

/// What is asked of the market reference.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MarketQuery {
    /// The kind of work: a family's id, its label, or a title that names it.
    pub family: String,
    /// Seniority.
    pub level: Level,
    /// Where: a city, region or country; the United States when absent.
    pub hub: Option<String>,
    /// The year of the money; the newest that the rows speak of when absent.
    pub year: Option<u16>,
}

impl MarketQuery {
    /// A query for the United States in the newest year.
    pub fn new(family: impl Into<String>, level: Level) -> Self {
        Self { family: family.into(), level, hub: None, year: None }
    }
}

setters! {
    impl MarketQuery {
        with_hub(hub: text String);
        with_year(year: some u16);
    }
}

/// The band for a kind of work, level, place and year. All figures are whole units a year.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MarketBand {
    /// The family's id.
    pub family: String,
    /// As a recruiter would name it.
    pub family_label: String,
    /// Seniority.
    pub level: Level,
    /// The place as asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hub: Option<String>,
    /// Whether no row is about that metro or region, so that those of the country serve.
    pub fell_back: bool,
    /// The year of the money.
    pub year: u16,
    /// ISO 4217 code.
    pub currency: Currency,
    /// What the figures are paid per.
    pub period: Period,
    /// What the figures cover: base pay.
    pub basis: Basis,
    /// Lower end of the band.
    pub low: u64,
    /// Its middle.
    pub middle: u64,
    /// Upper end.
    pub high: u64,
    /// A tenth of the rows, by weight, begin lower.
    pub spread_low: u64,
    /// A tenth of the rows, by weight, end higher.
    pub spread_high: u64,
    /// The band as total pay: base, bonus and equity.
    pub total: [u64; 3],
    /// Base pay as a share of total pay at this level.
    pub base_share: f64,
    /// Where that share comes from.
    pub base_share_source: String,
    /// 0 to 1: how near the rows are to what was asked, and how many there are.
    pub confidence: f64,
    /// The trust in a word.
    pub trust: Trust,
    /// The rows, the weightiest first.
    pub rows: Vec<MarketRow>,
    /// What moves pay within the band, each with its source.
    pub modifiers: Vec<String>,
}

/// How far a band can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Trust {
    /// Few rows, or rows of something else.
    Low,
    /// Some rows that are near.
    Medium,
    /// Many rows that are near.
    High,
}

impl Trust {
    /// As it stands in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// A row that a band rests on.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MarketRow {
    /// The row's id.
    pub id: String,
    /// The title or tier, as the source writes it.
    pub label: String,
    /// The source's key, or the user's own name for it.
    pub source: String,
    /// What the source is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_title: Option<String>,
    /// Whether it is one of the user's own rows.
    pub own: bool,
    /// The year of its figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<u16>,
    /// Its level, where it names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Whether its level was inferred from its pay.
    pub level_inferred: bool,
    /// Of which place it speaks.
    pub place: String,
    /// The basis as stated.
    pub basis: Basis,
    /// As stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<u64>,
    /// As stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub middle: Option<u64>,
    /// As stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<u64>,
    /// Whether the upper end was stated as open.
    pub open: bool,
    /// Low, middle and high as they were used: base pay at the level and in the year asked.
    pub used_as: [u64; 3],
    /// Its share of all weight, 0 to 1.
    pub weight: f64,
}

/// From this confidence, in thousandths, a band is trusted much, or somewhat.
const HIGH: u16 = 400;
const MEDIUM: u16 = 200;
/// Years that can be asked for.
const YEARS: std::ops::RangeInclusive<u16> = 1990..=2100;

/// Where an inferred band comes from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BandSources {
    n_rows: usize,
    sources: String,
    currency: Currency,
    spread: (u64, u64),
    trust: Trust,
}

impl BandSources {
    /// `12 rows of S0, S1, which spread from USD 180,000 to 260,000; confidence high`.
    pub(crate) fn in_words(&self, language: Language) -> String {
        let trust = language.text(match self.trust {
            Trust::High => "pay.trust_high",
            Trust::Medium => "pay.trust_medium",
            Trust::Low => "pay.trust_low",
        });
        let [low, high] = [self.spread.0, self.spread.1].map(|figure| grouped(figure, language));
        let (sources, currency) = (&self.sources, self.currency);
        if self.n_rows == 1 {
            return say!(
                language,
                "pay.row",
                sources = sources,
                currency = currency,
                low = low,
                high = high,
                trust = trust
            );
        }
        let n = self.n_rows;
        say!(language, "pay.rows", n = n, sources = sources, currency = currency, low = low, high = high, trust = trust)
    }
}

impl Market {
    /// The band for a query; `None` where no row speaks of such work or such a place.
    ///
    /// # Errors
    /// [`Error::Configuration`] for a family or place that is not known, or a year out of range.
    pub fn answer(&self, query: &MarketQuery, taxonomy: &Taxonomy) -> Result<Option<MarketBand>, Error> {
        let family = find_family(&query.family, taxonomy)?;
        let year = query.year.unwrap_or_else(|| self.newest_year());
        if !YEARS.contains(&year) {
            let (first, last) = (YEARS.start(), YEARS.end());
            return Err(Error::Configuration(format!("the year is {year}; expected {first} to {last}")));
        }
        let place = query.hub.as_deref().map(|hub| {
            taxonomy.places().parse(hub).ok_or_else(|| {
                let accepted = "a city, a region or a country such as `Seattle, WA` is accepted";
                Error::Configuration(format!("the hub {hub:?} is not a known place; {accepted}"))
            })
        });
        let place = place.transpose()?;
        let families = [(family, PerMille::ONE)];
        let asked = Asked { families: &families, level: query.level, place: place.as_ref(), year };
        Ok(self.band(&asked, taxonomy).map(|band| self.written(&band, family, query, year, taxonomy)))
    }

    /// The band's sources.
    pub(crate) fn sources_of(&self, band: &Band) -> BandSources {
        let mut sources: Vec<&str> = band.used.iter().map(|used| &*self.rows[used.row].source).collect();
        sources.sort_unstable();
        sources.dedup();
        BandSources {
            n_rows: band.used.len(),
            sources: sources.join(", "),
            currency: band.currency,
            spread: band.spread,
            trust: trust(band.confidence),
        }
    }

    fn written(
        &self,
        band: &Band,
        family: FamilyId,
        query: &MarketQuery,
        year: u16,
        taxonomy: &Taxonomy,
    ) -> MarketBand {
        let share = self.base_share(Some(query.level));
        let total = |figure: u64| figure * 1000 / u64::from(share.get().max(1));
        let family = taxonomy.families().get(family);
        let [low, middle, high] = band.figures;
        MarketBand {
            family: family.id.to_string(),
            family_label: family.label.to_string(),
            level: query.level,
            hub: query.hub.clone(),
            fell_back: band.fell_back,
            year,
            currency: band.currency,
            period: Period::Year,
            basis: Basis::Base,
            low,
            middle,
            high,
            spread_low: band.spread.0,
            spread_high: band.spread.1,
            total: band.figures.map(total),
            base_share: decimals(share),
            base_share_source: self.base_share_source(query.level).to_owned(),
            confidence: decimals(band.confidence),
            trust: trust(band.confidence),
            rows: band.used.iter().map(|used| self.row(used)).collect(),
            modifiers: self.modifiers.iter().map(|m| format!("{} ({})", m.says, m.source)).collect(),
        }
    }

    fn row(&self, used: &Used) -> MarketRow {
        let row = &self.rows[used.row];
        let title = self.sources.iter().find(|source| !row.is_own && source.key == row.source);
        MarketRow {
            id: row.id.to_string(),
            label: row.label.to_string(),
            source: row.source.to_string(),
            source_title: title.map(|source| source.title.to_string()),
            own: row.is_own,
            year: row.year,
            level: row.level,
            level_inferred: used.level_inferred,
            place: row.place_label.to_string(),
            basis: row.basis,
            low: row.low,
            middle: row.middle,
            high: row.high,
            open: row.open,
            used_as: used.figures,
            weight: decimals(used.share),
        }
    }
}

/// A family by its id, its label, or a title that names it.
pub(super) fn find_family(name: &str, taxonomy: &Taxonomy) -> Result<FamilyId, Error> {
    let families = taxonomy.families();
    let by_title = || title_signs(name, families).first().map(|sign| sign.family);
    families.find(name).or_else(|| families.find_label(name)).or_else(by_title).ok_or_else(|| {
        let ids: Vec<&str> = families.ids().collect();
        Error::Configuration(format!(
            "there is no family {name:?}; a title that names one, or one of {}",
            ids.join(", ")
        ))
    })
}

fn trust(confidence: PerMille) -> Trust {
    match confidence.get() {
        HIGH.. => Trust::High,
        MEDIUM.. => Trust::Medium,
        _ => Trust::Low,
    }
}

fn decimals(share: PerMille) -> f64 {
    f64::from(share.get()) / 1000.0
}

fn grouped(number: u64, language: Language) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push_str(language.text("words.thousands"));
        }
        text.push(digit);
    }
    text
}
