//! `rolefit config`, and how a service takes its configuration from flags, the environment and a file.

use ureq::http::Request;

use crate::http_service::Service;
use crate::program::Folder;

/// A variable outranks the file.
const VARIABLE: &str = "ROLEFIT_RATE_LIMIT";

#[test]
fn what_holds_is_printed_with_where_it_comes_from() {
    let folder = Folder::new().with("rolefit.toml", "rate-limit = 5\nerase-after = 3\n");
    let mut command = folder.command(&["config", "check", "rolefit.toml", "--", "--listen", "127.0.0.1:8080"]);
    let output = command.env(VARIABLE, "7").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for line in [
        "listen = \"127.0.0.1:8080\"  # flag --listen", "rate-limit = 7  # variable ROLEFIT_RATE_LIMIT",
        "erase-after = 3  # rolefit.toml:2", "erase-deleted = false  # default", "#data-dir =  # not set",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is missing: {text}");
    }
}

#[test]
fn what_is_wrong_is_told_by_file_and_line_with_exit_code_2() {
    let folder = Folder::new()
        .with("typo.toml", "\nlisen = \"127.0.0.1:80\"\n")
        .with("wrong.toml", "rate-limit = \"many\"\nlisten = 80\n")
        .with("torn.toml", "listen =\n")
        .with("foreign.toml", "cors-origin = [\"https://a.example/path\"]\n")
        .with("open.toml", "listen = \"0.0.0.0:80\"\n")
        .with("taxonomy.toml", "taxonomy = \"nowhere.toml\"\n");
    for (name, told) in [
        ("typo.toml", &["typo.toml:2: unknown key `lisen`; did you mean `listen`?"][..]),
        ("wrong.toml", &["wrong.toml:1: `rate-limit` cannot be many", "wrong.toml:2: `listen` cannot be 80"]),
        ("torn.toml", &["torn.toml:1: "]),
        ("foreign.toml", &["https://a.example/path"]),
        ("open.toml", &["there are no keys"]),
        ("taxonomy.toml", &["nowhere.toml"]),
        ("missing.toml", &["missing.toml"]),
    ] {
        let run = folder.run(&["config", "check", name]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{name}: {}", run.stderr);
        for told in told {
            assert!(run.stderr.contains(told), "{name}: expected {told}, got {}", run.stderr);
        }
    }
    // A service does not start with it either.
    let run = folder.run(&["serve", "--config", "typo.toml", "--listen", "127.0.0.1:0"]);
    assert!(run.code == 2 && run.stderr.contains("typo.toml:2"), "{}", run.stderr);
}

#[test]
fn a_service_takes_flags_before_the_environment_before_its_file() {
    let folder = Folder::new().with("rolefit.toml", "listen = \"127.0.0.1:1\"\nrate-limit = 5\ndata-dir = \"data\"\n");
    // The port of the file is one that nobody can take: the flag wins over it.
    let serve = |variable: Option<&str>, flags: &[&str]| {
        let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0"]);
        command.args(flags).env("ROLEFIT_CONFIG", "rolefit.toml");
        if let Some(value) = variable {
            command.env(VARIABLE, value);
        }
        let service = Service::spawn(command);
        service.wait_until_ready();
        let answered = service.send(Request::get(service.url("/v1/skills?q=slurm")).body(()).unwrap());
        answered.header("ratelimit-policy").to_owned()
    };
    assert_eq!(serve(None, &[]), "\"default\";q=5;w=60");
    assert!(folder.path().join("data/store").is_dir(), "the directory is that of the file");
    assert_eq!(serve(Some("6"), &[]), "\"default\";q=6;w=60");
    assert_eq!(serve(Some("6"), &["--rate-limit", "7"]), "\"default\";q=7;w=60");
}

#[test]
fn the_default_file_is_a_configuration_that_changes_nothing() {
    let folder = Folder::new();
    let default = folder.run(&["config", "default"]);
    assert_eq!(default.code, 0, "{}", default.stderr);
    let folder = folder.with("rolefit.toml", &default.stdout);
    let (with, without) = (folder.run(&["config", "check", "rolefit.toml"]), folder.run(&["config", "check"]));
    assert_eq!((with.code, with.stdout), (0, without.stdout), "{}", with.stderr);
}
