//! What the field pays: rows of a reference, a user's own rows, and the band that they make for a family of work, level,
//! place and year.
//!
//! Knowledge like the taxonomy, in whose families and places its rows are written, and so right of it. It reads no documents
//! and judges nobody: whether an expectation meets a band is the score's business. Whole units and thousandths only.

mod answer;
mod band;
mod nearness;
mod own_rows;
mod reference;
mod row;

pub use answer::{MarketBand, MarketQuery, MarketRow, Trust};
pub use reference::Market;

pub(crate) use answer::BandSources;
pub(crate) use band::Asked;
