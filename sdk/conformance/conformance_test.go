package conformance_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/sdk/conformance"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

// What needs a hook or reports is not run without them, and a verdict that lacks checks is no pass.
func TestVerdict(t *testing.T) {
	o := newSandbox(t, "", func(server *grpc.Server, s *sandbox, _ *grpc.ClientConn) {
		providersv1.RegisterPaymentEngineServer(server, engine{sandbox: s})
	})
	o.Part, o.Reports = "payment_engine", nil
	var progress bytes.Buffer
	v, err := conformance.Run(t.Context(), o, &progress)
	if err != nil || v.ExitCode() != 3 || v.Outcome != conformance.NotRun ||
		!strings.Contains(progress.String(), "not run  paid\n         demanded: ") {
		t.Errorf("%v, %+v\n%s", err, v, progress.String())
	}
	var out bytes.Buffer
	if err := v.JSON(&out); err != nil {
		t.Fatal(err)
	}
	var back conformance.Verdict
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || len(back.Results) != len(v.Results) ||
		back.Results[0].Demand == "" {
		t.Errorf("%v: %s", err, out.String())
	}
	o.Only = []string{"create", "token"}
	if v, err := conformance.Run(t.Context(), o, io.Discard); err != nil || v.ExitCode() != 0 || len(v.Results) != 2 {
		t.Errorf("%v, %+v", err, v)
	}
	o.Only = []string{"creates"}
	if _, err := conformance.Run(t.Context(), o, io.Discard); err == nil || !strings.Contains(err.Error(), "creates") {
		t.Errorf("a check that is not: %v", err)
	}
	o.Part = "engine"
	if _, err := conformance.Run(t.Context(), o, io.Discard); err == nil ||
		!strings.Contains(err.Error(), "payment_engine") {
		t.Errorf("a part that is not: %v", err)
	}
}
