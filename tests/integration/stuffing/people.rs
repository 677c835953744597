//! People who have nothing to do with the field, invented, as documents.

use serde_json::{Value, json};

/// So many different people.
pub(crate) const COUNT: usize = 12;

/// One of them; another number beyond [`COUNT`] is the same person again.
pub(crate) fn person(number: usize) -> Value {
    let job = |title: &str, employer: &str, start: &str, text: &str| json!({"title": title, "employer": employer, "start": start, "description": text});
    match number % COUNT {
        0 => {
            json!({"headline": "Pastry chef", "summary": "I bake for a living and love feeding people.", "experience": [
            job("Pastry chef", "Maison Dunkel", "2016-04", "Ran the morning shift of a bakery with nine staff; laminated doughs, wedding cakes, supplier orders.")]})
        }
        1 => {
            json!({"headline": "Marketing manager", "summary": "Brand marketing across food and retail for eleven years.", "experience": [
            job("Marketing manager", "Brightleaf Foods", "2018-01", "Planned seasonal campaigns, managed two agencies and a yearly media budget, wrote the newsletter.")]})
        }
        2 => json!({"headline": "Real estate agent", "experience": [
            job("Estate agent", "Corner & Vale", "2012-03", "Sold flats and small offices, held open houses, negotiated with banks.")]}),
        3 => json!({"headline": "Java developer", "summary": "Business applications in Java.", "experience": [
            job("Java developer", "Portwell Insurance", "2017-02", "Built claim forms and REST services in Java and Spring, wrote SQL reports.")]}),
        4 => json!({"headline": "Web designer", "summary": "I make websites pretty.", "experience": [
            job("Web designer", "Studio Nine", "2015-09", "Designed shop pages in React and CSS, drew icons, kept the style guide.")]}),
        5 => json!({"headline": "HR generalist", "experience": [
            job("HR generalist", "Tallow Logistics", "2013-05", "Onboarding, payroll questions, interviews, works council.")]}),
        6 => json!({"headline": "Accountant", "summary": "Month-end closing, VAT, audits. Excel and SAP."}),
        7 => json!({"headline": "Truck driver"}),
        8 => json!({"headline": "Data entry clerk", "experience": [
            job("Data entry clerk", "City registry", "2019-01", "Typed forms into a database, answered the phone.")]}),
        9 => {
            json!({"headline": "IT helpdesk technician", "summary": "First-line support for office users.", "experience": [
            job("Helpdesk technician", "Orange Borough Council", "2018-08", "Reset passwords, replaced laptops, imaged Windows PCs, answered tickets.")]})
        }
        10 => {
            json!({"headline": "High school teacher", "summary": "Teacher who wants to change into technology.", "experience": [
            job("Teacher of history", "Linden School", "2009-08", "Taught four classes a year, ran the theatre club.")]})
        }
        _ => {
            json!({"headline": "Barista", "summary": "Coffee, latte art, opening shifts, and a loyal crowd of regulars.", "experience": [
            job("Barista", "Kettle Corner", "2020-02", "Served two hundred guests a day, trained newcomers, closed the till.")]})
        }
    }
}
