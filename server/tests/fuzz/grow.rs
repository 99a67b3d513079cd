//! New inputs from known ones, without a look into the program: what is not interesting now grows into it later.

use crate::dice::Dice;

/// Longer inputs say nothing that shorter ones do not.
const LONGEST: usize = 64 * 1024;
/// Known ones are forgotten at random beyond so many.
const MOST_KNOWN: usize = 400;

/// Bytes on which parsers turn: separators, ends of ranges, ends of numbers, halves of letters.
const WORDS: [&[u8]; 40] = [
    b"\0",
    b"\r\n",
    b"\r\n\r\n",
    b"--",
    b"-",
    b",",
    b"=",
    b";",
    b"\"",
    b"\\",
    b"/",
    b"../",
    b"%00",
    b"%2e%2e",
    b"%",
    b"|",
    b"bytes=",
    b"0",
    b"-1",
    b"9223372036854775807",
    b"9223372036854775808",
    b"18446744073709551615",
    b"18446744073709551616",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xe2\x80\xae",
    b"e\xcc\x81",
    b"\xc4\xb0",
    b"\xef\xac\x81",
    b"\xf0\x9f\x8c\x9e",
    b" ",
    b".",
    b"*",
    b"W/",
    b"Bearer ",
    b"&after=",
    b"&limit=",
    b"content-disposition: form-data; name=\"",
    b"317c307c317c",
];

/// One more input; some of what comes about is kept to grow further.
pub fn grow(known: &mut Vec<Vec<u8>>, dice: &mut Dice) -> Vec<u8> {
    let mut input = known[dice.place(known.len())].clone();
    for _ in 0..=dice.below(4) {
        change(&mut input, known, dice);
    }
    input.truncate(LONGEST);
    if dice.below(20) == 0 {
        if known.len() >= MOST_KNOWN {
            let at = dice.place(known.len());
            known.swap_remove(at);
        }
        known.push(input.clone());
    }
    input
}

fn change(input: &mut Vec<u8>, known: &[Vec<u8>], dice: &mut Dice) {
    let at = dice.place(input.len() + 1);
    let until = (at + dice.place(16)).min(input.len());
    match dice.below(8) {
        0 if at < input.len() => input[at] ^= 1 << dice.below(8),
        1 if at < input.len() => input[at] = dice.below(256) as u8,
        2 => drop(input.drain(at.min(until)..until)),
        3 | 4 => drop(input.splice(at..at, dice.pick(&WORDS).unwrap_or_default().iter().copied())),
        5 => {
            let again = input[at.min(until)..until].to_vec();
            let times = dice.place(20);
            input.splice(at..at, again.repeat(times));
        }
        6 => {
            let other = &known[dice.place(known.len())];
            let from = dice.place(other.len());
            input.truncate(at);
            input.extend_from_slice(&other[from..]);
        }
        _ => input.truncate(at),
    }
}
