//! What the bench reads: the texts of `sample_data/` and `tests/annotated/`, and the candidates and roles of the sample.

use std::path::Path;

use rolefit::{Candidate, Role};

/// Texts and documents, each once.
pub(super) struct Corpus {
    pub texts: Vec<String>,
    pub candidates: Vec<Candidate>,
    pub roles: Vec<Role>,
}

impl Corpus {
    pub(super) fn read() -> Self {
        let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let lines = |name: &str| read(&Path::new("sample_data").join(name));
        let candidates: Vec<Candidate> = lines("candidates.jsonl")
            .lines()
            .map(|line| serde_json::from_str(line).expect("the sample candidates are valid"))
            .collect();
        let roles: Vec<Role> = lines("roles.jsonl")
            .lines()
            .map(|line| serde_json::from_str(line).expect("the sample roles are valid"))
            .collect();
        let mut texts = vec![lines("posting.html"), lines("resume.txt")];
        texts.extend(roles.iter().filter_map(|role| role.description.clone()));
        for candidate in &candidates {
            texts.extend(candidate.summary.clone());
            texts.extend(candidate.experience.iter().filter_map(|job| job.description.clone()));
        }
        for kind in ["postings", "profiles"] {
            let folder = Path::new("tests/annotated").join(kind);
            let mut paths: Vec<_> =
                std::fs::read_dir(&folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
            paths.sort();
            for path in paths {
                let whole = read(&path);
                texts.extend(whole.split_once("\n===\n").map(|(_, text)| text.to_owned()));
            }
        }
        Self { texts, candidates, roles }
    }

    pub(super) fn text_bytes(&self) -> usize {
        self.texts.iter().map(String::len).sum()
    }

    pub(super) fn candidate_bytes(&self) -> usize {
        self.candidates.iter().map(|one| serde_json::to_string(one).unwrap_or_default().len()).sum()
    }

    pub(super) fn role_bytes(&self) -> usize {
        self.roles.iter().map(|one| serde_json::to_string(one).unwrap_or_default().len()).sum()
    }
}
