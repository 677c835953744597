//! Bars over a logarithmic axis, as SVG.

use std::error::Error;
use std::path::Path;

use plotters::coord::ranged1d::SegmentValue;
use plotters::prelude::*;

use crate::look::{COLOURS, FONT, around, number};

/// One bar for each name, the first one above, with its value written behind it.
pub(crate) fn draw(file: &Path, title: &str, x: &str, bars: &[(String, f64, String)]) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(file, (860, 120 + 38 * u32::try_from(bars.len())?)).into_drawing_area();
    root.fill(&WHITE)?;
    // Room behind the longest bar for what is written there.
    let range = around(bars.iter().map(|(_, value, _)| *value), 3.0, 30.0);
    let name_of = |place: &SegmentValue<usize>| match place {
        SegmentValue::CenterOf(at) | SegmentValue::Exact(at) => {
            bars.len().checked_sub(at + 1).and_then(|at| bars.get(at)).map_or(String::new(), |bar| bar.0.clone())
        }
        SegmentValue::Last => String::new(),
    };
    let mut chart = ChartBuilder::on(&root)
        .caption(title, (FONT, 17))
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(150)
        .build_cartesian_2d(range.clone().log_scale(), (0..bars.len() - 1).into_segmented())?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .x_desc(x)
        .axis_desc_style((FONT, 14))
        .label_style((FONT, 13))
        .light_line_style(TRANSPARENT)
        .x_label_formatter(&|value| number(*value))
        .y_labels(bars.len())
        .y_label_formatter(&name_of)
        .draw()?;
    for (at, (name, value, text)) in bars.iter().rev().enumerate() {
        let colour = if *name == bars[0].0 { COLOURS[1] } else { COLOURS[0] };
        let corners = [(range.start, SegmentValue::Exact(at)), (*value, SegmentValue::Exact(at + 1))];
        let mut bar = Rectangle::new(corners, colour.filled());
        bar.set_margin(6, 6, 0, 0);
        chart.draw_series([bar])?;
        let at = (*value, SegmentValue::CenterOf(at));
        chart.draw_series([EmptyElement::at(at) + Text::new(text.clone(), (6, -6), (FONT, 13))])?;
    }
    root.present()?;
    Ok(())
}
