package telemetry

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// What libraries write to the standard logger is bounded, however much a stranger causes.
func TestLinesOfLibraries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, written := lines()
		w := &libraryLines{log: log}
		for i := range 100_000 {
			_, _ = fmt.Fprintf(w, "Transport: unhandled response frame type %d\n", i)
		}
		_, _ = w.Write([]byte(strings.Repeat("x", 1<<20)))
		time.Sleep(linesPeriod)
		_, _ = w.Write([]byte(strings.Repeat("y", 1<<20)))
		got := written()
		if len(got) != linesOfLibraries+1 {
			t.Fatalf("%d lines", len(got))
		}
		first, last := got[0], got[linesOfLibraries]
		const line = "Transport: unhandled response frame type 0"
		if first["level"] != "WARN" || first["line"] != line || first["skipped"] != nil {
			t.Errorf("the first is %v", first)
		}
		if len(last["line"].(string)) != longestLine || last["skipped"] != float64(100_001-linesOfLibraries) {
			t.Errorf("the last has %d bytes, skipped %v", len(last["line"].(string)), last["skipped"])
		}
	})
}
