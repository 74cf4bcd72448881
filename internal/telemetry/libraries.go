package telemetry

import (
	"bytes"
	"context"
	"io"
	"log"
	"log/slog"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc/grpclog"
)

const (
	// linesOfLibraries is how many lines of a kind libraries may log in linesPeriod. Strangers can cause such lines:
	// net/http has one for each HTTP/2 frame that it does not know.
	linesOfLibraries = 10
	linesPeriod      = time.Minute
	longestLine      = 4 << 10 // a panic that net/http has recovered has its stack
)

// logLibraries takes what libraries write to loggers of the process: the standard one, as net/http, and that of gRPC.
func logLibraries(to *slog.Logger) {
	w := &libraryLines{log: to}
	log.SetFlags(0)
	log.SetOutput(w)
	grpclog.SetLoggerV2(grpclog.NewLoggerV2(io.Discard, io.Discard, w))
}

// panics is how lines of net/http begin that it writes after a panic of a handler, which is a fault of ours. Nothing
// that a stranger sends begins a line, but a stranger may repeat a request that makes a handler panic.
var panics = [][]byte{[]byte("http: panic serving "), []byte("http2: panic serving ")}

// libraryLines logs the first panics and the first other lines of each period, and how many of each were left out
// before.
type libraryLines struct {
	log            *slog.Logger
	panics, others budget
}

func (l *libraryLines) Write(b []byte) (int, error) {
	if slices.ContainsFunc(panics, func(begin []byte) bool { return bytes.HasPrefix(b, begin) }) {
		if attrs, ok := l.panics.admit(b, time.Now()); ok {
			l.log.LogAttrs(context.Background(), slog.LevelError, "panic", attrs...)
		}
	} else if attrs, ok := l.others.admit(b, time.Now()); ok {
		l.log.LogAttrs(context.Background(), slog.LevelWarn, "line of a library", attrs...)
	}
	return len(b), nil
}

// A budget is of lines of one kind in a period.
type budget struct {
	mu      sync.Mutex // guards all below
	since   time.Time  // the period
	written int        // in it
	skipped int
}

// admit counts a line, and reports whether to log it, and with what: how many were skipped before it, too.
func (l *budget) admit(line []byte, now time.Time) (attrs []slog.Attr, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.since) >= linesPeriod {
		l.since, l.written = now, 0
	}
	if l.written == linesOfLibraries {
		l.skipped++
		return nil, false
	}
	l.written++
	attrs = []slog.Attr{slog.String("line", string(bytes.TrimSpace(line[:min(len(line), longestLine)])))}
	if l.skipped > 0 {
		attrs = append(attrs, slog.Int("skipped", l.skipped))
		l.skipped = 0
	}
	return attrs, true
}
