//! A person's name: one line, as they write it.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonName(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidName {
    Empty,
    TooLong { max: usize },
    Character,
}

const MAX_LETTERS: usize = 200;

impl From<InvalidName> for rest::Rule {
    fn from(invalid: InvalidName) -> Self {
        match invalid {
            InvalidName::Empty => Self::Mandatory,
            InvalidName::TooLong { max } => Self::MaxLength(max),
            InvalidName::Character => Self::OneLine,
        }
    }
}

impl PersonName {
    pub fn parse(typed: &str) -> Result<Self, InvalidName> {
        let name = typed.trim();
        if name.is_empty() {
            return Err(InvalidName::Empty);
        }
        if name.chars().count() > MAX_LETTERS {
            return Err(InvalidName::TooLong { max: MAX_LETTERS });
        }
        if name.chars().any(char::is_control) || primitives::has_invisible(name) {
            return Err(InvalidName::Character);
        }
        Ok(Self(name.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}
