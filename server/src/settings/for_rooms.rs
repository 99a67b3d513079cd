//! Converts the settings into each room's configuration.

use media::Renditions;
use notifications::PublicUrl;
use room::Deps;

use super::Settings;

impl Settings {
    /// Gives each room its own.
    pub fn put_into(&self, deps: &mut Deps) -> anyhow::Result<()> {
        deps.put(accounts::Config { public_url: self.public_url() })?;
        deps.put(signin::Config {
            token_lifetime: self.token_lifetime,
            session_lifetime: self.session_lifetime,
            session_idle: self.session_idle,
            secure_cookie: self.https,
            trust_forwarded: self.trust_forwarded,
            public_url: self.public_url(),
            allowed_origins: self.allowed_origins()?,
            trusted_hosts: self.trusted_hosts.clone(),
            authority: self.outbound_authority.clone(),
        })?;
        deps.put(links::Config { secure_cookie: self.https, public_url: self.public_url() })?;
        deps.put(self.secret_key())?;
        deps.put(self.mail()?)?;
        deps.put(self.time_zone()?)?;
        deps.put(PublicUrl(self.public_url()))?;
        deps.put(storage::Config {
            roots: self.roots()?,
            scrub_pace: self.scrub_pace,
            scrub_every: self.scrub_days.clamp(1, 36_500) * 86_400,
            ..storage::Config::default()
        })?;
        deps.put(content::Config {
            bin_keeps: self.bin_retention_days * 86_400,
            max_file_bytes: self.max_file_bytes,
            most_open: self.max_open_uploads,
            partial_uploads: self.data.join("partial_uploads"),
            ..content::Config::default()
        })?;
        deps.put(Renditions(self.renditions()))
    }
}
