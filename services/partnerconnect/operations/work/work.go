// Package work is how much waits for people, as the navigation of the console shows it.
package work

// Most is up to how many of each is counted: whoever has more to do needs no number.
const Most = 99

// A Query says what is counted: what is listed to the person.
type Query struct {
	Reviews, Lines, Differences bool
}

// A Count is how much waits of something.
type Count struct {
	Count int
	More  bool // than Most
}

// CountOf is the count of something that was counted up to Most and one.
func CountOf(n int) Count { return Count{min(n, Most), n > Most} }
