//! The closed sets of the API, translated once between its words and ours.

use serde::{Deserialize, Serialize};

/// What a node of the tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    Repository,
    Folder,
    File,
}

impl NodeKind {
    pub const ALL: [Self; 3] = [Self::Repository, Self::Folder, Self::File];

    pub fn code(self) -> i64 {
        self as i64
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    pub fn is_container(self) -> bool {
        matches!(self, Self::Repository | Self::Folder)
    }
}

/// The role of a grant; each includes the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NodeRole {
    Reader,
    Writer,
    Manager,
}

impl NodeRole {
    pub const ALL: [Self; 3] = [Self::Reader, Self::Writer, Self::Manager];

    /// 1, 2, 3; 0 stands for "no role" where a role is stored.
    pub fn code(self) -> i64 {
        self as i64 + 1
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.code() == code)
    }
}

/// The fixed catalogue of applications.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Application {
    Content = 1,
    Project = 2,
    Node = 3,
    Pipeline = 4,
    Core = 5,
    Cdp = 6,
    SyntheticImage = 7,
    Home = 8,
    AiWorkforce = 9,
}

impl Application {
    pub const ALL: [Self; 9] = [
        Self::Content,
        Self::Project,
        Self::Node,
        Self::Pipeline,
        Self::Core,
        Self::Cdp,
        Self::SyntheticImage,
        Self::Home,
        Self::AiWorkforce,
    ];

    pub fn code(self) -> i64 {
        self as i64
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|application| application.code() == code)
    }
}

/// The interface languages; English is the default and the fallback.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    En,
    Pt,
}

impl Language {
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Pt => "pt",
        }
    }

    pub fn parse(code: &str) -> Option<Self> {
        match code {
            "en" => Some(Self::En),
            "pt" => Some(Self::Pt),
            _ => None,
        }
    }

    /// The first supported language of an `Accept-Language` header, by its quality values.
    pub fn negotiate(header: &str) -> Self {
        let mut best = (Self::En, 0.0_f32);
        for part in header.split(',') {
            let mut pieces = part.split(';');
            let tag = pieces.next().unwrap_or("").trim().to_ascii_lowercase();
            let quality = pieces.find_map(|piece| piece.trim().strip_prefix("q=")?.parse::<f32>().ok()).unwrap_or(1.0);
            let spoken = Self::parse(tag.split('-').next().unwrap_or(""));
            if let Some(language) = spoken.filter(|_| quality > best.1) {
                best = (language, quality);
            }
        }
        best.0
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn the_caller_s_best_language_is_chosen() {
        for (header, wanted) in [
            ("pt-BR,pt;q=0.9,en;q=0.8", Language::Pt),
            ("en;q=0.5, pt;q=0.9", Language::Pt),
            ("de, fr", Language::En),
            ("", Language::En),
            ("pt;q=0, en", Language::En),
        ] {
            assert_eq!(Language::negotiate(header), wanted, "{header}");
        }
    }
}
