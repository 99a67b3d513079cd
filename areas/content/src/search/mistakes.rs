//! Words with one mistake: a letter that is wrong, missing, too many, or in the place of its neighbour.

use super::names::{Names, escaped};

/// A shorter word is too much like too many others.
const SHORTEST: usize = 4;
/// In a longer word a mistake is rare, and the patterns are many.
const LONGEST: usize = 16;
/// This many words of a search may have a mistake.
const MOST_WORDS: usize = 2;

/// What to look for if the words may have a mistake: every name with one of these. Empty if no word may have one.
pub(super) fn names_with_mistakes(words: &[String]) -> Vec<Names> {
    let doubtful = |word: &&String| (SHORTEST..=LONGEST).contains(&word.chars().count());
    // The longest words are mistyped most often.
    let mut mistyped: Vec<&String> = words.iter().filter(doubtful).collect();
    mistyped.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    mistyped.truncate(MOST_WORDS);
    if mistyped.is_empty() {
        return Vec::new();
    }
    let spellings =
        words.iter().map(|word| if mistyped.contains(&word) { spellings(word) } else { vec![escaped(word)] });
    let spellings: Vec<Vec<String>> = spellings.collect();
    let mut all_parts: Vec<Vec<String>> = vec![Vec::new()];
    for word in words {
        let parts = if mistyped.contains(&word) { parts(word) } else { vec![word.clone()] };
        let with = |others: &Vec<String>, part: &String| others.iter().chain([part]).cloned().collect();
        all_parts = all_parts.iter().flat_map(|others| parts.iter().map(move |part| with(others, part))).collect();
    }
    all_parts.into_iter().map(|parts| Names::spelled(spellings.clone(), parts)).collect()
}

/// Patterns of `LIKE` for a word and its mistyped forms. The first letter is right, or it is the second one.
fn spellings(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let text = |letters: &[char]| escaped(&letters.iter().collect::<String>());
    let mut all = vec![text(&letters)];
    for at in 1..letters.len() {
        let (before, after) = (text(&letters[..at]), &letters[at..]);
        // A letter too many, a letter missing, and a wrong one: `_` is any letter.
        all.push(format!("{before}{}", text(&after[1..])));
        all.push(format!("{before}_{}", text(after)));
        all.push(format!("{before}_{}", text(&after[1..])));
        let mut swapped = letters.clone();
        swapped.swap(at - 1, at);
        all.push(text(&swapped));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Parts of which at least one is in whatever the word's spellings match: one mistake leaves one half of the word as it
/// is, unless it exchanges the letters where the halves meet.
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

    use super::{names_with_mistakes, parts, spellings};

    /// What `LIKE` does with a pattern that may stand anywhere.
    fn is_in(pattern: &str, name: &str) -> bool {
        let pattern: Vec<char> = pattern.chars().collect();
        let name: Vec<char> = name.chars().collect();
        let alike =
            |some: &[char]| some.iter().zip(&pattern).all(|(letter, wanted)| *wanted == '_' || letter == wanted);
        pattern.is_empty() || name.windows(pattern.len()).any(alike)
    }

    fn finds(word: &str, name: &str) -> bool {
        spellings(word).iter().any(|pattern| is_in(pattern, name))
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
        fn what_a_spelling_matches_has_one_of_the_parts(word in "[ab]{4,8}", name in "[ab]{0,12}") {
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
        assert_eq!(names_with_mistakes(&["sea".to_owned(), "sky".to_owned()]), []);
        assert_eq!(names_with_mistakes(&["sea".to_owned(), "beach".to_owned()]).len(), 3);
        assert_eq!(names_with_mistakes(&["beach", "dunes", "summer"].map(str::to_owned)).len(), 9);
    }
}
