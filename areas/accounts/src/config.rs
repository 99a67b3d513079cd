//! The settings of this room.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The public address, without a slash at the end: mailed links begin with it.
    pub public_url: String,
}

impl Default for Config {
    fn default() -> Self {
        Self { public_url: "http://127.0.0.1:8080".into() }
    }
}
