//! The words that people and systems write for the values of our enumerations. Free text is not read here.

/// Letters and digits of `text` in lower case: `On-site`, `on_site` and `ONSITE` are one word.
pub(super) fn squash(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What is meant by `squashed` in the enumeration `name`, where it is a usual synonym.
pub(super) fn meaning(name: &str, squashed: &str) -> Option<&'static str> {
    let (_, synonyms) = SYNONYMS.iter().find(|(enumeration, _)| *enumeration == name)?;
    synonyms.iter().find(|(_, words)| words.split(' ').any(|word| word == squashed)).map(|(meaning, _)| *meaning)
}

/// As [`meaning`], for the enumeration's own words, too.
pub(super) fn canonical(name: &str, squashed: &str) -> Option<&'static str> {
    let (_, synonyms) = SYNONYMS.iter().find(|(enumeration, _)| *enumeration == name)?;
    let own = synonyms.iter().find(|(word, _)| *word == squashed).map(|(word, _)| *word);
    own.or_else(|| meaning(name, squashed))
}

type Synonyms = &'static [(&'static str, &'static str)];

const SYNONYMS: &[(&str, Synonyms)] = &[
    (
        "Level",
        &[
            ("entry", "junior jr jnr intern internship graduate newgrad entrylevel trainee"),
            ("mid", "midlevel intermediate middle medior"),
            ("senior", "sr snr seniorlevel"),
            ("staff", "stafflevel seniorstaff"),
            ("principal", "distinguished fellow principallevel"),
            ("lead", "techlead teamlead technicallead leader"),
            ("manager", "mgr management engineeringmanager em"),
            ("director", "head headof vp vicepresident executive exec cto seniordirector"),
        ],
    ),
    (
        "WorkMode",
        &[
            ("onsite", "office inoffice inperson officebased wfo"),
            ("hybrid", "hybridremote partlyremote partiallyremote partialremote"),
            ("remote", "fullyremote fullremote wfh workfromhome telecommute telework homeoffice"),
        ],
    ),
    (
        "Period",
        &[
            ("year", "annual annually yearly annum perannum peryear pa yr years"),
            ("month", "monthly permonth mo mth months"),
            ("week", "weekly perweek wk weeks"),
            ("day", "daily perday perdiem diem days"),
            ("hour", "hourly perhour hr hours"),
        ],
    ),
    (
        "Basis",
        &[
            ("base", "basesalary basepay fixed"),
            ("total", "totalcompensation totalcomp totalpay tc ote package ctc"),
            ("unstated", "unknown unspecified notstated na"),
        ],
    ),
    (
        "ScaleUnit",
        &[
            ("accelerators", "accelerator gpu gpus tpu tpus xpu xpus"),
            ("nodes", "node computenode computenodes"),
            ("cores", "core cpucore cpucores"),
            ("servers", "server machine machines"),
            ("petabytes", "petabyte pb pbs"),
        ],
    ),
    (
        "Capacity",
        &[
            ("designed", "design designer architected architect"),
            ("built", "build builder deployed"),
            ("led", "lead leading managed"),
            ("operated", "operate operator ran administered administrator maintained"),
            ("supported", "support supporting"),
            ("used", "use user"),
        ],
    ),
    (
        "RoleStatus",
        &[
            ("open", "opened active published live"),
            ("draft", "unpublished pending"),
            ("paused", "onhold hold suspended"),
            ("closed", "filled cancelled canceled archived inactive"),
        ],
    ),
    (
        "Workload",
        &[("training", "train pretraining finetuning"), ("inference", "inferencing serving serve modelserving")],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synonyms_are_squashed_and_mean_one_thing() {
        for (name, synonyms) in SYNONYMS {
            let words: Vec<&str> = synonyms.iter().flat_map(|(_, words)| words.split(' ')).collect();
            for word in &words {
                assert_eq!(squash(word), *word, "{name}");
                assert_eq!(words.iter().filter(|w| w == &word).count(), 1, "{name}: {word}");
            }
        }
    }
}
