//! The parts that pages are made of, on one page, to be looked at in both themes and all sizes.

use askama::Template;

use super::answer::Page;
use super::frame::Frame;
use super::pair::Points;
use crate::server::problem::Problem;

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "styleguide.html")]
struct Styleguide<'a> {
    f: &'a Frame,
    colours: [&'static str; 12],
    sizes: [&'static str; 6],
    spaces: [&'static str; 7],
    verdicts: [&'static str; 4],
    bar: Vec<Points>,
}

pub(super) async fn show(frame: Frame) -> Result<Page, Problem> {
    let frame = frame.in_section("styleguide");
    let parts = [
        ("skills", 0, 38),
        ("family", 38, 12),
        ("scale", 50, 14),
        ("pay", 64, 9),
        ("level", 73, 7),
        ("location", 80, 5),
    ];
    let bar = parts.map(|(name, start, length)| Points { name, start: start.to_string(), length: length.to_string() });
    Page::of(&Styleguide {
        f: &frame,
        colours: [
            "canvas", "surface", "sunken", "line", "text", "muted", "accent", "good", "warn", "bad", "mark", "focus",
        ],
        sizes: ["1", "2", "3", "4", "5", "6"],
        spaces: ["1", "2", "3", "4", "5", "6", "7"],
        verdicts: ["strong", "good", "possible", "weak"],
        bar: bar.into(),
    })
}
