//! Tables of cases for the tests of the readers: one case a line, `text | what is read`. Nothing but reading and comparing them.

/// Fails with every case of `table` in which `read` gives something else than what stands after the bar.
///
/// `#` begins a comment line, `\n` stands for a line break, `␣` for a narrow no-break space.
pub(super) fn check(table: &str, read: impl Fn(&str) -> String) {
    let mut all = 0;
    let wrong: Vec<String> = table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .filter_map(|line| {
            let (text, wanted) = line.split_once(" |").unwrap_or((line, ""));
            all += 1;
            let got = read(&text.replace('␣', "\u{202f}").replace("\\n", "\n"));
            (got != wanted.trim()).then(|| format!("{text}\n    wanted {}\n    got    {got}", wanted.trim()))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {all} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Fails with every case of which `read` gives something else than what stands beside it.
pub(super) fn compare(cases: &[(&str, &str)], read: impl Fn(&str) -> String) {
    let read_as = cases.iter().map(|(text, wanted)| (text, read(text), wanted));
    let wrong: Vec<_> = read_as.filter(|(_, got, wanted)| got != *wanted).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
