package consumer

import (
	"sync"
	"time"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/dispatcher"
)

// costlyShape is how long an evaluation takes after which the tenant's next one waits for three times as long.
const costlyShape = time.Millisecond

// shapes makes the bodies of requests. Of a tenant one expression is evaluated at a time, and costly ones for a quarter
// of the time, so that they take the processor from that tenant's own attempts before they take it from others.
type shapes struct {
	mu    sync.Mutex       // guards turns
	turns map[string]*turn // by tenant; of those whose expressions are evaluated, or wait for it
}

// A turn is that of a tenant.
type turn struct {
	taken chan struct{} // holds a token while an expression is evaluated
	users int           // that have it or wait for it; guarded by the mutex of shapes
}

// content is what a request for a delivery has: the event, or what a shape makes of it. The body that is made is kept
// by the request only.
func (s *shapes) content(d *dispatchv1.Delivery, shape *dispatcher.Shape) (c dispatcher.Content, failed bool) {
	if shape == nil {
		return dispatcher.Content{Body: d.GetBody()}, false
	}
	if shape.Evaluates {
		end := s.take(d.GetTenantId())
		began := time.Now()
		defer func() {
			if took := time.Since(began); took > costlyShape {
				time.AfterFunc(3*took, end)
				return
			}
			end()
		}()
	}
	c, err := shape.Make(d.GetBody())
	return c, err != nil
}

// take waits for the turn of a tenant, which ends when the function is called that it returns.
func (s *shapes) take(tenant string) (end func()) {
	s.mu.Lock()
	t := s.turns[tenant]
	if t == nil {
		t = &turn{taken: make(chan struct{}, 1)}
		if s.turns == nil {
			s.turns = map[string]*turn{}
		}
		s.turns[tenant] = t
	}
	t.users++
	s.mu.Unlock()
	t.taken <- struct{}{}
	return func() {
		<-t.taken
		s.mu.Lock()
		defer s.mu.Unlock()
		if t.users--; t.users == 0 {
			delete(s.turns, tenant)
		}
	}
}
