//! The rules of forms, and the error of a field that broke one. The page checks the same rules.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{current_language, text};

/// A rule that a field broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    Mandatory,
    MinLength(usize),
    MaxLength(usize),
    /// Small letters, digits, hyphens and underscores.
    Key,
    OneLine,
    Email,
    Json,
    Url,
    ZeroOrNegative,
    ZeroOrPositive,
    Positive,
    Colour,
    /// The value is used by somebody else.
    Taken,
    /// It names something that is missing, or that the asker may not use.
    Unknown,
    /// A whole number.
    Number,
    Filename,
    /// The name of a host, with or without a port.
    Host,
    /// It can no longer be changed, because it is in use.
    InUse,
    /// The form has no such field.
    Unused,
    /// A rule of one room, by its key; the room has the sentence.
    OfRoom(&'static str),
}

impl Rule {
    pub fn key(self) -> &'static str {
        match self {
            Self::Mandatory => "form_rules.mandatory",
            Self::MinLength(_) => "form_rules.min_length",
            Self::MaxLength(_) => "form_rules.max_length",
            Self::Key => "form_rules.alphanumeric_hyphen",
            Self::OneLine => "form_rules.one_line",
            Self::Email => "form_rules.invalid_email",
            Self::Json => "form_rules.invalid_json",
            Self::Url => "form_rules.invalid_url",
            Self::ZeroOrNegative => "form_rules.zero_or_negative",
            Self::ZeroOrPositive => "form_rules.zero_or_positive",
            Self::Colour => "form_rules.invalid_color",
            Self::Positive => "form_rules.greater_than_zero",
            Self::Taken => "form_rules.taken",
            Self::Unknown => "form_rules.unknown",
            Self::Number => "form_rules.number",
            Self::Host => "form_rules.invalid_host",
            Self::Filename => "form_rules.invalid_filename",
            Self::InUse => "form_rules.in_use",
            Self::Unused => "form_rules.unused",
            Self::OfRoom(key) => key,
        }
    }

    /// The error of one field, by its name on the wire.
    pub fn of(self, field: &str) -> FieldError {
        let mut params = BTreeMap::new();
        if let Self::MinLength(bound) | Self::MaxLength(bound) = self {
            let name = if matches!(self, Self::MinLength(_)) { "min" } else { "max" };
            params.insert("name".to_owned(), text(current_language(), &format!("field.{field}"), &[]));
            params.insert(name.to_owned(), bound.to_string());
        }
        let params = (!params.is_empty()).then_some(params);
        FieldError { field: field.to_owned(), key: self.key().to_owned(), params }
    }
}

/// The error of one field, with the rule's key that the form also uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct FieldError {
    pub field: String,
    pub key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub params: Option<BTreeMap<String, String>>,
}
