//! Words of enumerations from text, in all spellings that documents may have: for whoever fills fields one by one.

use std::str::FromStr;

use super::check::spelled;
use crate::domain::{Level, ParseError, RoleStatus, WorkMode};

macro_rules! spellings {
    ($type:ident, $example:literal, $variant:ident) => {
        #[doc = concat!("```\nuse rolefit::model::", stringify!($type), ";\n\nassert_eq!(", stringify!($example))]
        #[doc = concat!(".parse::<", stringify!($type), ">()?, ", stringify!($type), "::", stringify!($variant), ");")]
        #[doc = "# Ok::<(), rolefit::Error>(())\n```"]
        impl FromStr for $type {
            type Err = ParseError;

            /// Takes what documents may have: any case, and usual synonyms.
            fn from_str(text: &str) -> Result<Self, ParseError> {
                let word = spelled(stringify!($type), Self::ALL.iter().map(|one| one.as_str()), text)?;
                Ok(Self::ALL.into_iter().find(|one| one.as_str() == word).expect("the word is of one of them"))
            }
        }
    };
}

spellings!(Level, "Sr.", Senior);
spellings!(WorkMode, "On-site", Onsite);
spellings!(RoleStatus, "on hold", Paused);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::acceptance::{candidate, role};

    #[test]
    fn words_are_spelled_as_in_documents() {
        for text in ["Sr.", "MID", "intern", "VP", "head of", "wizard", "seniorr", ""] {
            let read = candidate(serde_json::json!({ "id": "c", "level": text }));
            match text.parse::<Level>() {
                Ok(level) => assert_eq!(read.unwrap().level, Some(level)),
                Err(error) => assert_eq!(read.unwrap_err().to_string(), format!("/level: {error}")),
            }
        }
        assert_eq!("WFH".parse(), Ok(WorkMode::Remote));
        for status in RoleStatus::ALL {
            assert_eq!(status.as_str().parse(), Ok(status));
            assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
        }
        assert_eq!(
            role(serde_json::json!({ "id": "r", "status": "Filled" })).unwrap().status,
            "Filled".parse().unwrap()
        );
    }
}
