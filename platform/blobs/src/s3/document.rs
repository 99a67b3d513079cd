//! The XML of answers, as rusty-s3 reads it.

const SPACE: &str = "http://s3.amazonaws.com/doc/2006-03-01/";

/// The document with the namespace that AWS writes. Other stores write another one (Google's has its parts the other way
/// round), or none, and mean the same.
pub(crate) fn in_usual_space(document: &str) -> String {
    let is_root = |(at, _): &(usize, &str)| document[at + 1..].starts_with(|first: char| first.is_ascii_alphabetic());
    let Some((start, _)) = document.match_indices('<').find(is_root) else { return document.to_owned() };
    let Some(end) = document[start..].find('>').map(|end| start + end) else { return document.to_owned() };
    let name = document[start..end].split([' ', '\t', '\r', '\n', '/']).next().unwrap_or_default();
    format!("{}{name} xmlns=\"{SPACE}\"{}", &document[..start], &document[end..])
}

#[cfg(test)]
mod tests {
    use rusty_s3::actions::ListObjectsV2;

    use super::in_usual_space;

    #[test]
    fn a_listing_is_read_whatever_namespace_it_names() {
        for space in [
            "",
            " xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"",
            " xmlns=\"http://doc.s3.amazonaws.com/2006-03-01\"",
            " xmlns='http://doc.s3.amazonaws.com/2006-03-01/'",
        ] {
            let listing = format!(
                "<?xml version=\"1.0\"?>\n<ListBucketResult{space}><Contents><Key>7</Key><Size>5</Size></Contents>\
                 <IsTruncated>false</IsTruncated></ListBucketResult>"
            );
            let read = ListObjectsV2::parse_response(&in_usual_space(&listing)).unwrap();
            assert_eq!(read.contents.iter().map(|object| object.key.as_str()).collect::<Vec<_>>(), ["7"], "{space}");
        }
        assert_eq!(in_usual_space("no document"), "no document");
    }
}
