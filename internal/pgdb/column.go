package pgdb

// Column returns one column of a list: what unnest takes as an array.
func Column[T, C any](list []T, value func(T) C) []C {
	out := make([]C, len(list))
	for i, t := range list {
		out[i] = value(t)
	}
	return out
}
