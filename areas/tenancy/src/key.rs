//! Words that are valid by construction: keys, titles, tax numbers, addresses (spec 1 §§3, 5).

/// Why a word was refused; the form has a rule of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    Empty,
    TooShort {
        min: usize,
    },
    TooLong {
        max: usize,
    },
    /// Something other than small letters, digits, hyphens and underscores.
    Character,
    Checksum,
}

const MAX_KEY: usize = 64;
const MAX_TITLE: usize = 200;

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
    /// At least three letters; it never changes once the tenant is there.
    TenantKey = |wanted| parse_key(wanted, 3);
    CompanyKey = |wanted| parse_key(wanted, 1);
    GroupKey = |wanted| parse_key(wanted, 1);
    ThemeKey = |wanted| parse_key(wanted, 1);
    /// One line of 1 to 200 letters, without spaces around it.
    Title = parse_title;
    /// A Brazilian company number, kept as its 14 digits; given with or without ##.###.###/####-##.
    Cnpj = parse_cnpj;
    /// Where an instance answers: a path of ours, or another server by http or https.
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
    if title.chars().any(char::is_control) {
        return Err(Invalid::Character);
    }
    Ok(title.to_owned())
}

fn parse_cnpj(wanted: &str) -> Result<String, Invalid> {
    let bare: String = wanted.chars().filter(|letter| !matches!(letter, '.' | '/' | '-' | ' ')).collect();
    if bare.is_empty() {
        return Err(Invalid::Empty);
    }
    let digits: Vec<u32> = bare.chars().map(|c| c.to_digit(10)).collect::<Option<_>>().ok_or(Invalid::Character)?;
    if digits.len() != 14 {
        return Err(Invalid::Checksum);
    }
    let right = digits.iter().any(|digit| *digit != digits[0])
        && check_digit(&digits[..12]) == digits[12]
        && check_digit(&digits[..13]) == digits[13];
    if right { Ok(bare) } else { Err(Invalid::Checksum) }
}

/// Weights 2 to 9, from the right, again and again; 11 minus the rest, where 10 and 11 become 0.
fn check_digit(digits: &[u32]) -> u32 {
    let sum: u32 = digits.iter().rev().zip((2..=9).cycle()).map(|(digit, weight)| digit * weight).sum();
    match sum % 11 {
        0 | 1 => 0,
        rest => 11 - rest,
    }
}

fn parse_access_url(wanted: &str) -> Result<String, Invalid> {
    let url = wanted.trim_end_matches('/');
    if url.is_empty() {
        return Err(Invalid::Empty);
    }
    let ours = url.starts_with('/') && !url.starts_with("//");
    let theirs = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let whole = ours || theirs.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'));
    if whole && !url.chars().any(|c| c.is_whitespace() || c.is_control() || c == '\\') {
        Ok(url.to_owned())
    } else {
        Err(Invalid::Character)
    }
}

#[cfg(test)]
mod tests {
    use super::{AccessUrl, Cnpj, Invalid, TenantKey, Title};

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
    fn a_cnpj_is_accepted_by_its_check_digits() {
        assert_eq!(Cnpj::parse("11.222.333/0001-81").map(|cnpj| cnpj.to_string()), Ok("11222333000181".into()));
        for (wrong, why) in [
            ("11.222.333/0001-82", Invalid::Checksum),
            ("00.000.000/0000-00", Invalid::Checksum),
            ("1122233300018", Invalid::Checksum),
            ("1122233300018x", Invalid::Character),
        ] {
            assert_eq!(Cnpj::parse(wrong), Err(why), "{wrong}");
        }
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
