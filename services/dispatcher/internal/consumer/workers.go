package consumer

import (
	"sync"

	"github.com/partnerline/partnerline/services/dispatcher/internal/lane"
)

type slot = lane.Slot[*item]

// idleWorkers is how many goroutines are kept for the next attempts: reusing one is cheaper than growing the stack of a
// new one. The lanes bound how many there are in all.
const idleWorkers = 64

// workers run attempts, each on a goroutine of its own.
type workers struct {
	run func(*slot) (next *slot) // one attempt

	mu     sync.Mutex // guards all below
	idle   []chan *slot
	closed bool
	all    sync.WaitGroup
}

// start runs an attempt; it never waits.
func (w *workers) start(s *slot) {
	w.mu.Lock()
	if n := len(w.idle); n > 0 {
		worker := w.idle[n-1]
		w.idle = w.idle[:n-1]
		w.mu.Unlock()
		worker <- s
		return
	}
	w.all.Add(1)
	w.mu.Unlock()
	go w.work(s)
}

func (w *workers) work(s *slot) {
	defer w.all.Done()
	mine := make(chan *slot, 1)
	for s != nil {
		for s != nil {
			s = w.run(s)
		}
		if !w.rest(mine) {
			return
		}
		s = <-mine // nil: closed
	}
}

// rest keeps a worker as idle, unless there are enough.
func (w *workers) rest(mine chan *slot) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || len(w.idle) >= idleWorkers {
		return false
	}
	w.idle = append(w.idle, mine)
	return true
}

// close ends idle workers and waits until the last attempt has ended.
func (w *workers) close() {
	w.mu.Lock()
	w.closed = true
	for _, mine := range w.idle {
		close(mine)
	}
	w.idle = nil
	w.mu.Unlock()
	w.all.Wait()
}

func (w *workers) closing() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.closed
}

// A group runs functions until it is closed.
type group struct {
	mu     sync.Mutex // guards closed, and adding to all
	closed bool
	all    sync.WaitGroup
}

// run runs f on a goroutine of its own, unless the group is closed.
func (g *group) run(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.all.Go(f)
	}
}

// close starts nothing more and waits for what runs.
func (g *group) close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.all.Wait()
}
