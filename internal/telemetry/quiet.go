package telemetry

import (
	"context"
	"log/slog"
	"maps"
	"regexp"
	"strings"
	"sync"
	"time"
)

const (
	// firstPause is how long a continuing fault is not logged again; the pause doubles each time that it is, up to
	// longestPause.
	firstPause   = 5 * time.Second
	longestPause = 5 * time.Minute
	// faultsKept bounds the remembered faults of single endpoints; there are few other ones.
	faultsKept = 256
)

// A cause is a fault of what several loops depend on, recognized by its text, and the remedy. However many loops report
// it, it is one fault.
type cause struct {
	name   string
	text   *regexp.Regexp
	remedy string
}

var causes = []cause{
	// The errors of package natsconn name cause and setting themselves.
	{"nats connection", regexp.MustCompile(`^NATS at `), ""},
	{
		"collector", regexp.MustCompile(`(?s)^` + ofTelemetry + `.*rpc error: code = `),
		"the collector does not take what the program exports: check that it runs, and OTEL_EXPORTER_OTLP_ENDPOINT",
	},
	{
		"schema", regexp.MustCompile(`SQLSTATE (42P01|42703|42883|3F000)`),
		"the database lacks what this version needs: run the command migrate, or set MIGRATE=true",
	},
	{
		"postgres login", regexp.MustCompile(`SQLSTATE (28P01|28000|3D000)`),
		"the database refuses the login: check user, password and name in DATABASE_URL",
	},
	{
		"internal token", regexp.MustCompile(`(?s)(code = Unauthenticated|invalid_credentials)`),
		"the called program refuses the token: the tokens of both programs (INTERNAL_TOKEN, DISPATCHER_TOKEN, " +
			"PARTNERCONNECT_TOKEN) must share one",
	},
	{
		"postgres",
		regexp.MustCompile(
			`failed to connect to .*(user=|database=)|SQLSTATE (57P0[123]|08|53300)|dial error: .*5432|conn closed`,
		),
		"the database does not answer: check that it runs, and DATABASE_URL",
	},
	{
		"nats",
		regexp.MustCompile(
			`(?i)nats: (no servers available|timeout|connection closed|disconnected|no responders` +
				`|authorization violation|no response from stream|stale connection)`,
		),
		"NATS does not answer: check that it runs, and NATS_URL, NATS_USER and NATS_PASSWORD",
	},
	{
		"webhooks", regexp.MustCompile(`code = Unavailable`),
		"the called program does not answer: check that it runs, and WEBHOOKS_GRPC",
	},
}

// quiet writes a fault of loops when it begins, and then with growing pauses. A loop that retries meets it many times a
// second, as do all others with the same dependency.
type quiet struct {
	slog.Handler
	attrs  []slog.Attr
	faults *faults
}

// faults are the recent ones.
type faults struct {
	mu sync.Mutex // guards by
	by map[string]*ongoing
}

// ongoing is a fault that was logged.
type ongoing struct {
	next    time.Time // when it may be logged again
	pause   time.Duration
	skipped int
}

// Quiet returns a logger that does not repeat faults of loops: warnings and errors with an error or cause outside a
// request.
func Quiet(log *slog.Logger) *slog.Logger {
	return slog.New(quiet{Handler: log.Handler(), faults: &faults{by: map[string]*ongoing{}}})
}

// Handle implements slog.Handler.
func (q quiet) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn || RequestID(ctx) != "" {
		return q.Handler.Handle(ctx, r)
	}
	key, endpoint, remedy, ok := q.fault(r)
	if !ok {
		return q.Handler.Handle(ctx, r)
	}
	skipped, now := q.faults.due(key, endpoint, time.Now())
	if !now {
		return nil
	}
	r = r.Clone()
	if skipped > 0 {
		r.AddAttrs(slog.Int("not_logged", skipped))
	}
	if remedy != "" {
		r.AddAttrs(slog.String("remedy", remedy))
	}
	return q.Handler.Handle(ctx, r)
}

// fault returns what makes two records the same fault: the known cause, else the message and what it concerns, which
// may be one endpoint.
func (q quiet) fault(r slog.Record) (key, endpoint, remedy string, ok bool) {
	text, what, item := "", []string{r.Message}, false
	note := func(a slog.Attr) bool {
		switch a.Key {
		case "error", "cause":
			text += a.Value.String() + "\n"
		case "sequence", "delivery_id":
			item = true // of one message: each is logged, so that it can be found
		case "stream", "job", "task", "port", "setting":
			what = append(what, a.Value.String())
		case "endpoint_id":
			endpoint = a.Value.String()
		}
		return true
	}
	for _, a := range q.attrs {
		note(a)
	}
	r.Attrs(note)
	if text == "" || item {
		return "", "", "", false
	}
	for _, c := range causes {
		if c.text.MatchString(text) {
			return c.name, "", c.remedy, true
		}
	}
	return strings.Join(what, "\x00"), endpoint, "", true
}

// due reports whether a fault is logged now, and how often it was skipped since it last was. After a pause without it,
// it is a new one. Where more endpoints have a fault than are remembered, it is one fault of all others.
func (f *faults) due(key, endpoint string, now time.Time) (skipped int, due bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if endpoint != "" && f.room(key+"\x00"+endpoint, now) {
		key += "\x00" + endpoint
	}
	o, known := f.by[key]
	switch {
	case !known || o.over(now):
		f.by[key] = &ongoing{next: now.Add(firstPause), pause: firstPause}
		return 0, true
	case now.Before(o.next):
		o.skipped++
		return 0, false
	}
	skipped, o.skipped = o.skipped, 0
	o.pause = min(2*o.pause, longestPause)
	o.next = now.Add(o.pause)
	return skipped, true
}

// over reports whether a fault has not come for a pause.
func (o *ongoing) over(now time.Time) bool { return now.Sub(o.next) > o.pause }

// room reports whether a fault is remembered, or can be.
func (f *faults) room(key string, now time.Time) bool {
	if f.by[key] == nil && len(f.by) >= faultsKept {
		maps.DeleteFunc(f.by, func(_ string, o *ongoing) bool { return o.over(now) })
	}
	return f.by[key] != nil || len(f.by) < faultsKept
}

// WithAttrs implements slog.Handler.
func (q quiet) WithAttrs(attrs []slog.Attr) slog.Handler {
	return quiet{q.Handler.WithAttrs(attrs), append(q.attrs[:len(q.attrs):len(q.attrs)], attrs...), q.faults}
}

// WithGroup implements slog.Handler.
func (q quiet) WithGroup(name string) slog.Handler {
	return quiet{q.Handler.WithGroup(name), q.attrs, q.faults}
}
