//! What is true of every band.

use std::sync::Arc;

use super::*;

const LADDER: [Level; 5] = [Level::Entry, Level::Mid, Level::Senior, Level::Staff, Level::Principal];

/// A band of a family for a level, place and year.
fn of(market: &Market, family: &str, level: Level, place: Option<&str>, year: u16) -> Option<Band> {
    let taxonomy = Taxonomy::builtin();
    let place = place.map(|text| taxonomy.places().parse(text).unwrap());
    let families = [(taxonomy.families().find(family).unwrap(), PerMille::ONE)];
    market.band(&Asked { families: &families, level, place: place.as_ref(), year }, &taxonomy)
}

fn reference() -> Arc<Market> {
    Market::embedded()
}

#[test]
fn pay_rises_with_the_level_in_every_family_and_year() {
    let taxonomy = Taxonomy::builtin();
    for family in taxonomy.families().ids().filter(|id| !matches!(*id, "other" | "beside")) {
        for year in [2022, 2025, 2027] {
            let bands: Vec<Band> =
                LADDER.iter().map(|level| of(&reference(), family, *level, None, year).unwrap()).collect();
            for (below, above) in bands.iter().zip(&bands[1..]) {
                for end in 0..3 {
                    assert!(below.figures[end] <= above.figures[end], "{family} {year}: {bands:?}");
                }
            }
            for band in &bands {
                let [low, middle, high] = band.figures;
                assert!(band.spread.0 <= low && low <= middle && middle <= high && high <= band.spread.1, "{family}");
                assert!(band.confidence > PerMille::ZERO);
            }
        }
    }
}

#[test]
fn seniors_are_paid_what_the_documents_say() {
    let band = of(&reference(), "gpu_kernels", Level::Senior, None, 2025).unwrap();
    let [low, _, high] = band.figures;
    assert!((165_000..=200_000).contains(&low) && (280_000..=355_000).contains(&high), "{band:?}");
    let entry = of(&reference(), "gpu_kernels", Level::Entry, None, 2025).unwrap();
    assert!(entry.figures[2] < low + 20_000, "{entry:?}");
}

#[test]
fn a_place_without_rows_is_served_by_its_country_with_less_confidence() {
    let ask = |place| of(&reference(), "cluster_operations", Level::Senior, place, 2025);
    let (country, known, unknown) =
        (ask(None).unwrap(), ask(Some("Santa Clara, CA")).unwrap(), ask(Some("Denver, CO")).unwrap());
    assert!(!country.fell_back && !known.fell_back && unknown.fell_back);
    assert!(unknown.confidence < country.confidence && unknown.confidence < known.confidence);
    assert!(ask(Some("Munich, Germany")).is_none(), "no row speaks of Germany");
}

#[test]
fn money_grows_with_the_years_but_not_without_end() {
    let ask = |year| of(&reference(), "cluster_operations", Level::Senior, None, year).unwrap().figures[1];
    assert!(ask(2024) < ask(2026) && ask(2026) < ask(2028));
    assert_eq!(ask(2035), ask(2060));
}

#[test]
fn the_same_question_gives_the_same_rows_in_the_same_order() {
    let rows = || {
        let band = of(&reference(), "ml_platform", Level::Mid, Some("Seattle, WA"), 2026).unwrap();
        band.used.iter().map(|used| (used.row, used.share, used.figures)).collect::<Vec<_>>()
    };
    let first = rows();
    assert_eq!(first, rows());
    assert!(first.is_sorted_by(|a, b| a.1 >= b.1));
}

#[test]
fn work_outside_the_field_has_no_band() {
    assert!(of(&reference(), "other", Level::Senior, None, 2025).is_none());
}

#[test]
fn rows_with_one_end_and_caps_take_no_part() {
    let market = reference();
    let band = of(&market, "gpu_hardware", Level::Senior, None, 2025).unwrap();
    let ids: Vec<&str> = band.used.iter().map(|used| &*market.rows[used.row].id).collect();
    assert!(
        !ids.contains(&"s0-rtl-most") && ids.contains(&"s0-soc-modeling") && ids.contains(&"s0-architecture"),
        "{ids:?}"
    );
}

#[test]
fn own_rows_outrank_the_reference_where_they_apply_and_there_alone() {
    let own = "source,family,level,hub,year,basis,low,high,currency\n\
               ours,cluster_operations,senior,\"Denver, CO\",2025,base,140000,170000,USD\n\
               ours,cluster_operations,senior,\"Munich, Germany\",2025,base,90000,120000,EUR\n";
    let market = Market::extended(own).unwrap();
    assert_ne!(market.version(), reference().version());
    let ask = |family, level, place| of(&market, family, level, place, 2025);
    let denver = ask("cluster_operations", Level::Senior, Some("Denver, CO")).unwrap();
    assert_eq!((denver.figures, denver.fell_back), ([140_000, 155_000, 170_000], false));
    let munich = ask("cluster_operations", Level::Senior, Some("Munich, Germany")).unwrap();
    assert_eq!((munich.figures[0], munich.currency), (90_000, Currency::new("EUR").unwrap()));
    let berlin = ask("cluster_operations", Level::Senior, Some("Berlin, Germany")).unwrap();
    assert!(berlin.fell_back && berlin.confidence < munich.confidence);
    let hardware = ask("gpu_hardware", Level::Senior, None).unwrap();
    assert!(hardware.used.iter().all(|used| !market.rows[used.row].is_own), "{hardware:?}");
    let mid = ask("cluster_operations", Level::Mid, Some("Denver, CO")).unwrap();
    assert!(mid.figures[2] < 170_000, "moved down the ladder: {mid:?}");
}

#[test]
fn totals_count_as_base_pay_by_the_share_of_the_level() {
    let own = "source,level,basis,low,high\nours,senior,total,200000,300000\n";
    let market = Market::extended(own).unwrap();
    let band = of(&market, "ml_platform", Level::Senior, None, 2025).unwrap();
    assert_eq!(band.figures, [144_000, 180_000, 216_000]);
}
