//! The language of the current request.

use std::cell::Cell;

use primitives::Language;

tokio::task_local! {
    /// The language of the current request.
    pub(crate) static LANGUAGE: Language;
    /// The language was used: the answer may depend on it.
    pub(crate) static SPOKEN: Cell<bool>;
}

pub fn current_language() -> Language {
    // Outside of a request there is none.
    let _ = SPOKEN.try_with(|spoken| spoken.set(true));
    LANGUAGE.try_with(|language| *language).unwrap_or_default()
}
