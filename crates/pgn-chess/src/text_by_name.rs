//! A macro for values that are written and read by their name.

/// Not part of the public API: `Display` and `FromStr` of types with `name` and `from_name`, and
/// the error for other texts.
///
/// ```
/// #[derive(Debug, PartialEq)]
/// struct Only;
/// impl Only {
///     fn name(&self) -> &'static str { "only" }
///     fn from_name(name: &str) -> Option<Only> { (name == "only").then_some(Only) }
/// }
/// pgn_chess::text_by_name! { Only, String = "expected `only`".to_owned(); }
/// assert_eq!("only".parse(), Ok(Only));
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! text_by_name {
    ($($Value:ident, $Error:ty = $error:expr;)*) => {$(
        impl core::fmt::Display for $Value {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl core::str::FromStr for $Value {
            type Err = $Error;

            fn from_str(name: &str) -> Result<$Value, $Error> {
                $Value::from_name(name).ok_or_else(|| $error)
            }
        }
    )*};
}

pub(crate) use text_by_name;
