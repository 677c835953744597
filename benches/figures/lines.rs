//! Lines over two logarithmic axes, as SVG.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

use crate::look::{COLOURS, FONT, around, number};

/// Lines over the same pair of axes.
pub(crate) struct Panel<'a> {
    pub title: &'a str,
    pub x: &'a str,
    pub y: &'a str,
    pub lines: Vec<(String, Vec<(f64, f64)>)>,
}

/// Panels side by side.
pub(crate) fn draw(file: &Path, panels: &[Panel<'_>]) -> Result<(), Box<dyn Error>> {
    let width = 560 * u32::try_from(panels.len())?;
    let root = SVGBackend::new(file, (width, 440)).into_drawing_area();
    root.fill(&WHITE)?;
    for (panel, area) in panels.iter().zip(root.split_evenly((1, panels.len()))) {
        let points = || panel.lines.iter().flat_map(|(_, points)| points);
        // Room above for the legend.
        let (x, y) = (around(points().map(|p| p.0), 1.15, 1.15), around(points().map(|p| p.1), 1.5, 12.0));
        let mut chart = ChartBuilder::on(&area)
            .caption(panel.title, (FONT, 17))
            .margin(14)
            .x_label_area_size(44)
            .y_label_area_size(62)
            .build_cartesian_2d(x.log_scale(), y.log_scale())?;
        chart
            .configure_mesh()
            .x_desc(panel.x)
            .y_desc(panel.y)
            .axis_desc_style((FONT, 14))
            .label_style((FONT, 12))
            .light_line_style(TRANSPARENT)
            .x_label_formatter(&sparse)
            .y_label_formatter(&|value| number(*value))
            .draw()?;
        for ((name, points), colour) in panel.lines.iter().zip(COLOURS) {
            let line = ShapeStyle::from(colour).stroke_width(2);
            chart
                .draw_series(LineSeries::new(points.iter().copied(), line))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], line));
            chart.draw_series(points.iter().map(|point| Circle::new(*point, 3, colour.filled())))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.85))
            .border_style(TRANSPARENT)
            .label_font((FONT, 13))
            .draw()?;
    }
    root.present()?;
    Ok(())
}

/// The number at 1, 2 and 5 of each power of ten, where there is room to write it.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "axes hand out references")]
fn sparse(value: &f64) -> String {
    let mantissa = value / 10_f64.powf(value.log10().floor());
    let is_written = [1.0, 2.0, 5.0, 10.0].iter().any(|known| (mantissa - known).abs() < 0.01);
    if is_written { number(*value) } else { String::new() }
}
