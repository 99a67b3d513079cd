//! What somebody wants of a link that asks for files, read and checked.

use rest::{FieldErrors, Rule};
use serde::Deserialize;

use crate::extensions::Extensions;
use crate::requests::Request;

const LONGEST_MESSAGE: usize = 1_000;
const MOST_FILES: i64 = 10_000;
const MOST_BYTES: i64 = 1 << 40;
const MOST_EXTENSIONS: usize = 40;

const FILES: Rule = Rule::OfRoom("link_rules.file_limit");
const BYTES: Rule = Rule::OfRoom("link_rules.byte_limit");
const EXTENSION: Rule = Rule::OfRoom("link_rules.extension");

/// The link asks for files: visitors send them to its entry, which is a folder or a repository, and see nothing of it.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = FileRequest)]
pub struct RequestForm {
    /// To the visitors, in at most 1,000 letters.
    #[schema(max_length = 1_000)]
    message: Option<String>,
    /// How many files it takes in all.
    #[serde(default = "usual_files")]
    #[schema(minimum = 1, maximum = 10_000)]
    file_limit: i64,
    /// Of all files together.
    #[serde(default = "usual_bytes")]
    #[schema(minimum = 1, maximum = 1_099_511_627_776_i64)]
    byte_limit: i64,
    /// The ends of the names that it takes: `jpg`, `pdf`. At most 40; none: any file.
    #[serde(default)]
    #[schema(max_items = 40)]
    extensions: Vec<String>,
}

fn usual_files() -> i64 {
    100
}

fn usual_bytes() -> i64 {
    10 << 30
}

impl RequestForm {
    pub(super) fn read(self, errors: &mut FieldErrors) -> Request {
        let message = self.message.map(|message| message.trim().to_owned()).filter(|message| !message.is_empty());
        if message.as_ref().is_some_and(|message| message.chars().count() > LONGEST_MESSAGE) {
            errors.add("message", Rule::MaxLength(LONGEST_MESSAGE));
        }
        if !(1..=MOST_FILES).contains(&self.file_limit) {
            errors.add("file_limit", FILES);
        }
        if !(1..=MOST_BYTES).contains(&self.byte_limit) {
            errors.add("byte_limit", BYTES);
        }
        if self.extensions.len() > MOST_EXTENSIONS {
            errors.add("extensions", Rule::MaxLength(MOST_EXTENSIONS));
        }
        let extensions = errors.take("extensions", Extensions::parse(&self.extensions).ok_or(EXTENSION));
        let (file_limit, byte_limit) = (self.file_limit, self.byte_limit);
        Request { message, file_limit, byte_limit, extensions: extensions.unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    use rest::FieldErrors;
    use serde_json::{Value, json};

    use super::{RequestForm, usual_bytes, usual_files};

    fn read(form: Value) -> Option<crate::requests::Request> {
        let mut errors = FieldErrors::default();
        let request = serde_json::from_value::<RequestForm>(form).unwrap().read(&mut errors);
        errors.check().ok().map(|()| request)
    }

    #[test]
    fn a_request_of_which_nothing_is_said_has_limits() {
        let request = read(json!({ "message": "  " })).unwrap();
        assert_eq!((request.message, request.file_limit, request.byte_limit), (None, usual_files(), usual_bytes()));
        assert_eq!(request.extensions.to_texts(), [""; 0]);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for wrong in [
            json!({ "message": "x".repeat(1_001) }),
            json!({ "file_limit": 0 }),
            json!({ "file_limit": 10_001 }),
            json!({ "byte_limit": 0 }),
            json!({ "byte_limit": (1_i64 << 40) + 1 }),
            json!({ "extensions": ["*"] }),
            json!({ "extensions": (0..41).map(|number| format!("x{number}")).collect::<Vec<_>>() }),
        ] {
            assert_eq!(read(wrong.clone()), None, "{wrong}");
        }
    }
}
