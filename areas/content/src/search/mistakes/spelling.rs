//! A word of at most 16 letters, looked for in names with at most one mistake: a letter that is wrong, missing or too
//! many, or two neighbours exchanged. The first letter is right, or is the second one.
//!
//! A name is read once. Bit n stands for the first n + 1 letters of the word: whether they are the last letters read, as
//! they are or with one mistake (the shift-and algorithm of Baeza-Yates and Gonnet, with the mistakes of Wu and Manber).

#[derive(Debug)]
pub(super) struct Spelling {
    pub word: String,
    letters: Vec<char>,
}

impl Spelling {
    pub fn of(word: &str) -> Self {
        Self { word: word.to_owned(), letters: word.chars().collect() }
    }

    /// The bits of the places at which the word has the letter.
    fn places(&self, letter: char) -> u32 {
        self.letters.iter().rev().fold(0, |places, other| (places << 1) | u32::from(*other == letter))
    }

    pub fn is_in(&self, name: &str) -> bool {
        let whole = 1 << (self.letters.len() - 1);
        // As it is; with a mistake; and the letters of which the next two were exchanged, if the first of them comes now.
        let (mut right, mut wrong, mut exchanged) = (0_u32, 0_u32, 0_u32);
        for letter in name.chars() {
            let places = self.places(letter);
            let before = right;
            let begun = (before << 1) | 1;
            right = begun & places;
            let (another, too_many, missing) = (before << 1, before, right << 1);
            wrong = ((wrong << 1) & places) | another | too_many | missing | ((exchanged & places) << 1);
            exchanged = begun & (places >> 1);
            if (right | wrong) & whole != 0 {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Spelling;

    /// The word, and what it is with each mistake; a dot is any letter.
    fn spellings(word: &str) -> Vec<String> {
        let letters: Vec<char> = word.chars().collect();
        let mut all = vec![word.to_owned()];
        for at in 1..letters.len() {
            let (before, after) = letters.split_at(at);
            let mut exchanged = letters.clone();
            exchanged.swap(at - 1, at);
            let mistaken = [[before, &['.'], &after[1..]].concat(), [before, &['.'], after].concat()];
            let others = [[before, &after[1..]].concat(), exchanged];
            all.extend(mistaken.iter().chain(&others).map(|letters| letters.iter().collect()));
        }
        all
    }

    fn is_at(spelling: &str, name: &str) -> bool {
        let mut letters = name.chars();
        spelling.chars().all(|wanted| letters.next().is_some_and(|letter| wanted == '.' || wanted == letter))
    }

    proptest! {
        #[test]
        fn a_name_is_found_if_one_of_the_spellings_is_in_it(
            (word, name) in prop_oneof![("[abç]{4,16}", "[abç]{0,20}"), ("[a-d]{4,6}", "[a-d]{0,8}")],
        ) {
            let is_in = |spelling: &String| name.char_indices().any(|(at, _)| is_at(spelling, &name[at..]));
            prop_assert_eq!(Spelling::of(&word).is_in(&name), spellings(&word).iter().any(is_in), "{} in {}", word, name);
        }
    }
}
