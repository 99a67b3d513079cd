//! Made-up tokens, cookies and tickets: only the real one gives access.

use crate::test_server::server;

pub fn check(input: &[u8]) {
    let server = server();
    let token = server.token.as_bytes();
    // `$TOKEN` is the good one: its neighbours are tried too.
    let text = match input.windows(6).position(|piece| piece == b"$TOKEN") {
        Some(at) => [&input[..at], token, &input[at + 6..]].concat(),
        None => input.to_vec(),
    };
    let said = String::from_utf8_lossy(&text);
    let is_good = said
        .split_once(' ')
        .is_some_and(|(scheme, one)| scheme.eq_ignore_ascii_case("bearer") && one.trim().as_bytes() == token);
    let listing = server.path(&format!("entry/list/{}", server.top));
    let said = server.ask_as_is("GET", &listing, &[("authorization", &text)], vec![]);
    let is_header = !text.iter().any(|byte| byte.is_ascii_control() && *byte != b'\t');
    let expected = if !is_header {
        400
    } else if is_good {
        200
    } else {
        401
    };
    assert_eq!(said.status, expected, "{:?}", text.escape_ascii().to_string());
    // Only a page's own cookie reads bytes, and a token in another cookie does not.
    let cookie = [b"vitrine_bytes=", text.as_slice()].concat();
    let content = format!("/api/file/content/{}", server.file);
    let said = server.ask_as_is("GET", &content, &[("cookie", &cookie)], vec![]);
    assert_eq!(said.status, if is_header { 401 } else { 400 });
    let ticket: String = text.iter().map(|byte| format!("%{byte:02X}")).collect();
    for node in [server.file, server.top, 1] {
        let address = format!("/api/file/upload?node_id={node}&callback={ticket}");
        let said = server.ask("HEAD", &address, &[("tus-resumable", b"1.0.0")], vec![]);
        assert!([404, 422].contains(&said.status), "{said:?}");
    }
}
