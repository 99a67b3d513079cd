//! The errors of a form, all at once: each field with the rule that it broke.

use crate::{FieldError, Problem, Rule};

/// Collects errors while a form is read.
#[derive(Debug, Default)]
pub struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    /// Returns the value, or None and records an error of `field`.
    pub fn take<T>(&mut self, field: &str, read: Result<T, impl Into<Rule>>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(rule) => {
                self.add(field, rule.into());
                None
            }
        }
    }

    /// As `take`, for a field that may be left empty.
    pub fn take_if_given<T, E: Into<Rule>>(
        &mut self,
        field: &str,
        text: Option<&str>,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = text.map(str::trim).filter(|text| !text.is_empty())?;
        self.take(field, read(text))
    }

    pub fn add(&mut self, field: &str, rule: Rule) {
        self.0.push(rule.of(field));
    }

    /// Returns the problem if anything was wrong.
    pub fn check(self) -> Result<(), Problem> {
        if self.0.is_empty() { Ok(()) } else { Err(Problem::refused(self.0)) }
    }

    /// Returns the form if all of it could be read.
    pub fn finish<T>(self, read: Option<T>) -> Result<T, Problem> {
        read.filter(|_| self.0.is_empty()).ok_or_else(|| Problem::refused(self.0))
    }

    pub fn into_errors(self) -> Vec<FieldError> {
        self.0
    }
}
