package telemetry

import (
	"context"
	"log/slog"

	"github.com/go-logr/logr"
	"go.opentelemetry.io/otel"
)

// LogFaults has the log of a process say what OpenTelemetry reports of itself, such as a collector that does not answer. Otherwise it goes to
// standard error as plain text between the lines of JSON. OpenTelemetry has one handler: this is for what starts a process.
func LogFaults(log *slog.Logger) {
	log = Quiet(log)
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		log.LogAttrs(context.Background(), slog.LevelWarn, "telemetry failed", slog.String("cause", ofTelemetry+err.Error()))
	}))
	otel.SetLogger(logr.FromSlogHandler(log.Handler()))
}

// ofTelemetry begins the cause of its faults, by which those of calls to the collector are known from those of calls to other programs.
const ofTelemetry = "telemetry: "
