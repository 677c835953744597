//! A role's document: the opening to fill.

use std::collections::BTreeMap;
use std::fmt;

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::place::PlaceOrText;
use super::{AskedScale, Level, Pay, Place, RoleId, WorkMode, setters};

/// An opening. Only `id` is needed; what is not a field is read from `description`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Role {
    /// The caller's id.
    pub id: RoleId,
    /// Title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500))]
    pub title: Option<String>,
    /// The caller's number for the requisition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500))]
    pub requisition_id: Option<String>,
    /// Free text: the posting. HTML is understood.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether candidates are sought; open unless said.
    #[serde(default)]
    pub status: RoleStatus,
    /// Seniority asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Years of relevant experience asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 80.0))]
    pub min_years: Option<f64>,
    /// What must be there. When this and `nice_to_have` are both empty, requirements are read from the description.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 200))]
    pub must_have: Vec<Requirement>,
    /// What is welcome.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 200))]
    pub nice_to_have: Vec<Requirement>,
    /// The scale that the role is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<AskedScale>,
    /// The accelerators that the role runs, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 50), inner(length(max = 200)))]
    pub accelerators: Vec<String>,
    /// Training, inference or both.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 2))]
    pub workload: Vec<Workload>,
    /// What the role pays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pay_band: Option<Pay>,
    /// Where the work is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<PlaceOrText>")]
    pub location: Option<Place>,
    /// Where the working days are spent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work_mode: Option<WorkMode>,
    /// Countries of which at least one authorization to work is demanded. A stated lack removes the candidate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 50), inner(length(max = 200)))]
    pub work_authorization: Vec<String>,
    /// The role's own component weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<Weights>,
    /// Ids of the same role in other systems.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub external_ids: BTreeMap<String, String>,
    /// Whatever else the caller wants kept: returned as given, never read.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub custom: serde_json::Map<String, serde_json::Value>,
}

setters! {
    impl Role {
        with_title(title: text String);
        with_requisition_id(requisition_id: text String);
        with_description(description: text String);
        with_status(status: is RoleStatus);
        with_level(level: some Level);
        with_min_years(min_years: some f64);
        with_must_have(must_have: each Requirement);
        with_nice_to_have(nice_to_have: each Requirement);
        with_scale(scale: some AskedScale);
        with_accelerators(accelerators: each String);
        with_workload(workload: each Workload);
        with_pay_band(pay_band: some Pay);
        with_location(location: some Place);
        with_work_mode(work_mode: some WorkMode);
        with_work_authorization(work_authorization: each String);
        with_weights(weights: some Weights);
        with_external_ids(external_ids: pairs String);
        with_custom(custom: is serde_json::Map<String, serde_json::Value>);
    }
}

impl Role {
    /// A role of which nothing is known.
    pub fn new(id: RoleId) -> Self {
        Self {
            id,
            title: None,
            requisition_id: None,
            description: None,
            status: RoleStatus::default(),
            level: None,
            min_years: None,
            must_have: Vec::new(),
            nice_to_have: Vec::new(),
            scale: None,
            accelerators: Vec::new(),
            workload: Vec::new(),
            pay_band: None,
            location: None,
            work_mode: None,
            work_authorization: Vec::new(),
            weights: None,
            external_ids: BTreeMap::new(),
            custom: serde_json::Map::new(),
        }
    }
}

/// One thing that a role asks: a skill's name, or an object that says more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Requirement {
    /// Only the skill's name.
    Name(#[schemars(length(min = 1, max = 200))] String),
    /// One of several skills, years, weight, gate.
    Detailed(DetailedRequirement),
}

/// A requirement that says more than a name. Give `name` for one skill or `any_of` for alternatives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct DetailedRequirement {
    /// The skill, where there is only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub name: Option<String>,
    /// Skills of which any one will do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 50), inner(length(min = 1, max = 200)))]
    pub any_of: Vec<String>,
    /// Years of it that are asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 80.0))]
    pub min_years: Option<f64>,
    /// The recruiter's own multiplier, 1 unless said. Above 1 the scarcity that the taxonomy knows counts less, the more the higher.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100.0))]
    pub weight: Option<f64>,
    /// Whether lacking it removes the candidate (must-haves only).
    #[serde(default)]
    pub gate: bool,
}

setters! {
    impl DetailedRequirement {
        with_name(name: text String);
        with_any_of(any_of: each String);
        with_min_years(min_years: some f64);
        with_weight(weight: some f64);
        with_gate(gate: is bool);
    }
}

impl DetailedRequirement {
    /// One skill.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..Self::default() }
    }

    /// Skills of which any one will do.
    pub fn any_of(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { any_of: names.into_iter().map(Into::into).collect(), ..Self::default() }
    }
}

impl From<&str> for Requirement {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<String> for Requirement {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl From<DetailedRequirement> for Requirement {
    fn from(requirement: DetailedRequirement) -> Self {
        Self::Detailed(requirement)
    }
}

/// Whether candidates are sought for a role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RoleStatus {
    /// Candidates are sought.
    #[default]
    Open,
    /// Not yet published.
    Draft,
    /// For the time being not.
    Paused,
    /// Filled or given up.
    Closed,
}

impl RoleStatus {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Open, Self::Draft, Self::Paused, Self::Closed];

    /// The name as it is written in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Draft => "draft",
            Self::Paused => "paused",
            Self::Closed => "closed",
        }
    }
}

impl fmt::Display for RoleStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What the systems of a role are for.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
    BorshSerialize,
    BorshDeserialize,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Workload {
    /// Training models.
    Training,
    /// Serving models.
    Inference,
}

/// Component weights that replace the scoring profile's. They need not sum to one: only their proportions matter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Weights {
    /// Weight of skills, 0 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100.0))]
    pub skills: Option<f64>,
    /// Weight of the kind of work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100.0))]
    pub family: Option<f64>,
    /// Weight of scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100.0))]
    pub scale: Option<f64>,
    /// Weight of pay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100.0))]
    pub pay: Option<f64>,
    /// Weight of level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100.0))]
    pub level: Option<f64>,
    /// Weight of location.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100.0))]
    pub location: Option<f64>,
}

setters! {
    impl Weights {
        with_skills(skills: some f64);
        with_family(family: some f64);
        with_scale(scale: some f64);
        with_pay(pay: some f64);
        with_level(level: some f64);
        with_location(location: some f64);
    }
}
