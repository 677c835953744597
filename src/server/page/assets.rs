//! The files of the page: a style sheet and two scripts, kept in the program, packed once. Their addresses hold a checksum of what they
//! hold, so that browsers keep them for ever and never see an old one.

use std::io::Write as _;
use std::sync::LazyLock;

use axum::body::Body;
use axum::extract::Path;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH, VARY,
};
use axum::http::{Response, StatusCode};

use crate::server::problem::Problem;

/// Names, media types and bytes.
const FILES: [(&str, &str, &[u8]); 4] = [
    ("page.css", "text/css; charset=utf-8", include_bytes!("static/page.css")),
    ("page.js", "text/javascript; charset=utf-8", include_bytes!("static/page.js")),
    ("htmx.js", "text/javascript; charset=utf-8", include_bytes!("static/htmx.min.js")),
    ("icon.svg", "image/svg+xml", include_bytes!("static/icon.svg")),
];

static ASSETS: LazyLock<Vec<Asset>> =
    LazyLock::new(|| FILES.map(|(name, media, bytes)| Asset::new(name, media, bytes)).into());

struct Asset {
    name: &'static str,
    media: &'static str,
    bytes: &'static [u8],
    packed: Vec<u8>,
    /// The name with the checksum in it.
    address: String,
    sum: String,
}

impl Asset {
    fn new(name: &'static str, media: &'static str, bytes: &'static [u8]) -> Self {
        // Two checksums of different kinds: a change that leaves both as they were is none that happens by accident.
        let sum = format!("{:08x}{:x}", crc32fast::hash(bytes), bytes.len());
        let (stem, ending) = name.rsplit_once('.').expect("the names above have an ending");
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        let packed = packer.write_all(bytes).and_then(|()| packer.finish()).expect("writing to memory does not fail");
        Self { name, media, bytes, packed, address: format!("{stem}-{sum}.{ending}"), sum }
    }
}

/// The address of a file, below `/static`.
pub(super) fn address(name: &str) -> &'static str {
    ASSETS.iter().find(|asset| asset.name == name).map_or("", |asset| asset.address.as_str())
}

pub(super) async fn serve(Path(file): Path<String>, headers: HeaderMap) -> Result<Response<Body>, Problem> {
    let found = ASSETS.iter().find(|asset| asset.address == file);
    let missing = || Problem::new(StatusCode::NOT_FOUND, "no_such_route", "there is no such file");
    let asset = found.ok_or_else(missing)?;
    let told = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or_default();
    let is_packed = told(ACCEPT_ENCODING).contains("gzip");
    let tag = format!("\"{}{}\"", asset.sum, if is_packed { "-gzip" } else { "" });
    let is_known = told(IF_NONE_MATCH).split(',').any(|known| known.trim().trim_start_matches("W/") == tag);
    let body = match (is_known, is_packed) {
        (true, _) => Body::empty(),
        (false, true) => Body::from(asset.packed.as_slice()),
        (false, false) => Body::from(asset.bytes),
    };
    let mut response = Response::new(body);
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(ETAG, HeaderValue::from_str(&tag).expect("hexadecimal digits"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if !is_known {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(asset.media));
        if is_packed {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
    }
    Ok(response)
}

/// What a browser loads beside a first page.
#[cfg(test)]
pub(super) fn packed_bytes() -> usize {
    ASSETS.iter().map(|asset| asset.packed.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_view_is_small() {
        let packed = packed_bytes();
        assert!(packed < 40_000, "{packed} bytes of files before any page");
    }
}
