//! Parsers of the settings forms of this room: addresses, host names, whole numbers.

use outbound::Url;
use rest::Rule;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

const LONGEST: usize = 500;

/// An address of another server, by http or https, without a slash at the end. Nobody's name and password are in it, and
/// nothing that would stand behind a path that is added to it.
pub(crate) fn address(text: &str) -> Result<String, Rule> {
    let url = text.trim().trim_end_matches('/');
    if url.chars().count() > LONGEST {
        return Err(Rule::MaxLength(LONGEST));
    }
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).ok_or(Rule::Url)?;
    let whole = !rest.is_empty() && !rest.starts_with('/');
    let clean = !url.chars().any(|letter| letter.is_whitespace() || letter.is_control() || letter == '\\');
    let plain = |read: Url| read.username().is_empty() && read.password().is_none() && !url.contains(['?', '#']);
    if whole && clean && Url::parse(url).is_ok_and(plain) { Ok(url.to_owned()) } else { Err(Rule::Url) }
}

/// The name of a host, with a port if it has one of its own.
pub(crate) fn host(text: &str) -> Result<String, Rule> {
    let host = text.trim().to_lowercase();
    let (name, port) = host.split_once(':').unwrap_or((&host, "443"));
    let label = |part: &str| {
        let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        !part.is_empty() && part.len() <= 63 && part.chars().all(fits) && !part.starts_with('-') && !part.ends_with('-')
    };
    let whole = name.len() <= 253 && name.split('.').all(label) && port.parse::<u16>().is_ok_and(|port| port > 0);
    if whole { Ok(host) } else { Err(Rule::Host) }
}

/// A whole number, as a number or as its digits; anything else is kept as an error of the form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum NumberField {
    #[default]
    None,
    Number(i64),
    Wrong,
}

impl NumberField {
    pub fn read(self) -> Result<Option<i64>, Rule> {
        match self {
            Self::None => Ok(None),
            Self::Number(number) => Ok(Some(number)),
            Self::Wrong => Err(Rule::Number),
        }
    }
}

impl<'de> Deserialize<'de> for NumberField {
    fn deserialize<D: Deserializer<'de>>(field: D) -> Result<Self, D::Error> {
        Ok(match Value::deserialize(field)? {
            Value::Null => Self::None,
            Value::Number(number) => number.as_i64().map_or(Self::Wrong, Self::Number),
            Value::String(text) if text.trim().is_empty() => Self::None,
            Value::String(text) => text.trim().parse().map_or(Self::Wrong, Self::Number),
            Value::Bool(_) | Value::Array(_) | Value::Object(_) => Self::Wrong,
        })
    }
}

#[cfg(test)]
mod tests {
    use rest::Rule;

    use super::{NumberField, address, host};

    #[test]
    fn an_address_is_another_server_and_a_host_is_a_name() {
        for (text, fits) in [
            ("https://files.example/", true),
            ("http://10.0.0.7:8080/x", true),
            ("javascript:x", false),
            ("https:///x", false),
            ("https://a b", false),
            ("/files", false),
            ("https://user:word@files.example", false),
            ("https://user@files.example", false),
            ("https://files.example/x?y=1", false),
            ("https://files.example/#x", false),
            ("https://files.example:99999", false),
        ] {
            assert_eq!(address(text).is_ok(), fits, "{text}");
        }
        for (text, fits) in [
            ("cdn.example", true),
            ("cdn.example:8443", true),
            ("localhost", true),
            ("cdn..example", false),
            ("https://cdn.example", false),
            ("cdn.example:0", false),
            ("-cdn.example", false),
        ] {
            assert_eq!(host(text).is_ok(), fits, "{text}");
        }
    }

    #[test]
    fn a_whole_number_is_read_from_its_digits_too() {
        let read = |json: &str| serde_json::from_str::<NumberField>(json).unwrap().read();
        for json in ["7", "\"7\"", "\" 7 \""] {
            assert_eq!(read(json), Ok(Some(7)), "{json}");
        }
        for json in ["null", "\"\""] {
            assert_eq!(read(json), Ok(None), "{json}");
        }
        for json in ["7.5", "\"seven\"", "true", "[]", "1e40"] {
            assert_eq!(read(json), Err(Rule::Number), "{json}");
        }
    }
}
