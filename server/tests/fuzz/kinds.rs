//! What kind a file is, by its first bytes: known at once, always the same, and never a page where it is a picture.

pub fn check(input: &[u8]) {
    let (name, head) = match input.iter().position(|byte| *byte == b'\n') {
        Some(end) => (String::from_utf8_lossy(&input[..end]), &input[end + 1..]),
        None => (String::new().into(), input),
    };
    let kind = previews::sniff(head, &name);
    assert_eq!(previews::sniff(head, &name), kind);
    assert!(kind.split_once('/').is_some_and(|(of, what)| !of.is_empty() && !what.is_empty()), "{kind}");
    // A name never makes a picture: without it, it is one too.
    if kind.starts_with("image/") && kind != "image/svg+xml" {
        assert_eq!(previews::sniff(head, ""), kind, "{name:?}");
    }
    // More of the same file does not unmake a picture that has been recognised.
    let longer = [head, &[0; 64][..]].concat();
    if ["image/jpeg", "image/png", "image/gif", "application/pdf"].contains(&kind) {
        assert_eq!(previews::sniff(&longer, &name), kind);
    }
}
