//! Tests of tokens and the forms of names.

use super::*;

#[test]
fn a_dash_is_told_from_a_space() {
    let text = Text::new("200-800, 200 800, 200 \u{2013} 800, 64-GPU, <p>1 &ndash; 2</p> a <b class='x-y'>b</b>");
    let reading = Reading::new(&text);
    let gaps: Vec<(&str, Gap)> =
        (0..reading.len()).map(|i| (reading.word(i), reading.gap(i))).filter(|(w, _)| !is_break(w)).collect();
    assert_eq!(gaps[1], ("800", Gap::Dash));
    assert_eq!(gaps[3], ("800", Gap::Space));
    assert_eq!(gaps[5], ("800", Gap::Dash));
    assert_eq!(gaps[7], ("gpu", Gap::Dash));
    assert_eq!(gaps[9], ("2", Gap::Dash));
    assert_eq!(gaps[11], ("b", Gap::Space));
}

#[test]
fn accelerators_are_known_by_their_form() {
    for name in
        ["h100", "h100s", "a100", "mi250x", "gb200", "gh200s", "tpuv4", "l40s", "v100", "b300", "t4s", "trainium2"]
    {
        assert!(is_accelerator_name(name), "{name}");
    }
    for name in ["m100", "m45", "e100", "mi", "h264", "s3", "a1", "c4", "tpulike", "p99", "v2", "x100"] {
        assert!(!is_accelerator_name(name), "{name}");
    }
}
