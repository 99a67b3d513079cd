//! Words with one mistake: a letter that is wrong, missing, too many, or in the place of its neighbour.
//!
//! Half of such a word is right, and leads to names that may be meant. Only these are compared letter by letter.

mod mistyped_word;

use primitives::fold;

use self::mistyped_word::MistypedWord;
use super::names::Names;

/// A shorter word is too much like too many others.
const SHORTEST: usize = 4;
/// In a longer word a mistake is rare.
const LONGEST: usize = 16;
/// This many words of a search may have a mistake.
const MOST_WORDS: usize = 2;

/// What to look for if the words of a search may have a mistake.
pub(super) struct Mistakes {
    /// Every name with a mistake is one of these; so are many others.
    pub candidates: Vec<Names>,
    words: Vec<String>,
    mistyped: Vec<MistypedWord>,
}

impl Mistakes {
    /// None if no word may have one.
    pub fn of(words: &[String]) -> Option<Self> {
        let doubtful = |word: &&String| (SHORTEST..=LONGEST).contains(&word.chars().count());
        // The longest words are mistyped most often.
        let mut mistyped: Vec<&String> = words.iter().filter(doubtful).collect();
        mistyped.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
        mistyped.truncate(MOST_WORDS);
        if mistyped.is_empty() {
            return None;
        }
        let mut all_parts: Vec<Vec<String>> = vec![Vec::new()];
        for word in words {
            let parts = if mistyped.contains(&word) { parts(word) } else { vec![word.clone()] };
            let with = |others: &Vec<String>, part: &String| others.iter().chain([part]).cloned().collect();
            all_parts = all_parts.iter().flat_map(|others| parts.iter().map(move |part| with(others, part))).collect();
        }
        Some(Self {
            candidates: all_parts.iter().map(|parts| Names::with(parts)).collect(),
            words: words.to_vec(),
            mistyped: mistyped.iter().map(|word| MistypedWord::of(word)).collect(),
        })
    }

    /// Whether the name has all words, and not all of them as they were typed.
    pub fn are_in(&self, name: &str) -> bool {
        let folded = fold(name);
        let mut absent = self.words.iter().filter(|word| !folded.contains(*word)).peekable();
        absent.peek().is_some()
            && absent.all(|word| self.mistyped.iter().any(|typed| typed.word == *word && typed.is_in(&folded)))
    }
}

/// Parts of which at least one is in every name that has the word with a mistake: one mistake leaves one half of the word
/// as it is, unless it exchanges the letters where the halves meet.
fn parts(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let (middle, text) = (letters.len() / 2, |letters: &[char]| letters.iter().collect::<String>());
    let mut swapped = letters.clone();
    swapped.swap(middle - 1, middle);
    vec![text(&letters[..middle]), text(&letters[middle..]), text(&swapped)]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::mistyped_word::MistypedWord;
    use super::{Mistakes, parts};

    /// Whether the word, or a mistyped form of it, is in the name.
    fn finds(word: &str, name: &str) -> bool {
        MistypedWord::of(word).is_in(name)
    }

    proptest! {
        #[test]
        fn one_mistake_after_the_first_letter_is_forgiven(
            word in "[a-z]{4,16}", at in 1_usize..16, letter in "[a-z]", kind in 0_u8..4,
            (before, after) in ("[a-z ]{0,5}", "[a-z ]{0,5}"),
        ) {
            let mut typed: Vec<char> = word.chars().collect();
            let at = 1 + at % (typed.len() - 1);
            let letter = letter.chars().next().unwrap();
            match kind {
                0 => typed[at] = letter,
                1 => typed.insert(at, letter),
                2 => drop(typed.remove(at)),
                _ => typed.swap(at - 1, at),
            }
            let (typed, name): (String, _) = (typed.into_iter().collect(), format!("{before}{word}{after}"));
            prop_assume!((4..=16).contains(&typed.len()));
            prop_assert!(finds(&typed, &name), "{typed} in {name}");
            prop_assert!(parts(&typed).iter().any(|part| name.contains(part.as_str())), "{typed} in {name}");
        }

        #[test]
        fn a_name_with_a_mistake_has_one_of_the_parts(word in "[ab]{4,8}", name in "[ab]{0,12}") {
            prop_assert!(!finds(&word, &name) || parts(&word).iter().any(|part| name.contains(part.as_str())));
        }
    }

    #[test]
    fn two_mistakes_are_too_many_and_short_words_must_be_right() {
        for (typed, name, is_found) in [
            ("duens", "dunes", true),
            ("muarl", "mural", true),
            ("beaxxh", "beach", false),
            ("vizual", "visual", true),
            ("vixxal", "visual", false),
            ("umral", "mural", true),
            ("neach", "beach", false),
        ] {
            assert_eq!(finds(typed, name), is_found, "{typed} {name}");
        }
        let mistakes = |words: &[&str]| Mistakes::of(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert!(mistakes(&["sea", "sky"]).is_none());
        assert_eq!(mistakes(&["sea", "beach"]).unwrap().candidates.len(), 3);
        let three = mistakes(&["beach", "dunes", "summer"]).unwrap();
        assert_eq!(three.candidates.len(), 9);
        for (name, is_meant) in [
            ("Summr dunes at the beach", true),
            ("summer dunes beach", false),
            ("beach duens summer", false),
            ("beahc dunes summre", true),
        ] {
            assert_eq!(three.are_in(name), is_meant, "{name}");
        }
    }
}
