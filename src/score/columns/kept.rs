//! Columns as they are kept on a disk.

use borsh::{BorshDeserialize, BorshSerialize};
use ndarray::Array2;

use super::{Cell, Columns, Place};
use crate::domain::Month;
use crate::score::facets::FacetColumns;
use crate::score::kept_vec::exact;
use crate::score::likeness::Shade;
use crate::score::lists::Lists;
use crate::score::scale::Size;
use crate::score::statements::{KeptStating, SUBJECTS, Statements};
use crate::taxonomy::ConceptId;

/// What [`Columns`] hold, with statements in place of their numbers.
#[derive(BorshSerialize, BorshDeserialize)]
pub(crate) struct KeptColumns {
    n_rows: u32,
    profile: Box<str>,
    as_of: Month,
    #[borsh(deserialize_with = "exact")]
    places: Vec<Place>,
    common: Vec<u8>,
    #[borsh(deserialize_with = "exact")]
    rare_rows: Vec<u16>,
    #[borsh(deserialize_with = "exact")]
    rare_cells: Vec<Cell>,
    #[borsh(deserialize_with = "exact")]
    unrecognized: Vec<(u32, u16)>,
    families: Vec<u8>,
    functions: Vec<u8>,
    topics: Vec<u8>,
    bonus: Vec<u8>,
    sizes: Lists<Size>,
    wording: Lists<Shade>,
    claimed: Lists<ConceptId>,
    facets: FacetColumns,
    stating: [KeptStating; SUBJECTS],
}

impl Columns {
    pub(crate) fn kept(&self) -> KeptColumns {
        KeptColumns {
            n_rows: u32::try_from(self.n_rows).expect("columns have few rows"),
            profile: self.profile.clone(),
            as_of: self.as_of,
            places: self.places.clone(),
            common: self.common.iter().copied().collect(),
            rare_rows: self.rare_rows.clone(),
            rare_cells: self.rare_cells.clone(),
            unrecognized: self.unrecognized.clone(),
            families: self.families.iter().copied().collect(),
            functions: self.functions.iter().copied().collect(),
            topics: self.topics.iter().copied().collect(),
            bonus: self.bonus.clone(),
            sizes: self.sizes.clone(),
            wording: self.wording.clone(),
            claimed: self.claimed.clone(),
            facets: self.facets.clone(),
            stating: [0, 1, 2, 3].map(|subject: usize| self.stating[subject].kept()),
        }
    }

    /// The same again; none where it cannot be, which whoever keeps them has made sure of by checksums.
    pub(crate) fn of_kept(kept: KeptColumns, statements: &Statements) -> Option<Self> {
        let n_rows = usize::try_from(kept.n_rows).ok()?;
        let whole =
            |columns: Vec<u8>| Array2::from_shape_vec((columns.len().checked_div(n_rows)?, n_rows), columns).ok();
        Some(Self {
            n_rows,
            profile: kept.profile,
            as_of: kept.as_of,
            places: kept.places,
            common: whole(kept.common)?,
            rare_rows: kept.rare_rows,
            rare_cells: kept.rare_cells,
            unrecognized: kept.unrecognized,
            families: whole(kept.families)?,
            functions: whole(kept.functions)?,
            topics: whole(kept.topics)?,
            bonus: kept.bonus,
            sizes: kept.sizes,
            wording: kept.wording,
            claimed: kept.claimed,
            facets: kept.facets,
            stating: statements.of_kept(kept.stating),
        })
    }
}
