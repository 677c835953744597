//! XML of parts of documents as a walk: elements by their local names, texts with their entities resolved.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// A step of the walk.
pub(super) enum Step<'a> {
    Open(&'a str, &'a Attributes<'a>),
    Close(&'a str),
    Text(&'a str),
}

/// The attributes of an element.
pub(super) struct Attributes<'a>(&'a BytesStart<'a>);

impl Attributes<'_> {
    /// The value of an attribute, by its local name.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        let found = self.0.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
        Some(found.value.into_owned())
    }
}

/// Elements nested deeper are no document.
const MAX_DEPTH: usize = 400;

/// Walks through `xml`.
///
/// # Errors
/// Why it is none.
pub(super) fn walk(xml: &[u8], mut see: impl FnMut(Step<'_>)) -> Result<(), String> {
    let text = String::from_utf8_lossy(xml);
    let mut reader = Reader::from_str(&text);
    reader.config_mut().check_end_names = false;
    let mut depth = 0_usize;
    loop {
        match reader.read_event().map_err(|error| format!("not XML that can be read: {error}"))? {
            Event::Eof => return Ok(()),
            Event::Start(element) => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(format!("elements are nested more than {MAX_DEPTH} deep"));
                }
                let name = element.local_name();
                see(Step::Open(name.as_ref(), &Attributes(&element)));
            }
            Event::Empty(element) => {
                let name = element.local_name();
                see(Step::Open(name.as_ref(), &Attributes(&element)));
                see(Step::Close(name.as_ref()));
            }
            Event::End(element) => {
                depth = depth.saturating_sub(1);
                see(Step::Close(element.local_name().as_ref()));
            }
            Event::Text(text) => see(Step::Text(&text)),
            Event::CData(text) => see(Step::Text(&text)),
            Event::GeneralRef(entity) => {
                // Entities that a document declares itself are not expanded: that is how small files become large.
                let known = match entity.resolve_char_ref() {
                    Ok(Some(character)) => Some(character),
                    _ => match &*entity {
                        "amp" => Some('&'),
                        "lt" => Some('<'),
                        "gt" => Some('>'),
                        "quot" => Some('"'),
                        "apos" => Some('\''),
                        _ => None,
                    },
                };
                if let Some(character) = known {
                    see(Step::Text(character.encode_utf8(&mut [0; 4])));
                }
            }
            Event::Decl(_) | Event::PI(_) | Event::DocType(_) | Event::Comment(_) => {}
        }
    }
}
