//! The names that applicant tracking systems use for what is a field of ours, and what becomes of each: one table, for fields that are
//! taken (`usual_names`) and for those that are answered with a hint (`field_names`).

/// What other names an object's fields have elsewhere. All names are squashed, and separated by spaces.
pub(super) struct ObjectNames {
    /// The object's name in the schemas.
    object: &'static str,
    pub(super) fields: &'static [Names],
    /// Kept as they are in the document's `custom`, which is never read.
    pub(super) kept: &'static str,
    /// Pay of a person that does not say whether it is expected or paid now.
    pub(super) refused: &'static str,
}

/// The other names of one field.
pub(super) struct Names {
    pub(super) field: &'static str,
    /// Can mean this field only, and are taken as it; the first that is there wins.
    pub(super) taken: &'static str,
    /// Mean it probably, which a hint says.
    pub(super) hinted: &'static str,
}

/// Parts of a candidate's name, in the order in which they are joined.
pub(super) const GIVEN_NAMES: &str = "firstname givenname";
pub(super) const FAMILY_NAMES: &str = "lastname familyname surname";

/// The other names in an object, where any are known.
pub(super) fn of_object(object: &str) -> Option<&'static ObjectNames> {
    OBJECTS.iter().find(|names| names.object == object)
}

/// Whether `word` is one of `names`.
pub(super) fn is_among(names: &str, word: &str) -> bool {
    names.split_ascii_whitespace().any(|name| name == word)
}

const OBJECTS: &[ObjectNames] = &[
    ObjectNames {
        object: "Candidate",
        fields: &[
            Names { field: "id", taken: "", hinted: "candidateid personid applicantid uuid identifier key" },
            Names { field: "name", taken: "fullname displayname candidatename", hinted: "firstname lastname" },
            Names { field: "headline", taken: "title currenttitle jobtitle", hinted: "position tagline currentrole" },
            Names {
                field: "summary",
                taken: "resume resumetext cv cvtext",
                hinted: "about aboutme bio profile objective description text",
            },
            Names {
                field: "location",
                taken: "",
                hinted: "city state country region address place currentlocation locations",
            },
            Names {
                field: "work_modes",
                taken: "",
                hinted: "remote workplacetype workplace arrangement workarrangement remotepreference locationtype",
            },
            Names {
                field: "relocation",
                taken: "",
                hinted: "relocate willingtorelocate opentorelocation relocationpreferences preferredlocations",
            },
            Names {
                field: "work_authorization",
                taken: "",
                hinted: "authorization visa visastatus workpermit righttowork authorizedin workauth",
            },
            Names {
                field: "available_from",
                taken: "",
                hinted: "availability startdate available availabledate noticeperiod earlieststart",
            },
            Names {
                field: "level",
                taken: "",
                hinted: "seniority senioritylevel experiencelevel rank grade careerlevel",
            },
            Names {
                field: "skills",
                taken: "",
                hinted: "skill skillset technologies tech techstack tools keywords competencies",
            },
            Names {
                field: "experience",
                taken: "workhistory employmenthistory workexperience",
                hinted: "jobs work employment positions career history roles experiences",
            },
            Names { field: "education", taken: "", hinted: "schools degrees educationhistory academics educations" },
            Names {
                field: "certifications",
                taken: "",
                hinted: "certs certificates certification licenses credentials",
            },
            Names {
                field: "open_source",
                taken: "",
                hinted: "projects oss github repositories contributions opensourceprojects",
            },
            Names { field: "publications", taken: "", hinted: "papers publication articles research" },
            Names {
                field: "expected_pay",
                taken: "salaryexpectation salaryexpectations expectedsalary desiredsalary desiredpay",
                hinted: "rate desiredcompensation expectedctc expectedcompensation payexpectation \
                 payexpectations targetsalary targetcompensation payrange salaryrange",
            },
            Names {
                field: "external_ids",
                taken: "",
                hinted: "externalid atsid sourceid greenhouseid leverid workdayid ids",
            },
            Names {
                field: "custom",
                taken: "",
                hinted: "metadata meta extra extras customfields additional attributes notes tags",
            },
        ],
        kept: "email emails emailaddress phone phones phonenumber mobile linkedin linkedinurl github githuburl website url urls \
         tags source company currentcompany employer currentemployer",
        refused: "salary pay compensation ctc",
    },
    ObjectNames {
        object: "Role",
        fields: &[
            Names { field: "id", taken: "", hinted: "roleid jobid openingid uuid identifier key" },
            Names { field: "title", taken: "jobtitle position", hinted: "name roletitle rolename" },
            Names {
                field: "requisition_id",
                taken: "reqid requisitionnumber",
                hinted: "req requisition jobcode jobreqid",
            },
            Names {
                field: "description",
                taken: "jd jobdescription",
                hinted: "summary body posting text about content",
            },
            Names { field: "status", taken: "", hinted: "rolestatus jobstatus isopen active" },
            Names { field: "level", taken: "", hinted: "seniority senioritylevel experiencelevel grade careerlevel" },
            Names {
                field: "min_years",
                taken: "",
                hinted: "years minexperience yearsexperience yearsofexperience minimumyears experience experienceyears",
            },
            Names {
                field: "must_have",
                taken: "required requiredskills",
                hinted: "must musthaves requirements mandatory mandatoryskills skills qualifications minimumqualifications",
            },
            Names {
                field: "nice_to_have",
                taken: "preferred preferredskills",
                hinted: "nice nicetohaves optional optionalskills bonus desired desiredskills preferredqualifications",
            },
            Names { field: "scale", taken: "", hinted: "clustersize systemscale size minscale" },
            Names { field: "accelerators", taken: "", hinted: "gpus gpu accelerator hardware gputypes" },
            Names { field: "workload", taken: "", hinted: "workloads workloadtype" },
            Names {
                field: "pay_band",
                taken: "salary salaryrange salaryband payrange compensation",
                hinted: "pay compensationrange budget band ctc rate currentpayband basesalary",
            },
            Names { field: "location", taken: "", hinted: "city country region state address place office locations" },
            Names {
                field: "work_mode",
                taken: "",
                hinted: "remote workplacetype workplace arrangement workmodes locationtype",
            },
            Names {
                field: "work_authorization",
                taken: "",
                hinted: "authorization visa workpermit righttowork visasponsorship workauth",
            },
            Names { field: "weights", taken: "", hinted: "weighting weightings componentweights" },
            Names {
                field: "external_ids",
                taken: "",
                hinted: "externalid atsid sourceid greenhouseid leverid workdayid ids",
            },
            Names {
                field: "custom",
                taken: "",
                hinted: "metadata meta extra extras customfields additional attributes notes tags",
            },
        ],
        kept: "company employer department team hiringmanager recruiter url tags",
        refused: "",
    },
    ObjectNames {
        object: "Pay",
        fields: &[
            Names { field: "min", taken: "", hinted: "minimum low lower from amount value minvalue minamount floor" },
            Names { field: "max", taken: "", hinted: "maximum high upper to maxvalue maxamount ceiling" },
            Names { field: "currency", taken: "", hinted: "currencycode ccy isocurrency cur" },
            Names { field: "period", taken: "", hinted: "interval frequency per unit payperiod unittext" },
            Names { field: "basis", taken: "", hinted: "type kind paytype compensationtype" },
        ],
        kept: "",
        refused: "",
    },
    ObjectNames {
        object: "Job",
        fields: &[
            Names { field: "title", taken: "jobtitle position", hinted: "role name headline" },
            Names {
                field: "employer",
                taken: "company companyname organization organisation",
                hinted: "org employername business",
            },
            Names { field: "start", taken: "startdate", hinted: "from started begin startedat since" },
            Names { field: "end", taken: "enddate", hinted: "to until ended finish endedat current iscurrent" },
            Names {
                field: "description",
                taken: "",
                hinted: "summary responsibilities duties text highlights achievements details bullets",
            },
            Names { field: "skills", taken: "", hinted: "technologies tools stack techstack keywords" },
            Names { field: "scale", taken: "", hinted: "clustersize size" },
        ],
        kept: "",
        refused: "",
    },
    ObjectNames {
        object: "Education",
        fields: &[
            Names { field: "degree", taken: "", hinted: "qualification level studytype title degreename" },
            Names { field: "field", taken: "major fieldofstudy", hinted: "subject discipline area course" },
            Names { field: "institution", taken: "school university", hinted: "college schoolname" },
            Names { field: "start", taken: "startdate", hinted: "from startyear" },
            Names { field: "end", taken: "enddate", hinted: "to year graduationyear graduated endyear" },
        ],
        kept: "",
        refused: "",
    },
    ObjectNames {
        object: "DetailedSkill",
        fields: &[
            Names { field: "name", taken: "skill", hinted: "label title value" },
            Names { field: "years", taken: "yearsofexperience", hinted: "yearsexperience experience yoe duration" },
            Names { field: "last_used", taken: "", hinted: "last lastyear latest lastuse lastusedyear" },
        ],
        kept: "",
        refused: "",
    },
    ObjectNames {
        object: "DetailedRequirement",
        fields: &[
            Names { field: "name", taken: "skill", hinted: "label title requirement" },
            Names { field: "any_of", taken: "", hinted: "skills oneof any alternatives or names" },
            Names { field: "min_years", taken: "years minimumyears yearsofexperience", hinted: "yearsexperience yoe" },
            Names { field: "weight", taken: "", hinted: "importance priority multiplier" },
            Names { field: "gate", taken: "", hinted: "required knockout mandatory hard dealbreaker" },
        ],
        kept: "",
        refused: "",
    },
    ObjectNames {
        object: "StatedScale",
        fields: &[
            Names { field: "value", taken: "", hinted: "count amount number size quantity min n" },
            Names { field: "unit", taken: "", hinted: "units type kind of" },
            Names { field: "accelerator", taken: "", hinted: "gpu gputype acceleratortype model accelerators" },
            Names { field: "capacity", taken: "", hinted: "role involvement action verb" },
        ],
        kept: "",
        refused: "",
    },
    ObjectNames {
        object: "AskedScale",
        fields: &[
            Names { field: "min", taken: "", hinted: "value count minimum amount size number" },
            Names { field: "unit", taken: "", hinted: "units type kind of" },
        ],
        kept: "",
        refused: "",
    },
    ObjectNames {
        object: "Place",
        fields: &[
            Names { field: "city", taken: "", hinted: "town locality name" },
            Names {
                field: "region",
                taken: "",
                hinted: "state province county statecode regioncode administrativearea",
            },
            Names { field: "country", taken: "", hinted: "countrycode countryname nation" },
        ],
        kept: "",
        refused: "",
    },
    ObjectNames {
        object: "Publication",
        fields: &[
            Names { field: "venue", taken: "", hinted: "conference journal publisher" },
            Names { field: "title", taken: "", hinted: "name" },
            Names { field: "year", taken: "", hinted: "date published" },
        ],
        kept: "",
        refused: "",
    },
    ObjectNames {
        object: "Weights",
        fields: &[
            Names { field: "skills", taken: "", hinted: "skill" },
            Names { field: "family", taken: "", hinted: "jobfamily function" },
            Names { field: "level", taken: "", hinted: "seniority" },
            Names { field: "pay", taken: "", hinted: "salary compensation" },
        ],
        kept: "",
        refused: "",
    },
];

#[cfg(test)]
mod tests {
    use super::super::field_names::suggestion;
    use super::super::schema;
    use super::super::shape::{ObjectShape, Shape};
    use super::super::synonyms::squash;
    use super::*;

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

    fn words(names: &'static str) -> impl Iterator<Item = &'static str> {
        names.split_ascii_whitespace()
    }

    #[test]
    fn other_names_lead_to_fields_that_exist_and_hide_none() {
        let all: Vec<&ObjectShape> =
            [schema::candidate_shape(), schema::role_shape()].into_iter().flat_map(objects).collect();
        for names in OBJECTS {
            let owner = names.object;
            let object = all.iter().find(|object| object.name == owner).unwrap_or_else(|| panic!("no {owner}"));
            for row in names.fields {
                assert!(object.fields.contains_key(row.field), "{owner}.{}", row.field);
                for word in words(row.taken).chain(words(row.hinted)) {
                    assert!(!object.fields.contains_key(word), "{owner}: {word} is a field");
                    assert_eq!(suggestion(object, word), Some(row.field), "{owner}: {word}");
                }
            }
        }
    }

    #[test]
    fn every_name_has_one_fate() {
        for names in OBJECTS {
            let fields = names.fields.iter().flat_map(|row| words(row.taken).chain(words(row.hinted)));
            let mut all: Vec<&str> = fields.chain(words(names.refused)).collect();
            // What is kept may be hinted at, too: the hint is for a document whose `custom` has that name already.
            let taken: Vec<&str> = names.fields.iter().flat_map(|row| words(row.taken)).collect();
            for word in words(names.kept) {
                assert!(!taken.contains(&word) && !names.refused.contains(word), "{}: {word}", names.object);
            }
            assert!(all.iter().chain(&words(names.kept).collect::<Vec<_>>()).all(|word| squash(word) == *word));
            let n_words = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), n_words, "{}: a name stands twice", names.object);
        }
    }
}
