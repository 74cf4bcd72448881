package e2e

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/partnerline/partnerline/testkit/receiver"
)

// answersChallenges is a receiver that proves who controls it.
func answersChallenges(_ int, req receiver.Request) receiver.Response {
	var event struct {
		Type string
		Data struct{ Challenge string }
	}
	if err := json.Unmarshal(req.Body, &event); err != nil || event.Type != "webhook.challenge" {
		return receiver.Response{Status: http.StatusBadRequest}
	}
	return receiver.Response{Status: http.StatusOK, Body: []byte(`{"challenge": "` + event.Data.Challenge + `"}`)}
}

// A receiver proves who controls it by answering a challenge, which reaches it although its endpoint is inactive. A
// server that sends back what it gets proves nothing, and another URL ends the proof.
func TestReceiverProvesOwnership(t *testing.T) {
	t.Parallel()
	s := share(t, usual)
	echo, own := receiver.New(t), receiver.New(t)
	echo.Respond(func(_ int, req receiver.Request) receiver.Response {
		return receiver.Response{Status: http.StatusOK, Body: req.Body}
	})
	own.Respond(answersChallenges)
	id, _ := s.endpoint(echo.URL())
	state := func() any { return s.read(id)["ownership"].(map[string]any)["state"] }
	verify := func() {
		t.Helper()
		var sent string
		s.eventually("a challenge may be sent, 5 seconds after the change", func() bool {
			status, body := s.api("POST", "/api/v1/webhooks/"+id+"/verify", nil)
			if status == http.StatusAccepted {
				sent = body["data"].(map[string]any)["delivery_id"].(string)
			}
			return status == http.StatusAccepted
		})
		s.eventually("the challenge is delivered", func() bool {
			_, body := s.api("GET", "/api/v1/deliveries/"+sent, nil)
			data, _ := body["data"].(map[string]any)
			return data["status"] == "delivered"
		})
	}
	change := func(members map[string]any) {
		t.Helper()
		if status, body := s.api("PATCH", "/api/v1/webhooks/"+id, members); status != http.StatusOK {
			t.Fatalf("%d %v", status, body)
		}
	}
	verify()
	if got := state(); got != "unproven" {
		t.Errorf("a server that sends back what it gets makes it %v", got)
	}
	change(map[string]any{"url": own.URL(), "is_active": false})
	verify()
	if got := s.read(id); state() != "proven" || got["is_active"] != false {
		t.Errorf("%v", got)
	}
	change(map[string]any{"url": echo.URL()})
	if got := state(); got != "unproven" {
		t.Errorf("with another URL it is %v", got)
	}
}
