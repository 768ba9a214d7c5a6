//! Values that go to the page: each type is declared once, and is written as JSON and described in
//! TypeScript by the same lines.

use std::marker::PhantomData;

use pgnkit::chess::Square;

use crate::json::Json;

/// A value that goes to the page.
pub(crate) trait PageValue {
    /// Writes the value.
    fn put(&self, json: &mut Json);

    /// Writes the value as the member of an object.
    fn put_member(&self, name: &str, json: &mut Json) {
        self.put(json.key(name));
    }

    /// Its type in TypeScript.
    fn typescript() -> String;
}

/// Values that print themselves as JSON has them.
macro_rules! plain_values {
    ($($Value:ty => $type:literal),*) => {$(
        impl PageValue for $Value {
            fn put(&self, json: &mut Json) {
                json.plain(self);
            }

            fn typescript() -> String {
                $type.to_owned()
            }
        }
    )*};
}

plain_values! {
    bool => "boolean", usize => "number", u64 => "number", u32 => "number", u16 => "number"
}

impl PageValue for f64 {
    fn put(&self, json: &mut Json) {
        json.number(*self);
    }

    fn typescript() -> String {
        "number".to_owned()
    }
}

impl PageValue for String {
    fn put(&self, json: &mut Json) {
        json.string(self);
    }

    fn typescript() -> String {
        "string".to_owned()
    }
}

impl PageValue for &'static str {
    fn put(&self, json: &mut Json) {
        json.string(self);
    }

    fn typescript() -> String {
        "string".to_owned()
    }
}

impl PageValue for Square {
    fn put(&self, json: &mut Json) {
        json.shown(self);
    }

    fn typescript() -> String {
        "Square".to_owned()
    }
}

impl<T: PageValue> PageValue for Option<T> {
    fn put(&self, json: &mut Json) {
        match self {
            Some(value) => value.put(json),
            None => json.null(),
        }
    }

    fn typescript() -> String {
        format!("{} | null", T::typescript())
    }
}

impl<T: PageValue> PageValue for Vec<T> {
    fn put(&self, json: &mut Json) {
        json.array(|json| self.iter().for_each(|value| value.put(json)));
    }

    fn typescript() -> String {
        format!("{}[]", grouped(&T::typescript()))
    }
}

impl<T: PageValue> PageValue for [T; 2] {
    fn put(&self, json: &mut Json) {
        json.array(|json| self.iter().for_each(|value| value.put(json)));
    }

    fn typescript() -> String {
        format!("[{0}, {0}]", T::typescript())
    }
}

impl<A: PageValue, B: PageValue> PageValue for (A, B) {
    fn put(&self, json: &mut Json) {
        json.array(|json| {
            self.0.put(json);
            self.1.put(json);
        });
    }

    fn typescript() -> String {
        format!("[{}, {}]", A::typescript(), B::typescript())
    }
}

/// A value that was written before; the member is missing if the page has it already.
pub(crate) struct Written<T>(pub(crate) Option<Vec<u8>>, PhantomData<T>);

impl<T> Written<T> {
    pub(crate) fn new(json: Option<Vec<u8>>) -> Written<T> {
        Written(json, PhantomData)
    }
}

impl<T: PageValue> PageValue for Written<T> {
    fn put(&self, json: &mut Json) {
        match &self.0 {
            Some(value) => json.raw(value),
            None => json.null(),
        }
    }

    fn put_member(&self, name: &str, json: &mut Json) {
        if self.0.is_some() {
            self.put(json.key(name));
        }
    }

    fn typescript() -> String {
        format!("{} | undefined", T::typescript())
    }
}

/// The declaration of a type in TypeScript: what it is, its name, the type whose members it has,
/// too, and its own members, each with what it is and its type.
#[derive(Debug)]
pub(crate) struct Declaration {
    pub(crate) about: &'static [&'static str],
    pub(crate) name: &'static str,
    pub(crate) base: Option<String>,
    pub(crate) members: Vec<(&'static [&'static str], &'static str, String)>,
}

impl Declaration {
    pub(crate) fn write(&self, text: &mut String) {
        write_about(self.about, "", text);
        match &self.base {
            None => *text += &format!("export interface {} {{\n", self.name),
            Some(base) => *text += &format!("export type {} = {} & {{\n", self.name, grouped(base)),
        }
        for (about, name, of) in &self.members {
            write_about(about, "  ", text);
            *text += &format!("  {name}: {of};\n");
        }
        *text += if self.base.is_none() { "}\n\n" } else { "};\n\n" };
    }
}

/// A type as a part of a larger one.
fn grouped(of: &str) -> String {
    if of.contains('|') { format!("({of})") } else { of.to_owned() }
}

fn write_about(about: &[&str], indent: &str, text: &mut String) {
    if !about.is_empty() {
        let lines: Vec<&str> = about.iter().map(|line| line.trim()).collect();
        *text += &format!("{indent}/** {} */\n", lines.join(&format!("\n{indent} * ")));
    }
}

/// Declares objects that go to the page, with their names in TypeScript. `..base: Type` takes in
/// the members of another type; `as` gives a member a narrower type in TypeScript.
macro_rules! page_objects {
    ($(
        $(#[doc = $about:literal])*
        $Object:ident as $name:literal {
            $(..$base:ident: $Base:ty,)?
            $($(#[doc = $member_about:literal])* $member:ident: $Member:ty $(as $of:literal)?,)*
        }
    )*) => {
        $(
            $(#[doc = $about])*
            pub(crate) struct $Object {
                $(pub(crate) $base: $Base,)?
                $($(#[doc = $member_about])* pub(crate) $member: $Member,)*
            }

            impl $Object {
                pub(crate) fn put_members(&self, json: &mut Json) {
                    $(self.$base.put_members(json);)?
                    $(self.$member.put_member(stringify!($member), json);)*
                }
            }

            impl PageValue for $Object {
                fn put(&self, json: &mut Json) {
                    json.object(|json| self.put_members(json));
                }

                fn typescript() -> String {
                    $name.to_owned()
                }
            }
        )*

        /// The declarations of all objects, in order.
        fn declarations() -> Vec<Declaration> {
            vec![$(Declaration {
                about: &[$($about),*],
                name: $name,
                base: None$(.or(Some(<$Base>::typescript())))?,
                members: vec![$((
                    &[$($member_about),*],
                    stringify!($member),
                    None$(.or(Some($of.to_owned())))?.unwrap_or_else(<$Member>::typescript),
                )),*],
            }),*]
        }
    };
}

/// Declares a value that is one of several objects.
macro_rules! page_choice {
    ($(#[$about:meta])* $Choice:ident { $($Case:ident($Object:ident)),* }) => {
        $(#[$about])*
        pub(crate) enum $Choice {
            $($Case($Object),)*
        }

        impl $Choice {
            pub(crate) fn put_members(&self, json: &mut Json) {
                match self {
                    $($Choice::$Case(object) => object.put_members(json),)*
                }
            }
        }

        impl PageValue for $Choice {
            fn put(&self, json: &mut Json) {
                json.object(|json| self.put_members(json));
            }

            fn typescript() -> String {
                [$($Object::typescript()),*].join(" | ")
            }
        }
    };
}

pub(crate) use {page_choice, page_objects};
