//! Addresses in answers below a path, where a proxy puts the server beside other things: a client that reads them as they
//! stand reaches what they name.

use serde_json::json;

use crate::harness::on_both;
use crate::other_servers::Other;

const PUBLIC: &str = "https://host.example/dam";

#[test]
fn the_document_and_its_page_stay_below_the_path() {
    on_both(async |house| {
        let other = Other::with(house, |settings| settings.public_url = Some(PUBLIC.into())).await;
        let nobody = other.anonymous(house);
        let moved = nobody.http.get(format!("{}/dam/api/docs", nobody.base)).send().await.unwrap();
        assert_eq!(moved.url().path(), "/dam/api/docs/");
        let start = nobody.get("/dam/api/docs/swagger-initializer.js").await;
        let start = String::from_utf8(start.bytes).unwrap();
        assert!(start.contains("\"../openapi.json\"") && !start.contains("\"/api/openapi.json\""), "{start}");
        let document = nobody.get("/dam/api/openapi.json").await.ok();
        assert_eq!(document["servers"], json!([{ "url": PUBLIC }]));
        let plain = house.anonymous().get("/api/openapi.json").await.ok();
        assert_eq!(plain["servers"], json!([{ "url": "/" }]));
        other.close().await;
    });
}
