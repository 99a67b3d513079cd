//! The e-mails of this room.

use mail::Texts;

pub(crate) const PASSWORD_LINK: Texts = mail::texts!("password_link");
pub(crate) const CLAIM_LINK: Texts = mail::texts!("claim_link");
pub(crate) const PASSWORD_CHANGED: Texts = mail::texts!("password_changed");
pub(crate) const EMAIL_LINK: Texts = mail::texts!("email_link");
pub(crate) const EMAIL_ASKED: Texts = mail::texts!("email_asked");
pub(crate) const SECOND_FACTOR_ON: Texts = mail::texts!("second_factor_on");
pub(crate) const SECOND_FACTOR_OFF: Texts = mail::texts!("second_factor_off");
pub(crate) const RECOVERY_CODES: Texts = mail::texts!("recovery_codes");
pub(crate) const PROVIDER_LINKED: Texts = mail::texts!("provider_linked");
