package cursor

import (
	"encoding/json"

	"github.com/partnerline/partnerline/internal/keyring"
)

// How many rows a page has.
const (
	DefaultSize = 50
	MaxSize     = 200
)

// A Request is for one page of a list. Its token is good only for the same list, owner and filters.
type Request struct {
	Keys    *keyring.Keyring
	List    string
	Owner   any
	Filters []any
	Size    int32 // 0: DefaultSize; more than MaxSize: that
	Token   string
}

func (r Request) query() (string, error) {
	b, err := json.Marshal([]any{r.List, r.Owner, r.Filters})
	return string(b), err
}

func (r Request) limit() int {
	switch {
	case r.Size == 0:
		return DefaultSize
	case r.Size > MaxSize:
		return MaxSize
	}
	return int(r.Size)
}

// A Page is what a Request gets.
type Page[T any] struct {
	Rows []T
	Next string // token of the next page; empty on the last one
	Size int32
}

// Fetch fetches a page, one row more than it has to know whether another page follows. after is the key of the last row
// of the page before, nil for the first.
func Fetch[T, K any](r Request, fetch func(after *K, limit int) ([]T, error), key func(T) K) (Page[T], error) {
	limit := r.limit()
	p := Page[T]{Size: int32(limit)}
	query, err := r.query()
	if err != nil {
		return p, err
	}
	var after *K
	if r.Token != "" {
		after = new(K)
		if err := Decode(r.Keys, query, r.Token, after); err != nil {
			return p, err
		}
	}
	if p.Rows, err = fetch(after, limit+1); err != nil {
		return p, err
	}
	if len(p.Rows) > limit {
		p.Rows = p.Rows[:limit]
		p.Next, err = Encode(r.Keys, query, key(p.Rows[limit-1]))
	}
	return p, err
}
