package grpcserver

import (
	"context"
	"sync"
)

// shares bound how many calls of one holder are handled at once. The others of it wait, so that what all holders use,
// such as connections of the database, is left to other holders. The zero value is no bound.
type shares struct {
	size    int
	mu      sync.Mutex
	holders map[string]*share
}

type share struct {
	slots chan struct{}
	calls int // that have a slot or wait for one
}

// take waits for a slot of the caller, until the context ends. The caller of an operator's or an internal method has no
// holder and no bound.
func (s *shares) take(ctx context.Context) (leave func(), err error) {
	holder := PrincipalOf(ctx).Holder
	if s.size == 0 || holder == "" {
		return func() {}, nil
	}
	own := s.enter(holder)
	select {
	case own.slots <- struct{}{}:
		return func() { <-own.slots; s.leave(holder) }, nil
	case <-ctx.Done():
		s.leave(holder)
		return nil, ctx.Err()
	}
}

func (s *shares) enter(holder string) *share {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := s.holders[holder]
	if own == nil {
		own = &share{slots: make(chan struct{}, s.size)}
		s.holders[holder] = own
	}
	own.calls++
	return own
}

func (s *shares) leave(holder string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := s.holders[holder]
	if own.calls--; own.calls == 0 {
		delete(s.holders, holder)
	}
}
