//! The subjects of photographs.

mod arches;
mod bokeh;
mod coffee;
mod dunes;
mod foliage;
mod fruit;
mod mountains;
mod product;
mod seaside;
mod silk;
mod sky;

use super::canvas::Canvas;
use super::seeded_rng::SeededRng;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    Mountains,
    Seaside,
    Bokeh,
    Product,
    Fruit,
    Arches,
    Silk,
    Dunes,
    Coffee,
    Foliage,
}

impl Subject {
    pub const ALL: [Self; 10] = [
        Self::Product,
        Self::Mountains,
        Self::Coffee,
        Self::Seaside,
        Self::Arches,
        Self::Foliage,
        Self::Fruit,
        Self::Bokeh,
        Self::Dunes,
        Self::Silk,
    ];

    pub fn paint(self, canvas: &mut Canvas, rng: &mut SeededRng) {
        match self {
            Self::Mountains => mountains::paint(canvas, rng),
            Self::Seaside => seaside::paint(canvas, rng),
            Self::Bokeh => bokeh::paint(canvas, rng),
            Self::Product => product::paint(canvas, rng),
            Self::Fruit => fruit::paint(canvas, rng),
            Self::Arches => arches::paint(canvas, rng),
            Self::Silk => silk::paint(canvas, rng),
            Self::Dunes => dunes::paint(canvas, rng),
            Self::Coffee => coffee::paint(canvas, rng),
            Self::Foliage => foliage::paint(canvas, rng),
        }
    }
}
