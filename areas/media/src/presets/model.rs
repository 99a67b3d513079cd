//! A preset in the API, and the forms that create and change one.

use primitives::TenantId;
use rest::{FieldErrors, Problem, Rule};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::look::{DEFAULT_QUALITY, Look, PictureFit, PictureFormat, Written};

db::id!(PresetId);

const LONGEST_NAME: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Preset {
    pub preset_id: PresetId,
    /// It never changes.
    pub tenant_id: TenantId,
    pub tenant_title: String,
    pub name: String,
    /// In pixels. Without one side, it follows from the other; without both, the picture keeps its size.
    #[schema(required)]
    pub width: Option<i64>,
    #[schema(required)]
    pub height: Option<i64>,
    pub fit: PictureFit,
    pub format: PictureFormat,
    /// 1 to 100; PNG has none.
    pub quality: i64,
    /// `#rrggbb`, of margins and of what is transparent. Null: transparent where the format allows it, else white.
    #[schema(required)]
    pub background: Option<String>,
    /// A picture may become larger than it is.
    pub enlarge: bool,
    /// For `If-Match`.
    pub version: i64,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct PresetList {
    pub items: Vec<Preset>,
    /// The total, counted up to 1000 rows beyond the page: `offset` + `limit` + 1000 means that many or more.
    pub total: i64,
}

impl Preset {
    /// The fields that can be changed, for the log.
    pub(super) fn log_fields(&self) -> Value {
        json!({
            "name": self.name,
            "width": self.width,
            "height": self.height,
            "fit": self.fit,
            "format": self.format,
            "quality": self.quality,
            "background": self.background,
            "enlarge": self.enlarge,
        })
    }

    /// None if it is not one any more by today's rules.
    pub(crate) fn look(&self) -> Option<Look> {
        Look::read(&self.written(), &mut FieldErrors::default())
    }

    fn written(&self) -> Written<'_> {
        Written {
            width: self.width,
            height: self.height,
            fit: self.fit,
            format: self.format,
            quality: self.quality,
            background: self.background.as_deref(),
            enlarge: self.enlarge,
        }
    }
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewPresetForm {
    #[schema(value_type = rest::schema_formats::OneLine)]
    name: String,
    pub tenant_id: TenantId,
    #[serde(default)]
    #[schema(minimum = 1, maximum = 16_000)]
    width: Option<i64>,
    #[serde(default)]
    #[schema(minimum = 1, maximum = 16_000)]
    height: Option<i64>,
    /// `cover` and `pad` need width and height.
    #[serde(default)]
    fit: PictureFit,
    #[serde(default)]
    format: PictureFormat,
    /// 85 by default.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100)]
    quality: Option<i64>,
    #[serde(default)]
    #[schema(value_type = Option<rest::schema_formats::Colour>)]
    background: Option<String>,
    #[serde(default)]
    enlarge: bool,
}

impl NewPresetForm {
    pub(super) fn read(&self) -> Result<(String, Look), Problem> {
        let mut errors = FieldErrors::default();
        let name = errors.take("name", name(&self.name));
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
        errors.finish(name.zip(look))
    }
}

/// Fields that are left out stay unchanged.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct PresetForm {
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::OneLine)]
    name: Option<String>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 16_000)]
    width: Option<Option<i64>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 16_000)]
    height: Option<Option<i64>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = PictureFit)]
    fit: Option<PictureFit>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = PictureFormat)]
    format: Option<PictureFormat>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = i64, minimum = 1, maximum = 100)]
    quality: Option<i64>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<rest::schema_formats::Colour>)]
    background: Option<Option<String>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = bool)]
    enlarge: Option<bool>,
}

impl PresetForm {
    pub(super) fn read(&self, old: &Preset) -> Result<(String, Look), Problem> {
        let mut errors = FieldErrors::default();
        let name = errors.take("name", name(self.name.as_deref().unwrap_or(&old.name)));
        let before = old.written();
        let written = Written {
            width: self.width.unwrap_or(before.width),
            height: self.height.unwrap_or(before.height),
            fit: self.fit.unwrap_or(before.fit),
            format: self.format.unwrap_or(before.format),
            quality: self.quality.unwrap_or(before.quality),
            background: self.background.as_ref().map_or(before.background, Option::as_deref),
            enlarge: self.enlarge.unwrap_or(before.enlarge),
        };
        let look = Look::read(&written, &mut errors);
        errors.finish(name.zip(look))
    }
}

fn name(wanted: &str) -> Result<String, Rule> {
    let name = wanted.trim();
    if name.is_empty() {
        return Err(Rule::Mandatory);
    }
    if name.chars().count() > LONGEST_NAME {
        return Err(Rule::MaxLength(LONGEST_NAME));
    }
    if name.chars().any(char::is_control) || primitives::has_invisible(name) {
        return Err(Rule::OneLine);
    }
    Ok(name.to_owned())
}
