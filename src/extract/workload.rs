//! Training or inference: which of the two a text is about, by counting the words for each.

use std::sync::LazyLock;

use super::lexicon::Kinds;
use super::rules::Rules;
use super::terms::Reading;
use crate::domain::Workload;

/// How often each is spoken of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WorkloadCounts {
    pub training: u32,
    pub inference: u32,
}

pub(in crate::extract) static RULES: LazyLock<Rules<Workload>> =
    LazyLock::new(|| Rules::built_in("workloads.toml", include_str!("data/rules/workloads.toml")));

/// The words that may be a sign of either.
pub(super) fn first_words() -> impl Iterator<Item = &'static str> {
    RULES.words()
}

/// Counts the signs of training and of serving models. Courses, trained colleagues and served customers are none.
pub(crate) fn workloads(reading: &Reading) -> WorkloadCounts {
    let mut counts = WorkloadCounts::default();
    for hit in RULES.hits(reading, Kinds::WORKLOAD) {
        match hit.emit {
            Workload::Training => counts.training += 1,
            Workload::Inference => counts.inference += 1,
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::cases;
    use crate::extract::text::Text;
    use proptest::prelude::*;

    #[test]
    fn training_and_inference_are_counted() {
        let cases = [
            ("Pre-training of large models, and fine-tuning.", 2, 0),
            ("distributed training on 512 GPUs", 1, 0),
            ("Keep training runs alive", 1, 0),
            ("We train language models.", 1, 0),
            ("LLM inference and model serving", 0, 2),
            ("GPU fleet for training and inference", 1, 1),
            ("p99 TTFT down to 0.4 s; serves 70 models", 0, 2),
            ("Training courses for new colleagues, on-the-job training, trained the staff", 0, 0),
            ("Bayesian inference; serving customers in Ohio", 0, 0),
            ("Wants training in Lustre", 0, 0),
        ];
        let count = |text: &str| {
            let text = Text::new(text);
            let counts = workloads(&Reading::new(&text));
            (counts.training, counts.inference)
        };
        let wrong: Vec<_> =
            cases.iter().map(|(t, a, b)| (t, count(t), (*a, *b))).filter(|(_, got, wanted)| got != wanted).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn workloads_are_told_apart() {
        cases::check(include_str!("cases/workload.txt"), |text| {
            let text = Text::new(text);
            let counts = workloads(&Reading::new(&text));
            format!("{}{}", if counts.training > 0 { "t" } else { "" }, if counts.inference > 0 { "i" } else { "" })
        });
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "(\\PC{0,6}|training |inference |model |serve |fine-tuning){0,12}") {
            let text = Text::new(&text);
            let _ = workloads(&Reading::new(&text));
        }
    }
}
