//! Makes new inputs from known ones, without coverage: an input that is not interesting now may grow into one that is.

use crate::seeded_rng::SeededRng;

/// Longer inputs find nothing that shorter ones do not.
const LONGEST: usize = 64 * 1024;
/// Beyond this many, known ones are dropped at random.
const MOST_KNOWN: usize = 400;

/// Bytes that parsers react to: separators, ends of ranges, ends of numbers, halves of letters.
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

/// One more input; some of the results are kept to grow further.
pub fn grow(known: &mut Vec<Vec<u8>>, rng: &mut SeededRng) -> Vec<u8> {
    let mut input = known[rng.place(known.len())].clone();
    for _ in 0..=rng.below(4) {
        change(&mut input, known, rng);
    }
    input.truncate(LONGEST);
    if rng.below(20) == 0 {
        if known.len() >= MOST_KNOWN {
            let at = rng.place(known.len());
            known.swap_remove(at);
        }
        known.push(input.clone());
    }
    input
}

fn change(input: &mut Vec<u8>, known: &[Vec<u8>], rng: &mut SeededRng) {
    let at = rng.place(input.len() + 1);
    let until = (at + rng.place(16)).min(input.len());
    match rng.below(8) {
        0 if at < input.len() => input[at] ^= 1 << rng.below(8),
        1 if at < input.len() => input[at] = rng.below(256) as u8,
        2 => drop(input.drain(at.min(until)..until)),
        3 | 4 => drop(input.splice(at..at, rng.pick(&WORDS).unwrap_or_default().iter().copied())),
        5 => {
            let again = input[at.min(until)..until].to_vec();
            let times = rng.place(20);
            input.splice(at..at, again.repeat(times));
        }
        6 => {
            let other = &known[rng.place(known.len())];
            let from = rng.place(other.len());
            input.truncate(at);
            input.extend_from_slice(&other[from..]);
        }
        _ => input.truncate(at),
    }
}
