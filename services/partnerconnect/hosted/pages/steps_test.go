package pages

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"go.opentelemetry.io/otel/metric/noop"

	"github.com/partnerline/partnerline/internal/pagekit"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/hosted/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// The partner learns the ref and the result, and only by its own address.
func TestReturnURL(t *testing.T) {
	o := merchant()
	if got := returnURL(&o); got != "https://partner.example/back?ref=mrc_00000000000000000000000000&result=interrupted&shop=7" {
		t.Errorf("before the signature: %s", got)
	}
	o.Flow.Signature = &onboarding.Signature{}
	if got := returnURL(&o); got != "https://partner.example/back?ref=mrc_00000000000000000000000000&result=completed&shop=7" {
		t.Errorf("after it: %s", got)
	}
	o.Data.ReturnURL = ""
	if got := returnURL(&o); got != "" {
		t.Errorf("without one: %s", got)
	}
}

// noProvider fails the test when the verification service is asked.
type noProvider struct{ t *testing.T }

func (p noProvider) Open(context.Context, string, onboarding.Onboarding, pc.InvitationID) error {
	p.t.Error("a session was opened")
	return nil
}

func (p noProvider) Sessions(context.Context, []string) (map[string]onboarding.SessionState, error) {
	p.t.Error("the states of sessions were asked for")
	return nil, nil
}

func (p noProvider) Transition(context.Context, string, string, string, map[string]string, []string) error {
	p.t.Error("someone chose the outcome of a live check")
	return nil
}

func (p noProvider) Retry(context.Context, string, string, int) error {
	p.t.Error("an attempt was begun")
	return nil
}

// The sandbox's buttons are not there in live mode, and their forms are refused: nothing is stored, for there is no
// store.
func TestLiveModeHasNoSandbox(t *testing.T) {
	for _, do := range []string{"verified", "failed", "matched", "mismatch"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/connect/flow/identity", nil)
		r.PostForm = url.Values{"do": {do}}
		identity, err := merchantusecase.NewVerifications(noProvider{t}, nil, nil, noop.Meter{}, nil, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		flow := usecase.NewFlow(usecase.FlowParts{
			Sessions: usecase.NewSessions(nil, nil, nil, nil, provider.Connected{}), Identity: identity, Keys: linkKeys(t),
		})
		x := &exchange{h: &Handler{flow: flow}, Exchange: &pagekit.Exchange{R: r},
			page: page{Page: pagekit.Page{Lang: "en", Texts: texts}}}
		x.visit.Onboarding = merchant()
		x.visit.Onboarding.Livemode = true
		x.visit.Onboarding.Flow.Verification = sessionIn("pending")
		for name, act := range map[string]func(*exchange) (string, error){"identity": actIdentity, "transfer": actTransfer} {
			t.Run(name, func(t *testing.T) {
				if _, err := act(x); !errors.Is(err, hostedflow.FormOld) {
					t.Errorf("%s to %s: %v", do, name, err)
				}
			})
		}
		if data, err := viewIdentity(x); err != nil || data.(identityView).Sandbox || !data.(identityView).Waiting {
			t.Errorf("the identity page: %+v %v", data, err)
		}
		if data, err := viewTransfer(x); err != nil || data.(transferView).Sandbox {
			t.Errorf("the transfer page: %+v %v", data, err)
		}
	}
}
