//! What the index finds is what a look at every word finds, over random documents and queries.

use proptest::prelude::*;

use super::{Form, Leaf, Node, SearchField, SearchQuery};
use crate::index::{FoundOrder, IndexEntry, Stamp, TextIndex};
use crate::store::Seq;

const WORDS: [&str; 7] = ["gpu", "slurm", "lustre", "lustrr", "lsutre", "cluster", "clusters"];

type Texts = Vec<(SearchField, Vec<&'static str>)>;

fn meets(node: &Node, texts: &Texts) -> bool {
    match node {
        Node::All(nodes) => nodes.iter().all(|node| meets(node, texts)),
        Node::Any(nodes) => nodes.iter().any(|node| meets(node, texts)),
        Node::Not(node) => !meets(node, texts),
        Node::Leaf(leaf) => texts.iter().any(|(field, words)| {
            leaf.field.is_none_or(|asked| asked == *field)
                && words.windows(leaf.words.len()).any(|run| is_run(leaf, run))
        }),
    }
}

fn is_run(leaf: &Leaf, run: &[&str]) -> bool {
    let last = leaf.words.len() - 1;
    run.iter().zip(&leaf.words).enumerate().all(|(at, (word, asked))| match leaf.form {
        Form::Prefix if at == last => word.starts_with(asked.as_str()),
        Form::Tolerant => strsim::osa_distance(word, asked) <= 1,
        _ => word == asked,
    })
}

fn texts() -> impl Strategy<Value = Texts> {
    let words = prop::collection::vec(prop::sample::select(&WORDS[..]), 1..6);
    prop::collection::vec((prop::sample::select(&SearchField::ALL[..]), words), 0..5)
}

fn query() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        prop::sample::select(&WORDS[..]).prop_map(str::to_owned),
        prop::sample::select(
            &["lust*", "clu*", "\"gpu cluster\"", "gpu-clus*", "title:lustre", "skill:(gpu OR slurm)"][..]
        )
        .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|query| format!("-({query})")),
            prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| format!("({})", parts.join(" "))),
            prop::collection::vec(inner, 2..4).prop_map(|parts| format!("({})", parts.join(" OR "))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn the_index_finds_what_a_look_at_every_word_finds(
        documents in prop::collection::vec(texts(), 1..12),
        queries in prop::collection::vec(query(), 8),
        limit in 1_usize..4,
    ) {
        let stamp = Stamp { store_uuid: "s".to_owned(), schema_hash: "h".to_owned() };
        let (index, _) = TextIndex::open(None, &stamp).unwrap();
        for (at, texts) in documents.iter().enumerate() {
            let texts = texts.iter().map(|(field, words)| (*field, words.join(", "))).collect();
            index.put(&IndexEntry { id: format!("c-{at:02}"), seq: Seq(at as u64 + 1), texts }).unwrap();
            if at % 3 == 2 {
                index.commit(Seq(at as u64 + 1)).unwrap();
            }
        }
        index.commit(Seq(99)).unwrap();
        for text in queries {
            let query = SearchQuery::for_candidates(&text).unwrap();
            let fits = |(_, texts): &(usize, &Texts)| meets(&query.root, texts);
            let expected: Vec<String> =
                documents.iter().enumerate().filter(fits).map(|(at, _)| format!("c-{at:02}")).collect();
            for order in [FoundOrder::Relevance, FoundOrder::Updated, FoundOrder::Id] {
                let found = index.find(Some(&query), order).unwrap();
                let whole: Vec<String> = found.page(None, 100).unwrap().into_iter().map(|standing| standing.id).collect();
                let mut sorted = whole.clone();
                sorted.sort();
                prop_assert_eq!(&sorted, &expected, "{}", text);
                prop_assert_eq!(found.len(), expected.len());
                let (mut paged, mut after) = (Vec::new(), None);
                loop {
                    let page = found.page(after.as_ref(), limit).unwrap();
                    paged.extend(page.iter().map(|standing| standing.id.clone()));
                    match page.into_iter().next_back() {
                        Some(last) => after = Some(last),
                        None => break,
                    }
                }
                prop_assert_eq!(&paged, &whole, "pages are the list");
                match order {
                    FoundOrder::Id => prop_assert_eq!(&whole, &expected),
                    FoundOrder::Updated => prop_assert!(whole.iter().rev().eq(&expected)),
                    FoundOrder::Relevance => {}
                }
            }
        }
    }
}
