//! Values into RON text: the other half of [`decode`](super::decode).

use ron::ser::PrettyConfig;
use serde::Serialize;

/// A value as a file holds it, one entry a line.
///
/// # Errors
/// The value has something that RON cannot hold; no type of this program has.
pub fn text<T: Serialize>(value: &T) -> Result<String, ron::Error> {
    let pretty = PrettyConfig::new().depth_limit(3).struct_names(false);
    ron::ser::to_string_pretty(value, pretty).map(|text| text + "\n")
}
