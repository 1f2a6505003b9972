//! Macro for enums whose values have stable names.

/// Defines an enum with a doc line and a name for each value, in one list. The names are also used in JSON.
macro_rules! named_enum {
    (
        $(#[$meta:meta])*
        $type:ident, $what:literal:
        $($(#[$doc:meta])* $value:ident = $name:literal,)+
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $type {
            $($(#[$doc])* $value,)+
        }

        reenact::named!($type, $what: $($value = $name),+);
    };
}
