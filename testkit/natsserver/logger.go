package natsserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
)

// A logger writes the server's lines to slog. The server reports only by Fatalf that it did not start, and would exit
// the process with its own logger; here the line is kept for the error.
type logger struct {
	log *slog.Logger

	mu  sync.Mutex // guards err
	err error
}

func (l *logger) fatal() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

func (l *logger) Fatalf(format string, v ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	said := fatalError{text: fmt.Sprintf(format, v...)}
	for _, arg := range v {
		if err, ok := arg.(error); ok {
			said.causes = append(said.causes, err)
		}
	}
	l.err = errors.Join(l.err, said)
}

// A fatalError is a line of the server's that keeps the errors it was made of.
type fatalError struct {
	text   string
	causes []error
}

func (e fatalError) Error() string   { return e.text }
func (e fatalError) Unwrap() []error { return e.causes }

// The server writes a screenful at every start, hence notices are for debugging.

func (l *logger) Noticef(format string, v ...any) { l.write(slog.LevelDebug, format, v) }
func (l *logger) Warnf(format string, v ...any)   { l.write(slog.LevelWarn, format, v) }
func (l *logger) Errorf(format string, v ...any)  { l.write(slog.LevelError, format, v) }
func (l *logger) Debugf(string, ...any)           {}
func (l *logger) Tracef(string, ...any)           {}

func (l *logger) write(level slog.Level, format string, v []any) {
	l.log.Log(context.Background(), level, "nats server", "line", fmt.Sprintf(format, v...))
}
