//! Decompresses the pages of a Parquet file, by the decoders that other files are decompressed with, and to no more than is bearable.

use std::io::Read;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, CompressionCodec};
use parquet::bloom_filter::Sbbf;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{RowGroupReader, SerializedPageReader};
use parquet::record::reader::RowIter;
use parquet::schema::types::Type;

use super::compression::frames::Frames;
use super::parquet_rows::Chunks;

/// The largest page, decompressed. Writers make pages of some 1 MiB, and of more only for a value that is larger.
const MAX_BYTES: usize = 256 << 20;

/// A row group whose columns are read page by page.
pub(super) struct RowGroup {
    metadata: RowGroupMetaData,
    chunks: Arc<Chunks>,
}

impl RowGroup {
    pub(super) fn new(metadata: RowGroupMetaData, chunks: Arc<Chunks>) -> Self {
        Self { metadata, chunks }
    }
}

impl RowGroupReader for RowGroup {
    fn metadata(&self) -> &RowGroupMetaData {
        &self.metadata
    }

    fn num_columns(&self) -> usize {
        self.metadata.num_columns()
    }

    fn get_column_page_reader(&self, at: usize) -> Result<Box<dyn PageReader>> {
        let column = self.metadata.column(at);
        let compression = column.compression();
        // Pages come as they are in the file when the column claims not to be compressed.
        let plain = column.clone().into_builder().set_compression(Compression::UNCOMPRESSED).build()?;
        let n_rows = usize::try_from(self.metadata.num_rows())?;
        let compressed = SerializedPageReader::new(self.chunks.clone(), &plain, n_rows, None)?;
        Ok(Box::new(Pages { compressed, compression, column: column.column_path().string() }))
    }

    fn get_column_bloom_filter(&self, _: usize) -> Option<&Sbbf> {
        None
    }

    fn get_row_iter(&self, projection: Option<Type>) -> Result<RowIter<'_>> {
        RowIter::from_row_group(projection, self)
    }
}

struct Pages {
    compressed: SerializedPageReader<Chunks>,
    compression: Compression,
    column: String,
}

impl Pages {
    fn decompressed(&self, page: &Bytes) -> Result<Bytes> {
        let failed = |what: &str, error: &dyn std::fmt::Display| {
            ParquetError::General(format!("column `{}`: the {what} data of a page is damaged: {error}", self.column))
        };
        let too_large = || {
            let most = MAX_BYTES >> 20;
            ParquetError::General(format!("column `{}` has a page of more than {most} MiB", self.column))
        };
        let all = |what: &str, decoder: &mut dyn Read| {
            let mut bytes = Vec::new();
            let most = u64::try_from(MAX_BYTES + 1).unwrap_or(u64::MAX);
            decoder.take(most).read_to_end(&mut bytes).map_err(|error| failed(what, &error))?;
            if bytes.len() > MAX_BYTES { Err(too_large()) } else { Ok(bytes.into()) }
        };
        match self.compression {
            Compression::UNCOMPRESSED => Ok(page.clone()),
            Compression::SNAPPY => {
                if snap::raw::decompress_len(page).map_err(|error| failed("Snappy", &error))? > MAX_BYTES {
                    return Err(too_large());
                }
                let bytes = snap::raw::Decoder::new().decompress_vec(page);
                Ok(bytes.map_err(|error| failed("Snappy", &error))?.into())
            }
            Compression::GZIP(_) => all("gzip", &mut flate2::bufread::MultiGzDecoder::new(&**page)),
            Compression::ZSTD(_) => all("Zstandard", &mut Frames::new(&**page)),
            other => Err(ParquetError::NYI(format!(
                "column `{}` is compressed as {}; expected Snappy, gzip, Zstandard or no compression",
                self.column,
                CompressionCodec::from(other)
            ))),
        }
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let Some(mut page) = self.compressed.get_next_page()? else { return Ok(None) };
        match &mut page {
            Page::DataPage { buf, .. } | Page::DictionaryPage { buf, .. } => *buf = self.decompressed(buf)?,
            Page::DataPageV2 { is_compressed: false, .. } => {}
            Page::DataPageV2 { buf, def_levels_byte_len, rep_levels_byte_len, .. } => {
                // How values are nested stands before them, and is never compressed.
                let n_before = usize::try_from(u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len))?;
                if n_before > buf.len() {
                    return Err(ParquetError::General(format!(
                        "column `{}` has a page that is too short",
                        self.column
                    )));
                }
                if n_before < buf.len() {
                    let values = self.decompressed(&buf.slice(n_before..))?;
                    *buf = [&buf[..n_before], &values].concat().into();
                }
            }
        }
        Ok(Some(page))
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.compressed.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.compressed.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.compressed.at_record_boundary()
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}
