//! Verbs whose forms do not begin alike: a phrase of doing that names two of them means the rest, too.
//!
//! `sit|sits|sitting` tells of the same work as `sat`, and whoever writes phrases forgets one or the other. Regular verbs have a
//! prefix (`help*`), and need no list.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The forms of each verb, the base first and then the third person. `~` marks verbs of which those two are also nouns (`a run`,
/// `the dies of a chip`): there a third form must be named.
const FORMS: &[&str] = &[
    "become becomes became becoming", "begin begins began begun beginning", "bind binds bound binding",
    "~break breaks broke broken breaking", "bring brings brought bringing",
    // Not "building", which is a house as often.
    "build builds built", "buy buys bought buying", "~catch catches caught catching",
    "choose chooses chose chosen choosing", "come comes came coming", "~cut cuts cutting", "~deal deals dealt dealing",
    "~die dies died dying", "~draw draws drew drawn drawing", "~drive drives drove driven driving",
    "~fall falls fell fallen falling", "~feed feeds fed feeding", "~fight fights fought fighting",
    "~find finds found finding", "~freeze freezes froze frozen freezing", "get gets got getting",
    "give gives gave given giving", "~go goes went gone going", "grow grows grew grown growing",
    "~hang hangs hung hanging", "hear hears heard hearing", "~hit hits hitting", "~hold holds held holding",
    "keep keeps kept keeping", "know knows knew known knowing",
    // Not "leading", which praises whatever follows.
    "~lead leads led", "lose loses lost losing", "make makes made making", "mean means meant", "~put puts putting",
    "rebuild rebuilds rebuilt rebuilding", "rewrite rewrites rewrote rewritten rewriting",
    "~ring rings rang rung ringing", "~run runs ran running", "~see sees saw seen seeing", "send sends sent sending",
    "~show shows showed shown showing", "shrink shrinks shrank shrunk shrinking", "~shut shuts shutting",
    "sit sits sat sitting", "speak speaks spoke spoken speaking", "spend spends spent spending",
    "~split splits splitting", "~stand stands stood", "~steal steals stole stolen stealing",
    "take takes took taken taking", "teach teaches taught teaching", "~tear tears tore torn tearing",
    "tell tells told telling", "think thinks thought thinking", "understand understands understood understanding",
    "wake wakes woke woken waking", "~win wins won winning", "write writes wrote written writing",
];

/// By form, whose it is, as an index of [`FORMS`].
static VERBS: LazyLock<HashMap<&str, usize>> = LazyLock::new(|| {
    let forms = FORMS.iter().enumerate();
    forms.flat_map(|(verb, forms)| forms.trim_start_matches('~').split(' ').map(move |form| (form, verb))).collect()
});

/// The forms that a group of alternatives leaves out of verbs of which it names two.
pub(super) fn left_out(group: &[&str]) -> Vec<&'static str> {
    let has = |form: &str| group.contains(&form);
    let mut verbs: Vec<usize> = group.iter().filter_map(|form| VERBS.get(form).copied()).collect();
    verbs.sort_unstable();
    verbs.dedup();
    // What begins as a prefix says is in the group already.
    let is_begun =
        |form: &str| group.iter().any(|one| one.strip_suffix('*').is_some_and(|begins| form.starts_with(begins)));
    let mut missing = Vec::new();
    for verb in verbs.into_iter().map(|verb| FORMS[verb]) {
        let noun = verb.starts_with('~');
        let forms = || verb.trim_start_matches('~').split(' ');
        let named = forms().filter(|form| has(form)).count();
        let told = forms().skip(2).any(has);
        if named >= 2 && (told || !noun) {
            missing.extend(forms().filter(|form| !has(form) && !is_begun(form)));
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_forms_of_a_verb_mean_all() {
        assert_eq!(left_out(&["sit", "sits", "sitting", "bridge"]), ["sat"]);
        assert_eq!(left_out(&["write", "wrote", "draft*"]), ["writes", "written", "writing"]);
        assert_eq!(left_out(&["write", "wrote", "writ*"]), [""; 0]);
        assert_eq!(left_out(&["sit", "nodes"]), [""; 0]);
    }

    #[test]
    fn nouns_are_no_forms_of_doing() {
        assert_eq!(left_out(&["job", "jobs", "run", "runs"]), [""; 0]);
        assert_eq!(left_out(&["run", "ran"]), ["runs", "running"]);
    }

    #[test]
    fn each_form_stands_once() {
        let mut all: Vec<&str> = FORMS.iter().flat_map(|verb| verb.trim_start_matches('~').split(' ')).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
