package app_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/status"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/testkit/messagebox"
	"github.com/partnerline/partnerline/testkit/wait"
)

// page reads a page of a list and returns its refs.
func (s *system) page(key, query string) (refs []string, token string) {
	s.t.Helper()
	m := s.must(200, "GET", "/onboarding?"+query, key, "").json(s.t)
	for _, o := range m["data"].([]any) {
		refs = append(refs, o.(map[string]any)["ref"].(string))
	}
	token, _ = m["next_page_token"].(string)
	return refs, token
}

// pages reads a list to its end.
func (s *system) pages(key, query string) (refs []string) {
	s.t.Helper()
	for token := ""; ; {
		page, next := s.page(key, query+"&page_token="+url.QueryEscape(token))
		refs = append(refs, page...)
		if token = next; token == "" {
			return refs
		}
	}
}

// Lists have each onboarding of the key's channels once, in their order, whatever the size of the pages; filters leave
// out what does not fit.
func TestListsHaveEachOnboardingOnce(t *testing.T) {
	t.Parallel()
	s := shared(t)
	s.partner("a", "a", "a2", "a3")
	key := s.key("a", "a", "a2")
	foreign := s.simple("b")
	s.create(foreign, `{"partner_external_ref":"7"}`)
	var refs []string // newest first
	in := map[string][]string{}
	for i := range 11 {
		channel := []string{s.id("chn_a"), s.id("chn_a2")}[i%2]
		ref := s.create(key, text(object{"partner_external_ref": fmt.Sprint(i), "channel": channel}))
		refs = append([]string{ref}, refs...)
		in[channel] = append([]string{ref}, in[channel]...)
	}
	equal := func(name string, got, want []string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n got %v\nwant %v", name, got, want)
		}
	}
	for _, size := range []string{"0", "1", "3", "11", "12", "1000"} {
		equal("all, by "+size, s.pages(key, "page_size="+size), refs)
	}
	equal("one channel", s.pages(key, "channel="+s.id("chn_a2")+"&page_size=2"), in[s.id("chn_a2")])
	equal("by ref", s.pages(key, "partner_external_ref=7"), refs[3:4])
	equal("an empty ref", s.pages(key, "partner_external_ref="), nil)
	s.must(200, "POST", "/onboarding/"+refs[4]+"/cancel", key, "")
	equal("by status", s.pages(key, "status=cancelled"), refs[4:5])
	equal("by another status", s.pages(key, "status=draft&page_size=4"), append(slices.Clone(refs[:4]), refs[5:]...))

	// By change: what changes moves to the end, and nothing else does.
	from := "updated_from=2020-01-01T00:00:00Z"
	byChange := slices.Clone(refs)
	slices.Reverse(byChange)
	byChange = append(slices.DeleteFunc(byChange, func(r string) bool { return r == refs[4] }), refs[4])
	equal("by change", s.pages(key, from+"&page_size=3"), byChange)
	s.must(200, "PATCH", "/onboarding/"+refs[9], key, `{"metadata":{"a":"b"}}`)
	byChange = append(slices.DeleteFunc(byChange, func(r string) bool { return r == refs[9] }), refs[9])
	equal("after a change", s.pages(key, from+"&page_size=3"), byChange)
	at, _ := s.must(200, "GET", "/onboarding/"+refs[9], key, "").json(t)["updated_at"].(string)
	equal("from the last change", s.pages(key, "updated_from="+at), refs[9:10])
	if m := s.call("GET", "/onboarding", key, ""); strings.Contains(m.body, "/connect/") ||
		strings.Contains(m.body, "next_action") {
		t.Errorf("a list leads to the hosted flow: %s", m.body)
	}

	// A token is the query's that gave it.
	_, token := s.page(key, "page_size=2")
	_, changes := s.page(key, from+"&page_size=2")
	_, drafts := s.page(key, "status=draft&page_size=2")
	for name, c := range map[string]struct{ key, query string }{
		"altered":           {key, "page_token=" + token[:len(token)-2] + "AA"},
		"cut":               {key, "page_token=" + token[:len(token)/2]},
		"foreign":           {foreign, "page_token=" + token},
		"status added":      {key, "status=draft&page_token=" + token},
		"status left out":   {key, "page_token=" + drafts},
		"another status":    {key, "status=cancelled&page_token=" + drafts},
		"ref added":         {key, "partner_external_ref=&page_token=" + token},
		"channel added":     {key, "channel=" + s.id("chn_a") + "&page_token=" + token},
		"other order":       {key, "page_token=" + changes},
		"time added":        {key, "updated_from=1970-01-01T00:00:00Z&page_token=" + token},
		"another time":      {key, "updated_from=2020-01-01T00:00:01Z&page_token=" + changes},
		"far time":          {key, "updated_from=0001-01-01T00:00:00Z&page_token=" + changes},
		"token of an event": {key, "page_token=evt_00000000000000000000000000"},
	} {
		s.subtest(name, func(t *testing.T) {
			if a := s.call("GET", "/onboarding?"+c.query, c.key, ""); a.status != 400 ||
				a.text(t, "code") != "invalid_page_token" {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	for name, query := range map[string]string{
		"unknown status":                   "status=asleep",
		"empty status":                     "status=",
		"foreign channel":                  "channel=" + s.id("chn_b"),
		"unknown channel":                  "channel=chn_x",
		"partner's channel, not the key's": "channel=" + s.id("chn_a3"),
		"negative size":                    "page_size=-1",
		"size that is no number":           "page_size=x",
		"time that is none":                "updated_from=yesterday",
		"twice":                            "status=draft&status=draft",
	} {
		s.subtest(name, func(t *testing.T) {
			if a := s.call("GET", "/onboarding?"+query, key, ""); a.status != 400 || a.text(t, "code") != "invalid_parameter" {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
}

// No answer that a key gets names a merchant of a channel that is not the key's, however it asks.
func TestForeignMerchantsAreInNoAnswer(t *testing.T) {
	t.Parallel()
	s := start(t, connectMessages(messagebox.New(t)))
	s.importCompanies()
	s.importLive(jointCompany)
	companies := map[string]string{"one": jointCompany, "two": jointCompany, "live": liveCompany, "other": jointCompany}
	s.partner("a", "a1", "a2", "a3")
	keys := map[string]string{
		"one": s.key("a", "a1"),
		"two": s.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Scopes: allScopes,
			Channels: prefixed([]string{"a2", "a3"}), Rotate: true}).GetKey(),
		"live": s.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Livemode: true, Scopes: allScopes,
			Channels: prefixed([]string{"a1", "a2", "a3"})}).GetKey(),
		"other": s.simple("b"),
	}
	channels := map[string][]string{"one": {"chn_a1"}, "two": {"chn_a2", "chn_a3"}, "live": {"chn_a1", "chn_a2", "chn_a3"},
		"other": {"chn_b"}}
	own := map[string][]merchant{}
	var all []merchant
	for holder, key := range keys {
		for _, channel := range channels[holder] {
			body := strings.Replace(bodyUnder(externalRef(), jointCompany, companies[holder]), "{",
				`{"channel":"`+channel+`",`, 1)
			m := merchant{ref: s.create(key, body)}
			s.must(200, "PUT", "/onboarding/"+m.ref+"/representation", key, `{"is_representative":true}`)
			m.document = s.must(201, "POST", "/onboarding/"+m.ref+"/documents", key,
				uploadJSON(file(20, 'x'), nil)).text(t, "document_id")
			m.invitation = s.must(201, "POST", "/onboarding/"+m.ref+"/invitations", key, invitation("a@example.pl", nil)).text(t,
				"invitation_id")
			own[holder] = append(own[holder], m)
			all = append(all, m)
		}
	}
	for holder, key := range keys {
		s.subtest(holder, func(t *testing.T) {
			wait.Until(t, "its events are there", func() bool {
				return strings.Count(s.call("GET", "/events?type=onboarding.status_changed", key, "").body,
					`"status":"draft"`) == len(own[holder])
			})
			for _, op := range operations() {
				called := map[string]bool{}
				for _, m := range append([]merchant{own[holder][0]}, all...) {
					for _, mixed := range []merchant{m, {own[holder][0].ref, m.document, m.invitation},
						{m.ref, own[holder][0].document, own[holder][0].invitation}} {
						if op.method != "GET" && slices.Contains(own[holder], mixed) {
							continue // it would change what the next one looks for
						}
						if called[mixed.in(op.path)] {
							continue // the path has none of the ids that differ
						}
						called[mixed.in(op.path)] = true
						a := s.call(op.method, mixed.in(op.path), key, successes[op.name].body)
						// the instance is what was asked for
						body, header := strings.ReplaceAll(a.body, mixed.in(op.path), ""), fmt.Sprint(a.header)
						for _, other := range all {
							if slices.Contains(own[holder], other) {
								continue
							}
							for _, id := range []string{other.ref, other.document, other.invitation} {
								if strings.Contains(body, id) || strings.Contains(header, id) {
									t.Errorf("%s sees %s by %s %s: %s", holder, id, op.method, mixed.in(op.path), a.body)
								}
							}
						}
					}
				}
			}
		})
	}
	for holder, list := range own {
		for _, m := range list { // it is unchanged
			if n := len(s.must(200, "GET", "/onboarding/"+m.ref, keys[holder], "").json(t)["documents"].([]any)); n < 1 {
				t.Errorf("%s lost its document", holder)
			}
		}
	}
}

// Over gRPC a call is refused for the same reason, with the same words and fields, as over JSON.
func TestGRPCAgreesWithJSON(t *testing.T) {
	t.Parallel()
	s := shared(t)
	s.importCompanies()
	key := s.simple("a")
	m := s.merchant(key)
	draft := s.create(key, text(object{"partner_external_ref": externalRef()}))
	ctx := bearer(t.Context(), key)
	onboarding, documents, invitations := pcv1.NewOnboardingServiceClient(s.grpc), pcv1.NewDocumentServiceClient(s.grpc),
		pcv1.NewInvitationServiceClient(s.grpc)
	for name, c := range map[string]struct {
		method, path, body string
		call               func() error
	}{
		"patch": {"PATCH", "/onboarding/" + draft,
			`{"applicant":{"phone":"1","email":""},"business":{"tax_id":{"scheme":"PL_NIP"}}}`, func() error {
				_, err := onboarding.UpdateOnboarding(ctx, &pcv1.UpdateOnboardingRequest{
					Ref: draft, Applicant: &pcv1.Applicant{Phone: ptr("1"), Email: ptr("")},
					Business: &pcv1.Business{TaxId: &pcv1.TaxID{Scheme: ptr("PL_NIP")}},
				})
				return err
			}},
		"prefill": {"PATCH", "/onboarding/" + draft + "/identity",
			`{"identity_document":{"number":"x"},"citizenships":["XX"]}`, func() error {
				_, err := onboarding.PrefillIdentity(ctx, &pcv1.PrefillIdentityRequest{
					Ref: draft, IdentityDocument: &pcv1.IdentityDocument{Number: ptr("x")}, Citizenships: []string{"XX"},
				})
				return err
			}},
		"prefill of several people": {"PATCH", "/onboarding/" + m.ref + "/identity", `{}`, func() error {
			_, err := onboarding.PrefillIdentity(ctx, &pcv1.PrefillIdentityRequest{Ref: m.ref})
			return err
		}},
		"representation": {"PUT", "/onboarding/" + m.ref + "/representation", `{}`, func() error {
			_, err := onboarding.SetRepresentation(ctx, &pcv1.SetRepresentationRequest{Ref: m.ref})
			return err
		}},
		"list": {"GET", "/onboarding?status=asleep", "", func() error {
			_, err := onboarding.ListOnboardings(ctx, &pcv1.ListOnboardingsRequest{Status: ptr("asleep")})
			return err
		}},
		"upload without a file": {"POST", "/onboarding/" + m.ref + "/documents", `{"filename":"a.pdf"}`, func() error {
			_, err := documents.UploadDocument(ctx, &pcv1.UploadDocumentRequest{Ref: m.ref, Filename: ptr("a.pdf")})
			return err
		}},
		"upload of a text": {"POST", "/onboarding/" + m.ref + "/documents", uploadJSON([]byte("text"), nil), func() error {
			_, err := documents.UploadDocument(ctx, &pcv1.UploadDocumentRequest{
				Ref: m.ref, Filename: ptr("poa.pdf"), ContentBase64: ptr("dGV4dA"), DocumentType: ptr("power_of_attorney"),
				Subject: ptr("board"),
			})
			return err
		}},
		"upload of no base64": {"POST", "/onboarding/" + m.ref + "/documents",
			uploadJSON(nil, object{"content_base64": "%"}), func() error {
				_, err := documents.UploadDocument(ctx, &pcv1.UploadDocumentRequest{
					Ref: m.ref, Filename: ptr("poa.pdf"), ContentBase64: ptr("%"), DocumentType: ptr("power_of_attorney"),
					Subject: ptr("board"),
				})
				return err
			}},
		"invitation": {"POST", "/onboarding/" + m.ref + "/invitations",
			`{"role":"friend","invitee":{"email":"x"},"member_id":"m9"}`, func() error {
				_, err := invitations.CreateInvitation(ctx, &pcv1.CreateInvitationRequest{
					Ref: m.ref, Role: ptr("friend"), Invitee: &pcv1.Invitee{Email: ptr("x")}, MemberId: ptr("m9"),
				})
				return err
			}},
		"invited already": {"POST", "/onboarding/" + m.ref + "/invitations",
			invitation("second@example.pl", nil), func() error {
				_, err := invitations.CreateInvitation(ctx, &pcv1.CreateInvitationRequest{
					Ref: m.ref, Role: ptr("representative"),
					Invitee: &pcv1.Invitee{GivenNames: ptr("Jan"), FamilyName: ptr("Drugi"), Email: ptr("second@example.pl")},
				})
				return err
			}},
	} {
		s.subtest(name, func(t *testing.T) {
			overJSON := s.call(c.method, c.path, key, c.body)
			err := c.call()
			if err == nil {
				t.Errorf("accepted over gRPC; JSON %s", overJSON.body)
				return
			}
			f := reason(t, err)
			var fields []map[string]any
			for _, v := range f.Violations {
				fields = append(fields, object{"field": v.Field, "code": v.Code, "message": v.Message})
			}
			problem := overJSON.json(t)
			if len(fields) == 0 {
				fields = []map[string]any{}
			}
			if string(f.Reason) != problem["code"] || f.Message != problem["detail"] ||
				compact(t, text(fields)) != compact(t, text(problem["errors"])) {
				t.Errorf("%s:\ngRPC %v %v\nJSON %s", name, status.Convert(err), fields, overJSON.body)
			}
		})
	}
}
