//! Invisible letters: a name with one of them looks like another name.
//!
//! Most of them are Unicode's Default_Ignorable_Code_Point. Some are part of how a language or an emoji is written, and
//! are allowed only where they have an effect: joiners between letters of scripts that join, selectors after the letter
//! they modify, tags after their flag.

/// Whether `text` has a letter that is invisible in its position.
pub fn has_invisible(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    (0..letters.len()).any(|at| is_invisible(letters[at]) && !belongs(&letters, at))
}

/// Whether `text` has a letter that shows something.
pub fn has_visible(text: &str) -> bool {
    text.chars().any(|letter| !letter.is_whitespace() && !letter.is_control() && !is_invisible(letter))
}

/// What people write, without the signs that turn the direction of the text around them: an order that nobody sees, and
/// that may go on behind the text. The direction of letters follows from themselves.
pub fn without_turns(text: &str) -> String {
    text.chars().filter(|letter| !matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')).collect()
}

/// Default ignorable, a filler that shows nothing, or not a letter at all.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fdd0}'..='\u{fdef}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
        || u32::from(letter) & 0xfffe == 0xfffe
}

/// Whether the invisible letter at `at` has an effect on the letters beside it.
fn belongs(letters: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| letters[before]);
    let after = letters.get(at + 1).copied();
    match letters[at] {
        '\u{200c}' => before.is_some_and(joins) && after.is_some_and(joins),
        '\u{200d}' => {
            let emoji = before.is_some_and(|letter| is_emoji(letter) || letter == '\u{fe0f}');
            (emoji && after.is_some_and(is_emoji)) || (before.is_some_and(joins) && after.is_some_and(joins))
        }
        '\u{fe0e}' | '\u{fe0f}' => before.is_some_and(|letter| is_emoji(letter) || is_keycap(letter, after)),
        '\u{fe00}'..='\u{fe02}' | '\u{e0100}'..='\u{e01ef}' => before.is_some_and(is_ideograph),
        '\u{180b}'..='\u{180d}' | '\u{180f}' => before.is_some_and(|letter| matches!(letter, '\u{1820}'..='\u{18aa}')),
        '\u{e0020}'..='\u{e007f}' => {
            let is_tag = |letter: &&char| matches!(**letter, '\u{e0020}'..='\u{e007f}');
            letters[..at].iter().rev().find(|letter| !is_tag(letter)) == Some(&'\u{1f3f4}')
        }
        _ => false,
    }
}

/// A letter or sign of a script in which joiners have a visible effect: Arabic, Syriac, N'Ko, the scripts of India,
/// Myanmar, Khmer, Mongolian.
fn joins(letter: char) -> bool {
    matches!(letter, '\u{620}'..='\u{7ff}' | '\u{8a0}'..='\u{dff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17b3}'
        | '\u{17b6}'..='\u{17ff}' | '\u{1820}'..='\u{18aa}' | '\u{fb50}'..='\u{fdcf}' | '\u{fe70}'..='\u{fefc}')
}

fn is_emoji(letter: char) -> bool {
    matches!(letter, '©' | '®' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2194}'..='\u{21aa}'
        | '\u{231a}'..='\u{23ff}' | '\u{24c2}' | '\u{25aa}'..='\u{25fe}' | '\u{2600}'..='\u{27bf}'
        | '\u{2934}'..='\u{2935}' | '\u{2b05}'..='\u{2b55}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
        | '\u{1f000}'..='\u{1faff}')
}

fn is_keycap(letter: char, after: Option<char>) -> bool {
    matches!(letter, '0'..='9' | '#' | '*') && after == Some('\u{20e3}')
}

fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::{has_invisible, has_visible, without_turns};

    #[test]
    fn signs_that_turn_the_text_are_taken_out_of_it() {
        assert_eq!(without_turns("see \u{202e}gpj.exe\u{2069}\nשלום\u{200f}!"), "see gpj.exe\nשלום\u{200f}!");
    }

    #[test]
    fn invisible_characters_in_a_name_are_found() {
        for letter in [
            '\u{200b}',
            '\u{200d}',
            '\u{200c}',
            '\u{200e}',
            '\u{61c}',
            '\u{ad}',
            '\u{2060}',
            '\u{3164}',
            '\u{fffe}',
            '\u{1fffe}',
            '\u{e0041}',
            '\u{202e}',
            '\u{2066}',
            '\u{feff}',
            '\u{fe0f}',
            '\u{34f}',
            '\u{2800}',
        ] {
            assert!(has_invisible(&format!("plan{letter}.txt")), "{letter:?}");
        }
        assert!(has_invisible("نامه\u{200c}"), "a joiner at the end joins nothing");
    }

    #[test]
    fn a_text_of_blanks_and_invisible_characters_shows_nothing() {
        for text in ["", " \n\t", "\u{200b}", "\u{a0}\u{feff}", "\u{0}", "\u{2800}\u{3164}"] {
            assert!(!has_visible(text), "{text:?}");
        }
        for text in ["a", "\u{200b}é", "👩", "!"] {
            assert!(has_visible(text), "{text:?}");
        }
    }

    #[test]
    fn joiners_of_languages_and_emoji_are_not_invisible_characters() {
        for text in [
            "نامه\u{200c}ها.txt",
            "क्\u{200d}ष.txt",
            "👩\u{200d}👩\u{200d}👧.png",
            "🏳\u{fe0f}\u{200d}🌈.png",
            "❤\u{fe0f}.svg",
            "1\u{fe0f}\u{20e3}.txt",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.svg",
            "葛\u{e0100}城.jpg",
            "Açaí – verão.jpg",
        ] {
            assert!(!has_invisible(text), "{text:?}");
        }
    }
}
