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
	// linesOfLibraries is how many lines libraries may log in linesPeriod. Strangers can cause such lines: net/http has
	// one for each HTTP/2 frame that it does not know.
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
// that a stranger sends begins a line.
var panics = [][]byte{[]byte("http: panic serving "), []byte("http2: panic serving ")}

// libraryLines logs each panic, the first other lines of each period, and how many were left out before.
type libraryLines struct {
	log *slog.Logger

	mu      sync.Mutex // guards all below
	since   time.Time  // the period
	written int        // in it
	skipped int
}

func (l *libraryLines) Write(b []byte) (int, error) {
	if slices.ContainsFunc(panics, func(begin []byte) bool { return bytes.HasPrefix(b, begin) }) {
		l.log.LogAttrs(context.Background(), slog.LevelError, "panic", text(b))
	} else if skipped, ok := l.admit(time.Now()); ok {
		attrs := []slog.Attr{text(b)}
		if skipped > 0 {
			attrs = append(attrs, slog.Int("skipped", skipped))
		}
		l.log.LogAttrs(context.Background(), slog.LevelWarn, "line of a library", attrs...)
	}
	return len(b), nil
}

func text(b []byte) slog.Attr {
	return slog.String("line", string(bytes.TrimSpace(b[:min(len(b), longestLine)])))
}

// admit counts a line, and reports whether to log it and how many were skipped before it.
func (l *libraryLines) admit(now time.Time) (skipped int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.since) >= linesPeriod {
		l.since, l.written = now, 0
	}
	if l.written == linesOfLibraries {
		l.skipped++
		return 0, false
	}
	l.written++
	skipped, l.skipped = l.skipped, 0
	return skipped, true
}
