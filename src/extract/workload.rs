//! Training or inference: which of the two a text is about, by counting the words for each.

use super::lexicon::{Kinds, Openings};
use super::terms::Reading;
use super::words::{one_of, words};
use crate::domain::Workload;

/// How often each is spoken of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WorkloadCounts {
    pub training: u32,
    pub inference: u32,
}

/// The signs of training and of serving models.
pub(super) const SIGNS: Openings<Workload> = &[
    (words!("pretraining pretrain pretrained finetuning finetune rlhf grpo posttraining"), |_, _| {
        Some(Workload::Training)
    }),
    (words!("tuning tune tuned"), |reading, at| (reading.before(at, 1) == "fine").then_some(Workload::Training)),
    (words!("training"), |reading, at| is_training(reading, at).then_some(Workload::Training)),
    (words!("train trains trained retrain"), |reading, at| {
        let models =
            words!("model models llm llms network networks transformer transformers gpus h100s parameters checkpoint");
        (at + 1..at + 6).any(|i| reading.is(i, models)).then_some(Workload::Training)
    }),
    (words!("inference inferencing"), |reading, at| {
        let of_another_sort = matches!(
            reading.before(at, 1),
            "bayesian" | "statistical" | "causal" | "type" | "variational" | "phylogenetic"
        );
        (!of_another_sort).then_some(Workload::Inference)
    }),
    (words!("serving"), |reading, at| {
        let models = matches!(reading.before(at, 1), "model" | "models" | "llm" | "llms" | "inference" | "ml")
            || one_of!(
                reading.word(at + 1),
                "stack engine engines engineer models platform latency llms systems framework open"
            );
        models.then_some(Workload::Inference)
    }),
    (words!("serve serves served"), |reading, at| {
        let models = |i: usize| matches!(reading.word(i), "model" | "models" | "llm" | "llms" | "tokens");
        let serves =
            (at + 1..at + 5).any(models) || (reading.word(at + 1) == "them" && (at.saturating_sub(8)..at).any(models));
        serves.then_some(Workload::Inference)
    }),
    (words!("ttft tpot"), |_, _| Some(Workload::Inference)),
    (words!("tokens"), |reading, at| {
        let per_second = matches!(reading.word(at + 1), "per" | "/") && reading.word(at + 2).starts_with('s');
        per_second.then_some(Workload::Inference)
    }),
];

/// Counts the signs of training and of serving models. Courses, trained colleagues and served customers are none.
pub(crate) fn workloads(reading: &Reading) -> WorkloadCounts {
    let mut counts = WorkloadCounts::default();
    for (_, workload) in reading.opened(Kinds::WORKLOAD, SIGNS) {
        match workload {
            Workload::Training => counts.training += 1,
            Workload::Inference => counts.inference += 1,
        }
    }
    counts
}

/// Whether `training` is that of models, and no course.
fn is_training(reading: &Reading, at: usize) -> bool {
    let (before, next) = (reading.before(at, 1), reading.word(at + 1));
    let kind = one_of!(
        before,
        "model distributed pre post parallel llm ai ml network learning large scale gpu our for \
         long main both moe node foundation transformer frontier",
    );
    let thing = one_of!(
        next,
        "run runs job jobs cluster clusters workload workloads infrastructure framework frameworks \
         stack system systems loop loops throughput pipeline pipelines efficiency platform large \
         fleet step steps service speed at script code engineer",
    );
    let both = matches!(next, "and" | "or" | "/" | ",")
        && (at + 2..at + 4).any(|i| matches!(reading.word(i), "inference" | "serving"));
    let course = (matches!(next, "." | "")
        || one_of!(next, "courses course program programs sessions of for and materials new workshops in at or"))
        && !one_of!(before, "model distributed pre post parallel llm ml gpu learning moe network node");
    thing && next != "at" || both || (kind && !course)
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
