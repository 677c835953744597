//! What a field that we do not have was probably meant to be: the names that applicant tracking systems use, and slips.

use super::shape::ObjectShape;
use super::synonyms::squash;
use crate::suggest::likest_field;

/// Names longer than this are no slip of a name of ours, and would be slow to compare; in bytes.
const MAX_NAME: usize = 64;

/// The field of `object` that `unknown` was probably meant to be.
pub(super) fn suggestion<'a>(object: &'a ObjectShape, unknown: &str) -> Option<&'a str> {
    if unknown.len() > MAX_NAME {
        return None;
    }
    let squashed = squash(unknown);
    let known = |name: &str| object.fields.keys().map(String::as_str).find(|field| *field == name);
    if let Some(field) = object.fields.keys().find(|field| squash(field) == squashed) {
        return Some(field);
    }
    for (name, aliases) in ALIASES.iter().filter(|(owner, _)| *owner == object.name).flat_map(|(_, aliases)| *aliases) {
        if aliases.split(' ').any(|alias| alias == squashed) {
            return known(name);
        }
    }
    nearest(object.fields.keys().map(String::as_str), &squashed)
}

/// The one of `names` that `text` is most like, where one is like it at all.
pub(super) fn nearest<'a>(names: impl Iterator<Item = &'a str>, text: &str) -> Option<&'a str> {
    if text.len() > MAX_NAME {
        return None;
    }
    likest_field(&squash(text), names.map(|name| (squash(name), name)))
}

/// Whether the name is that of an attribute that must never take part in choosing people.
pub(super) fn is_personal(unknown: &str) -> bool {
    let squashed = if unknown.len() <= MAX_NAME {
        squash(unknown)
    } else {
        return false;
    };
    PERSONAL.split(' ').any(|word| word == squashed)
}

const PERSONAL: &str = "age dob dateofbirth birthdate birthday birthyear yearofbirth gender sex pronouns race ethnicity \
             ethnicorigin religion maritalstatus nationality disability disabled veteran veteranstatus photo \
             photourl picture sexualorientation orientation pregnant children ssn";

type Aliases = &'static [(&'static str, &'static str)];

/// By object, the field that is meant and the squashed names that are used for it elsewhere.
const ALIASES: &[(&str, Aliases)] = &[
    (
        "Candidate",
        &[
            ("id", "candidateid personid applicantid uuid identifier key"),
            ("name", "fullname firstname lastname candidatename displayname"),
            ("headline", "title currenttitle jobtitle position tagline currentrole"),
            ("summary", "resume resumetext cv cvtext about aboutme bio profile objective description text"),
            ("location", "city state country region address place currentlocation locations"),
            ("work_modes", "remote workplacetype workplace arrangement workarrangement remotepreference locationtype"),
            ("relocation", "relocate willingtorelocate opentorelocation relocationpreferences preferredlocations"),
            ("work_authorization", "authorization visa visastatus workpermit righttowork authorizedin workauth"),
            ("available_from", "availability startdate available availabledate noticeperiod earlieststart"),
            ("level", "seniority senioritylevel experiencelevel rank grade careerlevel"),
            ("skills", "skill skillset technologies tech techstack tools keywords competencies"),
            (
                "experience",
                "jobs work employment workhistory positions workexperience employmenthistory career history \
             roles experiences",
            ),
            ("education", "schools degrees educationhistory academics educations"),
            ("certifications", "certs certificates certification licenses credentials"),
            ("open_source", "projects oss github repositories contributions opensourceprojects"),
            ("publications", "papers publication articles research"),
            (
                "expected_pay",
                "salary pay compensation ctc rate expectedsalary desiredsalary desiredpay desiredcompensation \
             expectedctc expectedcompensation salaryexpectation salaryexpectations payexpectation \
             payexpectations targetsalary targetcompensation payrange salaryrange",
            ),
            ("external_ids", "externalid atsid sourceid greenhouseid leverid workdayid ids"),
            ("custom", "metadata meta extra extras customfields additional attributes notes tags"),
        ],
    ),
    (
        "Role",
        &[
            ("id", "roleid jobid openingid uuid identifier key"),
            ("title", "name jobtitle position roletitle rolename"),
            ("requisition_id", "reqid req requisition requisitionnumber jobcode jobreqid"),
            ("description", "jd jobdescription summary body posting text about content"),
            ("status", "rolestatus jobstatus isopen active"),
            ("level", "seniority senioritylevel experiencelevel grade careerlevel"),
            (
                "min_years",
                "years minexperience yearsexperience yearsofexperience minimumyears experience experienceyears",
            ),
            (
                "must_have",
                "must musthaves required requiredskills requirements mandatory mandatoryskills skills \
             qualifications minimumqualifications",
            ),
            (
                "nice_to_have",
                "nice nicetohaves preferred preferredskills optional optionalskills bonus desired desiredskills \
             preferredqualifications",
            ),
            ("scale", "clustersize systemscale size minscale"),
            ("accelerators", "gpus gpu accelerator hardware gputypes"),
            ("workload", "workloads workloadtype"),
            (
                "pay_band",
                "salary pay salaryrange salaryband compensation compensationrange payrange budget band ctc rate \
             currentpayband basesalary",
            ),
            ("location", "city country region state address place office locations"),
            ("work_mode", "remote workplacetype workplace arrangement workmodes locationtype"),
            ("work_authorization", "authorization visa workpermit righttowork visasponsorship workauth"),
            ("weights", "weighting weightings componentweights"),
            ("external_ids", "externalid atsid sourceid greenhouseid leverid workdayid ids"),
            ("custom", "metadata meta extra extras customfields additional attributes notes tags"),
        ],
    ),
    (
        "Pay",
        &[
            ("min", "minimum low lower from amount value minvalue minamount floor"),
            ("max", "maximum high upper to maxvalue maxamount ceiling"),
            ("currency", "currencycode ccy isocurrency cur"),
            ("period", "interval frequency per unit payperiod unittext"),
            ("basis", "type kind paytype compensationtype"),
        ],
    ),
    (
        "Job",
        &[
            ("title", "role position jobtitle name headline"),
            ("employer", "company companyname organization organisation org employername business"),
            ("start", "startdate from started begin startedat since"),
            ("end", "enddate to until ended finish endedat current iscurrent"),
            ("description", "summary responsibilities duties text highlights achievements details bullets"),
            ("skills", "technologies tools stack techstack keywords"),
            ("scale", "clustersize size"),
        ],
    ),
    (
        "Education",
        &[
            ("degree", "qualification level studytype title degreename"),
            ("field", "major subject discipline area fieldofstudy course"),
            ("institution", "school university college schoolname"),
            ("start", "startdate from startyear"),
            ("end", "enddate to year graduationyear graduated endyear"),
        ],
    ),
    (
        "DetailedSkill",
        &[
            ("name", "skill label title value"),
            ("years", "yearsexperience yearsofexperience experience yoe duration"),
            ("last_used", "last lastyear latest lastuse lastusedyear"),
        ],
    ),
    (
        "DetailedRequirement",
        &[
            ("name", "skill label title requirement"),
            ("any_of", "skills oneof any alternatives or names"),
            ("min_years", "years yearsexperience yearsofexperience minimumyears yoe"),
            ("weight", "importance priority multiplier"),
            ("gate", "required knockout mandatory hard dealbreaker"),
        ],
    ),
    (
        "StatedScale",
        &[
            ("value", "count amount number size quantity min n"),
            ("unit", "units type kind of"),
            ("accelerator", "gpu gputype acceleratortype model accelerators"),
            ("capacity", "role involvement action verb"),
        ],
    ),
    ("AskedScale", &[("min", "value count minimum amount size number"), ("unit", "units type kind of")]),
    (
        "Place",
        &[
            ("city", "town locality name"),
            ("region", "state province county statecode regioncode administrativearea"),
            ("country", "countrycode countryname nation"),
        ],
    ),
    ("Publication", &[("venue", "conference journal publisher"), ("title", "name"), ("year", "date published")]),
    (
        "Weights",
        &[
            ("skills", "skill"),
            ("family", "jobfamily function"),
            ("level", "seniority"),
            ("pay", "salary compensation"),
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::schema;
    use crate::intake::shape::Shape;

    /// Every object of a document by its name.
    fn objects(shape: &Shape) -> Vec<&ObjectShape> {
        match shape {
            Shape::Object(object) => {
                let inner = object.fields.values().flat_map(|field| objects(&field.shape));
                std::iter::once(object).chain(inner).collect()
            }
            Shape::List { items, .. } => objects(items),
            Shape::TextOrObject { object, .. } => objects(object),
            _ => Vec::new(),
        }
    }

    #[test]
    fn aliases_lead_to_fields_that_exist_and_hide_none() {
        let all: Vec<&ObjectShape> =
            [schema::candidate_shape(), schema::role_shape()].into_iter().flat_map(objects).collect();
        for (owner, aliases) in ALIASES {
            let object = all.iter().find(|object| object.name == *owner).unwrap_or_else(|| panic!("no {owner}"));
            for (field, words) in *aliases {
                assert!(object.fields.contains_key(*field), "{owner}.{field}");
                for word in words.split(' ') {
                    assert_eq!(squash(word), word);
                    assert!(!object.fields.contains_key(word), "{owner}: {word} is a field");
                    assert_eq!(suggestion(object, word), Some(*field), "{owner}: {word}");
                }
            }
        }
    }
}
