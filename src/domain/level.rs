//! Seniority on a named ladder.

use std::fmt;

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Seniority. Management titles stand beside the rung that they usually come from.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// 0-2 years, junior, graduate, intern.
    Entry,
    /// About 3-5 years.
    Mid,
    /// About 6-10 years.
    Senior,
    /// Beyond senior: sets direction for several teams.
    Staff,
    /// Sets direction for a field.
    Principal,
    /// Leads a team's technical work.
    Lead,
    /// Manages a team.
    Manager,
    /// Manages managers; VP, head of.
    Director,
}

impl Level {
    /// All levels, in the order of the ladder's names.
    pub const ALL: [Self; 8] =
        [Self::Entry, Self::Mid, Self::Senior, Self::Staff, Self::Principal, Self::Lead, Self::Manager, Self::Director];

    /// The rung, 0 (entry) to 4 (principal, director).
    pub fn ladder_step(self) -> u8 {
        match self {
            Self::Entry => 0,
            Self::Mid => 1,
            Self::Senior => 2,
            Self::Staff | Self::Lead | Self::Manager => 3,
            Self::Principal | Self::Director => 4,
        }
    }

    /// The distance of another level: rungs, and one more between leading people and doing the work. A lead does both.
    pub fn distance(self, other: Self) -> u8 {
        self.ladder_step().abs_diff(other.ladder_step()) + u8::from(self.is_across(other))
    }

    /// Whether one of the two leads people and the other does the work. A lead does both.
    pub fn is_across(self, other: Self) -> bool {
        let leads = |level: Self| matches!(level, Self::Manager | Self::Director);
        leads(self) != leads(other) && self != Self::Lead && other != Self::Lead
    }

    /// The name as it is written in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Entry => "entry",
            Self::Mid => "mid",
            Self::Senior => "senior",
            Self::Staff => "staff",
            Self::Principal => "principal",
            Self::Lead => "lead",
            Self::Manager => "manager",
            Self::Director => "director",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Level;

    #[test]
    fn leading_people_is_a_step_aside() {
        assert_eq!(Level::Staff.distance(Level::Manager), 1);
        assert_eq!(Level::Senior.distance(Level::Manager), 2);
        assert_eq!(Level::Lead.distance(Level::Manager), 0);
        assert_eq!(Level::Director.distance(Level::Manager), 1);
        assert_eq!(Level::Senior.distance(Level::Staff), 1);
    }
}
