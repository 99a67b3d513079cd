//! Colours that go together.

use super::canvas::Colour;
use super::seeded_rng::SeededRng;

/// Light of an hour: sky from top to horizon, the sun, the haze of distance and the land in front.
pub struct Hour {
    pub sky: [Colour; 4],
    pub sun: Colour,
    pub land: Colour,
    pub sea: Colour,
}

const fn hour(sky: [u32; 4], sun: u32, land: u32, sea: u32) -> Hour {
    let [a, b, c, d] = sky;
    Hour {
        sky: [Colour::hex(a), Colour::hex(b), Colour::hex(c), Colour::hex(d)],
        sun: Colour::hex(sun),
        land: Colour::hex(land),
        sea: Colour::hex(sea),
    }
}

const HOURS: [Hour; 7] = [
    hour([0x2b3a67, 0x6b5b95, 0xf08a7a, 0xffd3a5], 0xfff0c8, 0x1a1f3a, 0x24406b),
    hour([0x1f6fb2, 0x58a6dc, 0xa9d6f0, 0xe9f5f8], 0xffffff, 0x17402f, 0x0e6f8f),
    hour([0x0f1b3d, 0x2c3e73, 0x8a5a8c, 0xf2a07b], 0xffe0b0, 0x0b1024, 0x1c2f5c),
    hour([0x7fb7be, 0xb3d5cf, 0xe6ead7, 0xfdf1dc], 0xfffdf2, 0x2c4a45, 0x3f8f91),
    hour([0xf2994a, 0xf7b267, 0xfcd29f, 0xfff2d8], 0xfffbe6, 0x4a1f2b, 0xb3593d),
    hour([0x3d4e6c, 0x7288a8, 0xaec0d0, 0xe3e6e6], 0xf7fafc, 0x1b2733, 0x35566b),
    hour([0x53358c, 0xb0559c, 0xf48aa0, 0xffd0b8], 0xffeed6, 0x23123f, 0x3b3c85),
];

pub fn hour_of_day(rng: &mut SeededRng) -> &'static Hour {
    &HOURS[rng.below(HOURS.len())]
}

/// Five colours for a set: backdrop light and dark, the hero, its companion, an accent.
pub struct Scheme {
    pub backdrop: Colour,
    pub floor: Colour,
    pub hero: Colour,
    pub second: Colour,
    pub accent: Colour,
}

const fn scheme(colours: [u32; 5]) -> Scheme {
    let [backdrop, floor, hero, second, accent] = colours;
    Scheme {
        backdrop: Colour::hex(backdrop),
        floor: Colour::hex(floor),
        hero: Colour::hex(hero),
        second: Colour::hex(second),
        accent: Colour::hex(accent),
    }
}

const SCHEMES: [Scheme; 9] = [
    scheme([0xf3d9c9, 0xe8bfa6, 0x2f5d50, 0xfaf3ea, 0xd9764a]),
    scheme([0xc9dfe6, 0xa8cad6, 0xf2b33d, 0xffffff, 0x1f4e66]),
    scheme([0xf6e3b4, 0xedcf86, 0xb8402e, 0xfff8ea, 0x33424f]),
    scheme([0xdcd3ea, 0xbfb0da, 0x4b3a78, 0xf8f4ff, 0xf08a7a]),
    scheme([0x27413e, 0x1c302e, 0xe7c27d, 0xf5efe1, 0xc7613f]),
    scheme([0xf4c8c5, 0xeba9a8, 0x8c2f4b, 0xfff3f0, 0x2e5a63]),
    scheme([0xd8e3cf, 0xb9cdab, 0x6b4a2f, 0xfbf8ef, 0xe39b3d]),
    scheme([0x20304f, 0x172440, 0xdf6d57, 0xf4e9dc, 0xf4c15d]),
    scheme([0xe9e6e1, 0xd5cfc6, 0x1f2225, 0xffffff, 0xc89b5b]),
];

pub fn any_scheme(rng: &mut SeededRng) -> &'static Scheme {
    &SCHEMES[rng.below(SCHEMES.len())]
}
