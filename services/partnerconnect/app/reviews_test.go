package app_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/person/persontest"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// What a person decides on is listed, shown and opened over the operator plane; what shows something of a merchant is
// in the audit trail.
func TestReviewQueue(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	content := file(200_000, 'x')
	document := b.must(201, "POST", "/onboarding/"+b.create(key, companyBody("other", jointCompany))+"/documents", key,
		uploadJSON(content, nil)).text(t, "document_id")
	list, err := b.operator.ListReviews(b.internal(),
		&pcv1.ListReviewsRequest{Mode: "test", Reason: "documents", Unclaimed: true})
	if err != nil || len(list.GetData()) != 1 || list.GetWaiting() != 1 || list.GetOldest() == nil {
		t.Fatalf("%v, %v", list, err)
	}
	w := list.GetData()[0]
	if w.GetPartnerId() != "ptn_a" || w.GetChannel() != "chn_a" || w.GetPartnerExternalRef() != "other" ||
		w.GetApplicantType() != "company" || w.GetStatus() != "draft" || w.GetLivemode() {
		t.Errorf("%v", w)
	}
	if list, err := b.operator.ListReviews(b.internal(), &pcv1.ListReviewsRequest{Mode: "live"}); err != nil ||
		len(list.GetData()) != 0 || list.GetOldest() != nil {
		t.Errorf("of live mode: %v, %v", list, err)
	}

	answer, err := b.operator.GetReview(b.internal(), &pcv1.GetReviewRequest{Ref: w.GetRef()})
	shown := answer.GetData()
	if err != nil || len(shown.GetOnboarding().GetDocuments()) != 1 || shown.GetOnboarding().GetNextAction() != nil ||
		shown.GetRegisterOutcome() != "not_listed" {
		t.Fatalf("%v, %v", shown, err)
	}
	if codes := shown.GetCodes(); !slices.Contains(codes, "company.legal_name") ||
		!slices.Contains(codes, "representation.decision") || slices.Contains(codes, "identity.national_id") {
		t.Errorf("a company of several people is asked for %q", codes)
	}
	for _, c := range shown.GetCompared() {
		if !c.GetAgrees() || c.GetGiven() == "" && c.GetField() != "/business/tax_id/value" {
			t.Errorf("%v", c)
		}
	}
	if shown, err := b.operator.GetReview(b.internal(), &pcv1.GetReviewRequest{Ref: ref}); err != nil ||
		len(shown.GetData().GetReview().GetReasons()) != 0 {
		t.Errorf("what waits for no one: %v, %v", shown, err)
	}

	open := func(ref, id string) (*pcv1.Document, []byte, error) {
		stream, err := b.operator.GetDocumentContent(b.internal(),
			&pcv1.GetDocumentContentRequest{Ref: ref, DocumentId: id, Reason: "review"})
		if err != nil {
			return nil, nil, err
		}
		return received(stream)
	}
	d, got, err := open(w.GetRef(), document)
	if err != nil || !bytes.Equal(got, content) || d.GetContentType() != "application/pdf" ||
		d.GetFilename() != "poa.pdf" {
		t.Errorf("%v, %d bytes, %v", d, len(got), err)
	}
	for name, err := range map[string]error{
		"onboarding_not_found another onboarding": func() error { _, _, err := open("mrc_x", document); return err }(),
		"document_not_found of another":           func() error { _, _, err := open(ref, document); return err }(),
		"onboarding_not_found review": func() error {
			_, err := b.operator.GetReview(b.internal(), &pcv1.GetReviewRequest{Ref: "mrc_x"})
			return err
		}(),
		"person_required claim": func() error {
			_, err := b.operator.ClaimReview(b.internal(), &pcv1.ClaimReviewRequest{Ref: w.GetRef()})
			return err
		}(),
		"person_required release": func() error {
			_, err := b.operator.ReleaseReview(b.internal(), &pcv1.ReleaseReviewRequest{Ref: w.GetRef()})
			return err
		}(),
		"validation_failed no reason": func() error {
			stream, err := b.operator.GetDocumentContent(b.internal(),
				&pcv1.GetDocumentContentRequest{Ref: w.GetRef(), DocumentId: document})
			if err == nil {
				_, _, err = received(stream)
			}
			return err
		}(),
	} {
		b.subtest(name, func(t *testing.T) {
			want, _, _ := strings.Cut(name, " ")
			if got := reason(t, err).Reason; string(got) != want {
				t.Errorf("%s", got)
			}
		})
	}
	for _, operation := range []string{"ReviewOperatorService.GetReview", "MerchantOperatorService.GetDocumentContent"} {
		if n := b.count(`SELECT count(*) FROM audit_entries WHERE merchant_ref = $1 AND operation = $2 AND actor = `+
			`'operator' AND outcome = 'ok'`, w.GetRef(), operation); n != 1 {
			t.Errorf("%d entries of %s", n, operation)
		}
	}
	read, err := b.operator.GetReview(b.internal(), &pcv1.GetReviewRequest{Ref: w.GetRef()})
	if err != nil {
		t.Fatal(err)
	}
	reject := func() error {
		_, err := b.operator.ReviewDocument(b.internal(), &pcv1.ReviewDocumentRequest{
			Ref: w.GetRef(), DocumentId: document, Status: "rejected", ReasonCode: "unreadable",
			IfMatch: read.GetData().GetEtag(),
		})
		return err
	}
	b.exec(`UPDATE onboardings SET version = version + 1 WHERE ref = $1`, w.GetRef())
	if got := reason(t, reject()).Reason; got != fault.PreconditionFailed {
		t.Errorf("a document of another state: %s", got)
	}
	b.exec(`UPDATE onboardings SET version = version - 1 WHERE ref = $1`, w.GetRef())
	if err := reject(); err != nil {
		t.Fatal(err)
	}
	if list, err := b.operator.ListReviews(b.internal(), &pcv1.ListReviewsRequest{}); err != nil ||
		len(list.GetData()) != 0 {
		t.Errorf("after the decision: %v, %v", list, err)
	}
}

// What was read of the rule is said by characters of its text, which is any text.
func TestReviewShowsWhatWasReadOfARule(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.importCompanies()
	key := s.simple("a")
	for name, c := range map[string]struct {
		text, kind string
		read       []string
	}{
		"understood": {"DWÓCH CZŁONKÓW ZARZĄDU ŁĄCZNIE LUB PREZES ZARZĄDU SAMODZIELNIE", "specific",
			[]string{"count DWÓCH", "who CZŁONKÓW ZARZĄDU", "manner ŁĄCZNIE", "or LUB", "who PREZES ZARZĄDU",
				"manner SAMODZIELNIE"}},
		"not understood": {"dwóch członków <script>łącznie</script> 😀 do kwoty 5 zł lub samodzielnie", "unparsed",
			[]string{"count dwóch", "who członków", "manner łącznie", "count 5", "or lub", "manner samodzielnie"}},
	} {
		s.subtest(name, func(t *testing.T) {
			s.reimport(jointCompany, func(r *representation.Record) {
				r.Body.RuleText, r.Body.Rule = c.text,
					representation.Rule{}
			})
			ref := s.decided(key, jointCompany)
			r, err := s.operator.GetReview(s.internal(), &pcv1.GetReviewRequest{Ref: ref})
			if err != nil {
				t.Fatal(err)
			}
			rule := r.GetData().GetOnboarding().GetRepresentation().GetRule()
			text, got := []rune(rule.GetText()), []string(nil)
			for _, span := range r.GetData().GetRuleRead() {
				got = append(got, span.GetMeaning()+" "+string(text[span.GetStart():span.GetEnd()]))
			}
			if rule.GetKind() != c.kind || string(text) != c.text || !slices.Equal(got, c.read) {
				t.Errorf("%s, %q: %q, want %q", rule.GetKind(), string(text), got, c.read)
			}
		})
	}
}

// A claim has the name of the person, as its token does.
func TestClaimsHaveNames(t *testing.T) {
	t.Parallel()
	s, console := startWithConsole(t)
	ref := s.create(s.simple("a"), text(object{"partner_external_ref": externalRef()}))
	s.exec(`INSERT INTO reviews (onboarding_ref, livemode, reasons, waiting_since) VALUES ($1, false, '{documents}', `+
		`now())`, ref)
	who := persontest.Person("usr_7", optionsv1.Role_ROLE_REVIEWER)
	as := func(method string) context.Context { return console.As(t.Context(), who, method) }
	claimed, err := s.operator.ClaimReview(as(pcv1.ReviewOperatorService_ClaimReview_FullMethodName),
		&pcv1.ClaimReviewRequest{Ref: ref})
	if r := claimed.GetData(); err != nil || r.GetClaimedBy() != who.Subject || r.GetClaimedByName() != who.Name ||
		who.Name == "" {
		t.Errorf("%v, %v", claimed, err)
	}
	list, err := s.operator.ListReviews(as(pcv1.ReviewOperatorService_ListReviews_FullMethodName),
		&pcv1.ListReviewsRequest{ClaimedBy: who.Subject})
	if err != nil || len(list.GetData()) != 1 || list.GetData()[0].GetClaimedByName() != who.Name {
		t.Errorf("%v, %v", list, err)
	}
	s.exec(`INSERT INTO approvals (id, kind, status, livemode, merchant_ref, subject_id, terms, proposed_by,
		proposed_by_name, reason, created_at, expires_at)
		VALUES ('apr_00000000000000000000000001', 'activation', 'pending', false, $1, $1, '{}', $2, $3, 'why', now(), now())`,
		ref, who.Subject, who.Name)
	timeline, err := s.operator.GetOnboardingTimeline(as(pcv1.ReviewOperatorService_GetOnboardingTimeline_FullMethodName),
		&pcv1.GetOnboardingTimelineRequest{Ref: ref})
	kinds := []string{"review", "approval", "operator"}
	for _, e := range timeline.GetData() {
		if i := slices.Index(kinds, e.GetKind()); i >= 0 && e.GetActor() == who.Name {
			kinds = slices.Delete(kinds, i, i+1)
		}
	}
	if err != nil || len(kinds) > 0 {
		t.Errorf("%q of the timeline name no person: %v, %v", kinds, timeline, err)
	}
	released, err := s.operator.ReleaseReview(as(pcv1.ReviewOperatorService_ReleaseReview_FullMethodName),
		&pcv1.ReleaseReviewRequest{Ref: ref})
	if r := released.GetData(); err != nil || r.GetClaimedBy()+r.GetClaimedByName() != "" {
		t.Errorf("%v, %v", released, err)
	}
}

// received is a document that a stream brought.
func received(stream grpc.ServerStreamingClient[pcv1.GetDocumentContentResponse]) (d *pcv1.Document,
	content []byte, err error) {
	for {
		m, err := stream.Recv()
		switch {
		case errors.Is(err, io.EOF):
			return d, content, nil
		case err != nil:
			return d, content, err
		case m.GetDocument() != nil:
			d = m.GetDocument()
		}
		content = append(content, m.GetContent()...)
	}
}
