//! Tests of [`section`](super).

use super::*;

#[test]
fn every_line_has_its_section() {
    use Section::{Boilerplate, Company, Duties, Intro, Preferred, Required, Stack};
    let text = Text::new(
        "We keep machines.\n\n## The company\nFounded long ago.\n\n**Your work**\n* Run things\n\nWho you are\n* Calm\n\n\
         Bonus points:\n* A boat licence\n\nOUR STACK\nThis and that\n\n### Pay\n100 a day",
    );
    let found: Vec<Section> = sections(&text);
    assert_eq!(
        found,
        [
            Intro, Company, Company, Duties, Duties, Required, Required, Preferred, Preferred, Stack, Stack,
            Boilerplate, Boilerplate
        ]
    );
}

#[test]
fn what_the_reader_does_is_a_duty_whatever_is_said_of_customers_beside_it() {
    for (line, section) in [
        ("You profile a model that just came out and fix it in the engine that two customers use.", Section::Duties),
        ("The week: profile a model, fix it in the engine that two customers use, roll it out.", Section::Duties),
        ("You love hard problems and our customers.", Section::Company),
    ] {
        let text = Text::new(&format!("Seven people work here.\n{line}\nWrite to us."));
        let found = clause_sections(&text, &sections(&text)).0;
        let at = text.clause_at(text.folded().find(' ').unwrap() + 24).unwrap();
        assert_eq!(found[at], section, "{line}");
    }
}

#[test]
fn headings_without_markup_are_known_by_their_words_or_by_what_follows() {
    use Section::{Company, Duties, Preferred, Required};
    for (heading, section) in [
        ("Required qualifications", Required),
        ("Position Requirements", Required),
        ("✅ The non-negotiables", Required),
        ("3. What you have", Required),
        ("You should apply if you", Required),
        ("We do not expect a degree in finance. You should have", Required),
        ("What would set you apart (none of it is a must)", Preferred),
        ("You may also have", Preferred),
        ("Would be cool", Preferred),
        ("4. What we'd be glad of", Preferred),
        ("What we do not ask", Company),
        ("🔧 What you'll do", Duties),
        ("As a senior engineer, youll:", Duties),
        ("You may be a good fit if youve", Required),
    ] {
        for item in ["- one thing", "👉 one thing"] {
            let text = Text::new(&format!("Hello there.\n\n{heading}\n{item}\n{item}"));
            assert_eq!(sections(&text).last(), Some(&section), "{heading}");
        }
    }
    for line in ["- Storage experience", "Terraform & Ansible", "Work with requirements, deadlines and people."] {
        let text = Text::new(&format!("## Duties\n{line}\n- one thing"));
        assert_eq!(sections(&text).last(), Some(&Duties), "{line}");
    }
}

#[test]
fn a_list_without_a_heading_is_read_by_what_its_items_say() {
    let text = Text::new(
        "Cluster engineer\n- Operate Slurm and tune Lustre\n- Degree in physics or a related field\n- Founded by two physicists",
    );
    let found = clause_sections(&text, &sections(&text)).0;
    assert_eq!(found, [Section::Intro, Section::Duties, Section::Required, Section::Company]);
}

#[test]
fn a_cell_of_a_table_tells_of_the_one_before() {
    use Section::{Preferred, Required};
    let text = Text::new(
        "<h3>Qualifications</h3><table><tr><td>SQL</td><td>required</td></tr><tr><td>Go</td><td>nice to have</td></tr>\
         <tr><td>R</td><td>required</td></tr></table>",
    );
    assert_eq!(sections(&text)[1..], [Required, Required, Preferred, Preferred, Required, Required]);
}

#[test]
fn what_follows_the_law_is_no_requirement() {
    let text = Text::new("We are an equal opportunity employer. Staff take a course in first aid. You need Slurm.");
    let found = clause_sections(&text, &sections(&text)).0;
    assert_eq!(found[1], Section::Boilerplate);
    assert_eq!(found.last(), Some(&Section::Required));
}

#[test]
fn a_small_heading_within_the_requirements_is_a_part_of_them() {
    let text = Text::new("## Requirements\n### Storage\n* Lustre\n### Life in Boulder by the river\nSun.");
    assert_eq!(sections(&text)[2], Section::Required);
    assert_eq!(sections(&text)[4], Section::Intro);
}

#[test]
fn a_paragraph_after_the_list_has_left_it() {
    let text = Text::new(
        "## Requirements\n* Slurm\n\nPeople with other histories than this one are very much invited to write to us all the same today",
    );
    assert_eq!(sections(&text)[2], Section::Intro);
}

#[test]
fn benefits_without_a_heading_are_boilerplate() {
    let text = Text::new("You run Slurm. We offer dental insurance and lunch.");
    let found = clause_sections(&text, &sections(&text)).0;
    assert_eq!(found.first(), Some(&Section::Duties));
    assert!(found.last().is_some_and(|s| s.is_boilerplate()));
}
#[test]
fn necessities_over_items_are_headings_and_not_cells() {
    use Section::{Preferred, Required};
    let text = Text::new("Qualifications\nRequired\n- Slurm\nPreferred\n- CUDA\n");
    assert_eq!(sections(&text)[2..], [Required, Preferred, Preferred]);
    let text = Text::new("Good fit if you have:\n- Slurm\nStrong candidates may also have:\n- CUDA\n");
    assert_eq!(sections(&text), [Required, Required, Preferred, Preferred]);
}

#[test]
fn a_line_that_only_its_list_completes_is_a_heading_however_long() {
    for (heading, section) in [
        ("You may be a good fit for this team if you have", Section::Required),
        ("You would get bonus points for this role if you", Section::Preferred),
        ("Strong candidates may have experience with:", Section::Preferred),
        ("Strong candidates need not have:", Section::Company),
        ("Qualifications We Desire", Section::Preferred),
        ("We appreciate", Section::Preferred),
    ] {
        let text = Text::new(&format!("We keep machines.\n\n{heading}\n- Run services on Kubernetes\n- Slurm\n"));
        let found = sections(&text);
        assert_eq!(found[2..], [section, section], "{heading}");
    }
}

#[test]
fn a_bold_paragraph_of_a_page_is_a_heading() {
    let text = Text::new(
        "<p><strong>What you bring</strong></p><ul><li>Slurm</li></ul><p><strong>Logistics</strong></p><p>An office by the sea.</p>",
    );
    let (asked, aside) = (Section::Required, Section::Boilerplate);
    assert_eq!(sections(&text), [asked, asked, aside, aside]);
}

#[test]
fn must_and_want_head_lists() {
    let text = Text::new("MUST\n\u{30fb}Slurm\n\u{30fb}CUDA\nWANT\n\u{30fb}NCCL\n");
    let (must, nice) = (Section::Required, Section::Preferred);
    assert_eq!(sections(&text), [must, must, must, nice, nice]);
}

#[test]
fn wishes_have_many_headings() {
    for heading in [
        "Not expected, but we'd notice", "Icing on the cake", "Would be lovely", "Sweeteners", "Kudos for",
        "Surprise us with",
    ] {
        let text = Text::new(&format!(
            "What we look for\nStrong Linux.\nSlurm.\n\n{heading}\nKernel bypass. FPGA. Kubernetes. CUDA.\n"
        ));
        assert_eq!(sections(&text).last(), Some(&Section::Preferred), "{heading}");
    }
}

#[test]
fn words_in_capitals_before_a_full_stop_are_a_heading() {
    use Section::{Boilerplate, Duties, Preferred, Required};
    let lines = [
        ("DUTIES. Answers tickets of researchers.", "tickets", Duties),
        ("QUALIFICATIONS. One year of support for clusters.", "clusters", Required),
        ("DESIRED. Profiling. Containers.", "containers", Preferred),
        ("SALARY. As set by the grade.", "grade", Boilerplate),
    ];
    let text =
        Text::new(&format!("Vacancy 17, a laboratory by the lake.\n{}", lines.map(|(line, ..)| line).join("\n")));
    let found = clause_sections(&text, &sections(&text)).0;
    for (line, word, section) in lines {
        let at = text.clause_at(text.folded().find(word).unwrap()).unwrap();
        assert_eq!(found[at], section, "{line}");
    }
    let text = Text::new("## Requirements\n- HPC. Three years.\n- NVIDIA. Any of its cards.\n- Slurm");
    assert_eq!(sections(&text).last(), Some(&Required));
}

/// The section in which a word of a posting stands.
pub(in crate::extract) fn section_of(posting: &str, word: &str) -> Section {
    let text = Text::new(posting);
    let found = clause_sections(&text, &sections(&text)).0;
    found[text.clause_at(text.folded().find(word).unwrap()).unwrap()]
}

#[test]
fn a_list_of_what_one_knows_asks_under_any_heading() {
    let list = "- Experience delivering Kubernetes features, such as ingress\n- Experience with Terraform\n- Strong focus on telemetry\n";
    let under = |heading: &str| section_of(&format!("{heading}\n\n{list}"), "telemetry");
    assert_eq!(under("**What a good year looks like:**"), Section::Required);
    let other = "**A good year:**\n\n- Experience the sea\n- Cake on Fridays\n- Trips to telemetry stations\n";
    assert_eq!(section_of(other, "telemetry"), Section::Intro);
    let duties = "## Key responsibilities\n\n- Manage the team\n- Ten or more years of professional Fortran experience\n- Tune Lustre\n";
    assert_eq!(section_of(duties, "fortran"), Section::Required);
    assert_eq!(section_of(duties, "lustre"), Section::Duties);
}

#[test]
fn a_sentence_goes_on_behind_what_is_left_out_in_brackets() {
    for wish in ["Slurm (fairshare, backfill, etc.) is a plus", "Slurm (ex. partitions) is a plus"] {
        assert_eq!(
            section_of(&format!("## Requirements\n\n- {wish}\n- CUDA\n"), "slurm"),
            Section::Preferred,
            "{wish}"
        );
    }
}

#[test]
fn a_heading_about_whom_one_works_for_is_about_the_company() {
    let posting = "## Requirements\n\n- CUDA\n\n## Who you are working for\n\nThe founders of Lustre.\n";
    assert_eq!(section_of(posting, "lustre"), Section::Company);
}
