package sender

import (
	"container/list"
	"slices"
	"sync"
	"time"
)

// A pool holds idle connections. The last one used is reused first; the longest idle one is closed first.
type pool struct {
	mu     sync.Mutex // guards all below
	idle   map[string][]*list.Element
	order  *list.List // of *conn, the longest idle first
	sweep  *time.Timer
	closed bool
}

func newPool() *pool {
	p := &pool{idle: map[string][]*list.Element{}, order: list.New()}
	p.sweep = time.AfterFunc(idleTimeout, p.expire)
	return p
}

// get returns an idle connection that is still alive, or nil.
func (p *pool) get(key string) *conn {
	for {
		c := p.pop(key)
		if c == nil || c.alive() {
			return c
		}
		_ = c.Close()
	}
}

func (p *pool) pop(key string) *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	idle := p.idle[key]
	if len(idle) == 0 {
		return nil
	}
	last := len(idle) - 1
	c := p.order.Remove(idle[last]).(*conn)
	idle[last] = nil
	if last == 0 {
		delete(p.idle, key)
	} else {
		p.idle[key] = idle[:last]
	}
	return c
}

func (p *pool) put(c *conn) {
	c.idleFrom = time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || len(p.idle[c.key]) >= maxIdlePerHost {
		_ = c.Close()
		return
	}
	if p.order.Len() >= maxIdle {
		p.drop(p.order.Front())
	}
	p.idle[c.key] = append(p.idle[c.key], p.order.PushBack(c))
}

// drop closes an idle connection. The caller holds mu.
func (p *pool) drop(e *list.Element) {
	c := p.order.Remove(e).(*conn)
	idle := p.idle[c.key]
	if i := slices.Index(idle, e); i >= 0 {
		idle = slices.Delete(idle, i, i+1)
	}
	if len(idle) == 0 {
		delete(p.idle, c.key)
	} else {
		p.idle[c.key] = idle
	}
	_ = c.Close()
}

// expire closes what has been idle for too long, and schedules itself.
func (p *pool) expire() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for e := p.order.Front(); e != nil && time.Since(e.Value.(*conn).idleFrom) >= idleTimeout; e = p.order.Front() {
		p.drop(e)
	}
	if !p.closed {
		p.sweep.Reset(idleTimeout / 4)
	}
}

func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.sweep.Stop()
	for p.order.Len() > 0 {
		p.drop(p.order.Front())
	}
}
