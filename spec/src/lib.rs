//! The standard as executable pages.
