//! Decompresses what is read, a piece at a time: gzip with any number of members, Zstandard with any number of frames. How a stream
//! is compressed is told by its first bytes, which no text of documents begins with.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

/// What is read, after its first bytes were looked at.
type Whole<R> = BufReader<Chain<Cursor<Vec<u8>>, R>>;

/// Large enough that reading costs few calls.
const BUFFER: usize = 1 << 18;
/// The first bytes of gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// Those of a Zstandard frame, and the last three of a frame that holds no data.
const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const SKIPPABLE: [u8; 3] = [0x2a, 0x4d, 0x18];
/// The first bytes of Parquet.
const PARQUET: [u8; 4] = *b"PAR1";

/// The text of `input`, decompressed where it is compressed. `name` is a path whose ending may promise that it is.
pub(super) fn decompressed(mut input: impl Read + Send + 'static, name: &str) -> io::Result<Box<dyn BufRead + Send>> {
    let mut head = Vec::with_capacity(ZSTANDARD.len());
    input.by_ref().take(ZSTANDARD.len() as u64).read_to_end(&mut head)?;
    if head == PARQUET {
        let message = "this is Parquet, which is read from a file whose name ends in .parquet, and not as a stream";
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    let (is_gzip, is_zstandard) =
        (head.starts_with(&GZIP), head == ZSTANDARD || head.len() == 4 && head[1..] == SKIPPABLE && head[0] >> 4 == 5);
    let promises = |ending: &str| name.to_ascii_lowercase().ends_with(ending);
    let broken = |what: &str| {
        let message =
            format!("the name promises {what} data, and this is none; it may be empty, cut off or not compressed");
        Err(io::Error::new(io::ErrorKind::InvalidData, message))
    };
    if promises(".gz") && !is_gzip {
        return broken("gzip");
    }
    if promises(".zst") && !is_zstandard {
        return broken("Zstandard");
    }
    let whole = BufReader::with_capacity(BUFFER, Cursor::new(head).chain(input));
    if is_gzip {
        gzip(whole)
    } else if is_zstandard {
        zstandard(whole)
    } else {
        Ok(Box::new(whole))
    }
}

#[cfg(feature = "compression")]
#[expect(clippy::unnecessary_wraps, reason = "builds without decoders refuse here")]
fn gzip<R: Read + Send + 'static>(whole: Whole<R>) -> io::Result<Box<dyn BufRead + Send>> {
    let decoder = flate2::bufread::MultiGzDecoder::new(whole);
    Ok(Box::new(BufReader::with_capacity(BUFFER, Explained { decoder, what: "gzip" })))
}

#[cfg(feature = "compression")]
#[expect(clippy::unnecessary_wraps, reason = "builds without decoders refuse here")]
fn zstandard<R: Read + Send + 'static>(whole: Whole<R>) -> io::Result<Box<dyn BufRead + Send>> {
    let decoder = frames::Frames::new(whole);
    Ok(Box::new(BufReader::with_capacity(BUFFER, Explained { decoder, what: "Zstandard" })))
}

#[cfg(not(feature = "compression"))]
fn gzip<R: Read + Send + 'static>(_: Whole<R>) -> io::Result<Box<dyn BufRead + Send>> {
    Err(unsupported())
}

#[cfg(not(feature = "compression"))]
fn zstandard<R: Read + Send + 'static>(_: Whole<R>) -> io::Result<Box<dyn BufRead + Send>> {
    Err(unsupported())
}

#[cfg(not(feature = "compression"))]
fn unsupported() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "compressed files are read by builds with the feature `compression`")
}

/// Says of a failure to decompress what it was.
#[cfg(feature = "compression")]
struct Explained<D> {
    decoder: D,
    what: &'static str,
}

#[cfg(feature = "compression")]
impl<D: Read> Read for Explained<D> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let what = self.what;
        self.decoder.read(into).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                io::Error::new(io::ErrorKind::UnexpectedEof, format!("the {what} data is cut off"))
            }
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::Other => {
                io::Error::new(io::ErrorKind::InvalidData, format!("the {what} data is damaged or cut off: {error}"))
            }
            _ => error,
        })
    }
}

#[cfg(feature = "compression")]
pub(super) mod frames {
    //! Frames one after another, each held against its checksum.

    use std::io::{self, BufRead, Read};

    use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
    use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

    pub(in crate::batch) struct Frames<R> {
        input: R,
        decoder: FrameDecoder,
        is_within: bool,
    }

    impl<R: BufRead> Frames<R> {
        pub(in crate::batch) fn new(input: R) -> Self {
            Self { input, decoder: FrameDecoder::new(), is_within: false }
        }

        /// Begins the next frame; `false` when there is none.
        fn begin(&mut self) -> io::Result<bool> {
            loop {
                if self.input.fill_buf()?.is_empty() {
                    return Ok(false);
                }
                match self.decoder.reset(&mut self.input) {
                    Ok(()) => return Ok(true),
                    Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                        length, ..
                    })) => {
                        let length = u64::from(length);
                        let n_skipped = io::copy(&mut self.input.by_ref().take(length), &mut io::sink())?;
                        if n_skipped < length {
                            return Err(io::ErrorKind::UnexpectedEof.into());
                        }
                    }
                    Err(error) => return Err(io::Error::other(error)),
                }
            }
        }

        fn end(&mut self) -> io::Result<()> {
            self.is_within = false;
            let (stated, found) = (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
            if stated.is_some() && stated != found {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum of a frame is another"));
            }
            Ok(())
        }
    }

    impl<R: BufRead> Read for Frames<R> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if into.is_empty() {
                return Ok(0);
            }
            loop {
                if !self.is_within {
                    if !self.begin()? {
                        return Ok(0);
                    }
                    self.is_within = true;
                }
                while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                    let step = BlockDecodingStrategy::UptoBlocks(1);
                    self.decoder.decode_blocks(&mut self.input, step).map_err(io::Error::other)?;
                }
                let n_read = self.decoder.read(into)?;
                if n_read > 0 {
                    return Ok(n_read);
                }
                self.end()?;
            }
        }
    }
}

#[cfg(all(test, feature = "compression"))]
mod tests {
    use std::io::Write;

    use super::*;

    fn gz(text: &str) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    fn zst(text: &str) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest)
    }

    fn text(bytes: Vec<u8>, name: &str) -> Result<String, String> {
        let mut text = String::new();
        let mut input = decompressed(Cursor::new(bytes), name).map_err(|error| error.to_string())?;
        input.read_to_string(&mut text).map_err(|error| error.to_string()).map(|_| text)
    }

    #[test]
    fn members_and_frames_are_read_one_after_another() {
        let long = "abc ".repeat(200_000);
        assert_eq!(text([gz(&long), gz("b")].concat(), "x.gz").unwrap(), format!("{long}b"));
        let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3][..], &zst(&long), &zst(""), &zst("b")].concat();
        assert_eq!(text(skipped, "x.zst").unwrap(), format!("{long}b"));
        // Without a name, and under another one, the first bytes tell.
        assert_eq!(text(gz("a"), "-").unwrap(), "a");
        assert_eq!(text(zst("a"), "x.jsonl").unwrap(), "a");
        assert_eq!(text(b"{}".to_vec(), "-").unwrap(), "{}");
        assert_eq!(text(Vec::new(), "-").unwrap(), "");
    }

    #[test]
    fn cut_off_and_damaged_data_is_an_error_wherever_it_is_cut() {
        let plain: String = (0..3000)
            .flat_map(|n| ["{\"id\":\"c-", &n.to_string(), "\"}\n"].concat().into_bytes())
            .map(char::from)
            .collect();
        for (whole, name) in [(gz(&plain), "x.gz"), (zst(&plain), "x.zst")] {
            for end in (0..whole.len()).step_by(97).chain([whole.len() - 1]) {
                assert!(text(whole[..end].to_vec(), name).is_err(), "{name} cut at {end}");
            }
            let mut damaged = whole.clone();
            let middle = damaged.len() / 2;
            damaged[middle] ^= 0x55;
            assert!(text(damaged, name).is_err(), "{name}");
            assert!(text([whole, b"garbage".to_vec()].concat(), name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_name_that_promises_compression_is_held_to_it() {
        for (name, what) in [("x.jsonl.gz", "gzip"), ("x.jsonl.ZST", "Zstandard")] {
            assert!(text(b"{\"id\":\"a\"}".to_vec(), name).unwrap_err().contains(what));
            assert!(text(Vec::new(), name).unwrap_err().contains(what));
        }
    }
}
