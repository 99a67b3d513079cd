//! A word of at most 16 letters, looked for in names with at most one mistake: a letter that is wrong, missing or too
//! many, or two neighbours exchanged. The first letter is right, or is the second one.
//!
//! A name is read once, letter by letter, in the way of the Bitap algorithm. In each set of bits, bit n stands for the
//! first n + 1 letters of the word.

#[derive(Debug)]
pub(super) struct MistypedWord {
    pub word: String,
    letters: Vec<char>,
}

impl MistypedWord {
    pub fn of(word: &str) -> Self {
        Self { word: word.to_owned(), letters: word.chars().collect() }
    }

    /// The bits of the places at which the word has the letter.
    fn places(&self, letter: char) -> u32 {
        self.letters.iter().rev().fold(0, |places, other| (places << 1) | u32::from(*other == letter))
    }

    pub fn is_in(&self, name: &str) -> bool {
        let whole = 1 << (self.letters.len() - 1);
        // Bit n: the name, up to the letter just read, ends with these letters of the word.
        let mut right = 0_u32;
        // The same, with one mistake in them.
        let mut wrong = 0_u32;
        // Bit n: it ends with n letters of the word and then the letter after the next; if the next one comes now, the
        // two were exchanged.
        let mut exchanged = 0_u32;
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

    use super::MistypedWord;

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
            prop_assert_eq!(MistypedWord::of(&word).is_in(&name), spellings(&word).iter().any(is_in), "{} in {}", word, name);
        }
    }
}
