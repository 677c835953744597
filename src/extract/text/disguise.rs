//! What hides names in a text.

use crate::taxonomy::{Folded, fold_char};

/// What hides names from readers of a text, or from its reader. Joined emoji, spaces without width beside words, and texts in other
/// scripts are nothing of the kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::extract) struct Disguise {
    /// Invisible characters between Latin letters; letters that the style of a page hides.
    pub hidden: usize,
    /// Letters of other scripts in words that are otherwise Latin.
    pub look_alike: usize,
}

pub(super) fn disguise(original: &str) -> Disguise {
    let (mut hidden, mut look_alike) = (0, 0);
    let (mut latin, mut alike, mut foreign, mut pending) = (0, 0, 0, 0);
    let mut after_latin = false;
    for c in original.chars().chain([' ']) {
        let folded = fold_char(c, &mut |_| ());
        if folded == Folded::Invisible {
            pending += usize::from(after_latin && !matches!(c, '\u{ad}' | '\u{feff}'));
            continue;
        }
        after_latin = c.is_ascii_alphanumeric();
        hidden += if after_latin { pending } else { 0 };
        pending = 0;
        match folded {
            Folded::LookAlike => alike += 1,
            _ if after_latin => latin += 1,
            _ if c.is_alphabetic() => foreign += usize::from(!is_latin(c)),
            _ => {
                look_alike += if latin > 0 && foreign == 0 { alike } else { 0 };
                (latin, alike, foreign) = (0, 0, 0);
            }
        }
    }
    Disguise { hidden, look_alike }
}

/// Letters with marks and the like that Latin texts are written in.
fn is_latin(c: char) -> bool {
    matches!(c, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_disguised_names_are_counted() {
        assert_eq!(disguise("Sl\u{200b}urm and CUD\u{410}"), Disguise { hidden: 1, look_alike: 1 });
        for honest in [
            "\u{1f469}\u{200d}\u{1f4bb} HPC engineer \u{1f468}\u{200d}\u{1f52c}",
            "\u{420}\u{430}\u{431}\u{43e}\u{442}\u{430}\u{43b} HPC",
            "\u{645}\u{647}\u{646}\u{62f}\u{633}\u{200c}\u{6cc} HPC",
            "M\u{fc}nchen, Kuber\u{ad}netes",
            "What you bring: \u{200b}Slurm, Lustre\u{200b}",
        ] {
            assert_eq!(disguise(honest), Disguise::default(), "{honest}");
        }
    }
}
