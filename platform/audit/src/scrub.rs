//! Keeps secrets out of the log, even if an operation hands over a whole form.

use serde_json::Value;

/// The values of fields whose names contain one of these words are hidden.
const SECRET: [&str; 6] = ["password", "secret", "token", "ticket", "callback", "recovery"];

/// Says that there was a value, and hides it.
const HIDDEN: &str = "•••";

pub(crate) fn scrub(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let name = name.to_lowercase();
                let tells = matches!(field, Value::Null | Value::Bool(_));
                if !tells && SECRET.iter().any(|word| name.contains(word)) {
                    *field = HIDDEN.into();
                } else {
                    scrub(field);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(scrub),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::scrub;

    #[test]
    fn fields_named_like_a_secret_are_masked_in_the_log() {
        let mut form = json!({
            "name": "Ana", "new_password": "x", "totpSecret": ["a"], "password": null, "token_given": true,
            "deep": [{ "client_secret": { "k": 1 }, "title": "t" }],
        });
        scrub(&mut form);
        let wanted = json!({
            "name": "Ana", "new_password": "•••", "totpSecret": "•••", "password": null, "token_given": true,
            "deep": [{ "client_secret": "•••", "title": "t" }],
        });
        assert_eq!(form, wanted);
    }
}
