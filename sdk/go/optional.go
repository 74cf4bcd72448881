package partnerline

import "encoding/json"

// An Optional is a member of a request that may be absent, null or a value. Its zero value is absent. In a PATCH what
// is absent stays as it is, and null clears.
type Optional[T any] struct {
	value     T
	set, null bool
}

// Some is a value.
func Some[T any](v T) Optional[T] { return Optional[T]{value: v, set: true} }

// Null is null.
func Null[T any]() Optional[T] { return Optional[T]{set: true, null: true} }

// Get returns the value; false when it is absent or null.
func (o Optional[T]) Get() (T, bool) { return o.value, o.set && !o.null }

// IsNull reports whether it is null.
func (o Optional[T]) IsNull() bool { return o.null }

// IsZero reports whether it is absent; encoding/json leaves out what is.
func (o Optional[T]) IsZero() bool { return !o.set }

// MarshalJSON implements json.Marshaler.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if o.null || !o.set {
		return []byte("null"), nil
	}
	return json.Marshal(o.value)
}

// UnmarshalJSON implements json.Unmarshaler.
func (o *Optional[T]) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*o = Null[T]()
		return nil
	}
	o.set, o.null = true, false
	return json.Unmarshal(b, &o.value)
}
