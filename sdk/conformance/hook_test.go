package conformance_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/sdk/conformance"
)

// A hook of each kind says that an act was done, was not done, or cannot be done.
func TestHooks(t *testing.T) {
	act := conformance.Act{Action: "pay", Subject: "pay_1", PageURL: "https://engine.example/1", Amount: 100,
		Currency: "PLN"}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var got conformance.Act
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil || got != act {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		switch r.URL.Path {
		case "/no":
			w.WriteHeader(http.StatusInternalServerError)
		case "/cannot":
			w.WriteHeader(http.StatusNotImplemented)
		}
	}))
	t.Cleanup(server.Close)
	shell := func(script string) conformance.Hook { return conformance.Command([]string{"sh", "-c", script}) }
	ask := func(answer string) conformance.Hook {
		var asked strings.Builder
		t.Cleanup(func() {
			if !strings.Contains(asked.String(), act.PageURL) {
				t.Error("the question does not say where to pay")
			}
		})
		return conformance.Ask(strings.NewReader(answer), &asked)
	}
	for kind, hooks := range map[string][3]conformance.Hook{
		"command": {shell(`grep -q '"action":"pay","subject":"pay_1"'`), shell("exit 1"), shell("exit 3")},
		"url": {conformance.Post(server.URL + "/"), conformance.Post(server.URL + "/no"),
			conformance.Post(server.URL + "/cannot")},
		"person": {ask("\n"), ask("n\n"), ask("s\n")},
	} {
		t.Run(kind, func(t *testing.T) {
			done, not, cannot := hooks[0](t.Context(), act), hooks[1](t.Context(), act), hooks[2](t.Context(), act)
			if done != nil || not == nil || errors.Is(not, conformance.ErrCannot) || !errors.Is(cannot, conformance.ErrCannot) {
				t.Errorf("done: %v; not done: %v; cannot be done: %v", done, not, cannot)
			}
		})
	}
}
