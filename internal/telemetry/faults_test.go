package telemetry

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"go.opentelemetry.io/otel"
)

func TestFaultsOfTelemetryAreLogged(t *testing.T) {
	before := otel.GetErrorHandler()
	t.Cleanup(func() { otel.SetErrorHandler(before) })
	for text, remedy := range map[string]string{
		"traces export: rpc error: code = Unavailable desc = connection refused": "OTEL_EXPORTER_OTLP_ENDPOINT",
		"failed to connect to `user=w database=w`":                               "DATABASE_URL", "instrument twice": "",
	} {
		t.Run(text, func(t *testing.T) {
			var out bytes.Buffer
			LogFaults(NewLogger(&out, slog.LevelInfo))
			for range 3 {
				otel.Handle(errors.New(text))
			}
			var line struct{ Level, Msg, Cause, Remedy string }
			if err := json.Unmarshal(out.Bytes(), &line); err != nil { // one line: a fault that continues is not repeated
				t.Fatalf("%v: %q", err, out.String())
			}
			if line.Level != "WARN" || line.Msg != "telemetry failed" || line.Cause != ofTelemetry+text ||
				!strings.Contains(line.Remedy, remedy) || remedy == "" && line.Remedy != "" {
				t.Errorf("%+v", line)
			}
		})
	}
}
