//! Questions about the terms: the right to work, pay, place and start.

use super::{Asking, GATE, at, percent};
use crate::domain::Basis;
use crate::explain::{circumstances, words};
use crate::score::{ComponentName, ComponentState, Evidence, Flag, Gate, PayVerdict, PlaceFit};

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
            _ if self.role.persons_only && self.candidate.is_on_visa => {
                "The role is for citizens and permanent residents, and the profile speaks of a visa."
            }
            (true, _) => "The role requires it, and the profile gives it for elsewhere.",
            (false, true) => "The role requires it, and the profile speaks of sponsorship.",
            (false, false) => "The role requires it, and the profile does not say.",
        };
        let countries = circumstances::countries(&self.role.authorization);
        let question = format!("Are you authorized to work in {countries}?");
        self.ask(GATE, "work authorization", question, why.to_owned());
    }

    /// Expected pay only.
    pub(super) fn pay(&mut self) {
        let component = &self.fit.components[at(ComponentName::Pay)];
        let stake = self.stake(ComponentName::Pay);
        let whole = component.weight.get() * 100;
        let band = self.role.pay_band.as_ref().map(|band| &band.value);
        let is_total = band.is_some_and(|band| band.basis == Basis::Total);
        let sort = if is_total { "total pay (base, bonus and equity)" } else { "base pay" };
        let money = band.map_or_else(|| " a year".to_owned(), |band| format!(", in {} a year", band.currency));
        let question = format!("What {sort} do you expect{money}?");
        match component.state {
            ComponentState::NotApplicable => {}
            ComponentState::NotStated => {
                self.ask(stake, "pay", question, "The profile does not say what pay is expected.".to_owned());
            }
            ComponentState::NotComparable => {
                let stated = self.candidate.expected_pay.as_ref().map(|pay| pay.value.currency);
                let why = match stated.filter(|stated| band.is_none_or(|band| band.currency != *stated)) {
                    Some(currency) => format!("The profile states it in {currency}, for which no rate was given."),
                    None => "The profile gives no figure that can be compared.".to_owned(),
                };
                self.ask(stake, "pay", question, why);
            }
            ComponentState::Scored => {
                let Some(Evidence::Pay(pay)) = component.evidence.first() else { return };
                let stated = self.candidate.expected_pay.as_ref().map(|pay| pay.value.basis);
                let (verdict, converted, unclear, currency) = (
                    pay.verdict,
                    pay.basis_converted,
                    pay.basis_unclear && stated == Some(Basis::Unstated),
                    pay.currency,
                );
                let top = pay.band_high.map(|high| words::money(high, currency));
                if unclear {
                    self.ask(
                        percent(whole, BASIS_UNCLEAR),
                        "pay",
                        "Is the pay that you expect base pay, or the total with bonus and equity?".to_owned(),
                        "The profile does not say, and the two are compared differently.".to_owned(),
                    );
                } else if converted {
                    self.ask(
                        percent(whole, BASIS_CONVERTED),
                        "pay",
                        question,
                        if is_total {
                            "The profile states base pay and the band is total pay; the usual share was assumed."
                        } else {
                            "The profile states total pay and the band is base pay; the usual share was assumed."
                        }
                        .to_owned(),
                    );
                } else if verdict == PayVerdict::Above {
                    let top = top.map(|top| format!(" when the band ends at {top}"));
                    self.ask(
                        stake,
                        "pay",
                        format!("How firm is the pay that you expect{}?", top.unwrap_or_default()),
                        "It starts above the band.".to_owned(),
                    );
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
        let city = self.city();
        let mode = circumstances::mode(self.role.work_mode);
        let is_remote = mode == "remote";
        let there = city.as_deref().map(|city| format!(" in {city}")).unwrap_or_default();
        let country = self.role.places.first().and_then(|place| place.value.country.as_deref());
        let found = component.evidence.iter().find_map(|evidence| match evidence {
            Evidence::Place(found) => Some(found.fit),
            _ => None,
        });
        let asked = match found {
            None if is_remote => Some((
                match country {
                    Some(country) => format!("Could you work remotely from {}?", circumstances::country(country)),
                    None => "Would fully remote work suit you?".to_owned(),
                },
                "The profile does not say.",
            )),
            None => Some((
                format!("Could you work {mode}{there}, and would that need a move?"),
                "The profile does not say.",
            )),
            Some(PlaceFit::SameCountry) => Some((
                format!("Would you move{} for this role?", city.map(|city| format!(" to {city}")).unwrap_or_default()),
                "The profile places the candidate elsewhere in the country and does not speak of moving.",
            )),
            Some(PlaceFit::OtherCountry) => Some((
                format!("Would you move{} for this role?", city.map(|city| format!(" to {city}")).unwrap_or_default()),
                "The profile places the candidate abroad and does not speak of moving.",
            )),
            Some(PlaceFit::WantsElsewhere) => Some((
                format!("Would you move{} for this role?", city.map(|city| format!(" to {city}")).unwrap_or_default()),
                "The profile names other places to move to.",
            )),
            Some(PlaceFit::RemoteNow) => Some((
                format!("Could you work {mode}{there}?"),
                "The profile tells of remote work now, and does not ask for it alone.",
            )),
            Some(PlaceFit::RemoteSomewhere) => country.map(|country| {
                (
                    format!("Could you work remotely from {}?", circumstances::country(country)),
                    "The profile speaks of remote work and not of a country.",
                )
            }),
            Some(PlaceFit::RemoteOnly) => {
                Some((format!("Could you work {mode}{there}?"), "The profile speaks of remote work only."))
            }
            Some(PlaceFit::OnsiteOnly) => {
                Some(("Would fully remote work suit you?".to_owned(), "The profile speaks of work on site."))
            }
            Some(PlaceFit::RemoteOtherCountry) => country.map(|country| {
                (
                    format!("Could you do this work from {}?", circumstances::country(country)),
                    "The role is remote within the country, and the profile places the candidate elsewhere.",
                )
            }),
            // Whoever says not to move has answered.
            Some(PlaceFit::SameMetro | PlaceFit::Relocates | PlaceFit::Remote | PlaceFit::Stays) => None,
        };
        if let Some((question, why)) = asked {
            self.ask(stake, "location", question, why.to_owned());
        }
        let stake = u32::try_from(self.profile.location.late.rest().of(u64::from(whole))).unwrap_or(0);
        let stake = percent(stake, LATE);
        match circumstances::start(self.fit) {
            _ if self.candidate.available.is_none() => {
                self.ask(stake, "location", "When could you start?".to_owned(), "The profile does not say.".to_owned());
            }
            Some(late) => {
                let why = format!("By the profile, {late}.");
                self.ask(stake, "location", "Could you start earlier than planned?".to_owned(), why);
            }
            None => {}
        }
    }

    /// The role's cities, as written.
    fn city(&self) -> Option<String> {
        let cities = self.role.places.iter().filter(|place| place.value.city.is_some());
        let names: Vec<String> = cities.take(MAX_PLACES).filter_map(circumstances::place_name).collect();
        (!names.is_empty()).then(|| words::alternatives(&names.iter().map(String::as_str).collect::<Vec<_>>()))
    }
}
