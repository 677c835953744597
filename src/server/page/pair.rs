//! A person for a role: the fit by component, each finding beside the words that it rests on, gaps, and what to ask.

use askama::Template;
use axum::extract::State;

use super::answer::Page;
use super::candidates;
use super::document::{self, Mark, Marks, Section};
use super::feedback::FeedbackView;
use super::frame::Frame;
use super::history::HistoryView;
use super::roles::role_id;
use super::shortlist::{Gap, RoleHead};
use super::shortlist_query::Asked;
use super::show;
use crate::explain::{Component, EvidenceEffect, EvidenceRow};
use crate::model::Necessity;
use crate::server::app::App;
use crate::server::problem::Problem;
use crate::server::target::{Pair, Query};
use crate::{Match, MatchOptions};

/// The points of a component, for a bar of all of them.
pub(super) struct Points {
    pub name: &'static str,
    /// Where it begins in the bar, and how long it is: of a hundred.
    pub start: String,
    pub length: String,
}

impl Points {
    pub(super) fn all(row: &Match) -> Vec<Self> {
        let mut at = 0.0;
        let mut bar = Vec::new();
        for component in &row.components {
            bar.push(Self {
                name: component.name.as_str(),
                start: format!("{at:.1}"),
                length: format!("{:.1}", component.points),
            });
            at += component.points;
        }
        bar
    }
}

/// A fit as a page tells it.
pub(super) struct PairView {
    pub fit: String,
    pub verdict: &'static str,
    pub summary: String,
    pub gated: String,
    pub must: String,
    pub coverage: String,
    pub bar: Vec<Points>,
    pub components: Vec<ComponentView>,
    pub gaps: Vec<GapView>,
    pub questions: Vec<(String, String)>,
    pub penalties: Vec<(String, String)>,
    pub bonuses: Vec<BonusView>,
    pub flags: Vec<String>,
}

pub(super) struct ComponentView {
    pub name: &'static str,
    pub label: String,
    pub points: String,
    pub of: String,
    /// In percent.
    pub score: String,
    pub state: String,
    pub is_scored: bool,
    pub evidence: Vec<EvidenceView>,
}

pub(super) struct EvidenceView {
    pub effect: &'static str,
    pub requirement: String,
    pub necessity: Necessity,
    pub words: String,
    pub quote: String,
    /// Of the words in the document; 0 where it points at none.
    pub number: usize,
    pub is_inferred: bool,
}

pub(super) struct GapView {
    pub gap: Gap,
    pub nearest: String,
    /// Why it is not enough.
    pub reason: String,
}

pub(super) struct BonusView {
    pub name: String,
    pub points: String,
    pub number: usize,
}

impl PairView {
    pub(super) fn of(row: &Match, frame: &Frame, is_blind: bool) -> Self {
        let mut number = 0;
        let components =
            row.components.iter().map(|component| component_view(component, frame, is_blind, &mut number)).collect();
        let points = |points: f64| frame.decimal(&format!("{points:+.1}"));
        Self {
            fit: format!("{:.0}", row.fit),
            verdict: row.verdict.as_str(),
            // Words of the candidate may name the candidate, and a summary quotes them.
            summary: if is_blind { String::new() } else { row.summary.clone() },
            gated: row.gated.clone().unwrap_or_default(),
            must: format!("{:.0}", row.must_have_coverage * 100.0),
            coverage: format!("{:.0}", row.coverage * 100.0),
            bar: Points::all(row),
            components,
            gaps: row
                .gaps
                .iter()
                .map(|gap| GapView {
                    gap: Gap { name: gap.requirement.clone(), necessity: gap.necessity },
                    nearest: gap.nearest.clone().unwrap_or_default(),
                    reason: gap.reason.clone().unwrap_or_default(),
                })
                .collect(),
            questions: row.questions.iter().map(|asked| (asked.question.clone(), asked.why.clone())).collect(),
            penalties: row.penalties.iter().map(|lost| (lost.requirement.clone(), points(lost.points))).collect(),
            bonuses: row
                .bonuses
                .iter()
                .map(|won| {
                    number += 1;
                    BonusView { name: won.name.clone(), points: points(won.points), number }
                })
                .collect(),
            flags: row.flags.iter().map(show::word).collect(),
        }
    }
}

fn component_view(component: &Component, frame: &Frame, is_blind: bool, number: &mut usize) -> ComponentView {
    let state = show::word(component.state);
    ComponentView {
        name: component.name.as_str(),
        label: frame.name("component", component.name.as_str()),
        points: frame.decimal(&format!("{:.1}", component.points)),
        of: format!("{:.0}", component.weight * 100.0),
        score: format!("{:.0}", component.score * 100.0),
        is_scored: state == "scored",
        state: frame.name("state", &state),
        evidence: component.evidence.iter().map(|row| evidence_view(row, frame, is_blind, number)).collect(),
    }
}

fn evidence_view(row: &EvidenceRow, frame: &Frame, is_blind: bool, number: &mut usize) -> EvidenceView {
    let requirement = row.requirement.clone().unwrap_or_default();
    let mut words: Vec<String> = Vec::new();
    if let Some(statement) = &row.statement {
        words.push(statement.clone());
    }
    if let Some(claim) = row.claim.as_ref().filter(|claim| **claim != requirement) {
        // Why it counts in part says how it stands to what is asked.
        let relation = row.relation.filter(|_| row.reason.is_none());
        let relation = relation.map(|relation| format!(" ({})", frame.name("relation", &show::word(relation))));
        words.push(format!("{claim}{}", relation.unwrap_or_default()));
    }
    words.extend(row.reason.clone());
    if let Some(years) = row.years {
        words.push(format!("{} {}", show::number(years, frame.language), frame.t("pair.years")));
    }
    if let Some(last) = &row.last_used {
        let last = if last == "now" { frame.t("pair.now") } else { last };
        words.push(format!("{} {last}", frame.t("pair.last_used")));
    }
    let has_words = row.place.is_some() && row.text.as_ref().is_some_and(|text| !text.is_empty());
    if has_words {
        *number += 1;
    }
    EvidenceView {
        effect: match row.effect {
            EvidenceEffect::Positive => "positive",
            EvidenceEffect::Mixed => "mixed",
            EvidenceEffect::Negative => "negative",
        },
        requirement,
        necessity: row.necessity.unwrap_or(Necessity::MustHave),
        words: words.join(" · "),
        quote: if is_blind { String::new() } else { row.text.clone().unwrap_or_default() },
        number: if has_words && !is_blind { *number } else { 0 },
        // A requirement that was read from the posting says nothing of the candidate.
        is_inferred: row.inferred && row.requirement.is_none(),
    }
}

/// The words that the findings rest on, numbered as [`PairView`] numbers them.
fn marks(row: &Match) -> Vec<Mark> {
    let evidence = row.components.iter().flat_map(|component| &component.evidence);
    let of_evidence = evidence.filter_map(|row| Some((row.place.clone()?, row.text.clone()?)));
    let of_bonuses = row.bonuses.iter().map(|bonus| (bonus.place.clone(), bonus.text.clone()));
    let with_words = of_evidence.filter(|(_, text)| !text.is_empty());
    let numbered = with_words.chain(of_bonuses).zip(1..);
    numbered.map(|((pointer, quote), number)| Mark { number, pointer, quote }).collect()
}

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "pair.html")]
struct PairPage<'a> {
    f: &'a Frame,
    role: RoleHead,
    id: &'a str,
    name: String,
    headline: String,
    pair: PairView,
    sections: Vec<Section>,
    marks: Marks,
    is_blind: bool,
    back: String,
    tail: String,
    feedback: FeedbackView,
    history: Option<HistoryView>,
    undo: &'a str,
}

impl PairPage<'_> {
    /// The mark to which the link of a finding leads; 0 for none.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "templates hand over references")]
    fn target(&self, number: &usize) -> usize {
        self.marks.target(*number)
    }
}

pub(super) async fn show(
    State(app): State<App>,
    frame: Frame,
    Pair(role, candidate): Pair,
    query: Query,
) -> Result<Page, Problem> {
    let frame = frame.in_section("roles");
    let asked = Asked::of(&query);
    let undo = query.get("undo").unwrap_or_default().to_owned();
    app.run(move |engine, _| {
        let engine = &engine.in_language(frame.language);
        let role = super::roles::found(engine, &role_id(&role)?)?;
        let person = candidates::matched(engine, &candidates::candidate_id(&candidate)?)?;
        let mut options = MatchOptions::default().with_blind(asked.blind).with_gates(asked.gates.clone());
        if !asked.weights.is_empty() {
            let usual = super::shortlist_query::usual_weights(engine, &role.id)?;
            options.weights = asked.moved(&usual);
        }
        let row = engine.explain(&role.id, &person.id, &options)?;
        let kept = engine.feedback(&role.id, &person.id).map(|(kept, _)| kept);
        // The past is told by the role's own weights and gates.
        let is_moved = options.weights.is_some() || options.gates.is_some();
        let usual = is_moved.then(|| engine.explain(&role.id, &person.id, &MatchOptions::default())).transpose()?;
        let history = HistoryView::of(kept.as_ref(), usual.as_ref().unwrap_or(&row), &frame);
        let mut marks = Marks::new(marks(&row));
        let sections =
            if asked.blind { Vec::new() } else { document::of_candidate(&person, &mut marks, frame.language) };
        Page::of(&PairPage {
            back: frame.role(role.id.as_str(), &asked.tail()),
            role: RoleHead::of(&role, &frame),
            id: person.id.as_str(),
            name: if asked.blind { frame.t("pair.blind_name").to_owned() } else { candidates::name(&person) },
            headline: if asked.blind { String::new() } else { candidates::headline(&person) },
            pair: PairView::of(&row, &frame, asked.blind),
            sections,
            marks,
            is_blind: asked.blind,
            tail: asked.tail(),
            feedback: FeedbackView::of(kept.as_ref(), asked.blind),
            history,
            undo: &undo,
            f: &frame,
        })
    })
    .await
}
