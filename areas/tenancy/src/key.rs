//! Values that are valid by construction: keys, titles, addresses.

use primitives::InvalidCnpj;
use rest::Rule;

/// No valid number of a Brazilian company.
pub const INVALID_CNPJ: Rule = Rule::OfRoom("form_rules.invalid_cnpj");

/// A picture in another format than PNG, JPEG or WebP, or a broken one.
pub const NO_PICTURE: Rule = Rule::OfRoom("form_rules.picture");

/// Why a value was refused; the form has a rule of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    Empty,
    TooShort {
        min: usize,
    },
    TooLong {
        max: usize,
    },
    /// A character other than small letters, digits, hyphens and underscores.
    Character,
    /// Line breaks and other control characters.
    ManyLines,
    /// Neither a path of ours nor an http address.
    Address,
    Cnpj,
}

impl From<Invalid> for Rule {
    fn from(invalid: Invalid) -> Self {
        match invalid {
            Invalid::Empty => Self::Mandatory,
            Invalid::TooShort { min } => Self::MinLength(min),
            Invalid::TooLong { max } => Self::MaxLength(max),
            Invalid::Character => Self::Key,
            Invalid::ManyLines => Self::OneLine,
            Invalid::Address => Self::Url,
            Invalid::Cnpj => INVALID_CNPJ,
        }
    }
}

impl From<InvalidCnpj> for Invalid {
    fn from(invalid: InvalidCnpj) -> Self {
        match invalid {
            InvalidCnpj::Empty => Self::Empty,
            InvalidCnpj::Wrong => Self::Cnpj,
        }
    }
}

const MAX_KEY: usize = 64;
const MAX_TITLE: usize = 200;
const MAX_URL: usize = 500;

fn parse_key(wanted: &str, min: usize) -> Result<String, Invalid> {
    if wanted.is_empty() {
        return Err(Invalid::Empty);
    }
    let fits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || matches!(letter, '-' | '_');
    if !wanted.chars().all(fits) {
        return Err(Invalid::Character);
    }
    match wanted.len() {
        length if length < min => Err(Invalid::TooShort { min }),
        length if length > MAX_KEY => Err(Invalid::TooLong { max: MAX_KEY }),
        _ => Ok(wanted.to_owned()),
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident = $parse:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name(String);

        impl $name {
            pub fn parse(wanted: &str) -> Result<Self, Invalid> {
                let parse: fn(&str) -> Result<String, Invalid> = $parse;
                parse(wanted).map(Self)
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

words! {
    /// At least three letters; it never changes once the tenant exists.
    TenantKey = |wanted| parse_key(wanted, 3);
    CompanyKey = |wanted| parse_key(wanted, 1);
    GroupKey = |wanted| parse_key(wanted, 1);
    ThemeKey = |wanted| parse_key(wanted, 1);
    /// One line of 1 to 200 letters, without spaces around it.
    Title = parse_title;
    /// The address of an instance: a path of ours, or another server by http or https.
    AccessUrl = parse_access_url;
}

fn parse_title(wanted: &str) -> Result<String, Invalid> {
    let title = wanted.trim();
    if title.is_empty() {
        return Err(Invalid::Empty);
    }
    if title.chars().count() > MAX_TITLE {
        return Err(Invalid::TooLong { max: MAX_TITLE });
    }
    if title.chars().any(char::is_control) || primitives::has_invisible(title) {
        return Err(Invalid::ManyLines);
    }
    Ok(title.to_owned())
}

fn parse_access_url(wanted: &str) -> Result<String, Invalid> {
    let url = wanted.trim().trim_end_matches('/');
    if url.chars().count() > MAX_URL {
        return Err(Invalid::TooLong { max: MAX_URL });
    }
    if url.is_empty() {
        return Err(Invalid::Empty);
    }
    let ours = url.starts_with('/') && !url.starts_with("//");
    let theirs = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let whole = ours || theirs.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'));
    if whole && !url.chars().any(|c| c.is_whitespace() || c.is_control() || c == '\\') {
        Ok(url.to_owned())
    } else {
        Err(Invalid::Address)
    }
}

#[cfg(test)]
mod tests {
    use super::{AccessUrl, Invalid, TenantKey, Title};

    #[test]
    fn a_tenant_key_is_a_slug_of_three_letters_or_more() {
        for (key, wanted) in [
            ("acme-01", Ok(())),
            ("ac", Err(Invalid::TooShort { min: 3 })),
            ("", Err(Invalid::Empty)),
            ("Acme", Err(Invalid::Character)),
            ("a c m e", Err(Invalid::Character)),
        ] {
            assert_eq!(TenantKey::parse(key).map(|_| ()), wanted, "{key:?}");
        }
        assert_eq!(TenantKey::parse(&"x".repeat(65)), Err(Invalid::TooLong { max: 64 }));
    }

    #[test]
    fn titles_and_addresses_are_one_clean_line() {
        assert_eq!(Title::parse("  Casa Lume ").map(|title| title.to_string()), Ok("Casa Lume".into()));
        assert_eq!(Title::parse(" "), Err(Invalid::Empty));
        for (url, fits) in
            [("/api/app/1/", true), ("https://cdp.example", true), ("//evil.example", false), ("javascript:x", false)]
        {
            assert_eq!(AccessUrl::parse(url).is_ok(), fits, "{url}");
        }
    }
}
