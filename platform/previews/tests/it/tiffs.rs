//! TIFF in the ways that print and scanning leave behind: ink, indexes, planes, few bits, L*a*b*.

use crate::samples::{BLUE, RED};
use crate::studio::{Studio, colour_at, is_near, open};

/// Tag, type (1 or 7 byte, 3 short, 4 long, 5 pairs of longs) and values; without values the tag is left out.
pub type Tag<'t> = (u16, u16, &'t [u32]);

pub const SIDE: u32 = 16;

/// The tags of a page, and its strips.
pub type Page<'t> = (&'t [Tag<'t>], &'t [Vec<u8>]);

/// A TIFF of 16 × 16 pixels whose pixels are `strips`.
pub fn tiff(tags: &[Tag<'_>], strips: &[Vec<u8>]) -> Vec<u8> {
    pages(&[(tags, strips)])
}

/// A TIFF of these pages. A tag of the page replaces the default one.
pub fn pages(pages: &[Page<'_>]) -> Vec<u8> {
    let mut file = b"II*\0\0\0\0\0".to_vec();
    let mut link = 4;
    for (tags, strips) in pages {
        let mut offsets = Vec::new();
        for strip in *strips {
            offsets.push(file.len() as u32);
            file.extend(strip);
        }
        let counts: Vec<u32> = strips.iter().map(|strip| strip.len() as u32).collect();
        let own: [Tag<'_>; 5] =
            [(256, 4, &[SIDE]), (257, 4, &[SIDE]), (273, 4, &offsets), (278, 4, &[SIDE]), (279, 4, &counts)];
        let own = own.into_iter().filter(|own| tags.iter().all(|tag| tag.0 != own.0));
        let mut all: Vec<Tag<'_>> = own.chain(tags.iter().copied()).filter(|tag| !tag.2.is_empty()).collect();
        all.sort_by_key(|tag| tag.0);
        let entries: Vec<u8> = all.into_iter().flat_map(|tag| entry(tag, &mut file)).collect();
        let at = file.len() as u32;
        file[link..link + 4].copy_from_slice(&at.to_le_bytes());
        file.extend((entries.len() as u16 / 12).to_le_bytes());
        file.extend(entries);
        link = file.len();
        file.extend([0; 4]);
    }
    file
}

/// An entry of the directory; values that do not fit go to the end of the file.
fn entry((tag, kind, values): Tag<'_>, file: &mut Vec<u8>) -> Vec<u8> {
    let size = match kind {
        1 | 7 => 1,
        3 => 2,
        _ => 4,
    };
    let mut bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()[..size].to_vec()).collect();
    if bytes.len() > 4 {
        let at = file.len() as u32;
        file.extend(bytes);
        bytes = at.to_le_bytes().to_vec();
    }
    bytes.resize(4, 0);
    let count = values.len() as u32 / if kind == 5 { 2 } else { 1 };
    [&tag.to_le_bytes()[..], &kind.to_le_bytes(), &count.to_le_bytes(), &bytes].concat()
}

/// Left half `left`, right half `right`, row by row.
pub fn halves(left: &[u8], right: &[u8]) -> Vec<u8> {
    let half = SIDE as usize / 2;
    [left.repeat(half), right.repeat(half)].concat().repeat(SIDE as usize)
}

#[test]
fn every_kind_of_tiff_shows_its_colours() {
    let [red, blue] = [[220_u8, 30, 30], [30, 30, 220]];
    let mut map = vec![0_u32; 3 * 16];
    for (channel, [r, b]) in [[220, 30], [30, 30], [30, 220]].into_iter().enumerate() {
        (map[channel * 16 + 1], map[channel * 16 + 2]) = (r * 257, b * 257);
    }
    let planes = [0, 1, 2].map(|channel| halves(&[red[channel]], &[blue[channel]])).to_vec();
    let deflated = {
        use std::io::Write;
        let mut writer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        writer.write_all(&halves(&red, &blue)).unwrap();
        writer.finish().unwrap()
    };
    let lab = |l: u8, a: i8, b: i8| [l, a as u8, b as u8];
    // A quarter of each colour's light, of which a quarter is covered.
    let (dim_red, dim_blue) = ([55_u8, 8, 8, 64], [8_u8, 8, 55, 64]);
    let samples: [(&str, Vec<u8>); 8] = [
        (
            "palette of 4 bits",
            tiff(
                &[(258, 3, &[4]), (262, 3, &[3]), (320, 3, &map)],
                &[[[0x11; 4], [0x22; 4]].concat().repeat(SIDE as usize)],
            ),
        ),
        ("planes", tiff(&[(258, 3, &[8, 8, 8]), (262, 3, &[2]), (277, 3, &[3]), (284, 3, &[2])], &planes)),
        ("deflate", tiff(&[(258, 3, &[8, 8, 8]), (259, 3, &[8]), (262, 3, &[2]), (277, 3, &[3])], &[deflated])),
        (
            "Lab",
            tiff(
                &[(258, 3, &[8, 8, 8]), (262, 3, &[8]), (277, 3, &[3])],
                &[halves(&lab(121, 69, 50), &lab(69, 60, -95))],
            ),
        ),
        (
            "YCbCr",
            tiff(
                &[(258, 3, &[8, 8, 8]), (262, 3, &[6]), (277, 3, &[3]), (530, 3, &[1, 1])],
                &[halves(&[87, 96, 223], &[52, 223, 112])],
            ),
        ),
        (
            "CMYK",
            tiff(
                &[(258, 3, &[8, 8, 8, 8]), (262, 3, &[5]), (277, 3, &[4])],
                &[halves(&[10, 245, 240, 5], &[235, 220, 0, 0])],
            ),
        ),
        (
            "associated alpha",
            tiff(
                &[(258, 3, &[8, 8, 8, 8]), (262, 3, &[2]), (277, 3, &[4]), (338, 3, &[1])],
                &[halves(&dim_red, &dim_blue)],
            ),
        ),
        (
            "16 bits",
            tiff(
                &[(258, 3, &[16, 16, 16]), (262, 3, &[2]), (277, 3, &[3])],
                &[halves(&[0, 220, 0, 30, 0, 30], &[0, 30, 0, 30, 0, 220])],
            ),
        ),
    ];
    for (name, bytes) in samples {
        let studio = Studio::new();
        let drawn = studio.render(&bytes, "image/tiff").unwrap_or_else(|failure| panic!("{name}: {failure}"));
        let picture = open(&drawn.large);
        for (x, [r, g, b, _]) in [(20, RED), (80, BLUE)] {
            let mut seen = colour_at(&picture, x, 50);
            seen[3] = 255;
            // Ink is never as strong as light.
            let wanted = if name == "CMYK" && x == 80 { [54, 69, 157, 255] } else { [r, g, b, 255] };
            assert!(is_near(seen, wanted), "{name}: {seen:?} where {wanted:?} is wanted");
        }
    }
}

/// Programs write L*a*b* in many ways: by CIE or by ICC, 8 bits or 16 or floats, for print or for screens, and some
/// state wrong signs.
#[test]
fn every_way_to_write_lab_shows_the_same_colours() {
    let [red, blue] = [[48.18_f32, 69.17, 52.28], [28.27, 53.92, -94.34]];
    let [red_on_screens, blue_on_screens] = [[47.29, 68.44, 50.29], [30.33, 63.83, -91.24]];
    let bytes = |[l, a, b]: [f32; 3]| vec![(l * 2.55).round() as u8, a.round() as i8 as u8, b.round() as i8 as u8];
    let icc =
        |[l, a, b]: [f32; 3]| vec![(l * 2.55).round() as u8, (a + 128.0).round() as u8, (b + 128.0).round() as u8];
    let words = |[l, a, b]: [f32; 3]| {
        [(l * 655.35) as u16, (a * 256.0) as i16 as u16, (b * 256.0) as i16 as u16].map(u16::to_le_bytes).concat()
    };
    let icc_words = |[l, a, b]: [f32; 3]| {
        [(l * 652.8) as u16, ((a + 128.0) * 256.0) as u16, ((b + 128.0) * 256.0) as u16].map(u16::to_le_bytes).concat()
    };
    let floats = |lab: [f32; 3]| lab.map(f32::to_le_bytes).concat();
    let signed: Tag<'_> = (339, 3, &[2, 2, 2]);
    let screens: Tag<'_> = (318, 5, &[3127, 10_000, 3290, 10_000]);
    for (name, bits, photometric, more, left, right) in [
        ("bytes", 8, 8, None, bytes(red), bytes(blue)),
        ("bytes said to be signed", 8, 8, Some(signed), bytes(red), bytes(blue)),
        ("bytes for screens", 8, 8, Some(screens), bytes(red_on_screens), bytes(blue_on_screens)),
        ("ICC's bytes", 8, 9, None, icc(red), icc(blue)),
        ("words", 16, 8, None, words(red), words(blue)),
        ("words said to be signed", 16, 8, Some(signed), words(red), words(blue)),
        ("ICC's words", 16, 9, None, icc_words(red), icc_words(blue)),
        ("floats", 32, 8, Some((339, 3, &[3, 3, 3][..])), floats(red), floats(blue)),
    ] {
        let depth = [bits; 3];
        let mut tags: Vec<Tag<'_>> =
            vec![(258, 3, &depth), (262, 3, std::slice::from_ref(&photometric)), (277, 3, &[3])];
        tags.extend(more);
        let studio = Studio::new();
        let picture = open(&studio.render(&tiff(&tags, &[halves(&left, &right)]), "image/tiff").unwrap().large);
        for (x, wanted) in [(20, RED), (80, BLUE)] {
            let seen = colour_at(&picture, x, 50);
            let far = seen.iter().zip(wanted).map(|(seen, wanted)| seen.abs_diff(wanted)).max();
            assert!(far <= Some(10), "{name}: {seen:?} where {wanted:?} is wanted");
        }
    }
}

#[test]
fn grey_of_few_bits_is_scaled_to_eight() {
    for (bits, light, grey) in [(1, 0x00, 0), (2, 0b0101_0101, 85), (4, 0x88, 136)] {
        let row = (SIDE * bits).div_ceil(8) as usize;
        let bytes = tiff(&[(258, 3, &[bits]), (262, 3, &[1])], &[vec![light; row * SIDE as usize]]);
        let studio = Studio::new();
        let [seen, ..] = colour_at(&open(&studio.render(&bytes, "image/tiff").unwrap().large), 50, 50);
        assert!(seen.abs_diff(grey) < 6, "{bits} bits: {seen}");
    }
}

/// Fax machines, scanners and archives write several pages. A smaller copy of a page is not a page, and a loop in the
/// chain ends.
#[test]
fn of_several_pages_the_first_is_drawn_and_all_are_counted() {
    let [red, blue] = [[220_u8, 30, 30], [30, 30, 220]];
    let rgb: [Tag<'_>; 3] = [(258, 3, &[8, 8, 8]), (262, 3, &[2]), (277, 3, &[3])];
    let smaller = [&rgb[..], &[(254, 4, &[1])]].concat();
    let (first, other) = ([halves(&red, &blue)], [halves(&blue, &red)]);
    let three = pages(&[(&rgb, &first), (&smaller, &other), (&rgb, &other), (&rgb, &other)]);
    let mut endless = pages(&[(&rgb, &first), (&rgb, &other)]);
    let end = endless.len() - 4;
    endless.copy_within(4..8, end);
    for (name, bytes, count) in [
        ("three pages", three, Some(3)),
        ("a chain without an end", endless, Some(2)),
        ("a page and its smaller copy", pages(&[(&rgb, &first), (&smaller, &other)]), None),
    ] {
        let studio = Studio::new();
        let drawn = studio.render(&bytes, "image/tiff").unwrap_or_else(|failure| panic!("{name}: {failure}"));
        assert_eq!(drawn.pages, count, "{name}");
        let picture = open(&drawn.large);
        assert!(is_near(colour_at(&picture, 20, 50), RED) && is_near(colour_at(&picture, 80, 50), BLUE), "{name}");
    }
}

fn jpeg(pixels: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    jpeg_encoder::Encoder::new(&mut bytes, 95)
        .encode(pixels, SIDE as u16, SIDE as u16, jpeg_encoder::ColorType::Rgb)
        .unwrap();
    bytes
}

/// The old kind is a whole stream that its own tags point to, or only the headers; strips lie within it or are not
/// named at all. The directory says that the samples are luma and two chroma values.
#[test]
fn jpeg_in_tiff_is_drawn_by_the_old_tags_and_the_new() {
    let [red, blue] = [[220_u8, 30, 30], [30, 30, 220]];
    // The left is red, the right is blue above and red below: a shifted picture would be noticed.
    let pixels = [halves(&red, &blue), halves(&red, &red)].map(|half| half[..half.len() / 2].to_vec()).concat();
    let stream = jpeg(&pixels);
    let length = stream.len() as u32;
    let scan = stream.windows(2).position(|marker| marker == [0xff, 0xda]).unwrap();
    let inside = scan + 2 + usize::from(stream[scan + 3]);
    let before = inside as u32;
    let pixels_at = 8 + before;
    let usual: [Tag<'_>; 3] = [(258, 3, &[8, 8, 8]), (262, 3, &[6]), (277, 3, &[3])];
    let file = |more: &[Tag<'_>]| tiff(&[&usual[..], more].concat(), std::slice::from_ref(&stream));
    let old: Tag<'_> = (259, 3, &[6]);
    let whole: [Tag<'_>; 3] = [old, (513, 4, &[8]), (514, 4, &[length])];
    let files = [
        ("new", file(&[(259, 3, &[7])])),
        ("old, the stream as its strip", file(&whole)),
        ("old, the strip inside the stream", file(&[&whole[..], &[(273, 4, &[pixels_at])]].concat())),
        ("old, no strips named", file(&[&whole[..], &[(273, 4, &[]), (279, 4, &[])]].concat())),
        ("old, no length", file(&[old, (513, 4, &[8]), (273, 4, &[pixels_at]), (279, 4, &[length - before])])),
        (
            "old, the stream in strips",
            file(
                &[&whole[..], &[(278, 4, &[8]), (273, 4, &[pixels_at, pixels_at + 20]), (279, 4, &[20, 20])]].concat(),
            ),
        ),
        (
            "old, what comes before the pixels, and these",
            file(&[old, (513, 4, &[8]), (514, 4, &[before]), (273, 4, &[pixels_at]), (279, 4, &[length - before])]),
        ),
    ];
    for (name, bytes) in files {
        let studio = Studio::new();
        let drawn = studio.render(&bytes, "image/tiff").unwrap_or_else(|failure| panic!("{name}: {failure}"));
        let picture = open(&drawn.large);
        for (x, y, wanted) in [(20, 20, RED), (80, 20, BLUE), (20, 80, RED), (80, 80, RED)] {
            let seen = colour_at(&picture, x, y);
            assert!(is_near(seen, wanted), "{name} at {x}, {y}: {seen:?} where {wanted:?} is wanted");
        }
    }
}
