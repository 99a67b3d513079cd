//! The ids of a test server, by the names that stand for them in a call.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::harness::{PASSWORD, TestServer};

/// An id that nothing has.
pub const MISSING: i64 = 999_999;

#[derive(Clone, Debug)]
pub struct Values(BTreeMap<String, Value>);

impl Values {
    /// `{top}`, `{password}`, `{lume}` and `{other}` (tenants), `{lume.company}`, `{users.rea}`, `{groups.readers}`;
    /// and parameters of paths, for calls that do not say which.
    pub async fn of(server: &TestServer) -> Self {
        let mut values = Self(BTreeMap::new()).with("top", server.top).with("password", PASSWORD);
        for tenant in ["lume", "other"] {
            let sql = "SELECT tenant_id, company_id FROM tenancy_company WHERE company_key = $1";
            let read =
                server.app.db.read(move |c| c.get(sql, db::params![tenant], |row| Ok((row.get(0)?, row.get(1)?))));
            let (id, company): (i64, i64) = read.await.unwrap();
            values = values.with(tenant, id).with(&format!("{tenant}.company"), company);
        }
        for (name, id) in &server.users {
            values = values.with(&format!("users.{name}"), id.0);
        }
        for (name, id) in &server.groups {
            values = values.with(&format!("groups.{name}"), id.0);
        }
        let alike = [
            ("tenant_id", "lume"),
            ("company_id", "lume.company"),
            ("users_id", "users.zoe"),
            ("user_group_id", "groups.readers"),
        ];
        let values = alike.into_iter().fold(values, |values, (name, of)| {
            let value = values.0[of].clone();
            values.with(name, value)
        });
        values.with("application_instance_id", server.content.0)
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// The template with its values; a text that is only a name becomes the value itself.
    pub fn fill(&self, template: &Value) -> Value {
        match template {
            Value::String(text) => {
                let name = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
                let whole = name.and_then(|name| self.0.get(name)).cloned();
                whole.unwrap_or_else(|| self.text(text).into())
            }
            Value::Array(items) => items.iter().map(|item| self.fill(item)).collect(),
            Value::Object(fields) => fields
                .iter()
                .map(|(name, field)| (name.clone(), self.fill(field)))
                .collect::<serde_json::Map<_, _>>()
                .into(),
            other => other.clone(),
        }
    }

    pub fn text(&self, template: &str) -> String {
        let filled = self
            .0
            .iter()
            .fold(template.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), &shown(value)));
        assert!(!filled.contains('{'), "nothing is known by a name in {filled}");
        filled
    }

    /// A value as it stands in a path or a form.
    pub fn shown(&self, template: &Value) -> String {
        shown(&self.fill(template))
    }

    pub fn named(&self, name: &str) -> Option<String> {
        self.0.get(name).map(shown)
    }
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
