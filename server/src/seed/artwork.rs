//! Believable files for the demonstration organisation, drawn from a seed number: photographs, drawings, posters and
//! papers of a brand. Pure functions: the same seed gives the same bytes.

mod brand;
mod canvas;
mod catalogue;
mod dice;
mod motion;
mod palette;
mod photograph;
mod poster;
mod scenes;
#[cfg(test)]
mod tests;
mod words;

pub use brand::{Lockup, icon_png, logo_svg};
pub use catalogue::{Folder, Piece, Work, catalogue};
pub use motion::{banner_webp, loop_gif};
pub use photograph::{photograph, photograph_of};
pub use poster::poster_pdf;
pub use scenes::Subject;
pub use words::{brief_text, price_list_csv, tokens_json, voice_markdown};
