//! Who does a thing, by the words for people and deeds: the writer, or others; by hand, or by way of trade.
//!
//! Only the vocabulary; what follows from it for the names in a sentence is in `context`.

use super::cue::WORK_VERBS;
use super::text::Text;
use super::words::{Words, one_of, words};

/// People who are not the writer, whatever stands before them.
pub(super) const OTHER_PEOPLE: Words = words!(
    "aunt boss bosses brother client clients colleague colleagues consultancy contractor contractors consultants cousin coworker coworkers creators customer customers \
     daughter father flatmate friend friends husband mother neighbour neighbor sister son wife integrator intern interns investors nephew niece others partners postdoc postdocs predecessor provider providers somebody someone \
     pupil pupils roommate student students subcontractor supplier suppliers uncle vendor vendors workers",
);
/// People who are others where something is said of what they do: `people who write`.
pub(super) const OTHER_TRADES: Words = words!(
    "administrators admins analysts architects biologists chemists companies developers engineers experts firms folks \
     groups people physicists programmers researchers scientists sites specialists sres sysadmins teams those users",
);
/// People who are others where they are somebody's: `our CTO wrote`.
pub(super) const OFFICERS: Words = words!("ceo cofounder cofounders cto founder founders president");
const WHOSE: Words = words!("our their his her its my whose");
/// Whoever opens with such a title leads others, who do what `our team` is said to do.
pub(super) const HEADS_OF_FIRMS: Words = words!("ceo cofounder coo cfo cto founder chairman");
/// Groups, which may be one's own.
pub(super) const GROUPS: Words = words!("crew department division group team unit");
/// Words before a group that is not one's own.
pub(super) const NOT_OWN: Words = words!("another different other separate their sister neighbouring neighboring");
/// Whoever does this for or with others has a hand in what they do.
pub(super) const SHARED_WORK: Words = words!(
    "advise advised assist assisted coach coached debug debugged enable enabled fix fixed guide guided help helped \
     helping helps install installed mentor mentored operate support supported supporting supports taught teach train \
     trained troubleshoot tune tuned",
);

/// Somebody else than the writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Other {
    Person,
    /// Only with `who`.
    Trade,
    /// Only where it is another one.
    Group,
}

/// Whether a word is of somebody else.
pub(super) fn other(text: &Text, at: usize) -> Option<Other> {
    if text.is(at, OTHER_PEOPLE) {
        Some(Other::Person)
    } else if text.is(at, OFFICERS) {
        // `our CTO`, `my co-founder`
        let title = at - usize::from(at > 1 && text.word(at - 1) == "co");
        (title > 0 && text.is(title - 1, WHOSE)).then_some(Other::Person)
    } else if text.is(at, OTHER_TRADES) {
        Some(Other::Trade)
    } else {
        text.is(at, GROUPS).then_some(Other::Group)
    }
}

/// Whether a word is of people of a trade, several of them: no title of the writer's.
pub(super) fn is_several_people(word: &str) -> bool {
    OTHER_TRADES.has(word)
        || one_of!(word, "candidates talent seats vacancies roles positions hires cvs resumes profiles")
}

/// What others are said to do.
pub(super) fn is_deed_of_others(word: &str) -> bool {
    (WORK_VERBS.has(word) && !word.ends_with("ing"))
        || one_of!(
            word,
            "administrate administrates administrated answers backed became choose do does did founded handle handles have has hosted host \
             hosts invented invents know knows looks look manage manages need needs own owns owned programmed program programs provide provides provided rely \
             rewrote run runs sponsor sponsored take takes used want work works",
        )
}

/// Verbs with which trades speak of tools, whatever follows.
pub(super) const TRADING: Words = words!(
    "advertise advertised advertising book booked booking broker brokered bought buy buying cater examine examined examining fund \
         funded funding headhunt headhunted invest invested invoiced market marketed marketing negotiate negotiated \
         negotiating pitch pitched pitching procure procured procuring promote promoted proofread proofreading purchase purchased purchasing \
         quote quoted quoting recruit recruited recruiting resell resold sell selling sold sponsor sponsored sponsoring translated translate \
         escalate escalated escalating evangelise evangelised evangelising evangelize evangelized evangelizing",
);

/// Trades that speak of tools, and the word before those that have two: `Equity analyst covering NVIDIA`, `as a journalist`.
pub(super) const TRADES: Words = words!(
    "agent analyst copywriter correspondent counsel executive headhunter journalist paralegal partner recruiter reporter sourcer"
);

/// Whether the word is of such a trade, and how many words its title has.
pub(super) fn trade_title(text: &Text, at: usize) -> Option<usize> {
    let before = if at > 0 { text.word(at - 1) } else { "" };
    match text.word(at) {
        "agent" => (before == "purchasing").then_some(2),
        "analyst" => one_of!(before, "equity industry investment sell-side").then_some(2),
        "counsel" => one_of!(before, "legal general").then_some(2),
        "executive" => (before == "account").then_some(2),
        "partner" => (before == "talent").then_some(2),
        word => TRADES.has(word).then_some(1),
    }
}

/// What such a title is of that is no person: `Recruiter notes: strong on Slurm`.
pub(super) const NOTES: Words = words!("call comment comments feedback note notes screen screening summary");

/// What may stand before the title of such a trade: `a senior technical recruiter`.
pub(super) const TRADE_RANKS: Words =
    words!("freelance independent it junior lead principal senior staff tech technical technology");

/// What a name before it only names: `a Kubernetes podcast`, `the PyTorch Foundation`.
pub(super) const NAMED_AFTER: Words = words!(
    "blog book books bookshop conference conferences documentary foundation licence licences licenses logo magazine meetup \
     meetups newsletter newsletters podcast podcasts shares shortage stock textbook",
);

/// Verbs of moving people's minds, where those who lead, or a change of habits, is what is moved.
pub(super) const ALIGNING: Words = words!(
    "align aligned aligning champion championed championing coach coached coaching facilitate facilitated facilitating \
         socialise socialised socialize socialized",
);

/// Verbs of finding people, where people are what is found.
pub(super) const HIRING: Words = words!(
    "find found fill filled filling hire hired hiring interview interviewed interviewing place placed placing \
         screen screened screening source sourced sourcing staff staffed staffing match matched represent fills hires interviews \
         places recruits screens sources staffs matches represents",
);

/// Verbs of arranging, where courses or events are what is arranged.
pub(super) const ARRANGING: Words = words!(
    "arrange arranged coordinate coordinated host hosted organise organised organising organize organized \
         organizing plan planned present presented presenting demo demoed demonstrate demonstrated show showed showcase",
);

/// Events, and those who come to see.
pub(super) fn is_event_or_audience(word: &str) -> bool {
    one_of!(
        word,
        "accounts conference conferences course courses customers clients event events hackathon hackathons meetup \
         meetups prospects seminar seminars training trainings trade webinar webinars workshop workshops investors",
    )
}

/// Those who decide or follow, and the habits and meetings that they are brought to: no systems.
pub(super) fn is_of_an_organisation(word: &str) -> bool {
    one_of!(
        word,
        "alignment buy ceremonies culture directors discussions executives executive journey \
         journeys leaders leadership management managers meetings mindset owners planning principles refinement \
         retrospectives roadmap sessions sponsors sprints squads stakeholder stakeholders standups transformation \
         tribes vision workshops",
    )
}

/// Whether a word tells of work with one's own hands: more than to have, to use, to lead or to speak of.
pub(super) fn is_hands_on(text: &Text, at: usize) -> bool {
    let next = |after: usize| if at + after < text.words().len() { text.word(at + after) } else { "" };
    if text.is(at, words!("run runs ran running")) {
        // `run demos`
        return !(1..=3).any(|n| {
            is_event_or_audience(next(n)) || one_of!(next(n), "demos demo campaign campaigns searches meetings booth")
        });
    }
    if text.is(at, words!("write writes wrote writing written")) {
        let code = |n: usize| {
            one_of!(
                next(n),
                "code driver drivers kernel kernels module modules parser patches plugin plugins plug script scripts \
                 software tool tools tooling",
            )
        };
        return matches!(next(1), "cuda" | "c++" | "hip" | "triton" | "rtl" | "assembly") || (1..=2).any(code);
    }
    text.is(
        at,
        words!(
            "administer administered administering administers architected automate automated automates automating \
         benchmarked build building builds built coded coding commissioned configure configured configures \
         configuring debug debugged debugging deploy deployed deploying deploys designed develop developed developing \
         develops diagnosed fix fixed fixing implement implemented implementing implements install installed \
         installing integrated maintain maintained maintaining maintains migrated operate operated operates operating \
         optimise optimised optimize optimized optimizing patched ported porting profiled profiling programmed \
         programming provisioned rebuilt repair repaired rewrote scripted shipped troubleshoot troubleshooting \
         troubleshot tune tuned tunes tuning upgraded upgrading",
        ),
    )
}
