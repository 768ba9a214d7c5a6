//! A macro for enums with a name for each variant.

/// Not part of the public API: declares an enum, the list of its variants, and the conversion
/// between a variant and its name.
///
/// ```
/// pgnkit::named_enum! {
///     /// A way to go.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Way, name {
///         /// Forwards.
///         On = "on",
///         /// Backwards.
///         Back = "back",
///     }
/// }
/// assert_eq!((Way::from_name("back"), Way::ALL[0].name()), (Some(Way::Back), "on"));
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! named_enum {
    (
        $(#[$meta:meta])*
        $vis:vis enum $Enum:ident, $name:ident {
            $($(#[$about:meta])* $Variant:ident = $text:literal,)*
        }
    ) => {
        $(#[$meta])*
        $vis enum $Enum {
            $($(#[$about])* $Variant,)*
        }

        impl $Enum {
            /// All of them, in order.
            pub const ALL: [$Enum; [$($text),*].len()] = [$($Enum::$Variant),*];

            /// Its spelling.
            #[must_use]
            pub const fn $name(self) -> &'static str {
                match self {
                    $($Enum::$Variant => $text,)*
                }
            }

            /// The variant with this spelling, including letter case.
            #[must_use]
            pub fn from_name(name: &str) -> Option<$Enum> {
                $Enum::ALL.into_iter().find(|known| known.$name() == name)
            }
        }
    };
}

pub(crate) use named_enum;
