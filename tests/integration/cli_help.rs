//! Help, `rolefit schema`, `rolefit completions`, `rolefit man`.

use crate::program::Folder;

#[test]
fn help_is_a_result() {
    let run = Folder::new().run(&["--help"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("Exit codes:"), "{}", run.stdout);
    assert!(!run.stdout.contains("man "), "the manual page is for packagers");
    let run = Folder::new().run(&["rank", "--help"]);
    assert!(run.stdout.contains("rolefit rank --roles roles.jsonl"), "{}", run.stdout);
}

#[test]
fn wrong_arguments_are_exit_code_2_on_standard_error() {
    for arguments in [&["rank"][..], &["bogus"], &["schema", "opening"], &["rank", "--fromat", "json"], &[]] {
        let run = Folder::new().run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(!run.stderr.is_empty());
    }
}

#[test]
fn schemas_are_the_checked_in_ones() {
    for name in rolefit::intake::schema_names() {
        let run = Folder::new().run(&["schema", name]);
        assert_eq!(run.stdout, format!("{:#}\n", rolefit::intake::schema(name).unwrap()));
    }
}

#[test]
fn completions_and_manual_pages_are_printed() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = Folder::new().run(&["completions", shell]);
        assert!(run.code == 0 && run.stdout.contains("rolefit"), "{shell}");
    }
    let page = Folder::new().run(&["man"]).stdout;
    assert!(page.contains(".TH ROLEFIT 1") && page.contains("Exit codes"), "{page}");
    let page = Folder::new().run(&["man", "skills", "show"]).stdout.replace('\\', "");
    assert!(page.contains(".TH ROLEFIT-SKILLS-SHOW 1"), "{page}");
    assert_eq!(Folder::new().run(&["man", "bogus"]).code, 2);
}
