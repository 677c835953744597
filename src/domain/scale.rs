//! How large the systems are that somebody worked on, or that a role is about.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A candidate's statement of scale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatedScale {
    /// How many of the unit.
    #[schemars(range(max = 1_000_000_000u64))]
    pub value: u64,
    /// What is counted.
    pub unit: ScaleUnit,
    /// The accelerator's name, such as `H100`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200))]
    pub accelerator: Option<String>,
    /// What the person did with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<Capacity>,
}

/// The scale that a role asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskedScale {
    /// The least that is asked, in the unit.
    #[schemars(range(max = 1_000_000_000u64))]
    pub min: u64,
    /// What is counted.
    pub unit: ScaleUnit,
}

/// What a statement of scale counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScaleUnit {
    /// GPUs, TPUs and the like.
    Accelerators,
    /// Compute nodes.
    Nodes,
    /// Processor cores.
    Cores,
    /// Servers of any sort.
    Servers,
    /// Stored data.
    Petabytes,
}

/// What somebody did with a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Capacity {
    /// Designed it.
    Designed,
    /// Built it.
    Built,
    /// Led those who build or run it.
    Led,
    /// Ran it.
    Operated,
    /// Supported its users or operators.
    Supported,
    /// Used it.
    Used,
}
