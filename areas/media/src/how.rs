//! In which size and format somebody wants a picture: as a preset says, or as they say themselves.

use db::Conn;
use primitives::TenantId;
use rest::{FieldErrors, Problem};

use crate::look::{DEFAULT_QUALITY, Look, PictureFit, PictureFormat, Written};
use crate::presets::{self, PresetId};

#[derive(Clone, Copy, Debug)]
pub(crate) enum How {
    Preset(PresetId),
    Own(Look),
}

impl How {
    /// None: there is no such preset. One of another tenant is as good as missing.
    pub fn look(self, conn: &mut Conn<'_>, tenant: TenantId) -> db::Result<Option<Look>> {
        match self {
            Self::Own(look) => Ok(Some(look)),
            Self::Preset(id) => {
                let found = presets::store::find(conn, id, &[tenant])?;
                Ok(found.and_then(|preset| preset.look()))
            }
        }
    }
}

/// What a visitor of a share link says of a picture.
#[derive(Clone, Copy, Debug, Default)]
pub struct SizeWish {
    /// The others are ignored then.
    pub preset: Option<PresetId>,
    pub format: PictureFormat,
    /// The picture fits into these pixels, and has no more than it has; without both it keeps its size.
    pub width: Option<i64>,
    pub height: Option<i64>,
}

/// A size and format that can be made. Artist and copyright stay in what goes out to visitors.
#[derive(Clone, Copy, Debug)]
pub struct WantedSize(pub(crate) How);

impl WantedSize {
    pub fn parse(wish: &SizeWish) -> Result<Self, Problem> {
        if let Some(preset) = wish.preset {
            return Ok(Self(How::Preset(preset)));
        }
        let mut errors = FieldErrors::default();
        let written = Written {
            width: wish.width,
            height: wish.height,
            fit: PictureFit::Contain,
            format: wish.format,
            quality: i64::from(DEFAULT_QUALITY),
            background: None,
            enlarge: false,
        };
        let look = Look::read(&written, &mut errors);
        Ok(Self(How::Own(errors.finish(look)?)))
    }

    /// It is as a preset says.
    pub fn is_of_preset(self) -> bool {
        self.preset().is_some()
    }

    pub(crate) fn preset(self) -> Option<PresetId> {
        if let How::Preset(preset) = self.0 { Some(preset) } else { None }
    }
}
