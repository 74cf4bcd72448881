package app

import (
	"net/http"
	"testing"

	verificationsv1 "github.com/partnerline/partnerline/proto/gen/verifications/v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func (s *service) openVerification(key string) string {
	s.t.Helper()
	return s.call("POST", s.public+"/api/v1/verifications", key, map[string]any{"kind": "identity"}).want(s.t, http.StatusCreated).data()["id"].(string)
}

func TestVerificationSandbox(t *testing.T) {
	s := start(t)
	id := s.openVerification(s.key)
	for _, prefix := range []string{"/api/v1", ""} {
		v := s.call("GET", s.public+prefix+"/verifications/"+id, s.key, nil).want(t, 200).data()
		if v["status"] != "pending" || v["result"] != nil || v["completed_at"] != nil || v["attempt"] != 1.0 {
			t.Errorf("%v", v)
		}
	}
	path := s.public + "/api/v1/verifications/" + id
	s.call("GET", path, s.other, nil).wantProblem(t, 404, "verification_not_found")
	s.call("POST", path+"/advance", s.other, map[string]any{"to": "completed"}).wantProblem(t, 404, "verification_not_found")
	s.call("POST", path+"/advance", s.key, map[string]any{"to": "sideways"}).wantProblem(t, 422, "validation_failed", "/to")
	s.call("POST", path+"/advance", s.key, map[string]any{"to": "failed", "reason_codes": []string{"bad"}}).wantProblem(t, 422, "validation_failed", "/reason_codes/0")
	done := s.call("POST", path+"/advance", s.key, map[string]any{"to": "failed", "reason_codes": []string{"document_expired"}}).want(t, 200).data()
	result := done["result"].(map[string]any)
	if done["status"] != "failed" || result["outcome"] != "not_verified" || result["reason_codes"].([]any)[0] != "document_expired" {
		t.Errorf("%v", done)
	}
	s.call("POST", path+"/advance", s.key, map[string]any{"to": "completed"}).wantProblem(t, 409, "invalid_state")
}

func TestVerificationPages(t *testing.T) {
	s := start(t)
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
			s.call("GET", s.public+"/verifications?page_size=3&kind=company&page_token="+token, s.key, nil).wantProblem(t, 400, "invalid_page_token")
			s.call("GET", s.public+"/verifications?page_size=3&"+c.query+"&page_token="+token, s.other, nil).wantProblem(t, 400, "invalid_page_token")
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
	}
	s.call("GET", s.public+"/verifications?page_size=-1", s.key, nil).wantProblem(t, 422, "validation_failed", "/page_size")
}

func reverse(in []string) []string {
	out := make([]string, 0, len(in))
	for i := len(in) - 1; i >= 0; i-- {
		out = append(out, in[i])
	}
	return out
}

func TestVerificationControl(t *testing.T) {
	s := start(t)
	client, ctx := verificationsv1.NewVerificationControlServiceClient(s.grpc), internal(t.Context())
	opened, err := client.OpenVerification(ctx, &verificationsv1.OpenVerificationRequest{TenantId: "ten_a", Livemode: true, Kind: "company"})
	if err != nil {
		t.Fatal(err)
	}
	id := opened.GetData().GetId()
	again, err := client.OpenVerification(ctx, &verificationsv1.OpenVerificationRequest{TenantId: "ten_a", Livemode: true, Kind: "company", Id: id})
	if err != nil || again.GetData().GetId() != id {
		t.Fatalf("%v, %v", again, err)
	}
	step := func(to string) (*verificationsv1.TransitionVerificationResponse, error) {
		return client.TransitionVerification(ctx, &verificationsv1.TransitionVerificationRequest{TenantId: "ten_a", Id: id, To: to})
	}
	if _, err := step("completed"); status.Code(err) != codes.FailedPrecondition {
		t.Fatalf("a step too far: %v", err)
	}
	for _, to := range []string{"in_progress", "in_progress"} { // the second is no step and no event
		if _, err := step(to); err != nil {
			t.Fatal(err)
		}
	}
	retry := func() (*verificationsv1.RetryVerificationResponse, error) {
		return client.RetryVerification(ctx, &verificationsv1.RetryVerificationRequest{TenantId: "ten_a", Id: id})
	}
	for want := int32(2); want <= 3; want++ {
		if r, err := retry(); err != nil || r.GetData().GetAttempt() != want || r.GetData().GetStatus() != "in_progress" {
			t.Fatalf("%v, %v", r, err)
		}
	}
	if _, err := retry(); status.Code(err) != codes.FailedPrecondition {
		t.Fatalf("a fourth try: %v", err)
	}
	if _, err := client.OpenVerification(ctx, &verificationsv1.OpenVerificationRequest{TenantId: "ten_nobody", Kind: "identity"}); status.Code(err) != codes.NotFound {
		t.Fatalf("unknown tenant: %v", err)
	}
	// A live session is not among the test ones.
	s.call("GET", s.public+"/verifications/"+id, s.key, nil).wantProblem(t, 404, "verification_not_found")
	s.call("GET", s.public+"/verifications/"+id, s.keyLive, nil).want(t, 200)
}
