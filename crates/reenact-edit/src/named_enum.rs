//! Macro for enums whose values have stable names.

/// Defines an enum with a doc line and a name for each value, in one list. Names are in JSON, too.
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

        #[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    };
}
