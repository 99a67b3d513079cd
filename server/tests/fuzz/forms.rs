//! Made-up multipart forms. The first line is the part after `multipart/form-data;`, the rest the body, in which
//! `$FOLDER` is the folder. Either nothing is stored, or one file with a part of the body, under a safe name, in the
//! folder.

use crate::test_server::{alone, server};

pub fn check(input: &[u8]) {
    let (server, _alone) = (server(), alone());
    let end = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let kind = [b"multipart/form-data;", &input[..end]].concat();
    let rest = input.get(end + 1..).unwrap_or_default();
    let body = with_folder(rest, server.top);
    let headers: &[(&str, &[u8])] = &[("content-type", &kind)];
    let said = server.ask("POST", &server.path("file"), headers, body.clone());
    if said.status == 201 {
        let entry = said.json();
        let (node, name) = (entry["node_id"].as_i64().unwrap(), entry["name"].as_str().unwrap());
        let mut expected = vec!["digits.txt".to_owned(), name.to_owned()];
        expected.sort();
        assert_eq!(server.on_disk(), expected);
        let content = server.ask("GET", &format!("/api/file/content/{node}"), &[], vec![]);
        assert_eq!(content.status, 200);
        let is_piece =
            content.bytes.is_empty() || body.windows(content.bytes.len()).any(|piece| piece == content.bytes);
        assert!(is_piece, "bytes that nobody sent: {:?}", content.bytes);
        assert_eq!(entry["size"], content.bytes.len());
        server.purge(node);
    } else {
        assert!([400, 404, 409, 413, 415, 422].contains(&said.status), "{said:?}");
    }
    assert_eq!(server.on_disk(), ["digits.txt"]);
    // The same form at the file service, which requires a ticket.
    let said = server.ask("POST", "/api/file/upload", headers, body);
    assert!([400, 404, 413, 415, 422].contains(&said.status), "{said:?}");
}

fn with_folder(body: &[u8], folder: i64) -> Vec<u8> {
    const PLACE: &[u8] = b"$FOLDER";
    match body.windows(PLACE.len()).position(|piece| piece == PLACE) {
        Some(at) => [&body[..at], folder.to_string().as_bytes(), &body[at + PLACE.len()..]].concat(),
        None => body.to_vec(),
    }
}
