//! Measures of rankings by the kind of work of their roles.

use comfy_table::Cell;

use super::evaluation::from_to;
use super::page::{Page, cell, right};
use crate::evaluate::{KindMeasures, KindsOfWork};

/// A line for each domain and each function, the most frequent first.
pub(super) fn kinds_of_work(kinds: &KindsOfWork, page: Page) -> String {
    let names = ["nDCG@10", "BM25", "95 of 100 resamples", "roles"].map(right);
    let mut rows: Vec<Vec<Cell>> = vec![names.into_iter().chain([cell("By kind of work")]).collect()];
    for (side, all) in [("domain", &kinds.domains), ("function", &kinds.functions)] {
        let mut ordered: Vec<&KindMeasures> = all.iter().collect();
        ordered.sort_by_key(|kind| std::cmp::Reverse(kind.roles));
        rows.extend(ordered.into_iter().map(|kind| {
            let label = kind.kind.as_ref().map_or("none is told", |kind| kind.label.as_str());
            vec![
                right(&format!("{:.3}", kind.mean.fit.ndcg_at_10)),
                right(&format!("{:.3}", kind.mean.bm25.ndcg_at_10)),
                right(&from_to(kind.ndcg_interval)),
                right(&kind.roles.to_string()),
                cell(format!("{side}: {label}")),
            ]
        }));
    }
    page.lines(0, &[7, 7, 19, 5], rows)
}
