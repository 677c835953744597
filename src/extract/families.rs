//! Signs of families of work: titles, practices, tools, employers. Evidence only ever adds up, so that one more skill never
//! makes somebody less of what they are.

use std::collections::BTreeMap;

use super::facts::{Deed, FamilySigns, FamilyStrength, FunctionPoints, Source, TitlePoints};
use super::functions::{FunctionCollector, fading};
use super::titles::TitleSign;
use super::told_work::domains_in_title;
use crate::taxonomy::{AreaId, ConceptId, ConceptKind, Families, FamilyId, FamilyMark, PerMille, Taxonomy, ToldWork};

/// Full evidence, in thousandths.
const FULL: u32 = 1000;
/// A practice that is told of, per unit of its scarcity.
const PRACTICE_TOLD: u32 = 450;
/// A practice that is only named in a list.
const PRACTICE_LISTED: u32 = 150;
/// A tool that is told of.
const TOOL_TOLD: u32 = 220;
/// A tool that is only named in a list.
const TOOL_LISTED: u32 = 60;
/// All tools of one area together that are told of; all tools and practices of one area together that are only listed.
const AREA_MOST_TOLD: u32 = 500;
const AREA_MOST_LISTED: u32 = 200;
/// The first sentence of a person that tells of a domain, and of a role.
const DEED: u32 = 450;
const DUTY: u32 = 300;
/// What a role asks says less of its work than what is done there.
const ASKED: u32 = 500;
/// Employment in a talent pool.
const POOL: u32 = 350;
/// The least part of a role's work that counts, of its clearest three, in thousandths.
const LEAST_SHARE: u32 = 150;

/// Whose title it is, and for people the passage that it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TitleOf {
    Role,
    /// A job that somebody has or had.
    Job(u16),
    /// What somebody calls themselves.
    Person(u16),
}

/// Collects the signs of one document.
#[derive(Default)]
pub(crate) struct SignCollector {
    /// By family, as many as were asked for.
    families: Vec<Shown>,
    /// By area and family: what its tools have given so far, told of and listed.
    areas: BTreeMap<(AreaId, FamilyId), [u32; 2]>,
    titles: Vec<TitlePoints>,
    deeds: Vec<Deed>,
    functions: FunctionCollector,
    told: u32,
}

/// What the signs show of one family.
struct Shown {
    strength: FamilyStrength,
    /// By titles and told work.
    told: u32,
    /// What the last sentence that tells of it gave.
    deed: Option<u32>,
    /// The points of the clearest sign, and where it stands.
    clearest: Option<(u32, Place)>,
}

/// Where a sign stands.
enum Place {
    At(Source),
    /// Where the claim of this concept does.
    OfClaim(ConceptId),
}

/// What stands behind a sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    Told,
    Said,
    Listed,
}

/// What of an area has a most.
#[derive(Clone, Copy)]
enum Capped {
    Told,
    Listed,
}

impl SignCollector {
    /// What a title names; `share` says how much it counts (the latest most).
    pub(super) fn title(&mut self, signs: &[TitleSign], share: u32, of: TitleOf, source: Option<&Source>) {
        let (passage, of_job) = match of {
            TitleOf::Role => (0, true),
            TitleOf::Job(passage) => (passage, true),
            TitleOf::Person(passage) => (passage, false),
        };
        for sign in signs {
            let points = FULL * share / 1000 * u32::from(sign.strength.get()) / 1000;
            self.title_points(TitlePoints { family: sign.family, points, passage, of_job }, source);
        }
    }

    /// What one title gives.
    pub(crate) fn title_points(&mut self, title: TitlePoints, source: Option<&Source>) {
        let place = || source.cloned().map(Place::At);
        self.add(title.family, title.points, if title.of_job { Behind::Told } else { Behind::Said }, place);
        self.tell(title.family, title.points);
        self.shown(title.family).strength.spoken += title.points;
        self.titles.push(title);
    }

    /// What a title of a person says of functions; where it says nothing, what people of its families mostly do.
    /// Whether it says anything.
    pub(super) fn function_title(
        &mut self,
        title: &str,
        signs: &[TitleSign],
        share: u32,
        of: TitleOf,
        taxonomy: &Taxonomy,
    ) -> bool {
        let (TitleOf::Job(passage) | TitleOf::Person(passage)) = of else { return false };
        let named = signs
            .iter()
            .any(|sign| sign.strength >= PerMille::HALF && taxonomy.families().get(sign.family).function.is_none());
        if !named {
            for of in domains_in_title(title, taxonomy) {
                self.deed(Deed { of, leads: true, asserted: false, passage }, Source::default);
            }
        }
        self.functions.title(title, signs, share, passage, taxonomy)
    }

    /// What one title gives of a function.
    pub(crate) fn function_points(&mut self, title: FunctionPoints) {
        self.functions.title_points(title);
    }

    /// A sentence that tells of a domain or a function of somebody's work.
    pub(crate) fn deed(&mut self, deed: Deed, source: impl Fn() -> Source) {
        self.deeds.push(deed);
        match deed.of {
            ToldWork::Domain(family) => {
                let behind = if deed.asserted { Behind::Said } else { Behind::Told };
                let given = self.sentence_of(family, DEED, behind, || Some(Place::At(source())));
                self.tell(family, given);
            }
            ToldWork::Function(_) => self.functions.deed(deed),
        }
    }

    /// A domain that a role's title names in other words than a trade's.
    pub(super) fn named_domain(&mut self, of: ToldWork) {
        if let ToldWork::Domain(family) = of {
            self.title_points(TitlePoints { family, points: FULL, passage: 0, of_job: true }, None);
        }
    }

    /// A sentence of a role that tells of a domain of work.
    pub(super) fn duty(&mut self, of: ToldWork) {
        if let ToldWork::Domain(family) = of {
            self.sentence_of(family, DUTY, Behind::Told, || None);
        }
    }

    /// Each further sentence of a family says less.
    fn sentence_of(&mut self, family: FamilyId, first: u32, behind: Behind, place: impl Fn() -> Option<Place>) -> u32 {
        let shown = self.shown(family);
        let given = fading(shown.deed, first);
        shown.deed = Some(given);
        shown.strength.spoken += given;
        shown.strength.deeds += if matches!(behind, Behind::Told) { given } else { 0 };
        self.add(family, given, behind, place);
        given
    }

    /// A concept that a role asks for.
    pub(super) fn asked(&mut self, id: ConceptId, must_have: bool, taxonomy: &Taxonomy) {
        self.concept_by(id, ASKED, must_have, true, taxonomy);
    }

    /// A concept, once for each document. `in_text` where running text tells of it, rather than the list of a job.
    pub(crate) fn concept(&mut self, id: ConceptId, described: bool, in_text: bool, taxonomy: &Taxonomy) {
        self.concept_by(id, FULL, described, in_text, taxonomy);
    }

    fn concept_by(&mut self, id: ConceptId, part: u32, described: bool, in_text: bool, taxonomy: &Taxonomy) {
        let place = || Some(Place::OfClaim(id));
        let concept = taxonomy.concept(id);
        let is_practice = concept.kind == ConceptKind::Practice;
        // What only the size of a system shows is no account of what somebody does.
        if described && is_practice && in_text {
            self.functions.practice(&concept.id, taxonomy);
        }
        for (family, share) in &concept.families {
            let of = |unit: u32| unit * part / FULL * u32::from(concept.weight) / 1000 * u32::from(share.get()) / 1000;
            let told = match (described, is_practice) {
                (false, _) => 0,
                (true, true) => of(PRACTICE_TOLD),
                (true, false) => self.capped((concept.area, *family), Capped::Told, of(TOOL_TOLD)),
            };
            self.add(*family, told, Behind::Told, place);
            if in_text {
                self.tell(*family, told);
            }
            // Where its area is full of what is told, it still counts as what is listed does.
            let listed = of(if is_practice { PRACTICE_LISTED } else { TOOL_LISTED });
            if listed > told {
                let listed = self.capped((concept.area, *family), Capped::Listed, listed - told);
                self.add(*family, listed, Behind::Listed, place);
            }
        }
    }

    /// What an area has still room for.
    fn capped(&mut self, of: (AreaId, FamilyId), sort: Capped, points: u32) -> u32 {
        let [told, listed] = self.areas.entry(of).or_default();
        let (used, most) = match sort {
            Capped::Told => (told, AREA_MOST_TOLD),
            Capped::Listed => (listed, AREA_MOST_LISTED),
        };
        let points = points.min(most - *used);
        *used += points;
        points
    }

    /// Employment at one of a pool's employers.
    pub(crate) fn pool(&mut self, families: &[(FamilyId, PerMille)], source: Option<&Source>) {
        for (family, share) in families {
            self.add(*family, POOL * u32::from(share.get()) / 1000, Behind::Told, || source.cloned().map(Place::At));
        }
    }

    /// All signs; `source_of` tells where the claim of a concept stands.
    pub(crate) fn finish(
        mut self,
        taxonomy: &Taxonomy,
        source_of: impl Fn(ConceptId) -> Option<Source>,
    ) -> FamilySigns {
        let source = |place: Place| match place {
            Place::At(source) => Some(source),
            Place::OfClaim(concept) => source_of(concept),
        };
        self.leave_open(taxonomy.families());
        let strength = self.strengths().collect();
        let (functions, function_titles) = self.functions.finish();
        // To lead, or to sell, takes nothing from the field in which it is done.
        let is_domain = |shown: &&Shown| taxonomy.families().get(shown.strength.family).function.is_none();
        let clearest = self.families.iter().filter(is_domain).map(|shown| shown.told).max().unwrap_or(0);
        let shown = self.families.into_iter();
        FamilySigns {
            strength,
            titles: self.titles,
            deeds: self.deeds,
            function_titles,
            functions,
            told: self.told.min(FULL),
            clearest,
            sources: shown.filter_map(|shown| Some((shown.strength.family, source(shown.clearest?.1)?))).collect(),
        }
    }

    /// What everybody is called who programs stands for the domain that nothing tells of: what titles and sentences tell of others takes
    /// its place.
    fn leave_open(&mut self, families: &Families) {
        let told_of = |shown: &Shown| {
            let family = families.get(shown.strength.family);
            let is_one =
                family.function.is_none() && !family.is(FamilyMark::General) && !family.is(FamilyMark::Elsewhere);
            if is_one { shown.strength.spoken } else { 0 }
        };
        let mut taken: u32 = self.families.iter().map(told_of).sum();
        for title in self.titles.iter().filter(|title| families.get(title.family).is(FamilyMark::General)) {
            let points = title.points.min(taken);
            taken -= points;
            let shown = &mut self.families[title.family.index()];
            let part = if title.of_job { &mut shown.strength.told } else { &mut shown.strength.said };
            *part = part.saturating_sub(points);
            shown.strength.spoken = shown.strength.spoken.saturating_sub(points);
            shown.told = shown.told.saturating_sub(points);
        }
    }

    /// The families of which anything shows.
    pub(super) fn strengths(&self) -> impl Iterator<Item = FamilyStrength> {
        self.families.iter().map(|shown| shown.strength).filter(|strength| strength.all() > 0)
    }

    fn shown(&mut self, family: FamilyId) -> &mut Shown {
        let known = u8::try_from(self.families.len()).unwrap_or(u8::MAX);
        self.families.extend((known..=family.0).map(|number| Shown {
            strength: FamilyStrength { family: FamilyId(number), told: 0, said: 0, listed: 0, spoken: 0, deeds: 0 },
            told: 0,
            deed: None,
            clearest: None,
        }));
        &mut self.families[family.index()]
    }

    /// The families in shares that sum to 1000: the clearest three, none under [`LEAST_SHARE`].
    pub(super) fn shares(&self, families: &Families) -> Vec<(FamilyId, PerMille)> {
        self.shares_of(families, |_| true)
    }

    /// The same of those that are domains; of work elsewhere only where it is a part of all.
    pub(super) fn domains(&self, families: &Families) -> Vec<(FamilyId, PerMille)> {
        let all = self.shares(families);
        let is_part = |family| all.iter().any(|(known, _)| *known == family);
        self.shares_of(families, |family| {
            let of = families.get(family);
            of.function.is_none() && (!of.is(FamilyMark::Elsewhere) || is_part(family))
        })
    }

    fn shares_of(&self, families: &Families, is_one: impl Fn(FamilyId) -> bool) -> Vec<(FamilyId, PerMille)> {
        let all = self.strengths().filter(|strength| is_one(strength.family));
        shares_of(all.map(|s| (self.beyond_background(s, families), s.family)).collect())
    }

    /// What each title gave.
    pub(super) fn titles(&self) -> &[TitlePoints] {
        &self.titles
    }

    /// What shows a family beyond what the text of any role says of it, and of a text that says little of it half; what titles name is
    /// of the role.
    fn beyond_background(&self, strength: FamilyStrength, families: &Families) -> u32 {
        let named: u32 = self.titles.iter().filter(|title| title.family == strength.family).map(|t| t.points).sum();
        let told = strength.all().saturating_sub(named);
        let background = u32::from(families.get(strength.family).background.get());
        named + told - background.min(told / 2)
    }

    fn tell(&mut self, family: FamilyId, points: u32) {
        self.told += points;
        self.shown(family).told += points;
    }

    fn add(&mut self, family: FamilyId, points: u32, behind: Behind, place: impl Fn() -> Option<Place>) {
        if points == 0 {
            return;
        }
        let Shown { strength, clearest, .. } = self.shown(family);
        let part = match behind {
            Behind::Told => &mut strength.told,
            Behind::Said => &mut strength.said,
            Behind::Listed => &mut strength.listed,
        };
        *part = part.saturating_add(points);
        if clearest.as_ref().is_none_or(|(best, _)| points > *best)
            && let Some(place) = place()
        {
            *clearest = Some((points, place));
        }
    }
}

/// The clearest three of these in shares that sum to 1000, none under [`LEAST_SHARE`].
pub(super) fn shares_of(mut clearest: Vec<(u32, FamilyId)>) -> Vec<(FamilyId, PerMille)> {
    clearest.sort_by_key(|(strength, family)| (std::cmp::Reverse(*strength), *family));
    clearest.truncate(3);
    let all: u32 = clearest.iter().map(|(s, _)| s).sum();
    clearest.retain(|(strength, _)| *strength * 1000 >= all * LEAST_SHARE && *strength > 0);
    let kept: u32 = clearest.iter().map(|(s, _)| s).sum();
    let mut left = 1000;
    let mut shares = Vec::with_capacity(clearest.len());
    for (index, (strength, family)) in clearest.iter().enumerate().rev() {
        // The clearest takes what rounding leaves over.
        let share = if index == 0 { left } else { strength * 1000 / kept };
        left -= share;
        shares.push((*family, PerMille::new(u16::try_from(share).unwrap_or(1000))));
    }
    shares.reverse();
    shares
}
