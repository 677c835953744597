//! What postings ask for and only wish for, in each language that is read; and what is only said of companies.

use std::sync::LazyLock;

use super::{Extraction, Extractor, TextFlag};
use crate::domain::{Level, WorkMode};
use crate::taxonomy::Taxonomy;

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::new(Taxonomy::builtin()));

fn read(text: &str) -> Extraction {
    EXTRACTOR.extract(text).unwrap()
}

/// `slurm lustre?`: what is asked, with a question mark behind what is only wished for; ascending.
fn asked(text: &str) -> String {
    let mut asked: Vec<String> = Vec::new();
    for requirement in read(text).requirements {
        let wish = if requirement.necessity == crate::domain::Necessity::NiceToHave { "?" } else { "" };
        asked.extend(requirement.options.iter().map(|option| format!("{option}{wish}")));
    }
    asked.sort();
    asked.join(" ")
}

#[test]
fn a_line_that_opens_with_a_plus_and_a_dash_is_a_wish() {
    for lead in [
        "Plus - ", "Bonus - ", "Nice \u{2013} ", "Plus: ", "Bonus: ", "Nice: ", "Pluspunkt - ", "Pluspunkt: ",
        "Von Vorteil \u{2013} ", "Un plus - ", "Un plus : ", "Atout - ", "Atout : ", "Deseable - ", "Deseable: ",
        "Un plus: ", "Pr\u{e9} - ", "Pluspunt: ",
    ] {
        let text = format!("Requirements\n- Slurm\n- {lead}experience with Lustre");
        assert_eq!(asked(&text), "lustre? slurm", "{text}");
    }
}

#[test]
fn a_plus_within_a_line_says_no_more_than_before() {
    assert_eq!(asked("Requirements\n- Slurm plus Lustre\n- Plus Linux"), "linux lustre slurm");
}

#[test]
fn what_a_role_requires_is_required_at_the_start_of_a_text_too() {
    for heading in [
        "Minimum requirements for the role", "Minimum requirements for the role:", "This role requires",
        "This role requires:", "What this role requires", "What this role requires:", "Success in this role requires:",
        "The position requires", "Requirements of the post", "Was die Stelle verlangt", "Ce que le poste exige",
        "Qu\u{e9} exige el puesto", "Wat de functie vraagt",
    ] {
        for before in ["", "Engineer\n\n"] {
            let text = format!("{before}{heading}\n- Slurm\n- Lustre\n\nNice to have\n- CUDA");
            assert_eq!(asked(&text), "cuda? lustre slurm", "{text}");
        }
    }
}

#[test]
fn wishes_in_other_languages_are_no_demands() {
    for (text, wanted) in [
        ("Ihr Profil\n- Slurm\n- Lustre von Vorteil", "lustre? slurm"),
        ("Ihr Profil\n- Slurm\n- Kenntnisse in Lustre sind w\u{fc}nschenswert", "lustre? slurm"),
        ("Sie bringen Erfahrung mit Slurm mit. Idealerweise kennen Sie Lustre.", "lustre? slurm"),
        ("Erfahrung mit Slurm ist zwingend erforderlich, Lustre ist ein Plus.", "lustre? slurm"),
        ("Profil recherch\u{e9}\n- Slurm\n- Lustre serait un plus", "lustre? slurm"),
        ("Vous ma\u{ee}trisez Slurm. Une exp\u{e9}rience de Lustre est un atout.", "lustre? slurm"),
        ("Vous avez une exp\u{e9}rience de Slurm. Lustre est appr\u{e9}ci\u{e9}.", "lustre? slurm"),
        ("Requisitos\n- Slurm\n- Lustre ser\u{ed}a un plus", "lustre? slurm"),
        ("Es imprescindible Slurm. Se valorar\u{e1} experiencia con Lustre.", "lustre? slurm"),
        ("Functie-eisen\n- Slurm\n- Lustre is een pr\u{e9}", "lustre? slurm"),
        ("Je hebt ervaring met Slurm. Kennis van Lustre is mooi meegenomen.", "lustre? slurm"),
        ("Vereist: Slurm. Bij voorkeur ook Lustre.", "lustre? slurm"),
    ] {
        assert_eq!(asked(text), wanted, "{text}");
    }
}

#[test]
fn years_of_a_company_or_a_contract_are_asked_of_nobody() {
    for text in [
        "Seit 30 Jahren entwickelt unser Unternehmen Software. Wir suchen dich.",
        "Depuis 27 ans, notre entreprise d\u{e9}veloppe des logiciels. Nous recherchons un ing\u{e9}nieur.",
        "Depuis plus de 27 ans, nous accompagnons nos clients.",
        "Desde hace 30 a\u{f1}os nuestra empresa desarrolla software.",
        "Al 30 jaar maakt ons bedrijf software.",
        "Die Stelle ist auf 3 Jahre befristet.",
        "Vor 15 Jahren gegr\u{fc}ndet, besch\u{e4}ftigen wir 120 Menschen.",
        "Contrat \u{e0} dur\u{e9}e d\u{e9}termin\u{e9}e de deux ans.",
    ] {
        assert_eq!(read(text).years, [], "{text}");
    }
    for (text, years) in [
        ("Sie haben mindestens 3 Jahre Erfahrung mit Slurm.", 3.0),
        ("Vous justifiez d'au moins six ans d'exp\u{e9}rience en exploitation.", 6.0),
        ("Ich arbeite seit 5 Jahren mit Slurm.", 5.0),
        ("Minimaal vijf jaar ervaring met Slurm is vereist.", 5.0),
        ("Al menos dos a\u{f1}os de experiencia con Slurm.", 2.0),
    ] {
        assert_eq!(read(text).years.iter().map(|found| found.years).collect::<Vec<_>>(), [years], "{text}");
    }
}

#[test]
fn modes_and_levels_are_read_in_other_languages() {
    use WorkMode::{Hybrid, Onsite, Remote};
    for (text, mode) in [
        ("Drei Tage pro Woche arbeitest du im B\u{fc}ro in Berlin.", Hybrid),
        ("Wir arbeiten vor Ort in unserem B\u{fc}ro.", Onsite),
        ("Du arbeitest von zu Hause, wo auch immer das ist.", Remote),
        ("T\u{e9}l\u{e9}travail partiel possible pour ce poste.", Hybrid),
        ("Le poste est \u{e0} pourvoir sur site, dans nos locaux.", Onsite),
        ("El trabajo es presencial en nuestra oficina.", Onsite),
        ("Es un puesto en remoto para toda la empresa.", Remote),
        ("Het werk is op locatie bij ons in het datacenter.", Onsite),
        ("Je werkt twee dagen per week thuis.", Hybrid),
    ] {
        assert_eq!(read(text).work_modes, [mode], "{text}");
    }
    for (text, level) in [
        ("Teamleiterin Plattform\n\nWir suchen dich f\u{fc}r unser Team.", Some(Level::Lead)),
        (
            "Stage : surveillance de n\u{153}uds\n\nNous recherchons une personne pour notre \u{e9}quipe.",
            Some(Level::Entry),
        ),
        ("We are an early stage startup and look for an engineer who runs our machines.", None),
    ] {
        assert_eq!(read(text).level, level, "{text}");
    }
}

#[test]
fn a_language_that_is_not_read_asks_for_nothing_and_says_so() {
    for (text, code) in [
        (
            "Wymagania\n- min. 3 lata do\u{15b}wiadczenia z Kubernetes\n- znajomo\u{15b}\u{107} Slurm oraz Lustre\nMile widziane: CUDA. \
          Oferujemy prac\u{119} w zespole, kt\u{f3}ry jest odpowiedzialny za klastry.",
            "pl",
        ),
        (
            "Requisitos\n- Experi\u{ea}ncia com Kubernetes e Slurm\n- Voc\u{ea} ser\u{e1} respons\u{e1}vel pela opera\u{e7}\u{e3}o dos nossos \
          clusters em S\u{e3}o Paulo, com a nossa equipe.\nDesej\u{e1}vel: Lustre",
            "pt",
        ),
        (
            "\u{5fc5}\u{9808}\u{8981}\u{4ef6}\nKubernetes\u{306e}\u{904b}\u{7528}\u{7d4c}\u{9a13}\u{304c}3\u{5e74}\u{4ee5}\u{4e0a}\u{3042}\u{308b}\
          \u{3053}\u{3068}\nSlurm\u{306e}\u{7d4c}\u{9a13}",
            "ja",
        ),
        (
            "\u{422}\u{440}\u{435}\u{431}\u{43e}\u{432}\u{430}\u{43d}\u{438}\u{44f}\n- \u{43e}\u{43f}\u{44b}\u{442} \u{440}\u{430}\u{431}\u{43e}\
          \u{442}\u{44b} \u{441} Kubernetes \u{438} Slurm \u{43e}\u{442} 3 \u{43b}\u{435}\u{442}\n- \u{437}\u{43d}\u{430}\u{43d}\u{438}\
          \u{435} Linux \u{43d}\u{430} \u{443}\u{440}\u{43e}\u{432}\u{43d}\u{435} \u{430}\u{434}\u{43c}\u{438}\u{43d}\u{438}\u{441}\u{442}\
          \u{440}\u{430}\u{442}\u{43e}\u{440}\u{430}",
            "ru",
        ),
    ] {
        let found = read(text);
        assert_eq!(found.language.as_deref(), Some(code), "{text}");
        assert!(found.flags.contains(&TextFlag::LanguageNotRead), "{text}");
        assert_eq!(found.requirements, [], "{text}");
        assert!(found.skills.iter().any(|skill| skill.concept == "slurm"), "{text}");
    }
    assert_eq!(read("Wir suchen eine Ingenieurin, die unsere Cluster mit Slurm betreibt.").flags, []);
}
