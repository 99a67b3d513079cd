//! What there is to photograph.

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
use super::dice::Dice;

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

    pub fn paint(self, canvas: &mut Canvas, dice: &mut Dice) {
        match self {
            Self::Mountains => mountains::paint(canvas, dice),
            Self::Seaside => seaside::paint(canvas, dice),
            Self::Bokeh => bokeh::paint(canvas, dice),
            Self::Product => product::paint(canvas, dice),
            Self::Fruit => fruit::paint(canvas, dice),
            Self::Arches => arches::paint(canvas, dice),
            Self::Silk => silk::paint(canvas, dice),
            Self::Dunes => dunes::paint(canvas, dice),
            Self::Coffee => coffee::paint(canvas, dice),
            Self::Foliage => foliage::paint(canvas, dice),
        }
    }
}
