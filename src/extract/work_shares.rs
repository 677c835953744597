//! The kinds of work that a document was read as, for whoever embeds the reader or measures it.

use serde::Serialize;

use super::facts::CandidateFacts;
use super::role_facts::RoleFacts;
use crate::taxonomy::{FamilyId, FunctionId, Taxonomy};

/// One side of the kind of work that a document tells of: a domain or a function of the taxonomy, with its share.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WorkShare {
    /// Its id in the taxonomy: `parallel_storage`, `operates`.
    pub id: String,
    /// What people call it.
    pub label: String,
    /// 0 to 1; those of one document's domains sum to 1, and so do those of its functions.
    pub share: f64,
}

impl CandidateFacts {
    /// The domains of work that the profile tells of, the largest share first; none where it tells of none. What is only listed does not
    /// count.
    ///
    /// ```
    /// use rolefit::{Candidate, extract::Extractor, taxonomy::Taxonomy};
    ///
    /// let taxonomy = Taxonomy::builtin();
    /// let candidate = Candidate::new("c-1".parse()?).with_summary("I operate Lustre and GPFS for a weather service.");
    /// let facts = Extractor::new(taxonomy.clone()).candidate_facts(&candidate)?;
    /// assert_eq!(facts.domains(&taxonomy)[0].id, "parallel_storage");
    /// assert_eq!(facts.functions(&taxonomy)[0].id, "operates");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn domains(&self, taxonomy: &Taxonomy) -> Vec<WorkShare> {
        let shown = self.families.strength.iter().map(|shown| (shown.family, shown.told.saturating_add(shown.said)));
        let is_domain = |family: FamilyId| taxonomy.families().get(family).function.is_none();
        shares(shown.filter(|(family, _)| is_domain(*family)), |family| of_family(family, taxonomy))
    }

    /// What is done with them: functions, the largest share first; none where none is told.
    pub fn functions(&self, taxonomy: &Taxonomy) -> Vec<WorkShare> {
        shares(self.families.functions.iter().copied(), |function| of_function(function, taxonomy))
    }
}

impl RoleFacts {
    /// The domains of work that the role is of, the largest share first.
    pub fn domains(&self, taxonomy: &Taxonomy) -> Vec<WorkShare> {
        let shown = self.domains.iter().map(|(family, share)| (*family, u32::from(share.get())));
        shares(shown, |family| of_family(family, taxonomy))
    }

    /// What is done with them, the largest share first.
    pub fn functions(&self, taxonomy: &Taxonomy) -> Vec<WorkShare> {
        let shown = self.functions.iter().map(|(function, share)| (*function, u32::from(share.get())));
        shares(shown, |function| of_function(function, taxonomy))
    }
}

fn of_family(family: FamilyId, taxonomy: &Taxonomy) -> (String, String) {
    let family = taxonomy.families().get(family);
    (family.id.to_string(), family.label.to_string())
}

fn of_function(function: FunctionId, taxonomy: &Taxonomy) -> (String, String) {
    let function = taxonomy.functions().get(function);
    (function.id.to_string(), function.label.to_string())
}

fn shares<K>(shown: impl Iterator<Item = (K, u32)>, named: impl Fn(K) -> (String, String)) -> Vec<WorkShare> {
    let shown: Vec<(K, u32)> = shown.filter(|(_, points)| *points > 0).collect();
    let all: f64 = shown.iter().map(|(_, points)| f64::from(*points)).sum();
    let mut shares: Vec<WorkShare> = shown
        .into_iter()
        .map(|(kind, points)| {
            let (id, label) = named(kind);
            WorkShare { id, label, share: f64::from(points) / all }
        })
        .collect();
    shares.sort_by(|one, other| other.share.total_cmp(&one.share).then_with(|| one.id.cmp(&other.id)));
    shares
}

#[cfg(test)]
mod tests {
    use crate::domain::{Candidate, Role};
    use crate::extract::Extractor;
    use crate::taxonomy::Taxonomy;
    use serde_json::json;

    #[test]
    fn a_role_whose_title_names_what_is_done_has_the_field_of_its_duties() {
        let (taxonomy, text) =
            (Taxonomy::builtin(), "You help customers run Kubernetes clusters in production and on call.");
        let role: Role =
            serde_json::from_value(json!({"id": "r", "title": "Customer success engineer", "description": text}))
                .unwrap();
        let facts = Extractor::new(taxonomy.clone()).role_facts(&role).unwrap();
        let domains = facts.domains(&taxonomy);
        assert_eq!(domains.first().map(|share| &*share.id), Some("sre_cloud"), "{domains:?}");
        assert!((domains.iter().map(|share| share.share).sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(facts.functions(&taxonomy)[0].id, "advises");
    }

    #[test]
    fn what_the_text_of_any_role_says_is_no_part_of_its_work() {
        let taxonomy = Taxonomy::builtin();
        let domains = |title: &str, text: &str| {
            let role: Role = serde_json::from_value(json!({"id": "r", "title": title, "description": text})).unwrap();
            let facts = Extractor::new(taxonomy.clone()).role_facts(&role).unwrap();
            facts.domains(&taxonomy).into_iter().map(|share| share.id).collect::<Vec<_>>()
        };
        let beside =
            "You write the metadata server of our parallel file system. Our services run on Kubernetes in AWS.";
        assert_eq!(domains("Lustre engineer", beside), ["parallel_storage"]);
        assert_eq!(domains("Engineer", "Our services run on Kubernetes in AWS."), ["sre_cloud"]);
        assert!(domains("Lustre and site reliability engineer", beside).contains(&"sre_cloud".to_owned()));
    }

    #[test]
    fn what_is_told_takes_the_place_of_a_title_that_every_programmer_has() {
        let taxonomy = Taxonomy::builtin();
        let domains = |summary: &str| {
            let candidate: Candidate = serde_json::from_value(json!({"id": "c", "summary": summary})).unwrap();
            let facts = Extractor::new(taxonomy.clone()).candidate_facts(&candidate).unwrap();
            facts.domains(&taxonomy).into_iter().map(|share| share.id).collect::<Vec<_>>()
        };
        assert_eq!(domains("Software engineer at a bank."), ["software_general"]);
        assert_eq!(
            domains("Software engineer at a vendor. I write the metadata server of Lustre.")[0],
            "parallel_storage"
        );
        assert!(domains("I like long walks.").is_empty());
        // Whichever of its tools is named, it is the same work, where somebody tells of it.
        for tool in ["Lustre", "OrangeFS", "Quobyte", "dCache"] {
            assert_eq!(domains(&format!("Core developer and maintainer of {tool}."))[0], "parallel_storage", "{tool}");
        }
    }
}
