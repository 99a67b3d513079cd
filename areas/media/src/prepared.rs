//! Many pictures in one size and format, downloaded as one archive. A job makes them first (`job`), with its own turns
//! beside those who wait for previews; then the archive is planned and sent as others are (`send`), with the made
//! pictures in the place of their files (`instead`). `visitors` is the same for people without an account.

pub(crate) mod begin;
mod files;
mod form;
mod instead;
pub(crate) mod job;
mod make_one;
pub(crate) mod send;
pub(crate) mod show;
mod store;
#[cfg(test)]
mod tests;
mod tidy;
mod visitors;

pub(crate) use files::PreparedFiles;
pub use tidy::tidy as tidy_prepared;
pub use visitors::{
    PicturesMade, PicturesOfVisitors, PicturesOrder, ReadyPictures, find as find_pictures, forget as forget_pictures,
    have_made as have_pictures_made, of_visitors as pictures_of_visitors, order as order_pictures,
};
