//! A macro for structs of options.

/// Not part of the public API: declares a struct of options that may get more fields, with a setter
/// for each field. The first string is the `use` line of the examples; the string of a field is a
/// value for its example.
///
/// ```
/// pgn_chess::option_struct! {
///     "";
///     /// How to walk.
///     #[derive(Default)]
///     pub struct Gait {
///         /// In kilometers per hour.
///         speed, with_speed: u8 = "5",
///     }
/// }
/// assert_eq!(Gait::default().with_speed(5).speed, 5);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! option_struct {
    (
        $import:literal;
        $(#[$meta:meta])*
        pub struct $Options:ident {
            $($(#[$about:meta])* $field:ident, $with:ident: $Type:ty = $example:literal,)*
        }
    ) => {
        $(#[$meta])*
        #[non_exhaustive]
        pub struct $Options {
            $($(#[$about])* pub $field: $Type,)*
        }

        impl $Options {$(
            #[doc = concat!("The same with this [`", stringify!($field), "`](field@Self::",
                stringify!($field), ").\n\n```\n", $import, "\nlet options = ",
                stringify!($Options), "::default().", stringify!($with), "(", $example,
                ");\nassert_eq!(options.", stringify!($field), ", ", $example, ");\n```")]
            #[must_use]
            pub fn $with(self, $field: $Type) -> $Options {
                $Options { $field, ..self }
            }
        )*}
    };
}

pub(crate) use option_struct;
