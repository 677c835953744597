//! A query as the search library runs it.

use tantivy::Term;
use tantivy::query::{
    AllQuery, BooleanQuery, BoostQuery, ConstScoreQuery, FuzzyTermQuery, Occur, PhrasePrefixQuery, PhraseQuery, Query,
    TermQuery,
};
use tantivy::schema::IndexRecordOption;

use super::excluded::Excluded;
use super::{Form, Leaf, Node, SearchQuery};
use crate::index::schema::Fields;

/// What a misspelled or completed word counts, where the BM25 of a rare word is about ten: enough to be found, and never before the
/// word as it was asked for.
const GUESSED: f32 = 0.1;
/// So many words at most complete the last one of several.
const MAX_EXPANSIONS: u32 = 1000;

impl SearchQuery {
    /// BM25 orders what it finds.
    pub(in crate::index) fn compiled(&self, fields: Fields) -> Box<dyn Query> {
        compiled(&self.root, fields)
    }
}

fn compiled(node: &Node, fields: Fields) -> Box<dyn Query> {
    match node {
        Node::Leaf(leaf) => of_leaf(leaf, fields),
        Node::Any(nodes) => Box::new(BooleanQuery::union(nodes.iter().map(|node| compiled(node, fields)).collect())),
        Node::All(nodes) => together(nodes, fields),
        Node::Not(_) => together(std::slice::from_ref(node), fields),
    }
}

fn together(nodes: &[Node], fields: Fields) -> Box<dyn Query> {
    let clause = |node: &Node| -> (Occur, Box<dyn Query>) {
        match node {
            Node::Not(inner) => (Occur::MustNot, Box::new(Excluded(compiled(inner, fields)))),
            node => (Occur::Must, compiled(node, fields)),
        }
    };
    let mut clauses: Vec<(Occur, Box<dyn Query>)> = nodes.iter().map(clause).collect();
    if nodes.iter().all(|node| matches!(node, Node::Not(_))) {
        // Something must be there from which the others are taken.
        clauses.push((Occur::Must, Box::new(ConstScoreQuery::new(Box::new(AllQuery), 0.0))));
    }
    Box::new(BooleanQuery::new(clauses))
}

fn of_leaf(leaf: &Leaf, fields: Fields) -> Box<dyn Query> {
    let field = fields.of(leaf.field);
    let terms: Vec<Term> = leaf.words.iter().map(|word| Term::from_field_text(field, word)).collect();
    match (&terms[..], leaf.form) {
        ([only], Form::Exact) => exactly(only),
        ([only], Form::Tolerant) => {
            let misspelled = guessed(FuzzyTermQuery::new(only.clone(), 1, true));
            Box::new(BooleanQuery::union(vec![exactly(only), misspelled]))
        }
        ([only], Form::Prefix) => guessed(FuzzyTermQuery::new_prefix(only.clone(), 0, false)),
        (_, Form::Prefix) => completed(terms),
        _ => Box::new(PhraseQuery::new(terms)),
    }
}

fn exactly(term: &Term) -> Box<dyn Query> {
    Box::new(TermQuery::new(term.clone(), IndexRecordOption::WithFreqs))
}

fn guessed(query: FuzzyTermQuery) -> Box<dyn Query> {
    Box::new(BoostQuery::new(Box::new(query), GUESSED))
}

fn completed(terms: Vec<Term>) -> Box<dyn Query> {
    let mut query = PhrasePrefixQuery::new(terms);
    query.set_max_expansions(MAX_EXPANSIONS);
    Box::new(query)
}
