//! A macro for small sets of named reasons.

/// An example with an item of a set; its path is the first literal.
macro_rules! set_example {
    ($path:literal, $($code:expr),*) => {
        concat!("\n```\nuse ", $path, " as Set;\n", $($code),*, "\n```")
    };
}

/// Declares a `Copy` set of named bits; each name carries the words that `Display` prints. The
/// string after the type is its path, for the examples.
macro_rules! bitset {
    ($(#[$meta:meta])* pub struct $name:ident: $repr:ty, $path:literal {
        $($(#[$doc:meta])* $flag:ident = $bit:literal, $words:literal;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name($repr);

        impl $name {
            $($(#[$doc])*
            #[doc = set_example!($path,
                "assert_eq!(Set::", stringify!($flag), ".to_string(), \"", $words, "\");")]
            pub const $flag: $name = $name(1 << $bit);)*

            /// The empty set.
            #[doc = set_example!($path, "assert!(Set::NONE.is_empty());")]
            pub const NONE: $name = $name(0);
            const TABLE: &'static [($name, &'static str, &'static str)] =
                &[$(($name::$flag, $words, stringify!($flag))),*];

            /// The bits, for storing; see `from_bits`.
            #[doc = set_example!($path, "assert_eq!(Set::from_bits(5).bits(), 5);")]
            pub const fn bits(self) -> $repr {
                self.0
            }

            /// The set with these bits; unknown bits are dropped.
            #[doc = set_example!($path, "assert_eq!(Set::from_bits(0), Set::NONE);")]
            pub const fn from_bits(bits: $repr) -> $name {
                $name(bits & (0 $(| (1 << $bit))*))
            }

            /// True if the set is empty.
            #[doc = set_example!($path, "assert!(!Set::from_bits(1).is_empty());")]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// True if all of `other` is in the set.
            #[doc = set_example!($path, "assert!(!Set::from_bits(3).contains(Set::from_bits(6)));")]
            pub const fn contains(self, other: $name) -> bool {
                self.0 & other.0 == other.0
            }

            /// True if any of `other` is in the set.
            #[doc = set_example!($path,
                "assert!(Set::from_bits(3).intersects(Set::from_bits(6)));")]
            pub const fn intersects(self, other: $name) -> bool {
                self.0 & other.0 != 0
            }

            /// Both sets together.
            #[doc = set_example!($path,
                "assert_eq!(Set::from_bits(1).union(Set::from_bits(4)).bits(), 5);")]
            #[must_use]
            pub const fn union(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }

            /// This set without the members of `other`.
            #[doc = set_example!($path,
                "assert_eq!(Set::from_bits(5).without(Set::from_bits(4)).bits(), 1);")]
            #[must_use]
            pub const fn without(self, other: $name) -> $name {
                $name(self.0 & !other.0)
            }

            /// Adds the members of `other`.
            #[doc = set_example!($path,
                "let mut set = Set::NONE;\n",
                "set.insert(Set::from_bits(2));\n",
                "assert_eq!(set.bits(), 2);")]
            pub fn insert(&mut self, other: $name) {
                self.0 |= other.0;
            }

            /// Each member as a set of one, in the order of declaration.
            #[doc = set_example!($path,
                "assert!(Set::from_bits(5).iter().eq([1, 4].map(Set::from_bits)));")]
            pub fn iter(self) -> impl Iterator<Item = $name> {
                $name::TABLE.iter().map(|row| row.0).filter(move |flag| self.contains(*flag))
            }

            /// The words of each member, in the order of declaration.
            #[doc = set_example!($path, "assert_eq!(Set::from_bits(5).words().count(), 2);")]
            pub fn words(self) -> impl Iterator<Item = &'static str> {
                $name::TABLE.iter().filter(move |row| self.contains(row.0)).map(|row| row.1)
            }
        }

        impl core::ops::BitOr for $name {
            type Output = $name;
            fn bitor(self, other: $name) -> $name {
                self.union(other)
            }
        }

        impl core::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: $name) {
                self.insert(other);
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let mut set = f.debug_set();
                for row in $name::TABLE.iter().filter(|row| self.contains(row.0)) {
                    set.entry(&format_args!("{}", row.2));
                }
                set.finish()
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                for (n, words) in self.words().enumerate() {
                    f.write_str(if n == 0 { "" } else { "; " })?;
                    f.write_str(words)?;
                }
                Ok(())
            }
        }
    };
}

pub(crate) use {bitset, set_example};
