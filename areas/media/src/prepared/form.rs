//! What somebody wants to download as pictures, and how.

use content::{Selection, ToDownload};
use primitives::Seconds;
use rest::{FieldErrors, Problem};
use serde::Deserialize;

use crate::how::How;
use crate::look::{DEFAULT_QUALITY, Look, PictureFit, PictureFormat, Written};
use crate::presets::PresetId;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct PicturesForm {
    /// With everything in what is a folder.
    selection: Selection,
    /// A preset of the tenant. The fields of a size of one's own are ignored then.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    preset: Option<PresetId>,
    /// JPEG by default.
    #[serde(default)]
    format: PictureFormat,
    /// In pixels. Without one side, it follows from the other; without both, each picture keeps its size.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 16_000)]
    width: Option<i64>,
    #[serde(default)]
    #[schema(minimum = 1, maximum = 16_000)]
    height: Option<i64>,
    /// What happens where a picture has another shape: `contain` by default; `cover` and `pad` need width and height.
    #[serde(default)]
    fit: PictureFit,
    /// 85 by default; PNG has none.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100)]
    quality: Option<i64>,
    /// Of margins and of what is transparent. By default transparent where the format allows it, else white.
    #[serde(default)]
    #[schema(value_type = Option<rest::schema_formats::Colour>)]
    background: Option<String>,
    /// A picture may become larger than it is.
    #[serde(default)]
    enlarge: bool,
    /// Artist and copyright stay in the pictures; all other metadata is left out.
    #[serde(default)]
    keep_copyright: bool,
    /// Files that are no pictures are in the archive as they are; otherwise they are left out.
    #[serde(default = "yes")]
    other_files: bool,
}

fn yes() -> bool {
    true
}

/// A form that can be used.
#[derive(Clone)]
pub(super) struct WantedPictures {
    pub selected: ToDownload,
    pub how: How,
    pub keep_rights: bool,
    pub keeps_others: bool,
}

impl PicturesForm {
    pub(super) fn parse(self, now: Seconds) -> Result<WantedPictures, Problem> {
        let how = match self.preset {
            Some(preset) => How::Preset(preset),
            None => How::Own(self.look()?),
        };
        let (keep_rights, keeps_others) = (self.keep_copyright, self.other_files);
        Ok(WantedPictures { selected: ToDownload::parse(self.selection, now)?, how, keep_rights, keeps_others })
    }

    fn look(&self) -> Result<Look, Problem> {
        let mut errors = FieldErrors::default();
        let written = Written {
            width: self.width,
            height: self.height,
            fit: self.fit,
            format: self.format,
            quality: self.quality.unwrap_or(i64::from(DEFAULT_QUALITY)),
            background: self.background.as_deref(),
            enlarge: self.enlarge,
        };
        let look = Look::read(&written, &mut errors);
        errors.finish(look)
    }
}
