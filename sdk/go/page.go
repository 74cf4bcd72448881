package partnerline

import (
	"context"
	"iter"
)

// A Page is one of a list.
type Page[T any] struct {
	Data          []T
	NextPageToken string // what the next page is asked for by; empty on the last one
}

// all yields the entries of page after page.
func all[T any](page func(token string) (*Page[T], error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for token := ""; ; {
			p, err := page(token)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, v := range p.Data {
				if !yield(v, nil) {
					return
				}
			}
			if token = p.NextPageToken; token == "" {
				return
			}
		}
	}
}

// envelope is an answer whose member data is the result.
type envelope[T any] struct {
	Data T `json:"data"`
}

// pageAnswer is an answer with a page: one API has the way to the next one in meta, the other beside data.
type pageAnswer[T any] struct {
	Data          []T    `json:"data"`
	NextPageToken string `json:"next_page_token"`
	Meta          struct {
		NextPageToken string `json:"next_page_token"`
	} `json:"meta"`
}

func callPage[T any](ctx context.Context, c *core, r request, opts []CallOption) (*Page[T], error) {
	var a pageAnswer[T]
	if err := c.call(ctx, r, opts, &a); err != nil {
		return nil, err
	}
	return &Page[T]{a.Data, a.NextPageToken + a.Meta.NextPageToken}, nil
}

func callFor[T any](ctx context.Context, c *core, r request, opts []CallOption) (*T, error) {
	out := new(T)
	if err := c.call(ctx, r, opts, out); err != nil {
		return nil, err
	}
	return out, nil
}
