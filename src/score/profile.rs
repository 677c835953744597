//! The scoring profile: all constants of a fit, read from one commented file.

use serde::Deserialize;

use super::fixed::Share;
use crate::domain::{Error, Necessity, digest};
use crate::extract::SignalKind;

/// The constants of a fit. [`ScoringProfile::default`] is the one that ships with the crate.
///
#[doc = include_str!("constants.md")]
#[derive(Clone, Debug)]
pub struct ScoringProfile {
    pub(crate) weights: ComponentShares,
    pub(crate) silence: Silence,
    pub(crate) skills: Skills,
    pub(crate) support: SupportConstants,
    pub(crate) wording: WordingConstants,
    pub(crate) relations: Relations,
    pub(crate) must_haves: MustHaves,
    pub(crate) family: Family,
    pub(crate) scale: Scale,
    pub(crate) pay: Pay,
    pub(crate) level: LevelConstants,
    pub(crate) location: Location,
    pub(crate) bonus: Bonus,
    pub(crate) flags: Flags,
    pub(crate) verdicts: Verdicts,
    /// All constants as they were read, for changing some of them.
    table: toml::Table,
    hash: Box<str>,
}

const DEFAULT: &str = include_str!("default_profile.toml");

impl Default for ScoringProfile {
    fn default() -> Self {
        Self::from_table(embedded(), DEFAULT).expect("the embedded profile is checked by the crate's tests")
    }
}

fn embedded() -> toml::Table {
    DEFAULT.parse().expect("the embedded profile is checked by the crate's tests")
}

impl ScoringProfile {
    /// Reads a profile in TOML; what it leaves out is as in the default profile.
    ///
    /// # Errors
    /// [`Error::Configuration`] naming the field: unknown, of the wrong type, or out of its range.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let merged = changed(embedded(), text).map_err(|message| wrong(&message))?;
        Self::from_table(merged, text).map_err(|message| wrong(&message))
    }

    /// This profile with the constants that `text` states in place of its own.
    ///
    /// # Errors
    /// [`Error::Configuration`] with what is wrong: text that is not TOML, an unknown field, a value out of range.
    pub fn with(&self, text: &str) -> Result<Self, Error> {
        let merged = changed(self.table.clone(), text).map_err(|message| wrong(&message))?;
        let profile = Self::from_table(merged, text).map_err(|message| wrong(&message))?;
        Ok(Self { hash: digest([self.hash(), text]).into(), ..profile })
    }

    /// A digest of the profile's text: equal hashes, equal constants.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    fn from_table(table: toml::Table, text: &str) -> Result<Self, String> {
        let raw: Raw =
            table.clone().try_into().map_err(|e: toml::de::Error| e.to_string().trim_end().replace('\n', " "))?;
        if ![0.0, 1.0, 1.5, 2.0].contains(&raw.skills.scarcity_exponent) {
            let stated = raw.skills.scarcity_exponent;
            return Err(format!("[skills] scarcity_exponent is 0.0, 1.0, 1.5 or 2.0, not {stated}"));
        }
        if !(raw.verdicts.strong >= raw.verdicts.good && raw.verdicts.good >= raw.verdicts.possible) {
            return Err("[verdicts] strong, good and possible must not rise in this order".to_owned());
        }
        if raw.scale.accelerators_per_node == 0
            || raw.skills.recency_halving_months == 0
            || raw.scale.recency_halving_months == 0
        {
            return Err("halving months and accelerators_per_node are 1 or more".to_owned());
        }
        if raw.location.late_days <= raw.location.soon_days {
            return Err("[location] late_days lies after soon_days".to_owned());
        }
        Ok(Self {
            weights: raw.weights,
            silence: raw.silence,
            skills: raw.skills,
            support: raw.support,
            wording: raw.wording,
            relations: raw.relations,
            must_haves: raw.must_haves,
            family: raw.family,
            scale: raw.scale,
            pay: raw.pay,
            level: raw.level,
            location: raw.location,
            bonus: raw.bonus,
            flags: raw.flags,
            verdicts: raw.verdicts,
            table,
            hash: digest([text]).into(),
        })
    }
}

fn wrong(message: &str) -> Error {
    Error::Configuration(format!("scoring profile: {message}"))
}

/// The constants of `merged` with those that `text` states in their place.
fn changed(mut merged: toml::Table, text: &str) -> Result<toml::Table, String> {
    let own: toml::Table = text.parse().map_err(|e: toml::de::Error| e.to_string().trim_end().to_owned())?;
    for (section, values) in own {
        let Some(toml::Value::Table(known)) = merged.get_mut(&section) else {
            let sections: Vec<String> = embedded().keys().cloned().collect();
            return Err(format!("there is no section [{section}]; the sections are {}", sections.join(", ")));
        };
        let toml::Value::Table(values) = values else {
            return Err(format!("{section} is a section, write [{section}]"));
        };
        for (field, value) in values {
            if !known.contains_key(&field) {
                let fields: Vec<&str> = known.keys().map(String::as_str).collect();
                return Err(format!("[{section}] has no {field}; it has {}", fields.join(", ")));
            }
            known.insert(field, value);
        }
    }
    Ok(merged)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    weights: ComponentShares,
    silence: Silence,
    skills: Skills,
    relations: Relations,
    support: SupportConstants,
    wording: WordingConstants,
    must_haves: MustHaves,
    family: Family,
    scale: Scale,
    pay: Pay,
    level: LevelConstants,
    location: Location,
    bonus: Bonus,
    flags: Flags,
    verdicts: Verdicts,
}

/// Reads a share written as 0 to 1.
fn share<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Share, D::Error> {
    let fraction = f64::deserialize(deserializer)?;
    if !(0.0..=1.0).contains(&fraction) {
        return Err(serde::de::Error::custom(format!("a share is 0 to 1, not {fraction}")));
    }
    Ok(Share::new(millionths(fraction)))
}

/// Reads points written as 0 to 100, as millionths of a point.
fn points<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let points = f64::deserialize(deserializer)?;
    if !(0.0..=100.0).contains(&points) {
        return Err(serde::de::Error::custom(format!("points are 0 to 100, not {points}")));
    }
    Ok(millionths(points))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "callers check 0 to 100 first")]
fn millionths(number: f64) -> u32 {
    (number * 1_000_000.0).round() as u32
}

macro_rules! section {
    ($(#[$doc:meta])* $name:ident { $($(#[$with:meta])* $field:ident: $type:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name { $($(#[$with])* pub $field: $type),* }
    };
}

section!(
    /// A share for each component.
    ComponentShares {
        #[serde(deserialize_with = "share")] skills: Share,
        #[serde(deserialize_with = "share")] family: Share,
        #[serde(deserialize_with = "share")] scale: Share,
        #[serde(deserialize_with = "share")] pay: Share,
        #[serde(deserialize_with = "share")] level: Share,
        #[serde(deserialize_with = "share")] location: Share,
    }
);
section!(Silence {
    #[serde(deserialize_with = "share")]
    skills: Share,
    #[serde(deserialize_with = "share")]
    family: Share,
    #[serde(deserialize_with = "share")]
    function: Share,
    #[serde(deserialize_with = "share")]
    scale: Share,
    #[serde(deserialize_with = "share")]
    pay: Share,
    #[serde(deserialize_with = "share")]
    level: Share,
    #[serde(deserialize_with = "share")]
    location: Share,
    #[serde(deserialize_with = "share")]
    blank_profile: Share,
});
section!(Skills {
    #[serde(deserialize_with = "share")]
    nice_to_have: Share,
    #[serde(deserialize_with = "share")]
    part_of_the_work: Share,
    scarcity_exponent: f64,
    #[serde(deserialize_with = "share")]
    unknown_years: Share,
    #[serde(deserialize_with = "share")]
    unknown_recency: Share,
    recency_halving_months: u32,
    #[serde(deserialize_with = "share")]
    recency_floor: Share,
    #[serde(deserialize_with = "share")]
    listed_only: Share,
    #[serde(deserialize_with = "share")]
    listed_without_work: Share,
    listed_only_limit: usize,
    #[serde(deserialize_with = "share")]
    mentioned: Share,
    #[serde(deserialize_with = "share")]
    mentioned_by_trade: Share,
    #[serde(deserialize_with = "share")]
    little: Share,
    #[serde(deserialize_with = "share")]
    unrecognized_weight: Share,
    count_practices: bool,
});
section!(
    /// How much of each relation's credit is given.
    Relations {
        #[serde(deserialize_with = "share")] narrower: Share,
        #[serde(deserialize_with = "share")] practice: Share,
        #[serde(deserialize_with = "share")] broader: Share,
        #[serde(deserialize_with = "share")] related: Share,
        #[serde(deserialize_with = "share")] distant: Share,
    }
);
section!(SupportConstants {
    #[serde(deserialize_with = "share")]
    enough: Share,
    #[serde(deserialize_with = "share")]
    near: Share,
    own_sentences: usize,
    #[serde(deserialize_with = "share")]
    job: Share,
    empty_words: usize,
    impossible_years: usize,
    #[serde(deserialize_with = "share")]
    contradicted: Share,
    wall: usize,
    #[serde(deserialize_with = "share")]
    copied_sentence: Share,
    changed_words: usize,
    copied_words: usize,
});
section!(WordingConstants {
    enough_words: usize,
    #[serde(deserialize_with = "share")]
    full: Share,
    #[serde(deserialize_with = "share")]
    most: Share,
});
section!(MustHaves {
    #[serde(deserialize_with = "share")]
    penalty: Share,
    #[serde(deserialize_with = "share")]
    penalty_inferred: Share,
    #[serde(deserialize_with = "share")]
    gate_credit: Share,
});
section!(Family {
    #[serde(deserialize_with = "share")]
    enough: Share,
    #[serde(deserialize_with = "share")]
    across: Share,
    #[serde(deserialize_with = "share")]
    transfer: Share,
    #[serde(deserialize_with = "share")]
    focus: Share,
    #[serde(deserialize_with = "share")]
    enough_focus: Share,
    #[serde(deserialize_with = "share")]
    about: Share,
    #[serde(deserialize_with = "share")]
    enough_about: Share,
    about_names: usize,
    #[serde(deserialize_with = "share")]
    usual_function: Share,
    #[serde(deserialize_with = "share")]
    unusual_function: Share,
    #[serde(deserialize_with = "share")]
    spoken_function: Share,
    #[serde(deserialize_with = "share")]
    spoken_field: Share,
    #[serde(deserialize_with = "share")]
    enough_function: Share,
});
section!(Scale {
    accelerators_per_node: u32,
    #[serde(deserialize_with = "share")]
    per_tenfold: Share,
    recency_halving_months: u32,
    #[serde(deserialize_with = "share")]
    recency_floor: Share,
    #[serde(deserialize_with = "share")]
    supported: Share,
    #[serde(deserialize_with = "share")]
    used: Share,
    #[serde(deserialize_with = "share")]
    unknown_capacity: Share,
    #[serde(deserialize_with = "share")]
    unknown_recency: Share,
});
section!(Pay {
    #[serde(deserialize_with = "share")]
    tolerance: Share,
});
section!(LevelConstants {
    #[serde(deserialize_with = "share")]
    one_rung: Share,
    #[serde(deserialize_with = "share")]
    two_rungs: Share,
    #[serde(deserialize_with = "share")]
    ladder: Share,
    #[serde(deserialize_with = "share")]
    unknown_years: Share,
});
section!(Location {
    #[serde(deserialize_with = "share")]
    same_metro: Share,
    #[serde(deserialize_with = "share")]
    relocates: Share,
    #[serde(deserialize_with = "share")]
    same_country: Share,
    #[serde(deserialize_with = "share")]
    other_country: Share,
    #[serde(deserialize_with = "share")]
    wants_elsewhere_same_country: Share,
    #[serde(deserialize_with = "share")]
    wants_elsewhere_other_country: Share,
    #[serde(deserialize_with = "share")]
    stays_same_country: Share,
    #[serde(deserialize_with = "share")]
    stays_other_country: Share,
    #[serde(deserialize_with = "share")]
    remote_now: Share,
    #[serde(deserialize_with = "share")]
    remote_somewhere: Share,
    #[serde(deserialize_with = "share")]
    remote_only_for_hybrid: Share,
    #[serde(deserialize_with = "share")]
    remote_only_for_onsite: Share,
    #[serde(deserialize_with = "share")]
    onsite_only_for_remote: Share,
    #[serde(deserialize_with = "share")]
    remote_other_country: Share,
    soon_days: u32,
    late_days: u32,
    #[serde(deserialize_with = "share")]
    late: Share,
});
section!(Bonus {
    #[serde(deserialize_with = "points")]
    open_source: u32,
    #[serde(deserialize_with = "points")]
    publication: u32,
    #[serde(deserialize_with = "points")]
    certification: u32,
    #[serde(deserialize_with = "points")]
    most: u32,
});
impl Skills {
    /// What a requirement weighs against a must-have.
    pub(crate) fn of(&self, necessity: Necessity) -> Share {
        match necessity {
            Necessity::NiceToHave => self.nice_to_have,
            Necessity::PartOfTheWork => self.part_of_the_work,
            Necessity::MustHave | Necessity::NotAsked => Share::ONE,
        }
    }
}

impl Bonus {
    /// What a signal earns, in millionths of a point.
    pub(crate) fn of(&self, signal: SignalKind) -> u32 {
        match signal {
            SignalKind::OpenSource => self.open_source,
            SignalKind::Publication => self.publication,
            SignalKind::Certification => self.certification,
        }
    }
}
section!(Flags {
    step_back_tenths: u64,
    thin_characters: u32,
    thin_claims: usize,
    stale_months: i32,
    stuffing_listed: u32,
    stuffing_ratio: u32,
    #[serde(deserialize_with = "share")]
    stuffing_overlap: Share,
    stuffing_copied: u32,
    stuffing_hidden: u32,
    stuffing_repeats: u32,
    stuffing_repeats_in: u32,
    stuffing_repeated: u32,
    stuffing_years: usize,
});
section!(Verdicts {
    #[serde(deserialize_with = "points")]
    strong: u32,
    #[serde(deserialize_with = "points")]
    good: u32,
    #[serde(deserialize_with = "points")]
    possible: u32,
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_may_change_a_single_constant() {
        let profile = ScoringProfile::parse("[weights]\nskills = 0.5").unwrap();
        assert_eq!(profile.weights.skills.get(), 500_000);
        assert_eq!(profile.weights.family.get(), ScoringProfile::default().weights.family.get());
        assert_ne!(profile.hash(), ScoringProfile::default().hash());
    }

    #[test]
    fn a_change_keeps_what_was_changed_before() {
        let own = ScoringProfile::parse("[weights]\nskills = 0.5").unwrap();
        let changed = own.with("[skills]\nlisted_only = 1.0").unwrap();
        assert_eq!((changed.weights.skills.get(), changed.skills.listed_only), (500_000, Share::ONE));
        assert_ne!(changed.hash(), own.hash());
        assert!(own.with("[skils]").unwrap_err().to_string().contains("[skils]"));
    }

    #[test]
    fn wrong_profiles_are_refused_by_name() {
        for (text, named) in [
            ("[weight]\nskills = 1", "[weight]"),
            ("[weights]\nskill = 1", "skill"),
            ("[weights]\nskills = 2.0", "0 to 1"),
            ("[verdicts]\ngood = 90.0", "verdicts"),
            ("x", "scoring profile"),
        ] {
            let message = ScoringProfile::parse(text).unwrap_err().to_string();
            assert!(message.contains(named), "{text}: {message}");
        }
    }
}
