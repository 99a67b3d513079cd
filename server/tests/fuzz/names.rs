//! Names of entries: an accepted name is safe on a disk and is stable, whatever it was made from.

use blobs::TreePath;
use primitives::{EntryName, fold, sort_key};

pub fn check(input: &[u8]) {
    let wanted = String::from_utf8_lossy(input);
    // Folding for search never fails, and is idempotent.
    let folded = fold(&wanted);
    assert_eq!(fold(&folded), folded, "folded twice");
    let Ok(name) = EntryName::parse(&wanted) else { return };
    let text = name.as_str();
    assert!(!text.is_empty() && text.len() <= 255);
    assert!(!text.contains(['/', '\\', '\0', '\r', '\n']) && text != "." && text != "..");
    assert!(!text.to_lowercase().starts_with(".vitrine"), "our own area");
    assert_eq!(EntryName::parse(text).as_ref(), Ok(&name), "a name is its own composed form");
    // Names that differ only in case share the key, and a key is its own key.
    for other in [text.to_lowercase(), text.to_uppercase().to_lowercase()] {
        if let Ok(other) = EntryName::parse(&other) {
            let is_same = other.as_str().to_lowercase() == text.to_lowercase();
            assert!(!is_same || other.key() == name.key(), "{other} and {name} are one name");
        }
    }
    if let Ok(key) = EntryName::parse(&name.key()) {
        assert_eq!(key.key(), name.key(), "the key of the key");
        assert_eq!(sort_key(key.as_str()), sort_key(text), "one name has one place");
    }
    assert!(sort_key(text).len() < 2_000, "an index takes it");
    // A path of such names has exactly these steps, and none that leads out.
    let place = TreePath::of(&["above", text]).expect("a name of ours makes a place");
    assert_eq!(place.to_string(), format!("above/{text}"));
    assert_eq!(place.name(), text);
}
