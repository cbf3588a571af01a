//! The desk: what was open stays until the new thing is whole, and nothing good is ever lost.
