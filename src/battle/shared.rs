//! Reads and writes `Arc<T>` as the `T` in it, so that snapshots share what does not change.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;

pub(super) fn serialize<T: Serialize, S: Serializer>(
    value: &Arc<T>,
    s: S,
) -> Result<S::Ok, S::Error> {
    value.as_ref().serialize(s)
}

pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    d: D,
) -> Result<Arc<T>, D::Error> {
    T::deserialize(d).map(Arc::new)
}
