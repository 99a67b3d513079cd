//! An application instance in the API, and the forms that create or change one.

use primitives::{AppInstanceId, Application};
use rest::{FieldErrors, Problem, Rule};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::key::{AccessUrl, Title};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct ApplicationInstance {
    pub application_instance_id: AppInstanceId,
    pub application_instance_title: String,
    /// Its number in the fixed catalogue of applications.
    pub application_id: i64,
    #[schema(inline)]
    pub application_key: Application,
    /// The base address of its calls: a path of this server, or another server.
    pub access_url: String,
    /// JSON text.
    #[schema(required)]
    pub config: Option<String>,
    /// For `If-Match`.
    pub version: i64,
}

impl ApplicationInstance {
    /// The fields for the log. A config may contain a key to another service, so only its presence is logged.
    pub(super) fn told(&self) -> Value {
        json!({
            "application_instance_title": self.application_instance_title,
            "application_key": self.application_key,
            "access_url": self.access_url,
            "has_config": self.config.is_some(),
        })
    }
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct NewApplicationInstanceForm {
    #[schema(value_type = rest::schema_formats::OneLine)]
    application_instance_title: String,
    /// 1 to 9: content, project, node, pipeline, core, cdp, synthetic_image, home, ai_workforce. It never changes.
    #[schema(minimum = 1, maximum = 9)]
    application_id: i64,
    /// A path of this server or an http address. `/api/app/{application_instance_id}`, with the id or with this literal
    /// placeholder, is this server itself.
    #[schema(value_type = rest::schema_formats::ServerAddress)]
    access_url: String,
    /// JSON text, or nothing.
    #[schema(value_type = Option<rest::schema_formats::JsonText>)]
    config: Option<String>,
}

/// The parsed form.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub title: Title,
    pub application: Application,
    /// None: this server.
    pub access_url: Option<AccessUrl>,
    pub config: Option<String>,
}

/// The default, before there is an id.
const HERE: &str = "/api/app/{application_instance_id}";
const MOST_CONFIG: usize = 100_000;

/// Fields that are left out stay unchanged.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub(crate) struct ApplicationInstanceForm {
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::OneLine)]
    application_instance_title: Option<String>,
    /// It never changes: another value is refused.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = i64, minimum = 1, maximum = 9)]
    application_id: Option<i64>,
    /// As for a new one.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = rest::schema_formats::ServerAddress)]
    access_url: Option<String>,
    /// JSON text, or nothing.
    #[serde(default, deserialize_with = "rest::present")]
    #[schema(value_type = Option<rest::schema_formats::JsonText>)]
    config: Option<Option<String>>,
}

impl ApplicationInstanceForm {
    /// The instance as a whole form, with the changes of this one.
    pub(super) fn over(self, old: &ApplicationInstance) -> NewApplicationInstanceForm {
        NewApplicationInstanceForm {
            application_instance_title: self
                .application_instance_title
                .unwrap_or_else(|| old.application_instance_title.clone()),
            application_id: self.application_id.unwrap_or(old.application_id),
            access_url: self.access_url.unwrap_or_else(|| old.access_url.clone()),
            config: self.config.unwrap_or_else(|| old.config.clone()),
        }
    }
}

impl NewApplicationInstanceForm {
    pub(super) fn read(&self) -> Result<Wanted, Problem> {
        let mut errors = FieldErrors::default();
        let title = errors.take("application_instance_title", Title::parse(&self.application_instance_title));
        let application = Application::from_code(self.application_id).ok_or(Rule::Unknown);
        let application = errors.take("application_id", application);
        let access_url = errors.take("access_url", AccessUrl::parse(&self.access_url));
        let config = errors.take_if_given("config", self.config.as_deref(), json_text);
        let access_url = access_url.filter(|url| url.as_str() != HERE);
        let read = title.zip(application);
        errors.finish(read.map(|(title, application)| Wanted { title, application, access_url, config }))
    }
}

/// Empty is allowed, anything else must parse.
fn json_text(text: &str) -> Result<String, Rule> {
    if text.len() > MOST_CONFIG {
        return Err(Rule::MaxLength(MOST_CONFIG));
    }
    serde_json::from_str::<serde::de::IgnoredAny>(text).map(|_| text.to_owned()).map_err(|_| Rule::Json)
}
