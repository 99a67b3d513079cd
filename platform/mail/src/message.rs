//! An e-mail.

/// One e-mail to one person. Its text comes from a `Template`, which cleans it.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    pub to: String,
    pub to_name: Option<String>,
    /// The address for answers; without it, the installation's own address.
    pub reply_to: Option<String>,
    pub subject: String,
    pub plain: String,
    pub html: String,
}

impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Message(…)")
    }
}
