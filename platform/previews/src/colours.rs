//! The leading colours of a picture, among eleven by which people look for pictures.

use crate::bounds::Bounds;
use crate::failure::Failure;
use crate::picture::Picture;
use crate::shrink;

/// More pixels change no share that matters; fewer mix neighbours.
const BOUNDS: Bounds = Bounds::square(64);

/// A colour leads if it covers so much of what is not transparent.
const SHARE: f32 = 0.12;
/// So much is enough where it is most of what is not white or grey: a product on a plain ground.
const ON_PLAIN: f32 = 0.04;
/// Nearly every picture has shadows.
const SHARE_OF_BLACK: f32 = 0.25;
/// And many have a plain ground.
const SHARE_OF_PLAIN: f32 = 0.3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    Red,
    Orange,
    Yellow,
    /// And olive.
    Green,
    Teal,
    Blue,
    /// And pink.
    Purple,
    Black,
    Brown,
    Grey,
    White,
}

impl Colour {
    pub const ALL: [Self; 11] = [
        Self::Red,
        Self::Orange,
        Self::Yellow,
        Self::Green,
        Self::Teal,
        Self::Blue,
        Self::Purple,
        Self::Black,
        Self::Brown,
        Self::Grey,
        Self::White,
    ];

    /// Its bit in [`crate::Rendered::colours`]. It is stored, so it stays what it is.
    pub fn bit(self) -> u16 {
        1 << self as u16
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Orange => "orange",
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Teal => "teal",
            Self::Blue => "blue",
            Self::Purple => "purple",
            Self::Black => "black",
            Self::Brown => "brown",
            Self::Grey => "grey",
            Self::White => "white",
        }
    }

    /// What a pixel is called; beige, cream and the palest tints have none of these colours.
    fn of(srgb: [u8; 3]) -> Option<Self> {
        let Oklab { light, chroma, hue } = oklab(srgb);
        let is_warm = (38.0..116.0).contains(&hue);
        // A dark orange that is not vivid.
        if (38.0..100.0).contains(&hue) && (0.3..0.62).contains(&light) && (0.04..0.14).contains(&chroma) {
            return Some(Self::Brown);
        }
        let least = if is_warm { 0.075 } else { 0.045 };
        if light < 0.2 || (light < 0.36 && chroma < least) {
            return Some(Self::Black);
        }
        if chroma < least {
            return Self::without_hue(light, chroma, is_warm);
        }
        Some(match hue {
            10.0..38.0 => Self::Red,
            38.0..82.0 => Self::Orange,
            82.0..116.0 if light >= 0.7 => Self::Yellow,
            // A dark yellow is an ochre or an olive.
            82.0..100.0 => Self::Orange,
            100.0..165.0 => Self::Green,
            165.0..220.0 => Self::Teal,
            220.0..284.0 => Self::Blue,
            _ => Self::Purple,
        })
    }

    /// A grey may be a little blue; a little yellow makes it a beige.
    fn without_hue(light: f32, chroma: f32, is_warm: bool) -> Option<Self> {
        let most_of_grey = if is_warm { 0.02 } else { 0.035 };
        match light {
            0.93.. if chroma < 0.02 => Some(Self::White),
            0.93.. => None,
            _ if chroma < most_of_grey => Some(Self::Grey),
            _ => None,
        }
    }

    /// Nothing but a ground.
    fn is_plain(self) -> bool {
        matches!(self, Self::Grey | Self::White)
    }
}

/// `chroma` is 0 for greys and about 0.3 for the most vivid colours; `hue` is in degrees.
struct Oklab {
    light: f32,
    chroma: f32,
    hue: f32,
}

/// Oklab, by Björn Ottosson: equal distances look equal.
fn oklab(srgb: [u8; 3]) -> Oklab {
    let [r, g, b] = srgb.map(|value| {
        let coded = f32::from(value) / 255.0;
        if coded <= 0.040_45 { coded / 12.92 } else { ((coded + 0.055) / 1.055).powf(2.4) }
    });
    let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
    let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
    let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
    let light = 0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s;
    let green_red = 1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s;
    let blue_yellow = 0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s;
    let hue = blue_yellow.atan2(green_red).to_degrees().rem_euclid(360.0);
    Oklab { light, chroma: green_red.hypot(blue_yellow), hue }
}

/// The bits of the colours that lead.
pub(crate) fn leading(picture: Picture) -> Result<u16, Failure> {
    let tiny = shrink::into_bounds(picture, BOUNDS)?.into_rgba();
    Ok(leading_of(tiny.pixels.chunks_exact(4).filter_map(|pixel| pixel.try_into().ok())))
}

/// Of straight RGBA. A pixel counts by how little of it is transparent.
fn leading_of(pixels: impl Iterator<Item = [u8; 4]>) -> u16 {
    let (mut covered, mut all) = ([0.0_f32; Colour::ALL.len()], 0.0_f32);
    for [red, green, blue, alpha] in pixels {
        all += f32::from(alpha);
        if let Some(colour) = Colour::of([red, green, blue]) {
            covered[colour as usize] += f32::from(alpha);
        }
    }
    let not_plain: f32 = Colour::ALL.iter().filter(|one| !one.is_plain()).map(|one| covered[*one as usize]).sum();
    let leads = |colour: &Colour| {
        let area = covered[*colour as usize];
        match colour {
            _ if area == 0.0 => false,
            Colour::Black => area >= SHARE_OF_BLACK * all,
            _ if colour.is_plain() => area >= SHARE_OF_PLAIN * all,
            _ => area >= SHARE * all || (area >= ON_PLAIN * all && area >= not_plain / 2.0),
        }
    };
    Colour::ALL.into_iter().filter(leads).fold(0, |bits, colour| bits | colour.bit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Channels;

    fn rgb(code: u32) -> [u8; 3] {
        let [_, red, green, blue] = code.to_be_bytes();
        [red, green, blue]
    }

    /// The words of the colours that lead in a picture with so many pixels of each colour.
    fn words(areas: &[(u32, usize)]) -> Vec<&'static str> {
        let pixels = areas.iter().flat_map(|(code, count)| {
            let [red, green, blue] = rgb(*code);
            std::iter::repeat_n([red, green, blue, u8::MAX], *count)
        });
        named(leading_of(pixels))
    }

    fn named(bits: u16) -> Vec<&'static str> {
        Colour::ALL.into_iter().filter(|colour| bits & colour.bit() != 0).map(Colour::word).collect()
    }

    #[test]
    fn colours_are_what_people_call_them() {
        for (wanted, codes) in [
            (Some(Colour::Red), &[0xff0000, 0xdc143c, 0x8b0000, 0xff6347, 0xfa8072][..]),
            (Some(Colour::Orange), &[0xff8000, 0xffa500, 0xff7f50, 0xcc5500, 0xb8860b, 0xe0ac69]),
            (Some(Colour::Yellow), &[0xffff00, 0xffd700, 0xf6c945, 0xbdb76b]),
            (Some(Colour::Green), &[0x00ff00, 0x006400, 0x2e8b57, 0x98fb98, 0x9acd32, 0x808000]),
            (Some(Colour::Teal), &[0x008080, 0x40e0d0, 0x00ffff, 0x5f9ea0]),
            (Some(Colour::Blue), &[0x0000ff, 0x1c2a4a, 0x87ceeb, 0x4682b4, 0x191970]),
            (Some(Colour::Purple), &[0x800080, 0x4b0082, 0xb19cd9, 0xff69b4, 0xff00ff, 0xffc0cb]),
            (Some(Colour::Black), &[0x000000, 0x222222, 0x333333, 0x101318]),
            (Some(Colour::Brown), &[0x8b4513, 0xa0522d, 0x6f4e37, 0x4b3621, 0x7b3f00, 0x996633, 0xa0785a]),
            (Some(Colour::Grey), &[0xdddddd, 0xcccccc, 0x808080, 0x555555, 0x708090]),
            (Some(Colour::White), &[0xffffff, 0xf5f5f5, 0xeeeeee, 0xfffaf0, 0xf8f8ff]),
            (None, &[0xf5f5dc, 0xfff8e7, 0xd2b48c, 0xe6e6fa, 0xd9eefb, 0xb0a090, 0x8b7d6b]),
        ] {
            for code in codes {
                assert_eq!(Colour::of(rgb(*code)), wanted, "{code:06x}");
            }
        }
    }

    #[test]
    fn what_covers_a_good_share_leads() {
        let (white, red, navy, orange, black) = (0xffffff, 0xdc143c, 0x1c2a4a, 0xffa500, 0x111111);
        let (grey, brown) = (0x999999, 0x6f4e37);
        assert_eq!(words(&[(navy, 80), (orange, 20)]), ["orange", "blue"]);
        assert_eq!(words(&[(navy, 90), (orange, 10)]), ["blue"]);
        assert_eq!(words(&[(white, 100)]), ["white"]);
        assert_eq!(words(&[(white, 29), (navy, 71)]), ["blue"], "the sky, or a margin");
        assert_eq!(words(&[(grey, 40), (brown, 60)]), ["brown", "grey"]);
        assert_eq!(words(&[(navy, 80), (black, 20)]), ["blue"], "shadows");
        assert_eq!(words(&[(navy, 70), (black, 30)]), ["blue", "black"]);
        assert_eq!(words(&[(white, 95), (red, 5)]), ["red", "white"], "a product on a plain ground");
        assert_eq!(words(&[(white, 97), (red, 3)]), ["white"]);
        assert_eq!(words(&[(white, 90), (red, 5), (navy, 6)]), ["blue", "white"]);
        assert_eq!(words(&[(white, 92), (black, 8)]), ["white"], "a page of writing");
    }

    #[test]
    fn what_is_transparent_counts_for_nothing() {
        assert_eq!(leading_of(std::iter::empty()), 0);
        let clear_green = [0, 255, 0, 0];
        assert_eq!(leading_of(std::iter::repeat_n(clear_green, 50)), 0);
        let mixed = std::iter::repeat_n(clear_green, 90).chain(std::iter::repeat_n([255, 0, 0, 255], 10));
        assert_eq!(named(leading_of(mixed)), ["red"]);
        let faint = std::iter::repeat_n([0, 255, 0, 20], 50).chain(std::iter::repeat_n([255, 0, 0, 255], 50));
        assert_eq!(named(leading_of(faint)), ["red"]);
    }

    #[test]
    fn a_picture_of_any_size_and_kind_is_looked_at() -> Result<(), Failure> {
        let halves: Vec<u8> = (0..300).flat_map(|x| if x < 150 { [220, 20, 60] } else { [30, 144, 255] }).collect();
        let photograph = Picture::new(halves.repeat(200), Channels::Rgb, 300, 200)?;
        assert_eq!(named(leading(photograph)?), ["red", "blue"]);
        let grey = Picture::new(vec![20; 9], Channels::Grey, 3, 3)?;
        assert_eq!(named(leading(grey)?), ["black"]);
        Ok(())
    }
}
