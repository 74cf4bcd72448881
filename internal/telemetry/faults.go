package telemetry

import (
	"context"
	"log/slog"

	"github.com/go-logr/logr"
	"go.opentelemetry.io/otel"
)

// LogFaults writes what libraries report by themselves to the log of a process: OpenTelemetry, such as a collector
// that does not answer, net/http and gRPC. Without it they write to standard error, as plain text between the lines of
// JSON and without a bound. Each of them has one handler: LogFaults is for what starts a process.
func LogFaults(log *slog.Logger) {
	logLibraries(log)
	log = Quiet(log)
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		log.LogAttrs(context.Background(), slog.LevelWarn, "telemetry failed", slog.String("cause", ofTelemetry+err.Error()))
	}))
	otel.SetLogger(logr.FromSlogHandler(log.Handler()))
}

// ofTelemetry begins the cause of its faults, by which those of calls to the collector are known from those of calls to
// other programs.
const ofTelemetry = "telemetry: "
