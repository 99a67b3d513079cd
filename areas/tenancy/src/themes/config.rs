//! The colours, font and logo in a theme's form: only named values change.

use serde::Deserialize;

use crate::theme::ThemeConfig;

/// CSS colours; a new theme takes values that are left out from the default.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ThemeConfigForm {
    /// The address of a picture, by http or on this server. Null or empty: no logo.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<rest::schema_formats::ServerAddressOrNothing>)]
    logo: Option<Option<String>>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::FontNames)]
    font: Option<String>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::Colour)]
    app_bar_bg_color: Option<String>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::Colour)]
    app_bar_txt_color: Option<String>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::Colour)]
    app_background: Option<String>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::Colour)]
    primary: Option<String>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::Colour)]
    secondary: Option<String>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::Colour)]
    default_icon_color: Option<String>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::Colour)]
    accent: Option<String>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::Colour)]
    error: Option<String>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::Colour)]
    info: Option<String>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::Colour)]
    success: Option<String>,
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::Colour)]
    warning: Option<String>,
}

impl ThemeConfigForm {
    pub(super) fn over(self, old: &ThemeConfig) -> ThemeConfig {
        ThemeConfig {
            logo: match self.logo {
                None => old.logo.clone(),
                Some(named) => {
                    let logo = named.map(|logo| logo.trim().to_owned()).filter(|logo| !logo.is_empty());
                    if is_own(logo.as_deref(), old) { old.logo.clone() } else { logo }
                }
            },
            font: kept(self.font, &old.font),
            app_bar_bg_color: kept(self.app_bar_bg_color, &old.app_bar_bg_color),
            app_bar_txt_color: kept(self.app_bar_txt_color, &old.app_bar_txt_color),
            app_background: kept(self.app_background, &old.app_background),
            primary: kept(self.primary, &old.primary),
            secondary: kept(self.secondary, &old.secondary),
            default_icon_color: kept(self.default_icon_color, &old.default_icon_color),
            accent: kept(self.accent, &old.accent),
            error: kept(self.error, &old.error),
            info: kept(self.info, &old.info),
            success: kept(self.success, &old.success),
            warning: kept(self.warning, &old.warning),
        }
    }
}

/// Whether the logo is the address of the uploaded one, as answers write it.
fn is_own(logo: Option<&str>, old: &ThemeConfig) -> bool {
    logo.zip(old.uploaded_logo()).is_some_and(|(logo, path)| logo.starts_with("http") && logo.ends_with(path))
}

fn kept(named: Option<String>, old: &str) -> String {
    named.unwrap_or_else(|| old.to_owned())
}
