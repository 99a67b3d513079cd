//! The kind of a file by its first bytes: always the same, and never a page if it is a picture.

pub fn check(input: &[u8]) {
    let (name, head) = match input.iter().position(|byte| *byte == b'\n') {
        Some(end) => (String::from_utf8_lossy(&input[..end]), &input[end + 1..]),
        None => (String::new().into(), input),
    };
    let kind = previews::sniff(head, &name);
    assert_eq!(previews::sniff(head, &name), kind);
    assert!(kind.split_once('/').is_some_and(|(of, what)| !of.is_empty() && !what.is_empty()), "{kind}");
    // A name never makes a picture: without it, the file is one too.
    if kind.starts_with("image/") && kind != "image/svg+xml" {
        assert_eq!(previews::sniff(head, ""), kind, "{name:?}");
    }
    // More bytes of the same file do not change that it is a picture.
    let longer = [head, &[0; 64][..]].concat();
    if ["image/jpeg", "image/png", "image/gif", "application/pdf"].contains(&kind) {
        assert_eq!(previews::sniff(&longer, &name), kind);
    }
}
