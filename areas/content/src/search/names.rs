//! What the names of hits must have: all words of the search, in any order, each as a part of the name.

use db::Value;
use primitives::fold;

/// So many words of a search are read.
const MOST_WORDS: usize = 8;

/// The folded words of a search, each once. A word that is a part of another one adds nothing and is left out.
pub(super) fn words_of(term: &str) -> Vec<String> {
    let folded = fold(term);
    let mut words: Vec<&str> = Vec::new();
    for word in folded.split_whitespace() {
        if words.len() < MOST_WORDS && !words.iter().any(|other| other.contains(word)) {
            words.retain(|other| !word.contains(other));
            words.push(word);
        }
    }
    words.into_iter().map(str::to_owned).collect()
}

/// The condition on names, as patterns of `LIKE`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    /// Each of them is in the name.
    words: Vec<String>,
    /// What all such names have, for the index of n-grams.
    pub parts: Vec<String>,
    /// Names with all of these are left out.
    without: Vec<String>,
}

impl Names {
    /// Names with all words.
    pub fn with(words: &[String]) -> Self {
        let patterns = words.iter().map(|word| anywhere(&escaped(word))).collect();
        Self { words: patterns, parts: words.to_vec(), without: Vec::new() }
    }

    /// Leaves out names that have all of the words.
    pub fn without(self, words: &[String]) -> Self {
        Self { without: words.iter().map(|word| anywhere(&escaped(word))).collect(), ..self }
    }

    /// SQL for whether the folded name `text` is such a name; its parameters begin with `$first`.
    pub fn condition(&self, text: &str, first: usize) -> String {
        let mut next = first..;
        let mut like = |_: &String| format!("{text} LIKE ${} ESCAPE '\\'", next.next().unwrap_or(first));
        let mut all: Vec<String> = self.words.iter().map(&mut like).collect();
        if !self.without.is_empty() {
            let found: Vec<String> = self.without.iter().map(&mut like).collect();
            all.push(format!("NOT ({})", found.join(" AND ")));
        }
        if all.is_empty() { "1 = 1".to_owned() } else { all.join(" AND ") }
    }

    /// The parameters of `condition`.
    pub fn values(&self) -> impl Iterator<Item = Value<'_>> {
        self.words.iter().chain(&self.without).map(Value::from)
    }
}

fn anywhere(pattern: &str) -> String {
    format!("%{pattern}%")
}

/// A text as a pattern that only it matches.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

#[cfg(test)]
mod tests {
    use super::{Names, words_of};

    #[test]
    fn words_are_folded_and_each_counts_once() {
        for (term, wanted) in [
            ("  Verão  PRAIA ", vec!["verao", "praia"]),
            ("beach be each beach", vec!["beach"]),
            ("be beach", vec!["beach"]),
            (" \u{3000}\n", vec![]),
            ("1 2 3 4 5 6 7 8 9", vec!["1", "2", "3", "4", "5", "6", "7", "8"]),
        ] {
            assert_eq!(words_of(term), wanted, "{term:?}");
        }
    }

    #[test]
    fn a_condition_has_a_parameter_for_each_pattern() {
        let words = ["a%".to_owned(), "b".to_owned()];
        let names = Names::with(&words[..1]).without(&words);
        assert_eq!(
            names.condition("s.folded", 5),
            "s.folded LIKE $5 ESCAPE '\\' AND NOT (s.folded LIKE $6 ESCAPE '\\' AND s.folded LIKE $7 ESCAPE '\\')"
        );
        assert_eq!(names.values().count(), 3);
        assert_eq!(names.values().next(), Some(db::Value::Text("%a\\%%")));
        assert_eq!(Names::default().condition("s.folded", 1), "1 = 1");
    }
}
