//! E-mails on their way, on both engines: through a real SMTP conversation with TLS, or into the folder.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends there")]

extern crate vitrine_mail as mail;

mod folder;
mod post_office;
mod server;
mod smtp;
