package telemetry

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
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

// A panic of a handler is logged as an error with its stack, whatever strangers have made libraries log before. Panics
// are bounded as well: a stranger may repeat the request that causes one.
func TestPanicsHaveABudgetOfTheirOwn(t *testing.T) {
	t.Parallel()
	for name, second := range map[string]bool{"HTTP/1.1": false, "HTTP/2": true} {
		to, written := lines()
		w := &libraryLines{log: to}
		for range 2 * linesOfLibraries {
			_, _ = w.Write([]byte("http: TLS handshake error from 192.0.2.1:1: http: panic serving\n"))
		}
		before, wrote := len(written()), make(chan struct{}, 100)
		panics := func(http.ResponseWriter, *http.Request) { panic("out of range") }
		server := httptest.NewUnstartedServer(http.HandlerFunc(panics))
		server.Config.ErrorLog, server.EnableHTTP2 = log.New(signalling{w, wrote}, "", 0), second
		server.StartTLS()
		for range 2 * linesOfLibraries {
			resp, err := server.Client().Get(server.URL)
			if err == nil {
				t.Errorf("%s: a panic is answered by %s", name, resp.Status)
				_ = resp.Body.Close()
			}
			<-wrote // over HTTP/2, the client has its answer first
		}
		server.Close()
		got := written()[before:]
		if len(got) != linesOfLibraries {
			t.Errorf("%s: %d panics are logged", name, len(got))
		}
		for _, l := range got {
			text, _ := l["line"].(string)
			if l["level"] != "ERROR" || l["msg"] != "panic" || !strings.Contains(text, "out of range") ||
				!strings.Contains(text, "libraries_test.go") {
				t.Fatalf("%s: %v", name, l)
			}
		}
	}
}

// A signalling writer passes lines on, and then says so.
type signalling struct {
	to    io.Writer
	wrote chan struct{}
}

func (s signalling) Write(b []byte) (int, error) {
	defer func() { s.wrote <- struct{}{} }()
	return s.to.Write(b)
}
