//! Codings of bodies: gzip and Zstandard, in and out. A body comes out of its coding a little at a time, so that a small one that
//! stands for a huge one is stopped at the limit of what it stands for.

use std::io::{self, Write as _};

use axum::http::StatusCode;
use axum::http::header::{CONTENT_ENCODING, HeaderMap};
use flate2::Compression;
use flate2::write::{GzEncoder, MultiGzDecoder};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::problem::Problem;

/// What is told to clients that send something else.
pub(super) const ACCEPTED: &str = "gzip, zstd, identity";

/// A coding of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    Gzip,
    Zstandard,
}

impl Coding {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstandard => "zstd",
        }
    }

    /// The coding in which a request's body is sent; none where it is sent as it is.
    pub(super) fn of_request(headers: &HeaderMap) -> Result<Option<Self>, Problem> {
        let mut codings = headers.get_all(CONTENT_ENCODING).iter();
        let Some(first) = codings.next() else { return Ok(None) };
        let name = first.to_str().unwrap_or_default().trim().to_ascii_lowercase();
        match (name.as_str(), codings.next()) {
            ("identity" | "", None) => Ok(None),
            ("gzip" | "x-gzip", None) => Ok(Some(Self::Gzip)),
            ("zstd", None) => Ok(Some(Self::Zstandard)),
            _ => {
                let detail = format!("invalid `Content-Encoding`; expected one of {ACCEPTED}, once");
                Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_content_encoding", detail))
            }
        }
    }

    /// The coding that a client wants answers in (RFC 9110, section 12.5.3); gzip among equals.
    pub(super) fn of_answer(accepted: &str) -> Option<Self> {
        let (mut gzip, mut zstandard, mut any) = (None, None, None);
        for item in accepted.split(',') {
            let (name, parameters) = item.split_once(';').unwrap_or((item, ""));
            let weight = parameters.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f64>).unwrap_or(0.0);
            match name.trim().to_ascii_lowercase().as_str() {
                "gzip" | "x-gzip" => gzip = Some(weight),
                "zstd" => zstandard = Some(weight),
                "*" => any = Some(weight),
                _ => {}
            }
        }
        let weight = |own: Option<f64>| own.or(any).unwrap_or(0.0);
        let (gzip, zstandard) = (weight(gzip), weight(zstandard));
        match (gzip > 0.0, zstandard > 0.0) {
            (false, false) => None,
            (true, _) if gzip >= zstandard => Some(Self::Gzip),
            _ => Some(Self::Zstandard),
        }
    }

    /// A whole answer in this coding.
    pub(super) fn encoded(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Self::Gzip => {
                let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
                encoder.write_all(bytes)?;
                encoder.finish()
            }
            Self::Zstandard => Ok(compress_to_vec(bytes, CompressionLevel::Fastest)),
        }
    }
}

/// So much of a coded body is decoded in a step; a thousandfold of it may come out.
const STEP_BYTES: usize = 1 << 10;
/// The largest window of Zstandard over HTTP (RFC 9659).
const WINDOW_BYTES: u64 = 8 << 20;
/// No header of a frame is longer.
const FRAME_HEADER_BYTES: usize = 18;
const BLOCK_HEADER_BYTES: usize = 3;
const CHECKSUM_BYTES: usize = 4;

/// A coded body on its way out of its coding.
pub(super) struct Decoder {
    /// What has come and is not decoded yet.
    input: Vec<u8>,
    frames: Frames,
}

enum Frames {
    Gzip(Box<MultiGzDecoder<Vec<u8>>>),
    Zstandard(Box<Zstandard>),
}

struct Zstandard {
    decoder: FrameDecoder,
    is_within: bool,
    has_checksum: bool,
    /// Of a frame that holds no data.
    skipped: usize,
}

impl Decoder {
    pub(super) fn new(coding: Coding) -> Self {
        let frames = match coding {
            Coding::Gzip => Frames::Gzip(Box::new(MultiGzDecoder::new(Vec::new()))),
            Coding::Zstandard => {
                let mut decoder = FrameDecoder::new();
                decoder.set_max_window_size(WINDOW_BYTES);
                Frames::Zstandard(Box::new(Zstandard { decoder, is_within: false, has_checksum: false, skipped: 0 }))
            }
        };
        Self { input: Vec::new(), frames }
    }

    /// Takes the next piece of the coded body.
    pub(super) fn push(&mut self, data: &[u8]) {
        self.input.extend_from_slice(data);
    }

    /// The next piece of what the body stands for, perhaps an empty one; none where more must come first.
    pub(super) fn step(&mut self) -> io::Result<Option<Vec<u8>>> {
        match &mut self.frames {
            Frames::Gzip(decoder) => {
                if self.input.is_empty() {
                    return Ok(None);
                }
                let taken = self.input.len().min(STEP_BYTES);
                decoder.write_all(&self.input[..taken])?;
                self.input.drain(..taken);
                Ok(Some(std::mem::take(decoder.get_mut())))
            }
            Frames::Zstandard(decoder) => decoder.step(&mut self.input),
        }
    }

    /// The coded body has come to its end: the last piece, or an error where it is cut off.
    pub(super) fn finish(mut self) -> io::Result<Vec<u8>> {
        let mut last = Vec::new();
        while let Some(piece) = self.step()? {
            last.extend(piece);
        }
        match self.frames {
            Frames::Gzip(mut decoder) => {
                decoder.try_finish()?;
                last.append(decoder.get_mut());
            }
            Frames::Zstandard(decoder) if decoder.is_within || decoder.skipped > 0 || !self.input.is_empty() => {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            Frames::Zstandard(_) => {}
        }
        Ok(last)
    }
}

impl Zstandard {
    /// Takes one frame's header, one block, or what is skipped.
    fn step(&mut self, input: &mut Vec<u8>) -> io::Result<Option<Vec<u8>>> {
        if self.skipped > 0 {
            let taken = self.skipped.min(input.len());
            input.drain(..taken);
            self.skipped -= taken;
            return Ok((taken > 0).then(Vec::new));
        }
        if self.is_within { self.block(input) } else { self.begin(input) }
    }

    fn begin(&mut self, input: &mut Vec<u8>) -> io::Result<Option<Vec<u8>>> {
        let mut rest = &input[..];
        match self.decoder.reset(&mut rest) {
            Ok(()) => {
                // The fifth byte describes the frame; its third bit tells of a checksum.
                self.has_checksum = input.get(4).is_some_and(|descriptor| descriptor & 0b100 != 0);
                self.is_within = true;
            }
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                self.skipped = usize::try_from(length).map_err(io::Error::other)?;
            }
            Err(error) if input.len() >= FRAME_HEADER_BYTES => return Err(io::Error::other(error)),
            Err(_) => return Ok(None),
        }
        let taken = input.len() - rest.len();
        input.drain(..taken);
        Ok(Some(Vec::new()))
    }

    /// Decodes a block once all of it is there.
    fn block(&mut self, input: &mut Vec<u8>) -> io::Result<Option<Vec<u8>>> {
        let Some([first, second, third]) = input.first_chunk() else { return Ok(None) };
        let header = u32::from_le_bytes([*first, *second, *third, 0]);
        let (is_last, is_run, size) = (header & 1 == 1, (header >> 1) & 3 == 1, (header >> 3) as usize);
        let checksum = if is_last && self.has_checksum { CHECKSUM_BYTES } else { 0 };
        let needed = BLOCK_HEADER_BYTES + if is_run { 1 } else { size } + checksum;
        if input.len() < needed {
            return Ok(None);
        }
        let mut rest = &input[..needed];
        self.decoder.decode_blocks(&mut rest, BlockDecodingStrategy::UptoBlocks(1)).map_err(io::Error::other)?;
        input.drain(..needed);
        let piece = self.decoder.collect().unwrap_or_default();
        if is_last {
            self.is_within = false;
            let (stated, found) = (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
            if stated.is_some() && stated != found {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum of a frame is another"));
            }
        }
        Ok(Some(piece))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(coding: Coding, pieces: &[&[u8]]) -> io::Result<Vec<u8>> {
        let mut decoder = Decoder::new(coding);
        let mut all = Vec::new();
        for piece in pieces {
            decoder.push(piece);
            while let Some(piece) = decoder.step()? {
                all.extend(piece);
            }
        }
        all.extend(decoder.finish()?);
        Ok(all)
    }

    fn text() -> Vec<u8> {
        (0..60_000u32).flat_map(|n| format!("{{\"id\":\"c-{n}\"}}\n").into_bytes()).collect()
    }

    #[test]
    fn what_was_encoded_is_decoded_however_it_is_cut() {
        for coding in [Coding::Gzip, Coding::Zstandard] {
            let coded = coding.encoded(&text()).unwrap();
            assert!(coded.len() < text().len() / 4, "{coding:?}: {}", coded.len());
            for size in [1, 7, 1000, coded.len()] {
                let pieces: Vec<&[u8]> = coded.chunks(size).collect();
                assert!(decoded(coding, &pieces).unwrap() == text(), "{coding:?} in pieces of {size}");
            }
            let twice = [&coded[..], &coded[..]].concat();
            assert_eq!(decoded(coding, &[&twice]).unwrap().len(), 2 * text().len(), "{coding:?}");
            assert!(decoded(coding, &[&coded[..coded.len() - 1]]).is_err(), "{coding:?} that is cut off");
            assert!(decoded(coding, &[b"{\"id\":\"this is no such coding\"}"]).is_err());
        }
    }

    #[test]
    fn a_step_of_a_bomb_is_small() {
        for coding in [Coding::Gzip, Coding::Zstandard] {
            let bomb = coding.encoded(&vec![b' '; 24 << 20]).unwrap();
            let mut decoder = Decoder::new(coding);
            decoder.push(&bomb);
            let mut largest = 0;
            while let Some(piece) = decoder.step().unwrap() {
                largest = largest.max(piece.len());
            }
            assert!(largest <= 9 << 20, "{coding:?}: {largest}");
        }
    }

    #[test]
    fn the_coding_of_an_answer_is_the_one_that_is_wanted_most() {
        for (accepted, coding) in [
            ("", None),
            ("identity", None),
            ("br", None),
            ("gzip", Some(Coding::Gzip)),
            ("gzip, deflate, br, zstd", Some(Coding::Gzip)),
            ("zstd, gzip;q=0.5", Some(Coding::Zstandard)),
            ("gzip;q=0", None),
            ("*", Some(Coding::Gzip)),
            ("gzip;q=0, *", Some(Coding::Zstandard)),
            ("GZIP ; q=1.0", Some(Coding::Gzip)),
        ] {
            assert_eq!(Coding::of_answer(accepted), coding, "{accepted}");
        }
    }
}
