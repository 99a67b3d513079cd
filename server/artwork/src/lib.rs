//! Believable files for the demonstration organisation, drawn from a seed number: photographs, drawings, posters and
//! papers of a brand. Pure functions: the same seed gives the same bytes.

mod brand;
mod canvas;
mod catalogue;
mod motion;
mod palette;
mod papers;
mod photograph;
mod poster;
mod scenes;
mod seeded_rng;
#[cfg(test)]
mod tests;

pub use catalogue::{Work, catalogue};
pub use photograph::photograph;
