//! The forms that create and change a theme.

use primitives::TenantId;
use rest::{FieldErrors, Problem, Rule};
use serde::Deserialize;
use serde_json::{Value, json};

use super::config::ThemeConfigForm;
use crate::key::{AccessUrl, ThemeKey, Title};
use crate::theme::{Theme, ThemeConfig};

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewThemeForm {
    #[schema(value_type = rest::schema_formats::OneLine)]
    theme_title: String,
    /// It never changes.
    #[schema(value_type = rest::schema_formats::Slug)]
    theme_key: String,
    /// The tenant of the theme; it never changes.
    #[schema(value_type = TenantId)]
    tenant_id: Option<TenantId>,
    #[serde(default)]
    theme_config: ThemeConfigForm,
}

#[derive(Clone, Debug)]
pub(super) struct Founding {
    pub title: Title,
    pub key: ThemeKey,
    pub tenant: TenantId,
    pub config: ThemeConfig,
}

impl NewThemeForm {
    pub(super) fn read(self) -> Result<Founding, Problem> {
        let mut errors = FieldErrors::default();
        let title = errors.take("theme_title", Title::parse(&self.theme_title));
        let key = errors.take("theme_key", ThemeKey::parse(&self.theme_key));
        let tenant = errors.take("tenant_id", self.tenant_id.ok_or(Rule::Mandatory));
        let config = self.theme_config.over(&ThemeConfig::default());
        judge(&config, None, &mut errors);
        let read = title.zip(key).zip(tenant);
        errors.finish(read.map(|((title, key), tenant)| Founding { title, key, tenant, config }))
    }
}

/// Fields that are left out stay unchanged.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct ThemeForm {
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::OneLine)]
    theme_title: Option<String>,
    #[serde(default)]
    theme_config: ThemeConfigForm,
}

impl ThemeForm {
    pub(super) fn read(self, old: &Theme) -> Result<(Title, ThemeConfig), Problem> {
        let mut errors = FieldErrors::default();
        let title = errors.take("theme_title", Title::parse(self.theme_title.as_deref().unwrap_or(&old.theme_title)));
        let config = self.theme_config.over(&old.theme_config);
        judge(&config, old.theme_config.logo.as_deref(), &mut errors);
        errors.finish(title.map(|title| (title, config)))
    }
}

/// Checks that colours are `#rgb` or `#rrggbb`, the font is a list of names, and the logo is an uploaded one or an
/// address: a theme cannot inject anything else into a page.
fn judge(config: &ThemeConfig, logo: Option<&str>, errors: &mut FieldErrors) {
    for (name, colour) in config.colours() {
        if !is_colour(colour) {
            errors.add(&format!("theme_config.{name}"), Rule::Colour);
        }
    }
    let plain = |letter: char| letter.is_alphanumeric() || " ,-_".contains(letter);
    if config.font.trim().is_empty() {
        errors.add("theme_config.font", Rule::Mandatory);
    } else if config.font.chars().count() > 100 || !config.font.chars().all(plain) {
        errors.add("theme_config.font", Rule::Unknown);
    }
    if let Some(wanted) = config.logo.as_deref().filter(|wanted| logo != Some(*wanted)) {
        errors.take("theme_config.logo", AccessUrl::parse(wanted));
    }
}

fn is_colour(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or("");
    matches!(digits.len(), 3 | 6) && digits.chars().all(|digit| digit.is_ascii_hexdigit())
}

/// The fields that can be changed, for the log.
pub(super) fn told(theme: &Theme) -> Value {
    let mut fields = json!({ "theme_title": theme.theme_title, "font": theme.theme_config.font });
    for (name, colour) in theme.theme_config.colours() {
        fields[name] = colour.into();
    }
    fields["logo"] = theme.theme_config.logo.clone().into();
    fields
}

#[cfg(test)]
mod tests {
    use super::is_colour;

    #[test]
    fn only_hexadecimal_colours_are_accepted() {
        for (text, is) in [
            ("#fff", true),
            ("#1B7f4b", true),
            ("#1b7f4", false),
            ("1b7f4b", false),
            ("#ggg", false),
            ("red", false),
            ("#fff;background:url(//x)", false),
            ("", false),
        ] {
            assert_eq!(is_colour(text), is, "{text}");
        }
    }
}
