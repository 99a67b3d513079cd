//! The number of a Brazilian company: 14 digits, or, as given out since 2026, twelve letters and digits and two check
//! digits. A letter counts as its place in ASCII less 48, so that old numbers keep their check digits.

/// Stored without the mask: `11222333000181`, `12ABC34501DE35`. Valid once it exists.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cnpj(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidCnpj {
    Empty,
    /// Not 14 letters and digits, or the check digits say that something was mistyped.
    Wrong,
}

impl Cnpj {
    /// With or without the mask `##.###.###/####-##`; small letters are taken as capitals.
    pub fn parse(typed: &str) -> Result<Self, InvalidCnpj> {
        let bare: String = typed.trim().chars().filter(|letter| !matches!(letter, '.' | '/' | '-' | ' ')).collect();
        let bare = bare.to_ascii_uppercase();
        if bare.is_empty() {
            return Err(InvalidCnpj::Empty);
        }
        let values: Vec<u32> = bare.bytes().map(value).collect::<Option<_>>().ok_or(InvalidCnpj::Wrong)?;
        let same_all_over = values.iter().all(|value| *value == values[0]);
        if values.len() != 14 || same_all_over || values[12] > 9 || values[13] > 9 {
            return Err(InvalidCnpj::Wrong);
        }
        if check_digit(&values[..12]) == values[12] && check_digit(&values[..13]) == values[13] {
            Ok(Self(bare))
        } else {
            Err(InvalidCnpj::Wrong)
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Cnpj {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

fn value(letter: u8) -> Option<u32> {
    (letter.is_ascii_digit() || letter.is_ascii_uppercase()).then(|| u32::from(letter - b'0'))
}

/// Weights 2 to 9, repeated from the right; 11 minus the remainder, where 10 and 11 become 0.
fn check_digit(values: &[u32]) -> u32 {
    let sum: u32 = values.iter().rev().zip((2..=9).cycle()).map(|(value, weight)| value * weight).sum();
    match sum % 11 {
        0 | 1 => 0,
        rest => 11 - rest,
    }
}

#[cfg(test)]
mod tests {
    use super::{Cnpj, InvalidCnpj};

    #[test]
    fn old_and_new_numbers_are_accepted_by_their_check_digits() {
        for (typed, bare) in [
            ("11.222.333/0001-81", "11222333000181"),
            ("11222333000181", "11222333000181"),
            // The example from the tax office's announcement.
            ("12.ABC.345/01DE-35", "12ABC34501DE35"),
            (" 12.abc.345/01de-35 ", "12ABC34501DE35"),
        ] {
            assert_eq!(Cnpj::parse(typed).map(|cnpj| cnpj.to_string()), Ok(bare.to_owned()), "{typed}");
        }
    }

    #[test]
    fn a_mistyped_number_is_refused() {
        for wrong in [
            "11.222.333/0001-82",
            "00.000.000/0000-00",
            "1122233300018",
            "112223330001811",
            "1122233300018x",
            "12.ABC.345/01DE-36",
            "12.ABC.345/01DE-3A",
            "12.ÁBC.345/01DE-35",
        ] {
            assert_eq!(Cnpj::parse(wrong), Err(InvalidCnpj::Wrong), "{wrong}");
        }
        assert_eq!(Cnpj::parse(" -"), Err(InvalidCnpj::Empty));
    }

    #[test]
    fn no_two_digits_can_be_swapped_unnoticed_for_most_of_a_number() {
        let right: Vec<char> = "12ABC34501DE35".chars().collect();
        let unnoticed = (0..13).filter(|at| {
            let mut swapped = right.clone();
            swapped.swap(*at, at + 1);
            swapped != right && Cnpj::parse(&swapped.iter().collect::<String>()).is_ok()
        });
        assert_eq!(unnoticed.count(), 0);
    }
}
