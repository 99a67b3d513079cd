//! The child's side of a conversion: decodes, takes the part that is wanted in its size, and writes it.

use std::fs;

use crate::conversion::{Coding, Conversion, FILE, Written};
use crate::decode::{Drawn, decode};
use crate::failure::Failure;
use crate::frame::{Frame, MOST_PIXELS, Wanted};
use crate::picture::{Channels, Picture};
use crate::protocol::Request;
use crate::{encode, input, mark, orient, profile, shrink};

const WHITE: [u8; 3] = [255; 3];

pub(crate) fn convert(request: &Request, wanted: &Conversion) -> Result<Written, Failure> {
    let (format, input, budget) = input::source(request, Wanted::In(wanted.frame))?;
    let Drawn { picture, facts, orientation, icc } = decode(format, input, &budget)?;
    let stored = if facts.scales { (picture.width, picture.height) } else { (facts.width, facts.height) };
    let frame = if orient::swaps_sides(orientation) { wanted.frame.turned() } else { wanted.frame };
    let plan = Frame { enlarge: frame.enlarge || facts.scales, ..frame }.plan(stored);
    if plan.pixels() > MOST_PIXELS {
        return Err(Failure::TooLarge);
    }
    let picture = shrink::middle(picture, plan.part, stored, plan.size)?;
    let picture = orient::upright(profile::to_srgb(picture, icc.as_deref()), orientation);
    let canvas = plan.canvas.and(wanted.frame.width.zip(wanted.frame.height));
    let picture = match canvas {
        Some(canvas) => padded(picture, canvas, background(wanted))?,
        None => picture,
    };
    let picture = match opaque_on(wanted) {
        Some(colour) if !picture.is_opaque() => flattened(picture, colour),
        _ => picture,
    };
    let picture = match &wanted.mark {
        Some(text) => mark::marked(picture, text)?,
        None => picture,
    };
    let rights = facts.rights.filter(|_| wanted.keep_rights);
    let bytes = encode::encoded(&picture, wanted.coding, wanted.quality, rights.as_ref())?;
    fs::write(request.out_dir.join(FILE), bytes).map_err(Failure::unavailable)?;
    Ok(Written { width: picture.width, height: picture.height })
}

/// With its opacity.
fn background(wanted: &Conversion) -> [u8; 4] {
    opaque_on(wanted).map_or([0; 4], |[red, green, blue]| [red, green, blue, u8::MAX])
}

/// The colour behind everything; none where the picture may stay transparent.
fn opaque_on(wanted: &Conversion) -> Option<[u8; 3]> {
    match wanted.coding {
        Coding::Jpeg => Some(wanted.background.unwrap_or(WHITE)),
        Coding::Png | Coding::WebP => wanted.background,
    }
}

/// In the middle of a canvas.
fn padded(picture: Picture, (width, height): (u32, u32), background: [u8; 4]) -> Result<Picture, Failure> {
    let picture = picture.into_rgba();
    let row = picture.width as usize * 4;
    let (left, top) = ((width - picture.width) as usize / 2, (height - picture.height) as usize / 2);
    let mut pixels = background.repeat(width as usize * height as usize);
    for (y, line) in picture.pixels.chunks_exact(row).enumerate() {
        let at = ((top + y) * width as usize + left) * 4;
        pixels[at..at + row].copy_from_slice(line);
    }
    Picture::new(pixels, Channels::Rgba, width, height)
}

/// What shows through is this colour.
fn flattened(picture: Picture, colour: [u8; 3]) -> Picture {
    let over = |pixel: &[u8]| {
        let alpha = u32::from(pixel[3]);
        let mixed =
            |own: u8, behind: u8| ((u32::from(own) * alpha + u32::from(behind) * (255 - alpha) + 127) / 255) as u8;
        [mixed(pixel[0], colour[0]), mixed(pixel[1], colour[1]), mixed(pixel[2], colour[2])]
    };
    let pixels = picture.into_rgba();
    let (width, height) = (pixels.width, pixels.height);
    Picture { pixels: pixels.pixels.chunks_exact(4).flat_map(over).collect(), channels: Channels::Rgb, width, height }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(pixels: &[[u8; 4]], width: u32) -> Picture {
        let height = pixels.len() as u32 / width;
        Picture { pixels: pixels.concat(), channels: Channels::Rgba, width, height }
    }

    #[test]
    fn a_picture_lies_in_the_middle_of_its_canvas() {
        let red = [255, 0, 0, 255];
        let padded = padded(picture(&[red, red], 2), (4, 3), [0, 0, 9, 255]).unwrap();
        let seen: Vec<u8> = padded.pixels.chunks_exact(4).map(|pixel| pixel[0]).collect();
        assert_eq!(seen, [0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn what_shows_through_has_the_colour_behind() {
        let half = picture(&[[255, 0, 0, 0], [255, 0, 0, 255], [0, 0, 0, 128]], 3);
        assert_eq!(flattened(half, [0, 255, 255]).pixels, [0, 255, 255, 255, 0, 0, 0, 127, 127]);
    }
}
