//! Texts read only so far, for benches: what each stage costs. Whoever wants facts asks for all of them.

use super::document_form::Block;
use super::extractor::Extractor;
use super::form::FormCollector;
use super::text::Text;

/// How far a text is read; each stage has those before it in it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadingStage {
    /// Folded, and cut into lines, sentences and words.
    Words,
    /// Names found, and told which of them count.
    Names,
    /// Practices told by deeds.
    Phrases,
    /// What is said of all these.
    Mentions,
    /// What its sentences do, and the words of the field in them.
    Wording,
}

impl Extractor {
    /// Reads a text so far; how many things were found in the end.
    #[doc(hidden)]
    pub fn read_up_to(&self, text: &str, stage: ReadingStage) -> usize {
        let text = Text::new(text);
        let (scanner, taxonomy) = (self.scanner(), self.taxonomy());
        match stage {
            ReadingStage::Words => text.words().len(),
            ReadingStage::Names => scanner.named(&text, &[]).1.len(),
            ReadingStage::Phrases => {
                let (hits, mut mentions) = scanner.named(&text, &[]);
                scanner.shown(&text, taxonomy, &hits, &mut mentions);
                mentions.len()
            }
            ReadingStage::Mentions => self.scan(&text).len(),
            ReadingStage::Wording => {
                let mut form = FormCollector::default();
                form.text(&text, &self.scan(&text), Block::SUMMARY, taxonomy);
                form.wordings(taxonomy).iter().map(|wording| wording.words.len()).sum()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Taxonomy;

    #[test]
    fn a_text_is_read_up_to_each_stage() {
        let extractor = Extractor::new(Taxonomy::builtin());
        let found = |stage| extractor.read_up_to("Ran Slurm.", stage);
        assert_eq!(found(ReadingStage::Words), 2);
        for stage in [ReadingStage::Names, ReadingStage::Phrases, ReadingStage::Mentions] {
            assert_eq!(found(stage), 1, "{stage:?}");
        }
        assert!(found(ReadingStage::Wording) > 0);
    }
}
