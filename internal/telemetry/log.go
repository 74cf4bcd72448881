package telemetry

import (
	"context"
	"io"
	"log/slog"

	"go.opentelemetry.io/contrib/bridges/otelslog"
	"go.opentelemetry.io/otel/trace"
)

// NewLogger writes JSON lines to w and adds the trace and request ids of the context.
func NewLogger(w io.Writer, level slog.Leveler) *slog.Logger {
	return slog.New(contextHandler{slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level})})
}

type contextHandler struct{ slog.Handler }

func (h contextHandler) Handle(ctx context.Context, r slog.Record) error {
	if sc := trace.SpanContextFromContext(ctx); sc.IsValid() {
		r.AddAttrs(slog.String("trace_id", sc.TraceID().String()), slog.String("span_id", sc.SpanID().String()))
	}
	if id := RequestID(ctx); id != "" {
		r.AddAttrs(slog.String("request_id", id))
	}
	return h.Handler.Handle(ctx, r)
}

func (h contextHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return contextHandler{h.Handler.WithAttrs(attrs)}
}

func (h contextHandler) WithGroup(name string) slog.Handler {
	return contextHandler{h.Handler.WithGroup(name)}
}

// Logger returns the log of a program: it does not repeat faults of loops, and exports what it writes if there is a
// collector.
func (p *Providers) Logger(log *slog.Logger) *slog.Logger {
	if p.logs == nil {
		return Quiet(log)
	}
	bridge := otelslog.NewHandler("github.com/partnerline/partnerline/internal/telemetry",
		otelslog.WithLoggerProvider(p.logs))
	return Quiet(slog.New(slog.NewMultiHandler(log.Handler(), exported{bridge, log.Handler()})))
}

// exported exports what the other handler writes. The bridge takes the trace from the context.
type exported struct {
	slog.Handler
	like slog.Handler
}

func (h exported) Enabled(ctx context.Context, l slog.Level) bool { return h.like.Enabled(ctx, l) }

func (h exported) Handle(ctx context.Context, r slog.Record) error {
	if id := RequestID(ctx); id != "" {
		r.AddAttrs(slog.String("request_id", id))
	}
	return h.Handler.Handle(ctx, r)
}

func (h exported) WithAttrs(attrs []slog.Attr) slog.Handler {
	return exported{h.Handler.WithAttrs(attrs), h.like}
}

func (h exported) WithGroup(name string) slog.Handler {
	return exported{h.Handler.WithGroup(name), h.like}
}
