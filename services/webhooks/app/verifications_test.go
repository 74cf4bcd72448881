package app

import (
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	verificationsv1 "github.com/partnerline/partnerline/proto/gen/verifications/v1"
)

func (s *service) openVerification(key string) string {
	s.t.Helper()
	return s.call("POST", s.public+"/api/v1/verifications", key, map[string]any{"kind": "identity"}).want(s.t,
		http.StatusCreated).data()["id"].(string)
}

func TestVerificationSandbox(t *testing.T) {
	t.Parallel()
	s := shared(t)
	id := s.openVerification(s.key)
	for _, prefix := range []string{"/api/v1", ""} {
		v := s.call("GET", s.public+prefix+"/verifications/"+id, s.key, nil).want(t, 200).data()
		if v["status"] != "pending" || v["result"] != nil || v["completed_at"] != nil || v["attempt"] != 1.0 {
			t.Errorf("%v", v)
		}
	}
	path := s.public + "/api/v1/verifications/" + id
	s.call("GET", path, s.other, nil).wantProblem(t, 404, "verification_not_found")
	s.call("POST", path+"/advance", s.other, map[string]any{"to": "completed"}).wantProblem(t, 404,
		"verification_not_found")
	s.call("POST", path+"/advance", s.key, map[string]any{"to": "sideways"}).wantProblem(t, 422,
		"validation_failed", "/to")
	s.call("POST", path+"/advance", s.key, map[string]any{"to": "failed", "reason_codes": []string{"bad"}}).wantProblem(t,
		422, "validation_failed", "/reason_codes/0")
	done := s.call("POST", path+"/advance", s.key,
		map[string]any{"to": "failed", "reason_codes": []string{"document_expired"}}).want(t, 200).data()
	result := done["result"].(map[string]any)
	if done["status"] != "failed" || result["outcome"] != "not_verified" ||
		result["reason_codes"].([]any)[0] != "document_expired" {
		t.Errorf("%v", done)
	}
	s.call("POST", path+"/advance", s.key, map[string]any{"to": "completed"}).wantProblem(t, 409, "invalid_state")
}

func TestVerificationPages(t *testing.T) {
	t.Parallel()
	s := shared(t)
	var ids []string
	for range 7 {
		ids = append(ids, s.openVerification(s.key))
	}
	s.openVerification(s.other)
	// The recovery loop of the requirements: oldest change first.
	s.call("POST", s.public+"/verifications/"+ids[0]+"/advance", s.key, map[string]any{"to": "completed"}).want(t, 200)
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"order=updated_at", append(append([]string{}, ids[1:]...), ids[0])},
		{"", reverse(ids)},
		{"status=completed", ids[:1]},
		{"status=completed&kind=company", nil},
	} {
		t.Run(c.query, func(t *testing.T) {
			var got []string
			token := ""
			for pages := 0; ; pages++ {
				if pages > 5 {
					t.Fatal("the pages do not end")
				}
				a := s.call("GET", s.public+"/verifications?page_size=3&"+c.query+"&page_token="+token, s.key, nil).want(t, 200)
				for _, v := range a.Body["data"].([]any) {
					got = append(got, v.(map[string]any)["id"].(string))
				}
				meta := a.Body["meta"].(map[string]any)
				if meta["page_size"] != 3.0 {
					t.Errorf("meta %v", meta)
				}
				if token = meta["next_page_token"].(string); token == "" {
					break
				}
				// A token belongs to its query and its tenant.
				s.call("GET", s.public+"/verifications?page_size=3&kind=company&page_token="+token, s.key, nil).wantProblem(t, 400,
					"invalid_page_token")
				s.call("GET", s.public+"/verifications?page_size=3&"+c.query+"&page_token="+token, s.other, nil).wantProblem(t, 400,
					"invalid_page_token")
			}
			if len(got) != len(c.want) {
				t.Fatalf("%q: %v, want %v", c.query, got, c.want)
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Errorf("%q: %v, want %v", c.query, got, c.want)
					break
				}
			}
		})
	}
	s.call("GET", s.public+"/verifications?page_size=-1", s.key, nil).wantProblem(t, 400, "invalid_parameter", "page_size")
}

func reverse(in []string) []string {
	out := make([]string, 0, len(in))
	for i := len(in) - 1; i >= 0; i-- {
		out = append(out, in[i])
	}
	return out
}

func TestVerificationControl(t *testing.T) {
	t.Parallel()
	s := shared(t)
	client, ctx := verificationsv1.NewVerificationControlServiceClient(s.grpc), internal(t.Context())
	opened, err := client.OpenVerification(ctx, &verificationsv1.OpenVerificationRequest{
		TenantId: s.tenant,
		Livemode: true,
		Kind:     "company",
	})
	if err != nil {
		t.Fatal(err)
	}
	id := opened.GetData().GetId()
	again, err := client.OpenVerification(ctx, &verificationsv1.OpenVerificationRequest{
		TenantId: s.tenant,
		Livemode: true,
		Kind:     "company",
		Id:       id,
	})
	if err != nil || again.GetData().GetId() != id {
		t.Fatalf("%v, %v", again, err)
	}
	step := func(to string) (*verificationsv1.TransitionVerificationResponse, error) {
		return client.TransitionVerification(ctx, &verificationsv1.TransitionVerificationRequest{
			TenantId: s.tenant,
			Id:       id,
			To:       to,
		})
	}
	if _, err := step("completed"); status.Code(err) != codes.FailedPrecondition {
		t.Fatalf("a step too far: %v", err)
	}
	for _, to := range []string{"in_progress", "in_progress"} { // the second is no step and no event
		if _, err := step(to); err != nil {
			t.Fatal(err)
		}
	}
	retry := func(attempt int32) (*verificationsv1.RetryVerificationResponse, error) {
		return client.RetryVerification(ctx, &verificationsv1.RetryVerificationRequest{
			TenantId: s.tenant,
			Id:       id,
			Attempt:  attempt,
		})
	}
	for i, attempt := range []int32{0, 2, 3, 3} { // one that has begun is no further try
		if r, err := retry(attempt); err != nil || r.GetData().GetAttempt() != max(attempt, 2) ||
			r.GetData().GetStatus() != "in_progress" {
			t.Fatalf("retry %d: %v, %v", i, r, err)
		}
	}
	if _, err := retry(0); status.Code(err) != codes.FailedPrecondition {
		t.Fatalf("a fourth try: %v", err)
	}
	if _, err := client.OpenVerification(ctx,
		&verificationsv1.OpenVerificationRequest{TenantId: "ten_nobody",
			Kind: "identity"}); status.Code(err) != codes.NotFound {
		t.Fatalf("unknown tenant: %v", err)
	}
	// A live session is not among the test ones.
	s.call("GET", s.public+"/verifications/"+id, s.key, nil).wantProblem(t, 404, "verification_not_found")
	s.call("GET", s.public+"/verifications/"+id, s.keyLive, nil).want(t, 200)
}

// checksOf are the results of a session's checks by their types.
func checksOf(v map[string]any) map[string]string {
	out := map[string]string{}
	for _, c := range v["checks"].([]any) {
		check := c.(map[string]any)
		out[check["type"].(string)] = check["status"].(string)
	}
	return out
}

// Each check carries the result that was reported for it; what no result was reported for when the session ended did
// not run.
func TestVerificationChecks(t *testing.T) {
	t.Parallel()
	s := shared(t)
	check := func(kind, status string) map[string]any { return map[string]any{"type": kind, "status": status} }
	for name, c := range map[string]struct {
		to      string
		reports []any
		want    map[string]string
	}{
		"completed without a report": {"completed", nil,
			map[string]string{"document": "not_run", "liveness": "not_run", "national_id": "not_run", "sanctions": "not_run"}},
		"completed with some": {
			"completed", []any{check("document", "passed"), check("liveness", "passed"), check("national_id", "inconclusive")},
			map[string]string{"document": "passed", "liveness": "passed", "national_id": "inconclusive", "sanctions": "not_run"},
		},
		"failed": {
			"failed", []any{check("document", "passed"), check("liveness", "failed")},
			map[string]string{"document": "passed", "liveness": "failed", "national_id": "not_run", "sanctions": "not_run"},
		},
		"cancelled": {"cancelled", nil,
			map[string]string{"document": "not_run", "liveness": "not_run", "national_id": "not_run", "sanctions": "not_run"}},
		"not yet at an end": {"processing", []any{check("document", "passed")},
			map[string]string{"document": "passed", "liveness": "pending", "national_id": "pending", "sanctions": "pending"}},
	} {
		t.Run(name, func(t *testing.T) {
			id := s.openVerification(s.key)
			body := map[string]any{"to": c.to}
			if c.reports != nil {
				body["checks"] = c.reports
			}
			got := checksOf(s.call("POST", s.public+"/verifications/"+id+"/advance", s.key, body).want(t, 200).data())
			if !maps.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
			if read := checksOf(s.call("GET", s.public+"/verifications/"+id, s.key, nil).want(t, 200).data()); !maps.Equal(read,
				c.want) {
				t.Errorf("read back %v, want %v", read, c.want)
			}
		})
	}
	path := s.public + "/verifications/" + s.openVerification(s.key) + "/advance"
	for name, c := range map[string]struct {
		checks []any
		field  string
	}{
		"of another kind":           {[]any{check("bank_transfer", "passed")}, "/checks/0/type"},
		"twice":                     {[]any{check("document", "passed"), check("document", "passed")}, "/checks/1/type"},
		"no result":                 {[]any{check("document", "pending")}, "/checks/0/status"},
		"a failed check, completed": {[]any{check("document", "passed"), check("sanctions", "failed")}, "/checks/1/status"},
	} {
		t.Run("refused/"+name, func(t *testing.T) {
			s.call("POST", path, s.key, map[string]any{"to": "completed", "checks": c.checks}).wantProblem(t, 422,
				"validation_failed", c.field)
		})
	}
	// A later result replaces an earlier one, as a person's review does, and a failed one prevents the end as completed.
	s.call("POST", path, s.key, map[string]any{"to": "in_review", "checks": []any{check("document", "failed")}}).want(t,
		200)
	s.call("POST", path, s.key, map[string]any{"to": "completed"}).wantProblem(t, 409, "invalid_state")
	done := checksOf(s.call("POST", path, s.key,
		map[string]any{"to": "completed", "checks": []any{check("document", "passed")}}).want(t, 200).data())
	if done["document"] != "passed" || done["sanctions"] != "not_run" {
		t.Errorf("after the review: %v", done)
	}
}

// The sessions of many tenants and both modes are returned at once; what no session has is left out.
func TestBatchGetVerifications(t *testing.T) {
	t.Parallel()
	s := shared(t)
	client, ctx := verificationsv1.NewVerificationControlServiceClient(s.grpc), internal(t.Context())
	ids := []string{s.openVerification(s.key), s.openVerification(s.other)}
	live, err := client.OpenVerification(ctx, &verificationsv1.OpenVerificationRequest{
		TenantId: s.tenant,
		Livemode: true,
		Kind:     "company",
	})
	if err != nil {
		t.Fatal(err)
	}
	ids = append(ids, live.GetData().GetId())
	got, err := client.BatchGetVerifications(ctx,
		&verificationsv1.BatchGetVerificationsRequest{Ids: append([]string{uuid.NewString()}, ids...)})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, v := range got.GetData() {
		found[v.GetId()] = v.GetStatus()
	}
	if !maps.Equal(found, map[string]string{ids[0]: "pending", ids[1]: "pending", ids[2]: "pending"}) {
		t.Errorf("%v, of %v", found, ids)
	}
	for name, req := range map[string]*verificationsv1.BatchGetVerificationsRequest{
		"none": {}, "no UUID": {Ids: []string{"x"}}, "too many": {Ids: slices.Repeat([]string{ids[0]}, 101)},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := client.BatchGetVerifications(ctx, req); status.Code(err) != codes.InvalidArgument {
				t.Error(err)
			}
		})
	}
}
