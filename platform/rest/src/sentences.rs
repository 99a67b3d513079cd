//! The sentences of the platform, and those that rooms register.

use std::collections::{BTreeMap, HashMap};
use std::sync::{LazyLock, PoisonError, RwLock};

use primitives::Language;

/// The sentences of a room: the texts of its `locales/en.json` and `locales/pt.json`.
#[derive(Clone, Copy, Debug)]
pub struct Sentences {
    pub en: &'static str,
    pub pt: &'static str,
}

/// Why sentences are not registered.
#[derive(Debug, thiserror::Error)]
pub enum SentenceError {
    #[error("the sentences are no flat JSON: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("{0} has a sentence in one language only")]
    OneLanguage(String),
    #[error("{0} is a sentence of the platform")]
    OfThePlatform(String),
    #[error("{0} has another sentence in another room")]
    OfAnotherRoom(String),
}

/// One sentence in all languages.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sentence {
    en: String,
    pt: String,
}

impl Sentence {
    fn of(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Pt => &self.pt,
        }
    }
}

type ByKey = HashMap<String, Sentence>;

const PLATFORM: Sentences =
    Sentences { en: include_str!("../locales/en.json"), pt: include_str!("../locales/pt.json") };

static OF_THE_PLATFORM: LazyLock<ByKey> = LazyLock::new(|| read(PLATFORM).expect("the platform's sentences"));
static OF_ROOMS: LazyLock<RwLock<ByKey>> = LazyLock::new(RwLock::default);

/// From now on `text` finds the sentences of a room. To register them again changes nothing; after an error none of them
/// is registered.
pub fn register_sentences(sentences: Sentences) -> Result<(), SentenceError> {
    let new = read(sentences)?;
    let mut known = OF_ROOMS.write().unwrap_or_else(PoisonError::into_inner);
    for (key, sentence) in &new {
        if OF_THE_PLATFORM.contains_key(key) {
            return Err(SentenceError::OfThePlatform(key.clone()));
        }
        if known.get(key).is_some_and(|other| other != sentence) {
            return Err(SentenceError::OfAnotherRoom(key.clone()));
        }
    }
    known.extend(new);
    Ok(())
}

fn read(sentences: Sentences) -> Result<ByKey, SentenceError> {
    let english: BTreeMap<String, String> = serde_json::from_str(sentences.en)?;
    let mut portuguese: BTreeMap<String, String> = serde_json::from_str(sentences.pt)?;
    let mut read = ByKey::new();
    for (key, en) in english {
        let Some(pt) = portuguese.remove(&key) else { return Err(SentenceError::OneLanguage(key)) };
        read.insert(key, Sentence { en, pt });
    }
    match portuguese.into_keys().next() {
        Some(key) => Err(SentenceError::OneLanguage(key)),
        None => Ok(read),
    }
}

/// Whether the platform or a room has a sentence of this key.
pub fn has_sentence(key: &str) -> bool {
    let rooms = OF_ROOMS.read().unwrap_or_else(PoisonError::into_inner);
    OF_THE_PLATFORM.contains_key(key) || rooms.contains_key(key)
}

/// The sentence of `key`, with `{name}` replaced by the parameter of that name. An unknown key is returned as it is, and
/// the log says so.
pub fn text(language: Language, key: &str, params: &[(&str, String)]) -> String {
    let fill = |sentence: &str| {
        let fill_one = |said: String, (name, value): &(&str, String)| said.replace(&format!("{{{name}}}"), value);
        params.iter().fold(sentence.to_owned(), fill_one)
    };
    if let Some(sentence) = OF_THE_PLATFORM.get(key) {
        return fill(sentence.of(language));
    }
    let rooms = OF_ROOMS.read().unwrap_or_else(PoisonError::into_inner);
    let Some(sentence) = rooms.get(key) else {
        tracing::error!(key, "No room has the sentence {key}");
        return key.to_owned();
    };
    fill(sentence.of(language))
}

/// As `text`, of so many things: `{count}` is their number. Of one thing `<key>_one` speaks.
pub fn counted(language: Language, key: &str, count: i64) -> String {
    match count {
        1 => text(language, &format!("{key}_one"), &[]),
        _ => text(language, key, &[("count", count.to_string())]),
    }
}

#[cfg(test)]
mod tests {
    use primitives::Language;

    use super::{PLATFORM, SentenceError, Sentences, read, register_sentences, text};

    #[test]
    fn the_platform_says_everything_in_both_languages() {
        assert!(!read(PLATFORM).unwrap().is_empty());
        let half = read(Sentences { en: "{}", pt: r#"{"half": "Só em uma língua"}"# });
        assert!(matches!(half, Err(SentenceError::OneLanguage(key)) if key == "half"));
    }

    #[test]
    fn parameters_stand_where_they_belong() {
        let params = [("name", "Title".to_owned()), ("max", "200".to_owned())];
        let said = text(Language::En, "form_rules.max_length", &params);
        assert_eq!(said, "Title may have at most 200 characters");
        assert_eq!(text(Language::Pt, "form_rules.mandatory", &[]), "Este campo é obrigatório");
    }

    #[test]
    fn a_key_is_itself_until_a_room_gives_its_sentence() {
        assert_eq!(text(Language::Pt, "test.greeting", &[]), "test.greeting");
        let greeting = Sentences { en: r#"{"test.greeting": "Hello"}"#, pt: r#"{"test.greeting": "Olá"}"# };
        for _ in 0..2 {
            register_sentences(greeting).unwrap();
            assert_eq!(text(Language::Pt, "test.greeting", &[]), "Olá");
        }
    }
}
