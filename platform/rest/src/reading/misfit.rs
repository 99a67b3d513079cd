//! Why a value does not fit a form.

use serde::de::Unexpected;

/// Why a value does not fit, and where.
#[derive(Debug)]
pub(crate) struct Misfit {
    /// The innermost step comes first.
    steps: Vec<Step>,
    is_missing: bool,
}

#[derive(Debug)]
pub(super) enum Step {
    Name(String),
    Place(usize),
}

impl Misfit {
    /// `users[0].name`; the whole of it is `body`.
    pub fn field(&self) -> String {
        written(&self.steps)
    }

    /// The key of the rule that it breaks.
    pub fn rule(&self) -> &'static str {
        if self.is_missing { "form_rules.mandatory" } else { "invalid" }
    }

    pub(super) fn within(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }
}

pub(super) fn written(steps: &[Step]) -> String {
    let mut field = String::new();
    for step in steps.iter().rev() {
        match step {
            Step::Name(name) if field.is_empty() => field += name,
            Step::Name(name) => field += &format!(".{name}"),
            Step::Place(place) => field += &format!("[{place}]"),
        }
    }
    if field.is_empty() { "body".to_owned() } else { field }
}

impl std::fmt::Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.field(), self.rule())
    }
}

impl std::error::Error for Misfit {}

impl serde::de::Error for Misfit {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self { steps: Vec::new(), is_missing: false }
    }

    fn missing_field(field: &'static str) -> Self {
        Self { steps: vec![Step::Name(field.to_owned())], is_missing: true }
    }

    fn invalid_type(found: Unexpected<'_>, _: &dyn serde::de::Expected) -> Self {
        Self { steps: Vec::new(), is_missing: matches!(found, Unexpected::Unit) }
    }
}
