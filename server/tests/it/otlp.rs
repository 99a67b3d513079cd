//! Traces: a test collector receives each request.

use std::sync::{Arc, Mutex};

use axum::routing::post;
use axum::{Json, Router};
use serde_json::Value;

use crate::eventually::eventually;
use crate::harness::on_both;
use crate::spawned::ServerProcess;
use crate::test_users::TestUser;

#[test]
fn a_span_of_each_request_arrives_at_the_collector() {
    on_both(async |server| {
        let heard: Arc<Mutex<Vec<Value>>> = Arc::default();
        let ear = heard.clone();
        let collect = post(move |Json(body): Json<Value>| {
            let spans = body["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().cloned().unwrap_or_default();
            ear.lock().unwrap().extend(spans);
            std::future::ready(Json(serde_json::json!({})))
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let collector =
            tokio::spawn(async move { axum::serve(listener, Router::new().route("/v1/traces", collect)).await });
        let process = ServerProcess::start_with_variables(
            server,
            &[("VITRINE_OTLP_ENDPOINT", &endpoint), ("VITRINE_LOG", "info")],
        )
        .await;
        let wim = TestUser { base: process.base.clone(), ..server.user("wim") };
        let traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        let request = wim.request(reqwest::Method::GET, "entry/999999").header("traceparent", traceparent);
        assert_eq!(request.send().await.unwrap().status(), 404);
        let ours = || {
            let heard = heard.lock().unwrap();
            heard.iter().find(|span| span["traceId"] == "0af7651916cd43dd8448eb211c80319c").cloned()
        };
        eventually("our span arrives", async || ours().is_some()).await;
        let span = ours().unwrap();
        assert_eq!((&span["name"], &span["parentSpanId"]), (&"entry_show".into(), &"b7ad6b7169203331".into()));
        let attribute = |key: &str| {
            let found = span["attributes"].as_array().unwrap().iter().find(|one| one["key"] == key);
            found.unwrap_or_else(|| panic!("{key} is not in {span}"))["value"].clone()
        };
        assert_eq!(attribute("id")["stringValue"], "story");
        assert_eq!(attribute("status")["intValue"], "404");
        collector.abort();
    });
}
