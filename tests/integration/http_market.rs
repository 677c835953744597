//! `GET /v1/market`.

use rolefit::Engine;
use rolefit::market::MarketQuery;
use rolefit::model::Level;

use crate::http_service::Service;

#[test]
fn a_band_is_answered_as_the_crate_has_it() {
    let service = Service::start(None);
    let answered = service.get("/v1/market?family=gpu_kernels&level=senior&hub=Santa%20Clara,%20CA&year=2026");
    assert_eq!(answered.status, 200, "{}", answered.text);
    let query = MarketQuery::new("gpu_kernels", Level::Senior).with_hub("Santa Clara, CA").with_year(2026);
    let band = Engine::in_memory().market(&query).unwrap().unwrap();
    assert_eq!(answered.json(), serde_json::to_value(band).unwrap());
    assert_eq!(answered.json()["fell_back"], false);
}

#[test]
fn what_cannot_be_asked_is_said() {
    let service = Service::start(None);
    for query in ["", "family=gpu_kernels", "family=gpu_kernels&level=wizard", "family=gpu_kernels&level=mid&town=x"] {
        let answered = service.get(&format!("/v1/market?{query}"));
        assert_eq!(answered.problem(), (400, "malformed_query".to_owned()), "{query}");
    }
    for query in
        ["family=zymurgy&level=mid", "family=gpu_kernels&level=mid&hub=Atlantis", "family=gpu_kernels&level=mid&year=1"]
    {
        assert_eq!(service.get(&format!("/v1/market?{query}")).problem(), (422, "invalid".to_owned()), "{query}");
    }
    let elsewhere = service.get("/v1/market?family=gpu_kernels&level=mid&hub=Munich,%20Germany");
    assert_eq!(elsewhere.problem(), (404, "no_pay_rows".to_owned()));
}
