//! Files of print and scanning: ink, and formats of old programs.

use image::ImageFormat;

use crate::samples::{self, BLUE, RED};
use crate::studio::{Studio, colour_at, is_near, open};
use crate::tiffs::{SIDE, halves, tiff};

/// Pure cyan in print differs from a screen's cyan. Another program with the same profile gave the expected colours.
#[test]
fn ink_without_a_profile_is_taken_for_ink_on_paper() {
    for (ink, [r, g, b]) in [
        ([255, 0, 0, 0], [0, 174, 239]),
        ([35, 225, 225, 0], [213, 70, 55]),
        ([0, 255, 255, 0], [237, 28, 36]),
        ([0, 0, 0, 255], [35, 31, 32]),
        ([0, 0, 0, 0], [255, 255, 255]),
    ] {
        let mut bytes = Vec::new();
        let page: Vec<u8> = ink.repeat(64 * 64);
        jpeg_encoder::Encoder::new(&mut bytes, 95).encode(&page, 64, 64, jpeg_encoder::ColorType::Cmyk).unwrap();
        let studio = Studio::new();
        let seen = colour_at(&open(&studio.render(&bytes, "image/jpeg").unwrap().large), 50, 50);
        assert!(seen.iter().zip([r, g, b]).all(|(seen, wanted)| seen.abs_diff(wanted) <= 4), "{ink:?}: {seen:?}");
    }
}

/// A profile of four unusual inks: all of the first alone prints red, all of the second alone prints blue, none leaves
/// white, and all else is black.
fn odd_inks() -> Vec<u8> {
    let straight: Vec<u8> = (0..=255).collect();
    let one = 1_u32 << 16;
    let mut table = [&b"mft1\0\0\0\0"[..], &[4, 3, 2, 0]].concat();
    table.extend([one, 0, 0, 0, one, 0, 0, 0, one].map(u32::to_be_bytes).concat());
    table.extend(straight.repeat(4));
    // The last ink changes first.
    table.extend((0..16).flat_map(|inks| match inks {
        0b0000 => [255, 128, 128],
        0b1000 => [123, 197, 180],
        0b0100 => [72, 182, 34],
        _ => [0, 128, 128],
    }));
    table.extend(straight.repeat(3));
    let at = 128 + 4 + 12;
    let mut profile = [at + table.len() as u32, 0, 0x0240_0000].map(u32::to_be_bytes).concat();
    profile.extend(b"prtrCMYKLab ");
    profile.extend([2024_u16, 1, 1, 0, 0, 0].map(u16::to_be_bytes).concat());
    profile.extend(b"acsp");
    profile.resize(68, 0);
    profile.extend([0xf6d6_u32, one, 0xd32d].map(u32::to_be_bytes).concat());
    profile.resize(128, 0);
    profile.extend(1_u32.to_be_bytes());
    profile.extend([&b"A2B0"[..], &at.to_be_bytes(), &(table.len() as u32).to_be_bytes()].concat());
    profile.extend(table);
    profile
}

#[test]
fn ink_with_a_profile_is_shown_by_it() {
    use jpeg_encoder::ColorType::{Cmyk, CmykAsYcck};
    let page = halves(&[255, 0, 0, 0], &[0, 255, 0, 0]);
    let profile = odd_inks();
    let jpeg = |kind| {
        let mut bytes = Vec::new();
        let mut encoder = jpeg_encoder::Encoder::new(&mut bytes, 98);
        encoder.add_icc_profile(&profile).unwrap();
        encoder.encode(&page, SIDE as u16, SIDE as u16, kind).unwrap();
        bytes
    };
    let tag: Vec<u32> = profile.iter().map(|byte| u32::from(*byte)).collect();
    let strip = std::slice::from_ref(&page);
    let tiff = tiff(&[(258, 3, &[8, 8, 8, 8]), (262, 3, &[5]), (277, 3, &[4]), (34675, 7, &tag)], strip);
    for (name, bytes) in [("JPEG", jpeg(Cmyk)), ("JPEG by light and colour", jpeg(CmykAsYcck)), ("TIFF", tiff)] {
        let studio = Studio::new();
        let drawn = studio.render(&bytes, previews::sniff(&bytes, "a")).unwrap();
        let picture = open(&drawn.large);
        for (x, wanted) in [(20, RED), (80, BLUE)] {
            let seen = colour_at(&picture, x, 50);
            assert!(is_near(seen, wanted), "{name}: {seen:?} where {wanted:?} is wanted");
        }
    }
}

#[test]
fn photoshops_merged_picture_is_shown() {
    let header = |mode: u16, channels: u16| {
        let mut file = b"8BPS\0\x01\0\0\0\0\0\0".to_vec();
        file.extend(channels.to_be_bytes());
        file.extend([SIDE.to_be_bytes(), SIDE.to_be_bytes()].concat());
        file.extend([8_u16.to_be_bytes(), mode.to_be_bytes()].concat());
        file.extend([0; 12]);
        file
    };
    let planes: Vec<u8> = [0, 1, 2].into_iter().flat_map(|at| halves(&[RED[at]], &[BLUE[at]])).collect();
    let plain = [header(3, 3), vec![0, 0], planes].concat();
    let half = SIDE as usize / 2;
    let run = (1 - half as i8) as u8;
    let mut packed = [header(3, 3), vec![0, 1], [0, 4].repeat(3 * SIDE as usize)].concat();
    for at in 0..3 {
        packed.extend([run, RED[at], run, BLUE[at]].repeat(SIDE as usize));
    }
    for (name, bytes) in [("plain", plain), ("packed", packed)] {
        let studio = Studio::new();
        let drawn = studio.render(&bytes, previews::sniff(&bytes, "a.psd")).unwrap();
        let picture = open(&drawn.large);
        assert!(is_near(colour_at(&picture, 20, 50), RED), "{name}");
        assert!(is_near(colour_at(&picture, 80, 50), BLUE), "{name}");
    }
}

#[test]
fn targa_and_icons_are_known_and_drawn() {
    let opaque = image::DynamicImage::from(samples::halves(64, 64));
    let plain = samples::written(opaque.clone(), ImageFormat::Png);
    for (format, name, kind) in
        [(ImageFormat::Tga, "a.tga", "image/x-tga"), (ImageFormat::Ico, "a.ico", "image/x-icon")]
    {
        let bytes = samples::written(opaque.to_rgba8().into(), format);
        assert_eq!(previews::sniff(&bytes[..64], name), kind);
        let drawn = Studio::new().render(&bytes, kind).map(|drawn| (drawn.width, drawn.height));
        assert_eq!(drawn, Ok((64, 64)), "{name}");
    }
    assert_eq!(previews::sniff(b"\x01\x02\x03 not one", "a.tga"), "application/octet-stream");

    // Two pictures in one icon, of which the larger is a PNG without transparency.
    let entry = |side: u8, at: usize| {
        [&[side, side, 0, 0, 1, 0, 24, 0][..], &(plain.len() as u32).to_le_bytes(), &(at as u32).to_le_bytes()].concat()
    };
    let icon = [&[0, 0, 1, 0, 2, 0][..], &entry(16, 4), &entry(64, 38), &plain].concat();
    let picture = open(&Studio::new().render(&icon, "image/x-icon").unwrap().large);
    assert!(is_near(colour_at(&picture, 20, 50), RED) && is_near(colour_at(&picture, 80, 50), BLUE));
}

#[test]
fn bitmaps_of_os2_and_rows_from_the_top_are_drawn() {
    let plain = samples::encoded(ImageFormat::Bmp);
    let pixels = u32::from_le_bytes([plain[10], plain[11], plain[12], plain[13]]) as usize;
    let header = u32::from_le_bytes([plain[14], plain[15], plain[16], plain[17]]) as usize;
    let mut os2 = plain[..54].to_vec();
    os2[10..14].copy_from_slice(&78_u32.to_le_bytes());
    os2[14..18].copy_from_slice(&64_u32.to_le_bytes());
    os2[30..34].copy_from_slice(&0_u32.to_le_bytes());
    os2.extend([0; 24]);
    os2.extend(&plain[pixels..]);
    assert!(header >= 40);
    let studio = Studio::new();
    let picture = open(&studio.render(&os2, previews::sniff(&os2, "a.bmp")).unwrap().large);
    assert!(is_near(colour_at(&picture, 20, 50), RED) && is_near(colour_at(&picture, 80, 50), BLUE));

    // Sixteen rows of sixteen pixels under run lengths: red above blue, written from the top.
    let rows = [[16_u8, 0, 0, 0].repeat(8), [16, 1, 0, 0].repeat(8), vec![0, 1]].concat();
    let mut rle = b"BM".to_vec();
    rle.extend([62 + rows.len() as u32, 0, 62, 40, SIDE, (-(SIDE as i32)) as u32].map(u32::to_le_bytes).concat());
    rle.extend([1_u16, 8].map(u16::to_le_bytes).concat());
    rle.extend([1_u32, rows.len() as u32, 0, 0, 2, 0].map(u32::to_le_bytes).concat());
    rle.extend([30, 30, 220, 0, 220, 30, 30, 0]);
    rle.extend(rows);
    let picture = open(&studio.render(&rle, "image/bmp").unwrap().large);
    assert!(is_near(colour_at(&picture, 50, 10), RED), "{:?}", colour_at(&picture, 50, 10));
    assert!(is_near(colour_at(&picture, 50, 90), BLUE), "{:?}", colour_at(&picture, 50, 90));
}

#[test]
fn postscript_shows_the_picture_it_carries_or_names_the_tool_that_would_draw_it() {
    let [red, blue] = [[220_u8, 30, 30], [30, 30, 220]];
    let inner = tiff(&[(258, 3, &[8, 8, 8]), (262, 3, &[2]), (277, 3, &[3])], &[halves(&red, &blue)]);
    let mut file = vec![0xc5, 0xd0, 0xd3, 0xc6];
    file.extend([0, 0, 0, 0, 30, inner.len() as u32].map(u32::to_le_bytes).concat());
    file.extend([0xff, 0xff]);
    file.extend(inner);
    let studio = Studio::new();
    let picture = open(&studio.render(&file, previews::sniff(&file, "a.eps")).unwrap().large);
    assert!(is_near(colour_at(&picture, 20, 50), RED) && is_near(colour_at(&picture, 80, 50), BLUE));

    let plain =
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 50\n0.863 0.118 0.118 setrgbcolor 0 0 50 50 rectfill\n\
        0.118 0.118 0.863 setrgbcolor 50 0 50 50 rectfill showpage\n";
    match studio.render(plain, previews::sniff(plain, "a.eps")) {
        Ok(drawn) => {
            let picture = open(&drawn.large);
            assert_eq!((picture.width(), picture.height()), (1280, 640));
            assert!(is_near(colour_at(&picture, 20, 50), RED) && is_near(colour_at(&picture, 80, 50), BLUE));
        }
        Err(failure) => assert_eq!(failure, previews::Failure::NeedsTool(previews::Tool::Ghostscript)),
    }
}
