//! Setters that chain, for documents and options that callers outside of the crate cannot write as literals.

/// One `with_...` method a field: `is` takes the field's type, `some` what an optional field holds or an option of it, `text` a
/// string for an optional field (which is cleared by its field, so that `with_title("x")` needs no `Some`), `each` the items of a list,
/// `pairs` the keys and values of a map.
macro_rules! setters {
    (impl $type:ident { $($name:ident($field:ident: $how:ident $inner:ty);)* }) => {
        impl $type {
            $($crate::domain::setters!(@one $name, $field, $how, $inner);)*
        }
    };
    (@one $name:ident, $field:ident, is, $inner:ty) => {
        #[doc = concat!("Sets [`", stringify!($field), "`](Self::", stringify!($field), ").")]
        #[must_use]
        pub fn $name(mut self, $field: $inner) -> Self {
            self.$field = $field;
            self
        }
    };
    (@one $name:ident, $field:ident, some, $inner:ty) => {
        #[doc = concat!("Sets [`", stringify!($field), "`](Self::", stringify!($field), "), or clears it with `None`.")]
        #[must_use]
        pub fn $name(mut self, $field: impl Into<Option<$inner>>) -> Self {
            self.$field = $field.into();
            self
        }
    };
    (@one $name:ident, $field:ident, text, $inner:ty) => {
        #[doc = concat!("Sets [`", stringify!($field), "`](Self::", stringify!($field), ").")]
        #[must_use]
        pub fn $name(mut self, $field: impl Into<$inner>) -> Self {
            self.$field = Some($field.into());
            self
        }
    };
    (@one $name:ident, $field:ident, each, $inner:ty) => {
        #[doc = concat!("Sets [`", stringify!($field), "`](Self::", stringify!($field), ") to these.")]
        #[must_use]
        pub fn $name(mut self, $field: impl IntoIterator<Item = impl Into<$inner>>) -> Self {
            self.$field = $field.into_iter().map(Into::into).collect();
            self
        }
    };
    (@one $name:ident, $field:ident, pairs, $inner:ty) => {
        #[doc = concat!("Sets [`", stringify!($field), "`](Self::", stringify!($field), ") to these keys and values.")]
        #[must_use]
        pub fn $name(mut self, $field: impl IntoIterator<Item = (impl Into<$inner>, impl Into<$inner>)>) -> Self {
            self.$field = $field.into_iter().map(|(key, value)| (key.into(), value.into())).collect();
            self
        }
    };
}

pub(crate) use setters;
