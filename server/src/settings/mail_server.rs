//! Where e-mails go.

use mail::{Delivery, Encryption, Smtp};
use serde::Deserialize;

use super::Settings;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SmtpEncryption {
    Starttls,
    Tls,
    None,
}

impl Settings {
    pub fn mail(&self) -> anyhow::Result<mail::Config> {
        let delivery = match &self.smtp_host {
            None => Delivery::Folder(self.data.join("mail")),
            Some(host) => Delivery::Smtp(self.smtp(host)?),
        };
        Ok(mail::Config { from: self.mail_from.clone(), delivery })
    }

    fn smtp(&self, host: &str) -> anyhow::Result<Smtp> {
        let (encryption, usual) = match self.smtp_encryption {
            SmtpEncryption::Starttls => (Encryption::StartTls, 587),
            SmtpEncryption::Tls => (Encryption::Tls, 465),
            SmtpEncryption::None => (Encryption::Open, 25),
        };
        let account = match (&self.smtp_user, &self.smtp_password) {
            (Some(user), Some(password)) => Some((user.clone(), password.clone())),
            (None, None) => None,
            _ => anyhow::bail!("smtp_user and smtp_password belong together"),
        };
        let public_url = self.public_url();
        let name = public_url.split("://").nth(1).and_then(|rest| rest.split(['/', ':']).next());
        Ok(Smtp {
            host: host.to_owned(),
            port: self.smtp_port.unwrap_or(usual),
            encryption,
            account,
            authority: self.smtp_ca_file.clone(),
            greeting: name.filter(|name| name.contains(|letter: char| letter.is_alphabetic())).map(str::to_owned),
        })
    }
}
