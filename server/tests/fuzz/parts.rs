//! Uploads in parts (tus) with made-up offsets, lengths and checksums. The bytes that the server reports are stored,
//! and nothing else. Each block of the input, ended by an empty line, is a part: a line of offset, one of length, one
//! of checksum, and bytes.

use crate::test_server::{Said, alone, server};

const SIZE: usize = 64;
const TUS: (&str, &[u8]) = ("tus-resumable", b"1.0.0");
const BYTES: (&str, &[u8]) = ("content-type", b"application/offset+octet-stream");

pub fn check(input: &[u8]) {
    let (server, _alone) = (server(), alone());
    let wanted =
        serde_json::json!({ "folder_parent_id": server.top, "filename": "part.bin", "size": SIZE }).to_string();
    let prepare = server.path("file/prepare");
    let prepared = server.ask("POST", &prepare, &[("content-type", b"application/json")], wanted.into_bytes()).json();
    let (url, node) = (prepared["url"].as_str().unwrap().to_owned(), prepared["node_id"].as_i64().unwrap());
    // The bytes that must be stored by now.
    let mut arrived: Vec<u8> = Vec::new();
    let mut whole = false;
    let parts = String::from_utf8_lossy(input).into_owned();
    for part in parts.split("\n\n").take(6) {
        let mut lines = part.splitn(4, '\n');
        let mut line = || lines.next().unwrap_or_default().as_bytes();
        let (offset, length, checksum, bytes) = (line(), line(), line(), line());
        let names = [("upload-offset", offset), ("upload-length", length), ("upload-checksum", checksum)];
        let headers: Vec<_> = names.into_iter().filter(|(_, value)| !value.is_empty()).chain([TUS, BYTES]).collect();
        let said = server.ask("PATCH", &url, &headers, bytes.to_vec());
        if said.status == 204 {
            assert_eq!(parsed(offset), Some(arrived.len() as u64), "{headers:?}");
            arrived.extend_from_slice(bytes);
            assert_eq!(said.header("upload-offset"), arrived.len().to_string(), "{headers:?}");
            assert!(arrived.len() <= SIZE, "more than was announced");
            whole = arrived.len() == SIZE;
        }
        assert!([204, 400, 404, 409, 413, 422, 460].contains(&said.status), "{headers:?}: {said:?}");
        let probe: Said = server.ask("HEAD", &url, &[TUS], vec![]);
        if whole {
            assert_eq!((probe.status, probe.header("upload-offset")), (200, SIZE.to_string().as_str()), "it is known");
            break;
        }
        assert_eq!(probe.header("upload-offset"), arrived.len().to_string(), "{headers:?}: {said:?}");
    }
    if whole {
        let content = server.ask("GET", &format!("/api/file/content/{node}"), &[], vec![]);
        assert_eq!((content.status, content.bytes), (200, arrived));
        server.purge(node);
    } else {
        assert_eq!(server.ask("DELETE", &url, &[TUS], vec![]).status, 204);
    }
    assert_eq!(server.on_disk(), ["digits.txt"]);
}

/// A number as HTTP has it.
fn parsed(header: &[u8]) -> Option<u64> {
    std::str::from_utf8(header).ok()?.trim().parse().ok()
}
