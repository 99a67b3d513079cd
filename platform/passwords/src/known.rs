//! Passwords made of words that an attacker tries first: the product's, the organisation's, the person's, and common
//! ones. Such passwords can be long, so an estimate of guesses misses them; an attacker who knows the person does not.

use std::collections::HashSet;

use primitives::fold;

/// One word a line; the page's meter reads the same file.
const COMMON: &str = include_str!("../../../web/src/areas/identity/common-words.txt");
/// After the known words are removed, this many different characters must remain.
const DIFFERENT: usize = 6;
/// Shorter words occur in everything.
const SHORTEST: usize = 3;

/// Nothing but known words, years and a few characters.
pub(super) fn is_made_of_known_words(password: &str, about: &[&str]) -> bool {
    let mut known: Vec<String> = about.iter().map(|word| bare(word)).collect();
    known.extend(COMMON.lines().map(str::to_owned));
    known.retain(|word| word.chars().count() >= SHORTEST);
    known.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let plain = fold(password);
    let read: String = plain.chars().map(lookalike).collect();
    [plain, read].into_iter().any(|text| {
        let rest = known.iter().fold(text, |left, word| left.replace(word.as_str(), ""));
        without_years(&rest).chars().collect::<HashSet<_>>().len() < DIFFERENT
    })
}

fn bare(word: &str) -> String {
    fold(word).chars().filter(|letter| letter.is_alphanumeric()).collect()
}

fn lookalike(letter: char) -> char {
    match letter {
        '@' | '4' => 'a',
        '3' => 'e',
        '1' | '!' => 'i',
        '0' => 'o',
        '$' | '5' => 's',
        '7' => 't',
        other => other,
    }
}

fn without_years(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let (mut rest, mut at) = (String::new(), 0);
    while at < letters.len() {
        let year = letters.get(at..at + 4).is_some_and(|four| {
            matches!(four[..2], ['1', '9'] | ['2', '0']) && four[2..].iter().all(char::is_ascii_digit)
        });
        if year {
            at += 4;
        } else {
            rest.push(letters[at]);
            at += 1;
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::is_made_of_known_words;

    #[test]
    fn names_seasons_and_years_make_no_password() {
        let about = ["Marina", "Souza", "Marina Souza", "marina@casa.example", "Casa Lumen", "Casa", "Lumen"];
        for (password, known) in [
            ("vitrine1", true),
            ("Vitrine2026!", true),
            ("V1tr1n3#2026", true),
            ("casalumen2026", true),
            ("C@salum3n-99", true),
            ("Summer2026!", true),
            ("Verão-2027", true),
            ("20262027", true),
            (&"20262027".repeat(100), true),
            ("Marina.Souza#12", true),
            ("horse-ab", false),
            ("gato preto", false),
            ("jaguar telhado neblina", false),
            ("marina tem 9 gatos pretos", false),
        ] {
            assert_eq!(is_made_of_known_words(password, &about), known, "{password}");
        }
    }
}
