//! A theme: the colours, font and logo of a page.

use primitives::TenantId;
use serde::{Deserialize, Serialize, Serializer};

db::id!(ThemeId);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Theme {
    pub theme_id: ThemeId,
    pub theme_title: String,
    pub theme_key: String,
    /// Null for the themes of the platform.
    #[schema(required)]
    pub tenant_id: Option<TenantId>,
    #[schema(required)]
    pub tenant_title: Option<String>,
    #[serde(serialize_with = "told")]
    pub theme_config: ThemeConfig,
    /// For `If-Match`.
    pub version: i64,
}

/// The stored config; the address of an uploaded logo is written whole.
pub(crate) fn told<S: Serializer>(config: &ThemeConfig, serializer: S) -> Result<S::Ok, S::Error> {
    match config.own_logo() {
        Some(path) => ThemeConfig { logo: Some(rest::whole(path)), ..config.clone() }.serialize(serializer),
        None => config.serialize(serializer),
    }
}

/// CSS colours; values that a stored theme leaves out are taken from the default, green on a black bar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ThemeConfig {
    pub logo: Option<String>,
    #[schema(value_type = rest::schema_formats::FontNames)]
    pub font: String,
    #[schema(value_type = rest::schema_formats::Colour)]
    pub app_bar_bg_color: String,
    #[schema(value_type = rest::schema_formats::Colour)]
    pub app_bar_txt_color: String,
    #[schema(value_type = rest::schema_formats::Colour)]
    pub app_background: String,
    #[schema(value_type = rest::schema_formats::Colour)]
    pub primary: String,
    #[schema(value_type = rest::schema_formats::Colour)]
    pub secondary: String,
    #[schema(value_type = rest::schema_formats::Colour)]
    pub default_icon_color: String,
    #[schema(value_type = rest::schema_formats::Colour)]
    pub accent: String,
    #[schema(value_type = rest::schema_formats::Colour)]
    pub error: String,
    #[schema(value_type = rest::schema_formats::Colour)]
    pub info: String,
    #[schema(value_type = rest::schema_formats::Colour)]
    pub success: String,
    #[schema(value_type = rest::schema_formats::Colour)]
    pub warning: String,
}

impl Default for ThemeConfig {
    fn default() -> Self {
        Self {
            logo: None,
            font: "Inter".into(),
            app_bar_bg_color: "#111113".into(),
            app_bar_txt_color: "#ffffff".into(),
            app_background: "#f6f6f7".into(),
            primary: "#1b7f4b".into(),
            secondary: "#5c616b".into(),
            default_icon_color: "#5c616b".into(),
            accent: "#1b7f4b".into(),
            error: "#c92a2a".into(),
            info: "#1864ab".into(),
            success: "#2b7a3d".into(),
            warning: "#b35c00".into(),
        }
    }
}

impl ThemeConfig {
    /// Its colours by their names in the API.
    pub(crate) fn colours(&self) -> [(&'static str, &str); 11] {
        [
            ("appBarBgColor", &self.app_bar_bg_color),
            ("appBarTxtColor", &self.app_bar_txt_color),
            ("appBackground", &self.app_background),
            ("primary", &self.primary),
            ("secondary", &self.secondary),
            ("defaultIconColor", &self.default_icon_color),
            ("accent", &self.accent),
            ("error", &self.error),
            ("info", &self.info),
            ("success", &self.success),
            ("warning", &self.warning),
        ]
    }

    /// The path of the uploaded logo.
    pub(crate) fn uploaded_logo(&self) -> Option<&str> {
        self.logo.as_deref().filter(|path| path.starts_with("/api/core/theme/"))
    }

    /// The path of a logo that this server has.
    fn own_logo(&self) -> Option<&str> {
        self.logo.as_deref().filter(|path| path.starts_with("/api/"))
    }

    pub(crate) fn from_stored(text: &str) -> db::Result<Self> {
        serde_json::from_str(text).map_err(|error| db::Error::Broken(format!("a stored theme: {error}")))
    }

    pub(crate) fn to_stored(&self) -> db::Result<String> {
        serde_json::to_string(self).map_err(|error| db::Error::Broken(format!("a theme: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::ThemeConfig;

    #[test]
    fn a_stored_theme_takes_missing_colours_from_the_default() {
        let stored = r##"{"primary":"#123456","appBarBgColor":"#000000"}"##;
        let read = ThemeConfig::from_stored(stored).unwrap();
        let wanted =
            ThemeConfig { primary: "#123456".into(), app_bar_bg_color: "#000000".into(), ..ThemeConfig::default() };
        assert_eq!(read, wanted);
        assert_eq!(ThemeConfig::from_stored(&wanted.to_stored().unwrap()).unwrap(), wanted);
    }
}
