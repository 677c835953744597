//! The glyphs of a PDF's pages, each with its characters and its place; what they say together is told in `pdf_layout`.
//!
//! The parser is the work of others, and files come from anybody: whoever reads them does so through `isolation`.

use hayro_interpret::font::Glyph as Drawn;
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::hayro_syntax::{LoadPdfError, Pdf};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, GlyphDrawMode, Image, InterpreterCache, InterpreterSettings, Paint,
    PathDrawMode, SoftMask, TransformExt as _, interpret_page,
};
use kurbo::{Affine, BezPath, Point, Rect, Vec2};

use super::FileText;
use super::pdf_layout;

/// A glyph where a reader sees it: from the left and from the top of the page, in points.
#[derive(Clone, Debug)]
pub(super) struct Glyph {
    pub(super) text: String,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) baseline: f64,
    pub(super) size: f64,
}

/// What a page shows.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) glyphs: Vec<Glyph>,
}

/// The most pages of a file that are read: longer ones are books.
const MAX_PAGES: usize = 200;
/// The most glyphs of a file that are kept; a page of small print has ten thousand.
const MAX_GLYPHS: usize = 1_000_000;
/// Widths and heights of glyphs are told in so many units of the font's size.
const UNITS: f64 = 1000.0;
/// What a glyph of unknown width takes of its size: that of a figure in most fonts.
const USUAL_WIDTH: f64 = 0.5;
/// Smaller glyphs, in points, are not for people.
const MIN_SIZE: f64 = 2.0;
/// Of the glyphs drawn, the share without a known character from which a text would be full of holes.
const MAX_UNKNOWN: f64 = 0.3;

/// The text of a PDF, in the order in which people read it.
///
/// # Errors
/// Why it has none that can be read.
pub(super) fn read(bytes: &[u8]) -> Result<FileText, String> {
    let pdf = Pdf::new(bytes.to_vec()).map_err(|error| match error {
        LoadPdfError::Decryption(_) => "the PDF is locked with a password; expected one that opens without".to_owned(),
        LoadPdfError::Invalid => "the PDF is damaged beyond reading; expected a PDF that a viewer opens".to_owned(),
    })?;
    let settings = InterpreterSettings { render_annotations: false, ..InterpreterSettings::default() };
    let cache = InterpreterCache::new();
    let mut pages = Vec::new();
    let (mut n_images, mut n_unknown, mut n_glyphs) = (0, 0, 0);
    for page in pdf.pages().iter().take(MAX_PAGES) {
        let (width, height) = page.render_dimensions();
        let to_reader = page.initial_transform(true).to_kurbo();
        let seen = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        let mut context = Context::new(to_reader, seen, &cache, pdf.xref(), settings.clone());
        let mut reader = Reader { room: MAX_GLYPHS - n_glyphs, ..Reader::default() };
        interpret_page(page, &mut context, &mut reader);
        n_images += reader.n_images;
        n_unknown += reader.n_unknown;
        n_glyphs += reader.glyphs.len();
        pages.push(upright(Page { width: seen.width(), height: seen.height(), glyphs: reader.glyphs }, &reader.turns));
    }
    #[expect(clippy::cast_precision_loss, reason = "counts far below the precision of f64")]
    let unknown_share = n_unknown as f64 / (n_unknown + n_glyphs).max(1) as f64;
    if n_unknown > 0 && unknown_share > MAX_UNKNOWN {
        let message = "the PDF does not say which characters its glyphs are; expected one with text that can be copied";
        return Err(message.to_owned());
    }
    let has_text = pages.iter().flat_map(|page| &page.glyphs).any(|glyph| !glyph.text.trim().is_empty());
    match (has_text, n_images) {
        (true, _) => Ok(pdf_layout::text(&pages)),
        (false, 0) => Err("the PDF shows no text; expected one with text".to_owned()),
        (false, _) => {
            Err("the PDF is a scan: images without text; expected one that text recognition (OCR) has been through"
                .to_owned())
        }
    }
}

/// Collects glyphs, and whether there is anything else to see.
#[derive(Debug, Default)]
struct Reader {
    glyphs: Vec<Glyph>,
    /// Which way each glyph runs.
    turns: Vec<Vec2>,
    n_images: usize,
    n_unknown: usize,
    room: usize,
}

impl<'a> Device<'a> for Reader {
    fn draw_glyph(&mut self, glyph: &Drawn<'a>, to_page: Affine, to_text: Affine, _: &Paint<'a>, _: &GlyphDrawMode) {
        if self.glyphs.len() >= self.room {
            return;
        }
        let Some(text) = glyph.as_unicode() else {
            self.n_unknown += 1;
            return;
        };
        let text = match text {
            // A hyphen that is drawn is seen, whatever the font calls it.
            BfString::Char('\u{ad}') => "-".to_owned(),
            BfString::Char(character) => character.to_string(),
            BfString::String(text) => text,
        };
        let place = to_page * to_text;
        let origin = place * Point::ORIGIN;
        let advance = match glyph {
            Drawn::Outline(outline) => outline.advance_width().map(f64::from),
            Drawn::Type3(_) => None,
        };
        let run = place * Point::new(advance.unwrap_or(UNITS * USUAL_WIDTH), 0.0) - origin;
        let rise = place * Point::new(0.0, UNITS) - origin;
        let size = rise.hypot();
        if !(origin.is_finite() && run.is_finite() && size.is_finite()) || size <= 0.0 {
            return;
        }
        let turn = place * Point::new(UNITS, 0.0) - origin;
        self.glyphs.push(Glyph { text, left: origin.x, right: origin.x + run.x, baseline: origin.y, size });
        self.turns.push(turn / turn.hypot().max(f64::MIN_POSITIVE));
    }

    fn draw_image(&mut self, _: Image<'a, '_>, _: Affine) {
        self.n_images += 1;
    }

    fn set_soft_mask(&mut self, _: Option<SoftMask<'a>>) {}
    fn set_blend_mode(&mut self, _: BlendMode) {}
    fn draw_path(&mut self, _: &BezPath, _: Affine, _: &Paint<'a>, _: &PathDrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn pop_clip_path(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

/// How far from level a line may run, as the sine of its angle.
const LEVEL: f64 = 0.1;

/// The page with what people see of it, in level lines alone: those that run up or down a margin repeat what is elsewhere, or adorn.
fn upright(page: Page, turns: &[Vec2]) -> Page {
    let Page { width, height, glyphs } = page;
    let is_level = |turn: &Vec2| turn.x > 0.0 && turn.y.abs() < LEVEL;
    let is_seen = |glyph: &Glyph| {
        glyph.size >= MIN_SIZE
            && (0.0..=width).contains(&glyph.left)
            && (0.0..=height + glyph.size).contains(&glyph.baseline)
    };
    let glyphs = glyphs.into_iter().zip(turns).filter(|(glyph, turn)| is_level(turn) && is_seen(glyph));
    Page { width, height, glyphs: glyphs.map(|(glyph, _)| glyph).collect() }
}
