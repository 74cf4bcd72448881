package cursor

import (
	"fmt"
	"slices"
	"testing"

	"github.com/partnerline/partnerline/internal/keyring"
)

func TestFetch(t *testing.T) {
	keys, err := keyring.Parse(keyring.NewKey("a"))
	if err != nil {
		t.Fatal(err)
	}
	fetch := func(after *int, limit int) ([]int, error) {
		next := 0
		if after != nil {
			next = *after + 1
		}
		var rows []int
		for ; next < 5 && len(rows) < limit; next++ {
			rows = append(rows, next)
		}
		return rows, nil
	}
	r := Request{Keys: keys, List: "numbers", Owner: "ten_a", Filters: []any{"x", nil}, Size: 2}
	for _, want := range [][]int{{0, 1}, {2, 3}, {4}} {
		p, err := Fetch(r, fetch, func(n int) int { return n })
		if err != nil || !slices.Equal(p.Rows, want) || p.Size != 2 || (p.Next == "") != (len(want) < 2) {
			t.Fatalf("%+v, %v; want %v", p, err, want)
		}
		r.Token = p.Next
	}
	first, err := Fetch(Request{Keys: keys, List: "numbers", Size: 1}, fetch, func(n int) int { return n })
	if err != nil {
		t.Fatal(err)
	}
	other := Request{Keys: keys, List: "numbers", Owner: "ten_b", Size: 1, Token: first.Next}
	if _, err := Fetch(other, fetch, func(n int) int { return n }); err == nil {
		t.Error("the token is good for another owner")
	}
}

func TestPageSize(t *testing.T) {
	for size, want := range map[int32]int{0: DefaultSize, 1: 1, MaxSize: MaxSize, MaxSize + 1: MaxSize} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			if got := (Request{Size: size}).limit(); got != want {
				t.Errorf("%d: %d rows, want %d", size, got, want)
			}
		})
	}
}
