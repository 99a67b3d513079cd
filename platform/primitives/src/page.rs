//! Pages: how many rows at most, and where the next page begins.

/// 1 to 200 rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageLimit(u16);

impl PageLimit {
    pub const DEFAULT: Self = Self(60);
    pub const MAX: u16 = 200;

    /// Clamps the requested number into 1..=200; the default is 60.
    pub fn clamp(wanted: Option<u32>) -> Self {
        wanted.map_or(Self::DEFAULT, |n| Self(n.clamp(1, u32::from(Self::MAX)) as u16))
    }

    pub fn rows(self) -> usize {
        usize::from(self.0)
    }
}

/// The position after which a keyset page begins: the last row's sort values and its id, opaque for clients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    pub kind: i64,
    pub text: String,
    pub number: i64,
    pub id: i64,
}

impl Cursor {
    pub fn encode(&self) -> String {
        let plain = format!("{}|{}|{}|{}", self.kind, self.number, self.id, self.text);
        plain.bytes().fold(String::with_capacity(plain.len() * 2), |mut hex, byte| {
            hex.push(char::from_digit(u32::from(byte >> 4), 16).unwrap_or('0'));
            hex.push(char::from_digit(u32::from(byte & 15), 16).unwrap_or('0'));
            hex
        })
    }

    /// Decodes what `encode` made; anything else is not a cursor.
    pub fn decode(encoded: &str) -> Option<Self> {
        let digits: Vec<u8> =
            encoded.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
        let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
        let plain = String::from_utf8(bytes).ok()?;
        let mut parts = plain.splitn(4, '|');
        let mut number = || parts.next()?.parse::<i64>().ok();
        let (kind, value, id) = (number()?, number()?, number()?);
        let cursor = Self { kind, number: value, id, text: parts.next()?.to_owned() };
        cursor.encode().eq_ignore_ascii_case(encoded).then_some(cursor)
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;

    #[test]
    fn a_cursor_survives_the_wire_and_garbage_is_refused() {
        let cursor = Cursor { kind: 1, text: "a|b é".into(), number: -5, id: 9 };
        assert_eq!(Cursor::decode(&cursor.encode()), Some(cursor));
        for garbage in ["", "zz", "00", "%", "317c", "2b317c307c317c", "317c307c317c0"] {
            assert_eq!(Cursor::decode(garbage), None);
        }
    }
}
