//! A concept of the taxonomy.

use super::page::{Page, cell};
use crate::cli::json_rows::word;
use crate::cli::skills::{ConceptPage, Named};

/// Names, relations and what they earn.
pub(in crate::cli) fn concept(concept: &ConceptPage<'_>, page: Page) -> String {
    let kind = word(&concept.kind);
    let mut text = format!("{} \u{b7} {} \u{b7} {kind}\n", page.strong(concept.label), concept.concept);
    let named =
        |list: &[Named<'_>]| list.iter().map(|n| format!("{} ({})", n.label, n.concept)).collect::<Vec<_>>().join(", ");
    let fields = [
        ("also called", concept.aliases.join(", ")),
        ("area", format!("{} ({})", concept.area_label, concept.area)),
        ("weight", format!("{} (0.05 everyone has it, 2 only specialists)", concept.weight)),
        ("broader", named(&concept.broader)),
        ("narrower", named(&concept.narrower)),
        ("practices", named(&concept.practices)),
        ("shown by", named(&concept.shown_by)),
        ("source", concept.source.to_owned()),
    ];
    let rows =
        fields.into_iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| vec![cell(name), cell(value)]);
    text.push_str(&page.lines(2, &[11], rows.collect()));
    if !concept.related.is_empty() {
        text.push_str("\n  Related, with the credit that one earns where the other is asked\n");
        let credit = |credit: f64| if credit > 0.0 { format!("{credit:.2}") } else { "\u{2013}".to_owned() };
        let mut rows =
            vec![vec![cell(""), cell(format!("for {}", concept.label)), cell(format!("from {}", concept.label))]];
        rows.extend(concept.related.iter().map(|n| {
            vec![
                cell(format!("{} ({})", n.label, n.concept)),
                cell(credit(n.credit_when_claimed)),
                cell(credit(n.credit_when_asked)),
            ]
        }));
        text.push_str(&page.lines(2, &[40, 24], rows));
    }
    text
}
