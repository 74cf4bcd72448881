// Package adversary holds what attacks and measurements of isolation share: what a tenant may do to be at the limits of
// what tenants share, and what others may notice of it.
package adversary

import (
	"bytes"
	"strings"
	"time"
)

// LongestGap is how long nothing of another tenant may be delivered.
const LongestGap = 2 * time.Second

// MostDisturbed is the most that the p99 of another tenant may be, by what it is without an adversary.
func MostDisturbed(quiet time.Duration) time.Duration {
	return max(quiet*3/2, quiet+20*time.Millisecond)
}

// Filters are those that take seconds unless they are refused or bounded: patterns that are compiled at each evaluation
// or are large, comparisons of all that an event has, comprehensions in one another, and texts that double.
func Filters() []string {
	const tens = `[0,1,2,3,4,5,6,7,8,9]`
	return []string{
		`[1,2,3,4].all(x,[1,2,3,4,5,6,7,8].all(y,"a".matches("((\\pL{0,10}){0,10}){0,10}(x5)|"+event.type)))`,
		`event.data==event.data` + strings.Repeat(`&&event.data==event.data`, 38),
		`event.data.more==event.data.more` + strings.Repeat(`&&event.data.more==event.data.more`, 25),
		`event.data.more.all(a,event.data.more.all(b,a==b||a!=b))`,
		`event.data.more.all(a,a in event.data.more)`,
		`!(false` + strings.Repeat(`||"x" in event.data.more`, 35) + `)`,
		`!event.data.text.matches("(.*)(.*)(.*)(.*)(.*)[^a]$")`,
		`[event.data.text]` + strings.Repeat(`.map(x,x+x)`, 28) + `.size() > 0`,
		tens + `.all(a,` + tens + `.all(b,` + tens +
			`.all(c,timestamp("2026-01-01T00:00:00Z").getHours("Europe/Warsaw")<24)))`,
		tens + `.all(a,` + tens + `.all(b,` + tens + `.all(c,` + tens + `.all(d,a+b+c+d>=0))))`,
	}
}

// Shapes are expressions that make bodies, as costly as Filters, and those that copy what an event has.
func Shapes() []string {
	list := []string{
		`event.data.more.map(a,{"a":[a,a],"b":a})`, `[event.data.text]` + strings.Repeat(`.map(x,[x,x])`, 28), `event`,
		`{"a":event.data.text+event.data.text,"b":event.data.text,"c":event.data.text}`,
	}
	for _, f := range Filters() {
		list = append(list, `{"matches":`+f+`}`)
	}
	return list
}

// DataForFilters is the data of an event that costs these filters and shapes the most: 60 KB.
func DataForFilters() map[string]any {
	numbers := make([]any, 20_000)
	for i := range numbers {
		numbers[i] = 1
	}
	return map[string]any{"more": numbers, "text": strings.Repeat("a", 15_000)}
}

// LongAnswer is a body of which all is stored.
var LongAnswer = bytes.Repeat([]byte("a"), 16<<10)
