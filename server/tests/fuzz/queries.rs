//! Made-up query strings and JSON bodies: searches, lists with cursors and orders, requested names. The first line is
//! the query, the second selects the request, the rest is the body. The server never fails, and never finds what does
//! not exist.

use crate::test_server::{alone, server};

pub fn check(input: &[u8]) {
    let (server, _alone) = (server(), alone());
    let mut lines = input.splitn(3, |byte| *byte == b'\n');
    let mut line = || lines.next().unwrap_or_default();
    let (query, which, body) = (line(), line(), line());
    let query: String = query.iter().map(|byte| sent(*byte)).collect();
    let json: &[(&str, &[u8])] = &[("content-type", b"application/json")];
    let (top, file) = (server.top, server.file);
    match which.first().map_or(0, |byte| byte % 8) {
        0 | 1 => {
            let said = server.ask("GET", &server.path(&format!("search?{query}")), &[], vec![]);
            assert!([200, 400, 422].contains(&said.status), "{query}: {said:?}");
            for hit in said.json()["items"].as_array().into_iter().flatten() {
                assert!([top, file].contains(&hit["node_id"].as_i64().unwrap()), "{query}: {said:?}");
            }
        }
        2 | 3 => {
            let said = server.ask("GET", &server.path(&format!("entry/list/{top}?{query}")), &[], vec![]);
            assert!([200, 400, 422].contains(&said.status), "{query}: {said:?}");
            let items = said.json()["items"].as_array().map_or(0, Vec::len);
            assert!(items <= 1, "{query}: {said:?}");
        }
        4 => {
            let said = server.ask("GET", &server.path(&format!("entry/bin?{query}")), &[], vec![]);
            assert!([200, 400, 422].contains(&said.status), "{query}: {said:?}");
        }
        5 => {
            let said = server.ask("POST", &server.path(&format!("entry/exists/{top}")), json, body.to_vec());
            assert!([200, 400, 415, 422].contains(&said.status), "{said:?}");
            for name in said.json()["existing"].as_array().into_iter().flatten() {
                assert_eq!(name.as_str().unwrap().to_lowercase(), "digits.txt");
            }
        }
        6 => {
            // The name that exists already: nothing is ever made.
            let said = server.ask("PUT", &server.path(&format!("entry/rename/{}", i64::MAX)), json, body.to_vec());
            assert!([400, 404, 415, 422].contains(&said.status), "{said:?}");
        }
        _ => {
            // A path with anything in it.
            let said = server.ask("POST", &format!("/api/core/background-action/{query}/cancel"), &[], vec![]);
            assert!((400..500).contains(&said.status) || said.status == 200, "{query}: {said:?}");
        }
    }
}

/// Encoded for an address: other bytes are percent-encoded.
fn sent(byte: u8) -> String {
    let plain = byte.is_ascii_alphanumeric() || b"-._~&=%+".contains(&byte);
    if plain { char::from(byte).to_string() } else { format!("%{byte:02X}") }
}
