package figures_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/services/console/internal/figures"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var now = time.Date(2026, 11, 23, 12, 3, 4, 0, time.UTC)

// A server answers as Prometheus does: each query by answer, with the status.
type server struct {
	*httptest.Server
	calls  atomic.Int64
	answer atomic.Value // func(w http.ResponseWriter, query string)
}

func start(t *testing.T, answer func(w http.ResponseWriter, query string)) *server {
	t.Helper()
	s := &server{}
	s.answer.Store(answer)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.calls.Add(1)
		if r.URL.Path != "/below/api/v1/query_range" || r.FormValue("start") != "1795348800" ||
			r.FormValue("end") != "1795435200" || r.FormValue("step") != "600" ||
			r.Header.Get("Authorization") != "Bearer t0ken" {
			http.Error(w, fmt.Sprintf("%s %s", r.URL.Path, r.Form), http.StatusTeapot)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		s.answer.Load().(func(http.ResponseWriter, string))(w, r.FormValue("query"))
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) reader(t *testing.T, clock *time.Time) *figures.Reader {
	t.Helper()
	r, err := figures.New(s.URL+"/below", "t0ken", func() time.Time { return *clock })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func matrix(w http.ResponseWriter, series ...string) {
	_, _ = fmt.Fprintf(w, `{"status":"success","data":{"resultType":"matrix","result":[%s]}}`, strings.Join(series, ","))
}

// The figures of a day are read by ten minutes, once a minute however many ask; what is no number is no point.
func TestDay(t *testing.T) {
	s := start(t, func(w http.ResponseWriter, query string) {
		switch query {
		case "max by (stage) (webhooks_stage_waiting)":
			matrix(w, `{"metric":{"stage":"DELIVERIES"},"values":[[1795348800,"3"],[1795434600,"NaN"],[1795435200,"7.5"]]}`,
				`{"metric":{"stage":"outbox"},"values":[[1795348200,"9"],[1795435200,"+Inf"]]}`)
		default:
			matrix(w)
		}
	})
	clock := now
	r := s.reader(t, &clock)
	list, err := r.Day(t.Context())
	if err != nil || len(list) != 2 {
		t.Fatalf("%v, %v", list, err)
	}
	one := list[0]
	if one.Name != "stage_waiting" || one.Of != "DELIVERIES" || len(one.Values) != 145 || one.Values[0] != 3 ||
		one.Values[143] != 0 || one.Values[144] != 7.5 ||
		!slices.Equal(one.Points, []figures.Point{{At: now.Truncate(10 * time.Minute).Add(-24 * time.Hour), Value: 3},
			{At: now.Truncate(10 * time.Minute), Value: 7.5}}) {
		t.Errorf("%+v", one)
	}
	if other := list[1]; other.Of != "outbox" || len(other.Points) != 0 {
		t.Errorf("%+v", other)
	}
	asked := s.calls.Load()
	clock = now.Add(59 * time.Second)
	if _, err := r.Day(t.Context()); err != nil || s.calls.Load() != asked {
		t.Errorf("%d calls more, %v", s.calls.Load()-asked, err)
	}
	clock = now.Add(61 * time.Second)
	if _, err := r.Day(t.Context()); err != nil || s.calls.Load() != 2*asked {
		t.Errorf("%d calls, %v, want %d", s.calls.Load(), err, 2*asked)
	}
}

// What is not an answer is an error, and is not asked for again at once. No other address gets the token.
func TestFaults(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter,
		*http.Request) {
		t.Error("a redirect was followed")
	}))
	t.Cleanup(elsewhere.Close)
	for name, answer := range map[string]func(w http.ResponseWriter, query string){
		"a status": func(w http.ResponseWriter, _ string) { w.WriteHeader(http.StatusBadGateway) },
		"a page":   func(w http.ResponseWriter, _ string) { _, _ = w.Write([]byte("<html>")) },
		"no matrix": func(w http.ResponseWriter, _ string) {
			_, _ = w.Write([]byte(`{"status":"success","data":{"resultType":"scalar","result":[1,"1"]}}`))
		},
		"a redirect": func(w http.ResponseWriter, _ string) {
			w.Header().Set("Location", elsewhere.URL)
			w.WriteHeader(http.StatusTemporaryRedirect)
		},
		"far too much": func(w http.ResponseWriter, _ string) {
			_, _ = w.Write([]byte(`{"status":"` + strings.Repeat("s", 5<<20)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, answer)
			clock := now
			r := s.reader(t, &clock)
			if list, err := r.Day(t.Context()); err == nil {
				t.Fatalf("%v", list)
			} else if strings.Contains(err.Error(), "t0ken") {
				t.Error(err)
			}
			s.answer.Store(func(w http.ResponseWriter, _ string) { matrix(w) })
			clock = now.Add(9 * time.Second)
			if _, err := r.Day(t.Context()); err == nil {
				t.Error("it was asked again at once")
			}
			clock = now.Add(11 * time.Second)
			if _, err := r.Day(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// A person who does not wait for the answer leaves it to the next one.
func TestAPersonWhoLeaves(t *testing.T) {
	s := start(t, func(w http.ResponseWriter, _ string) { matrix(w) })
	clock := now
	r := s.reader(t, &clock)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Day(gone); err != nil {
		t.Error(err)
	}
}
