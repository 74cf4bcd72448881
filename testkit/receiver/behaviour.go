package receiver

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

// A Behaviour decides the answer to a request, n being its number from 1. Requests that arrive at the same time call
// it at the same time.
type Behaviour func(n int, r Request) Response

// A Response is an answer. The zero value is an empty 200.
type Response struct {
	Status int // 0 means 200
	Header http.Header
	Body   []byte
	// Serve, if set, answers in place of the above. ctx ends when the client leaves or the Receiver closes.
	Serve func(ctx context.Context, w http.ResponseWriter)
}

// write sends the answer.
func (a Response) write(ctx context.Context, w http.ResponseWriter) {
	if a.Serve != nil {
		a.Serve(ctx, w)
		return
	}
	for k, v := range a.Header {
		w.Header()[k] = v
	}
	if a.Status != 0 {
		w.WriteHeader(a.Status)
	}
	_, _ = w.Write(a.Body) // a client that left needs no answer
}

// Always answers each request with status.
func Always(status int) Behaviour { return AlwaysWith(Response{Status: status}) }

// AlwaysWith answers each request with a.
func AlwaysWith(a Response) Behaviour { return func(int, Request) Response { return a } }

// FailFirst answers the first n requests of the Receiver with 503 and all others with 200.
func FailFirst(n int) Behaviour { return FailFirstWith(n, http.StatusServiceUnavailable) }

// FailFirstWith is FailFirst with another status.
func FailFirstWith(n, status int) Behaviour {
	return func(i int, _ Request) Response {
		if i <= n {
			return Response{Status: status}
		}
		return Response{}
	}
}

// Sequence answers the first request of the Receiver with the first status, and so on; the last one stays.
func Sequence(first int, more ...int) Behaviour {
	all := append([]int{first}, more...)
	return func(i int, _ Request) Response { return Response{Status: all[min(i, len(all))-1]} }
}

// Redirect answers with 307, which asks for the same request at another address.
func Redirect(to string) Behaviour { return RedirectWith(http.StatusTemporaryRedirect, to) }

// RedirectWith is Redirect with another status.
func RedirectWith(status int, to string) Behaviour {
	return AlwaysWith(Response{Status: status, Header: http.Header{"Location": {to}}})
}

// RetryAfter answers with status and asks to come back after d, rounded up to seconds.
func RetryAfter(status int, d time.Duration) Behaviour {
	secs := int((d + time.Second - 1) / time.Second)
	return AlwaysWith(Response{Status: status, Header: http.Header{"Retry-After": {strconv.Itoa(secs)}}})
}

// Hang never answers: it holds the request until the client leaves or the Receiver closes.
func Hang() Behaviour {
	return AlwaysWith(Response{Serve: func(ctx context.Context, _ http.ResponseWriter) {
		<-ctx.Done()
		panic(http.ErrAbortHandler) // else the server would answer 200 now
	}})
}

// HangUp closes the connection without an answer.
func HangUp() Behaviour {
	return AlwaysWith(Response{Serve: func(context.Context, http.ResponseWriter) { panic(http.ErrAbortHandler) }})
}

// Delay answers as b does, after d; a client that leaves earlier gets nothing.
func Delay(d time.Duration, b Behaviour) Behaviour {
	return func(n int, r Request) Response {
		a := b(n, r)
		return Response{Serve: func(ctx context.Context, w http.ResponseWriter) {
			if !pause(ctx, d) {
				panic(http.ErrAbortHandler)
			}
			a.write(ctx, w)
		}}
	}
}

// Hold answers as b does once gate is closed; a client that leaves earlier gets nothing.
func Hold(gate <-chan struct{}, b Behaviour) Behaviour {
	return func(n int, r Request) Response {
		a := b(n, r)
		return Response{Serve: func(ctx context.Context, w http.ResponseWriter) {
			select {
			case <-gate:
				a.write(ctx, w)
			case <-ctx.Done():
				panic(http.ErrAbortHandler)
			}
		}}
	}
}

// Drip answers 200 at once and then sends a body of size bytes, one byte each interval.
func Drip(size int, interval time.Duration) Behaviour {
	return AlwaysWith(Response{Serve: func(ctx context.Context, w http.ResponseWriter) {
		flush := http.NewResponseController(w).Flush
		w.WriteHeader(http.StatusOK)
		_ = flush() // nothing to flush means the client left, and then ctx has ended
		for range size {
			if !pause(ctx, interval) {
				panic(http.ErrAbortHandler)
			}
			_, _ = w.Write([]byte{'.'})
			_ = flush()
		}
	}})
}

// Flood answers 200 with a body of size bytes, as fast as the client reads.
func Flood(size int64) Behaviour {
	return AlwaysWith(Response{Serve: func(ctx context.Context, w http.ResponseWriter) {
		chunk := make([]byte, 32<<10)
		for left := size; left > 0 && ctx.Err() == nil; left -= int64(len(chunk)) {
			if _, err := w.Write(chunk[:min(left, int64(len(chunk)))]); err != nil {
				return
			}
		}
	}})
}

// ByPath answers by the path of the request, and as otherwise says where there is none for it.
func ByPath(paths map[string]Behaviour, otherwise Behaviour) Behaviour {
	return func(n int, r Request) Response {
		if b, ok := paths[r.Path]; ok {
			return b(n, r)
		}
		return otherwise(n, r)
	}
}

// pause waits for d; it reports false if ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
