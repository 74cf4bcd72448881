package grpcapi

import (
	"encoding/json"
	"time"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/services/webhooks"
)

const (
	defaultPage = 50
	maxPage     = 200
)

// pageKey is the key of the last row of a page.
type pageKey struct {
	Time time.Time `json:"t"`
	ID   string    `json:"i"`
}

func (k *pageKey) time() *time.Time {
	if k == nil {
		return nil
	}
	return &k.Time
}

func (k *pageKey) id() string {
	if k == nil {
		return ""
	}
	return k.ID
}

// pageRequest is which page of which list is asked for. A token is good for the same list, scope and filters only.
type pageRequest struct {
	keys    *keyring.Keyring
	list    string
	scope   webhooks.Scope
	filters []any
	size    int32
	token   string
}

func (p pageRequest) query() (string, error) {
	b, err := json.Marshal([]any{p.list, p.scope, p.filters})
	return string(b), err
}

func (p pageRequest) limit() int {
	switch {
	case p.size == 0:
		return defaultPage
	case p.size > maxPage:
		return maxPage
	}
	return int(p.size)
}

// page fetches a page, one row more than shown to know whether another one follows.
func page[T any](p pageRequest, fetch func(after *pageKey, limit int) ([]T, error), key func(T) pageKey) (list []T, next string, size int32, err error) {
	query, err := p.query()
	if err != nil {
		return nil, "", 0, err
	}
	var after *pageKey
	if p.token != "" {
		after = &pageKey{}
		if err := cursor.Decode(p.keys, query, p.token, after); err != nil {
			return nil, "", 0, err
		}
	}
	limit := p.limit()
	if list, err = fetch(after, limit+1); err != nil {
		return nil, "", 0, err
	}
	if len(list) > limit {
		list = list[:limit]
		if next, err = cursor.Encode(p.keys, query, key(list[limit-1])); err != nil {
			return nil, "", 0, err
		}
	}
	return list, next, int32(limit), nil
}
