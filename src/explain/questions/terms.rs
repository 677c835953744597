//! Questions about the terms: the right to work, pay, place and start.

use super::{Asking, GATE, at, percent};
use crate::domain::{Basis, WorkMode};
use crate::explain::{circumstances, words};
use crate::score::{ComponentName, ComponentState, Evidence, Flag, Gate, PayVerdict, PlaceFit};
use crate::wording::say;

/// What an unclear basis, and a converted one, leave open of the component, in hundredths.
const BASIS_UNCLEAR: u32 = 50;
const BASIS_CONVERTED: u32 = 30;
/// Of what a late start costs; most people can start soon.
const LATE: u32 = 70;

/// A question names so many places of a role at most.
const MAX_PLACES: usize = 3;

impl Asking<'_> {
    /// Where the role demands it, the answer decides all.
    pub(super) fn authorization(&mut self) {
        let unknown = self.fit.flags.contains(&Flag::WorkAuthorizationUnknown);
        let lacking = self.fit.gate == Some(Gate::WorkAuthorization);
        if !unknown && !lacking {
            return;
        }
        let why = match (self.candidate.authorization.is_some(), self.candidate.needs_sponsorship) {
            _ if self.role.persons_only && self.candidate.is_on_visa => "why.visa",
            (true, _) => "why.permit_elsewhere",
            (false, true) => "why.sponsorship",
            (false, false) => "why.permit_not_said",
        };
        let countries = circumstances::countries(&self.role.authorization, self.language);
        let question = say!(self.language, "ask.authorized", countries = countries);
        self.ask(GATE, "work authorization", question, self.language.text(why).to_owned());
    }

    /// Expected pay only.
    pub(super) fn pay(&mut self) {
        let language = self.language;
        let component = &self.fit.components[at(ComponentName::Pay)];
        let stake = self.stake(ComponentName::Pay);
        let whole = component.weight.get() * 100;
        let band = self.role.pay_band.as_ref().map(|band| &band.value);
        let is_total = band.is_some_and(|band| band.basis == Basis::Total);
        let question = match band {
            None => language.text("ask.base_pay").to_owned(),
            Some(band) if is_total => say!(language, "ask.total_pay_in", currency = band.currency),
            Some(band) => say!(language, "ask.base_pay_in", currency = band.currency),
        };
        match component.state {
            ComponentState::NotApplicable => {}
            ComponentState::NotStated => {
                self.ask(stake, "pay", question, language.text("why.pay_not_said").to_owned());
            }
            ComponentState::NotComparable => {
                let stated = self.candidate.expected_pay.as_ref().map(|pay| pay.value.currency);
                let why = match stated.filter(|stated| band.is_none_or(|band| band.currency != *stated)) {
                    Some(currency) => say!(language, "why.no_rate", currency = currency),
                    None => language.text("why.no_figure").to_owned(),
                };
                self.ask(stake, "pay", question, why);
            }
            ComponentState::Scored => {
                let Some(Evidence::Pay(pay)) = component.evidence.first() else { return };
                let stated = self.candidate.expected_pay.as_ref().map(|pay| pay.value.basis);
                let is_unclear = pay.basis_unclear && stated == Some(Basis::Unstated);
                let top = pay.band_high.map(|high| words::money(high, pay.currency, language));
                if is_unclear {
                    self.ask_plainly(percent(whole, BASIS_UNCLEAR), "pay", "ask.which_pay", "why.basis_not_said");
                } else if pay.basis_converted {
                    let why = language.text(if is_total { "why.states_base" } else { "why.states_total" });
                    self.ask(percent(whole, BASIS_CONVERTED), "pay", question, why.to_owned());
                } else if pay.verdict == PayVerdict::Above {
                    let question = match top {
                        Some(top) => say!(language, "ask.how_firm_at", top = top),
                        None => language.text("ask.how_firm").to_owned(),
                    };
                    self.ask(stake, "pay", question, language.text("why.above_band").to_owned());
                }
            }
        }
    }

    pub(super) fn location(&mut self) {
        let component = &self.fit.components[at(ComponentName::Location)];
        if component.state == ComponentState::NotApplicable {
            return;
        }
        let stake = self.stake(ComponentName::Location);
        let whole = component.weight.get() * 100;
        let found = component.evidence.iter().find_map(|evidence| match evidence {
            Evidence::Place(found) => Some(found.fit),
            _ => None,
        });
        if let Some((question, why)) = self.place(found) {
            self.ask(stake, "location", question, self.language.text(why).to_owned());
        }
        let stake = u32::try_from(self.profile.location.late.rest().of(u64::from(whole))).unwrap_or(0);
        let stake = percent(stake, LATE);
        match circumstances::late_by(self.fit) {
            _ if self.candidate.available.is_none() => {
                self.ask_plainly(stake, "location", "ask.start", "why.not_said");
            }
            Some(months) => {
                let why = say!(self.language, "why.late", months = words::count(months, self.language));
                self.ask(stake, "location", self.language.text("ask.start_earlier").to_owned(), why);
            }
            None => {}
        }
    }

    /// What to ask of place and way of working, and the key of the reason.
    fn place(&self, found: Option<PlaceFit>) -> Option<(String, &'static str)> {
        let language = self.language;
        let city = self.city();
        let is_remote = self.role.work_mode == Some(WorkMode::Remote);
        let mode = circumstances::mode(self.role.work_mode, language);
        let country = self.role.places.first().and_then(|place| place.value.country.as_deref());
        let country = country.map(|code| circumstances::country(code, language));
        let text = |key: &str| language.text(key).to_owned();
        let work = |somewhere: &str, there: &str| match &city {
            Some(city) => say!(language, there, mode = mode, city = city),
            None => say!(language, somewhere, mode = mode),
        };
        let would_move = || match &city {
            Some(city) => say!(language, "ask.move_to", city = city),
            None => text("ask.move"),
        };
        Some(match found {
            None if is_remote => {
                let from = country.map(|country| say!(language, "ask.remotely_from", country = country));
                (from.unwrap_or_else(|| text("ask.fully_remote")), "why.not_said")
            }
            None => (work("ask.work_and_move", "ask.work_and_move_in"), "why.not_said"),
            Some(PlaceFit::SameCountry) => (would_move(), "why.elsewhere_in_country"),
            Some(PlaceFit::OtherCountry) => (would_move(), "why.abroad"),
            Some(PlaceFit::WantsElsewhere) => (would_move(), "why.other_places"),
            Some(PlaceFit::RemoteNow) => (work("ask.work", "ask.work_in"), "why.remote_now"),
            Some(PlaceFit::RemoteSomewhere) => {
                (say!(language, "ask.remotely_from", country = country?), "why.no_country")
            }
            Some(PlaceFit::RemoteOnly) => (work("ask.work", "ask.work_in"), "why.remote_only"),
            Some(PlaceFit::OnsiteOnly) => (text("ask.fully_remote"), "why.onsite"),
            Some(PlaceFit::RemoteOtherCountry) => {
                (say!(language, "ask.this_from", country = country?), "why.remote_in_country")
            }
            // Whoever says not to move has answered.
            Some(PlaceFit::SameMetro | PlaceFit::Relocates | PlaceFit::Remote | PlaceFit::Stays) => return None,
        })
    }

    /// The role's cities, as written.
    fn city(&self) -> Option<String> {
        let cities = self.role.places.iter().filter(|place| place.value.city.is_some());
        let names = cities.take(MAX_PLACES).filter_map(|place| circumstances::place_name(place, self.language));
        let names: Vec<String> = names.collect();
        (!names.is_empty()).then(|| words::alternatives(&names, self.language))
    }
}
