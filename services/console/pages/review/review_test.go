package review_test

import (
	"context"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/consoletest"
	"github.com/partnerline/partnerline/testkit/repository"
	"github.com/partnerline/partnerline/testkit/tiffs"
)

const hostile = `"><script>document.title='x'</script>`

// plane has one review with documents of several types.
type plane struct {
	consoletest.UnimplementedPartnerConnect

	mu       sync.Mutex // guards all below
	claimed  string
	name     string // of who claimed it
	decided  *pcv1.DecideReviewRequest
	checked  *pcv1.ReviewDocumentRequest
	rule     string // of representation; empty: one of the register
	read     []*pcv1.RuleSpan
	content  []byte // of documents; nil: a text in two pieces
	codes    []string
	proposer string              // of an activation that waits; empty: none does
	trader   *pcv1.ReviewDetails // the review; nil: that of a company
}

func (p *plane) review() *pcv1.Review {
	return &pcv1.Review{Ref: "mrc_1", Status: "in_review", PartnerExternalRef: hostile, Reasons: []string{"documents"},
		ClaimedBy: p.claimed, ClaimedByName: p.name}
}

func (p *plane) ListReviews(context.Context, *pcv1.ListReviewsRequest) (*pcv1.ListReviewsResponse, error) {
	return &pcv1.ListReviewsResponse{
		Data: []*pcv1.Review{p.review()}, Waiting: 1, MerchantNames: map[string]string{"mrc_1": "Kredowe Koło"},
	}, nil
}

func (p *plane) GetReview(context.Context, *pcv1.GetReviewRequest) (*pcv1.GetReviewResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.trader != nil {
		return &pcv1.GetReviewResponse{Data: p.trader}, nil
	}
	rule := "dwóch członków zarządu łącznie"
	if p.rule != "" {
		rule = p.rule
	}
	return &pcv1.GetReviewResponse{Data: &pcv1.ReviewDetails{
		Subject: []*pcv1.SubjectField{{Field: "business_name", ValueMasked: "A** R*****"},
			{Field: "website", ValueMasked: hostile}},
		MerchantName: "Kredowe Koło", Codes: p.codes,
		Review: p.review(), RegisterOutcome: "found", Etag: "7", RuleRead: p.read,
		Compared: []*pcv1.ComparedField{{Field: "/company/legal_name", Given: hostile, Registered: "Kredowe Koło",
			Agrees: false}},
		Onboarding: &pcv1.GetOnboardingResponse{
			Ref: "mrc_1", Representation: &pcv1.Representation{Rule: &pcv1.RepresentationRule{Kind: "joint", Text: &rule}},
			Documents: []*pcv1.Document{
				{DocumentId: "doc_png", Filename: hostile, ContentType: "image/png", Status: "uploaded"},
				{DocumentId: "doc_pdf", Filename: "poa.pdf", ContentType: "application/pdf", Status: "uploaded"},
			},
		},
	}}, nil
}

// ListApprovals has the activation of a merchant that Adam proposed.
func (p *plane) ListApprovals(_ context.Context, req *pcv1.ListApprovalsRequest) (*pcv1.ListApprovalsResponse, error) {
	if req.GetMerchantRef() != "mrc_1" || req.GetStatus() != "pending" || p.proposer == "" {
		return &pcv1.ListApprovalsResponse{}, nil
	}
	return &pcv1.ListApprovalsResponse{Data: []*pcv1.Approval{{Id: "apr_1", Kind: "activation", Status: "pending",
		MerchantRef: "mrc_1", ProposedBy: p.proposer, ProposedByName: "Adam", Reason: hostile,
		Changes: []*pcv1.ApprovalChange{{Field: "onboarding_status", Before: "in_review", After: "active"}}}}}, nil
}

// GetOnboardingTimeline has what is older than a page, what is read, and what changed after it.
func (p *plane) GetOnboardingTimeline(context.Context,
	*pcv1.GetOnboardingTimelineRequest) (*pcv1.GetOnboardingTimelineResponse, error) {
	at := func(d time.Duration) *timestamppb.Timestamp { return timestamppb.New(time.Now().Add(d)) }
	return &pcv1.GetOnboardingTimelineResponse{Data: []*pcv1.TimelineEntry{
		{
			At: at(2 * time.Hour), Kind: "operator", What: "MerchantOperatorService.ReviewDocument", State: "ok",
			Actor: "Basia", Reason: hostile,
		},
		{At: at(time.Hour), Kind: "operator", What: "ReviewOperatorService.GetReview", State: "ok", Actor: "Adam"},
		{At: at(-time.Hour), Kind: "event", What: "onboarding.status_changed"},
	}}, nil
}

func (p *plane) ClaimReview(ctx context.Context, req *pcv1.ClaimReviewRequest) (*pcv1.ClaimReviewResponse, error) {
	if req.GetRef() == "mrc_2" {
		return nil, grpcserver.Status(ctx, fault.New(fault.InvalidState, "another person has claimed it")).Err()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.claimed = consoletest.Subject(ctx)
	return &pcv1.ClaimReviewResponse{}, nil
}

func (p *plane) DecideReview(ctx context.Context, req *pcv1.DecideReviewRequest) (*pcv1.DecideReviewResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.decided != nil {
		return nil, grpcserver.Status(ctx, fault.New(fault.Reason("invalid_state"), "it is decided already")).Err()
	}
	p.decided = req
	return &pcv1.DecideReviewResponse{}, nil
}

func (p *plane) ReviewDocument(_ context.Context,
	req *pcv1.ReviewDocumentRequest) (*pcv1.ReviewDocumentResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.checked = req
	return &pcv1.ReviewDocumentResponse{}, nil
}

func (p *plane) GetDocumentContent(req *pcv1.GetDocumentContentRequest,
	stream grpc.ServerStreamingServer[pcv1.GetDocumentContentResponse]) error {
	kind, ok := map[string]string{"doc_png": "image/png", "doc_pdf": "application/pdf", "doc_tiff": "image/tiff",
		"doc_svg": "image/svg+xml", "doc_html": "text/html"}[req.GetDocumentId()]
	if !ok {
		return status.Error(codes.NotFound, "there is none")
	}
	if p.content != nil {
		return stream.Send(&pcv1.GetDocumentContentResponse{Document: &pcv1.Document{ContentType: kind}, Content: p.content})
	}
	if err := stream.Send(&pcv1.GetDocumentContentResponse{Document: &pcv1.Document{ContentType: kind,
		Filename: "a\r\nb\".pdf"}, Content: []byte("first ")}); err != nil {
		return err
	}
	return stream.Send(&pcv1.GetDocumentContentResponse{Content: []byte("second")})
}

func start(t *testing.T) (*consoletest.Site, *plane) {
	t.Helper()
	p := &plane{}
	return consoletest.Start(t, consoletest.Planes{PartnerConnect: p}), p
}

// Several reviews are claimed by one form; what cannot be claimed is said, and the others are.
func TestSeveralReviewsAreClaimed(t *testing.T) {
	t.Parallel()
	s, _ := start(t)
	claim := func(refs ...string) (int, string) {
		form := consoletest.Form("review_claim_chosen")
		form["refs"] = refs
		resp, body := s.Call("POST", "/review?lang=en", form, s.SignedIn("reviewer"), "Sec-Fetch-Site", "same-origin")
		return resp.StatusCode, textOf(body)
	}
	if _, body := s.Call("GET", "/review", nil, s.SignedIn("viewer")); strings.Contains(body, `name="refs"`) {
		t.Error("a viewer is offered to claim")
	}
	_, queue := s.Call("GET", "/review", nil, s.SignedIn("reviewer"))
	if !strings.Contains(queue, `name="refs" value="mrc_1"`) || strings.Contains(queue, " checked") {
		t.Error(queue)
	}
	if code, body := claim(); code != http.StatusUnprocessableEntity || !strings.Contains(body, "Choose at least one") {
		t.Errorf("none: status %d: %s", code, body)
	}
	code, body := claim("mrc_3", "mrc_2", "mrc_1")
	if code != http.StatusUnprocessableEntity || s.Count("ClaimReview") != 3 ||
		!strings.Contains(body, "Claimed: 2, not claimed: 1") ||
		!strings.Contains(body, "mrc_2: The service refused it: another") {
		t.Errorf("with one of another: status %d: %s", code, body)
	}
	if code, _ := claim("mrc_1"); code != http.StatusSeeOther {
		t.Errorf("one that is free: status %d", code)
	}
	code, _ = claim(slices.Repeat([]string{"mrc_1"}, 51)...)
	if code != http.StatusUnprocessableEntity || s.Count("ClaimReview") != 4 {
		t.Errorf("more than a page: status %d", code)
	}
}

// The queue is for all who may see it; a review opens for a reason, which the service gets.
func TestQueueAndReview(t *testing.T) {
	s, _ := start(t)
	if _, body := s.Call("GET", "/review", nil, s.SignedIn("viewer")); !strings.Contains(body, "mrc_1") ||
		strings.Contains(body, `href="review/mrc_1"`) {
		t.Error("a viewer sees the queue, and opens nothing:", body)
	}
	if _, body := s.Call("GET", "/review", nil, s.SignedIn("reviewer")); !strings.Contains(body, `review/mrc_1"`) ||
		!strings.Contains(body, `title="Kredowe Koło · mrc_1"`) {
		t.Error(body)
	}
	if _, body := s.Call("GET", "/review/mrc_1", nil, s.SignedIn("reviewer")); s.Count("GetReview") != 0 ||
		!strings.Contains(body, `name="for"`) {
		t.Error("a review opened without a reason:", body)
	}
	resp, body := s.Call("GET", "/review/mrc_1?for=the+queue", nil, s.SignedIn("reviewer"))
	if resp.StatusCode != http.StatusOK || strings.Contains(body, "<script>") ||
		!strings.Contains(body, "&lt;script&gt;") || !strings.Contains(body, "dwóch członków zarządu łącznie") ||
		!strings.Contains(body, "differs") || !strings.Contains(body, "<dd data-name>Kredowe Koło") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	if calls := s.Calls(); !slices.ContainsFunc(calls, func(c consoletest.Call) bool {
		return strings.HasSuffix(c.Method, "/GetReview") && c.Reason == "the queue"
	}) {
		t.Errorf("%v", calls)
	}
	if !strings.Contains(body, ` sandbox></iframe>`) ||
		!strings.Contains(resp.Header.Get("Content-Security-Policy"), "frame-src 'self'") ||
		strings.Count(body, "<iframe") != 2 || strings.Count(body, " sandbox></iframe>") != 2 ||
		!strings.Contains(body, `documents/doc_pdf?for=the&#43;queue&amp;as=pages" target="doc1"`) {
		t.Error("documents are shown in sandboxes:", body)
	}
}

// Who decides on a sole trader sees the business and the person masked, next to what the register says, all in words,
// and what the approval changes that waits. Nothing is chosen at first.
func TestReviewOfASoleTrader(t *testing.T) {
	t.Parallel()
	s, p := start(t)
	p.proposer, p.trader = "p2", &pcv1.ReviewDetails{
		Review: &pcv1.Review{
			Ref: "mrc_1", Status: "in_review", ApplicantType: "sole_trader", Reasons: []string{"sole_trader_register"},
		},
		MerchantName: "A** R*****", RegisterOutcome: "owner_mismatch", Codes: []string{"business.tax_id"},
		Subject: []*pcv1.SubjectField{
			{Field: "business_name", ValueMasked: "A** R*****"}, {Field: "tax_number", ValueMasked: "***274"},
			{Field: "website", ValueMasked: "https://rowery.example"}, {Field: "category", ValueMasked: "5940"},
			{Field: "business_address", ValueMasked: "***"}, {Field: "name", ValueMasked: "A** T******"},
			{Field: "payout_account", ValueMasked: "****2874"},
		},
		Compared: []*pcv1.ComparedField{
			{Field: "/business/tax_id/value", Given: "***274", Registered: "***274", Agrees: true},
			{Field: "/applicant", Given: "A** T******"}, {Field: "/company/legal_name", Given: "given", Agrees: true},
		},
		Onboarding: &pcv1.GetOnboardingResponse{
			MissingDetails: []*pcv1.MissingDetail{{Code: "payout_account.iban", ResolvableBy: "merchant"}},
		},
		Identities: []*pcv1.SignatoryIdentity{
			{Status: "completed", Verdict: "needs_review", Checks: map[string]string{"liveness": "inconclusive"}},
		},
		TransferOutcome: "transfer_name_mismatch",
	}
	_, body := s.Call("GET", "/review/mrc_1?for=the+queue&lang=en", nil, s.SignedIn("reviewer"))
	said := textOf(body)
	for _, want := range []string{
		"Applicant sole trader", "To look at register of sole traders", "Name of the business A** R*****",
		"Tax number ***274", "Website https://rowery.example", "Category (MCC) 5940", "Address of the business ***",
		"Name A** T******", "Payout account ****2874",
		"the owner has another name", "Tax number ***274 ***274 agrees",
		"Name of the owner A** T****** another one, which is not kept differs", "Name of the company given – not compared",
		"payout account resolved by merchant", "completed · live picture : doubtful", "a person must look at it",
		"it came in another name",
		"Approval waits for a second person. Proposed by Adam", "Status in review → active",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("the page does not say %q: %s", want, said)
		}
	}
	for _, code := range []string{
		"/business/tax_id", "sole_trader", "owner_mismatch", "payout_account.iban", "inconclusive",
	} {
		if strings.Contains(said, code) {
			t.Errorf("the page says %s, and not its words", code)
		}
	}
	p.mu.Lock()
	p.proposer = ""
	p.mu.Unlock()
	_, body = s.Call("GET", "/review/mrc_1?for=the+queue&lang=en", nil, s.SignedIn("reviewer"))
	if _, form, _ := strings.Cut(body, `value="review_decide"`); form == "" || strings.Contains(form, " checked") ||
		strings.Contains(form, " selected") || !strings.Contains(form, "tax number") {
		t.Errorf("something is chosen, or codes are not in words: %s", form)
	}
}

// tags are what a page has besides its text.
var tags = regexp.MustCompile(`<[^>]*>`)

// textOf is what a page says, on one line.
func textOf(body string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(body, " "))), " ")
}

// The parts of the rule that were read are marked in its text, by characters; nothing of the text is more than text,
// wherever spans are.
func TestRuleIsMarked(t *testing.T) {
	s, p := start(t)
	for name, c := range map[string]struct {
		rule string
		read []*pcv1.RuleSpan
		want string
	}{
		"words": {"Spółkę reprezentują: dwóch członków łącznie.",
			[]*pcv1.RuleSpan{{Start: 21, End: 26}, {Start: 27, End: 35}, {Start: 36, End: 43}},
			"<dd>Spółkę reprezentują: <mark>dwóch</mark> <mark>członków</mark> <mark>łącznie</mark>.<p"},
		"hostile text": {`<mark>😀"><script>łą`, []*pcv1.RuleSpan{{Start: 0, End: 9}, {Start: 17, End: 19}},
			"<dd><mark>&lt;mark&gt;😀&#34;&gt;</mark>&lt;script&gt;<mark>łą</mark><p"},
		"tags across spans": {"<script>", []*pcv1.RuleSpan{{Start: 1, End: 7}}, "<dd>&lt;<mark>script</mark>&gt;<p"},
		"spans elsewhere": {"łącznie",
			[]*pcv1.RuleSpan{{Start: -1, End: 2}, {Start: 3, End: 3}, {Start: 2, End: 4}, {Start: 3, End: 5},
				{Start: 6, End: 8}}, "<dd>łą<mark>cz</mark>nie<p"},
		"nothing read": {"<b>", nil, "<dd>&lt;b&gt;</dd>"},
	} {
		t.Run(name, func(t *testing.T) {
			p.rule, p.read = c.rule, c.read
			_, body := s.Call("GET", "/review/mrc_1?for=x&lang=en", nil, s.SignedIn("reviewer"))
			if !strings.Contains(body, c.want) || strings.Contains(body, "<script>") {
				t.Errorf("%s\nwant %s", body, c.want)
			}
		})
	}
}

// Pictures are shown in a sandbox, files are saved, and what is neither is not sent.
func TestDocuments(t *testing.T) {
	s, _ := start(t)
	for id, c := range map[string]struct {
		status      int
		kind, saved string
	}{
		"doc_png": {http.StatusOK, "image/png", ""}, "doc_pdf": {http.StatusOK, "application/pdf", "attachment"},
		"doc_svg":  {http.StatusServiceUnavailable, "text/html; charset=utf-8", ""},
		"doc_html": {http.StatusServiceUnavailable, "text/html; charset=utf-8", ""},
		"doc_x":    {http.StatusNotFound, "text/html; charset=utf-8", ""},
	} {
		t.Run(id, func(t *testing.T) {
			resp, body := s.Call("GET", "/review/mrc_1/documents/"+id+"?for=the+queue", nil, s.SignedIn("reviewer"))
			head := resp.Header
			if resp.StatusCode != c.status || head.Get("Content-Type") != c.kind ||
				!strings.HasPrefix(head.Get("Content-Disposition"), c.saved) || head.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("status %d, %v", resp.StatusCode, head)
			}
			if c.status != http.StatusOK {
				return
			}
			if body != "first second" || len(head.Values("Content-Disposition")) > 1 {
				t.Errorf("%q, %v", body, head)
			}
			if c.kind == "image/png" && !strings.HasPrefix(head.Get("Content-Security-Policy"), "sandbox; default-src 'none'") {
				t.Errorf("%v", head)
			}
			if calls := s.Calls(); calls[len(calls)-1].Reason != "the queue" {
				t.Errorf("%v", calls)
			}
		})
	}
}

// Pages of a document are pictures in one that runs nothing; one that cannot be shown is said to be saved. An opening
// is one call.
func TestPagesOfDocuments(t *testing.T) {
	s, p := start(t)
	for name, c := range map[string]struct {
		id, says string
		content  []byte
		pictures int
	}{
		"two pages":       {"doc_tiff", `alt="Page 2 of 2"`, append(tiffs.Of(2), "<script>alert(1)</script>"...), 2},
		"no tiff":         {"doc_tiff", "This document cannot be shown", []byte("<script>alert(1)</script>"), 0},
		"neither of both": {"doc_html", "", []byte("<script>alert(1)</script>"), 0},
	} {
		t.Run(name, func(t *testing.T) {
			p.content = c.content
			before := s.Count("GetDocumentContent")
			resp, body := s.Call("GET", "/review/mrc_1/documents/"+c.id+"?for=the+queue&as=pages", nil, s.SignedIn("reviewer"))
			if s.Count("GetDocumentContent") != before+1 || !strings.Contains(body, c.says) ||
				strings.Count(body, `src="data:image/png;base64,`) != c.pictures ||
				strings.Contains(body, "alert") || strings.Contains(body, "<script>") ||
				strings.Contains(body, "<a ") != (c.says == "") {
				t.Errorf("status %d: %.2000s", resp.StatusCode, body)
			}
			if policy := resp.Header.Get("Content-Security-Policy"); c.says != "" &&
				(resp.StatusCode != http.StatusOK || !strings.HasPrefix(policy, "sandbox; default-src 'none'")) {
				t.Errorf("status %d, policy %q", resp.StatusCode, policy)
			}
		})
	}
}

// Both who decides and who confirms see whom and what it is about; nothing is preselected; what waits for a second
// person says so.
func TestWhatAReviewIsAbout(t *testing.T) {
	s, p := start(t)
	_, body := s.Call("GET", "/review/mrc_1?for=x&lang=en", nil, s.SignedIn("reviewer"))
	for _, says := range []string{"A** R*****", `data-subject="website"`,
		`<option value="">choose</option><option value="approve">`, "onboardings/mrc_1#reveal"} {
		if !strings.Contains(body, says) {
			t.Errorf("the page lacks %q: %s", says, body)
		}
	}
	if strings.Contains(body, "data-approval") {
		t.Errorf("nothing is proposed: %s", body)
	}
	ask := consoletest.Form("review_decide", "for", "the queue", "decision", "approve", "reason", "all is well", "etag",
		"7")
	if _, body := s.Call("POST", "/review/mrc_1?lang=en", ask, s.SignedIn("reviewer")); p.decided != nil ||
		!strings.Contains(body, "A** R*****") || !strings.Contains(body, `value="all is well"`) ||
		!strings.Contains(body, "<dd>approve</dd>") {
		t.Errorf("decided %v: %s", p.decided, body)
	}
	for proposer, confirms := range map[string]bool{"p1": false, "usr_adam": true} {
		p.proposer = proposer
		_, body := s.Call("GET", "/review/mrc_1?for=x&lang=en", nil, s.SignedIn("reviewer"))
		if !strings.Contains(body, `data-approval="apr_1"`) || !strings.Contains(body, "A** R*****") ||
			strings.Contains(body, `value="approval_confirm"`) != confirms ||
			strings.Contains(body, `value="review_decide"`) ||
			!strings.Contains(body, "waits for a second person. Proposed by Adam") {
			t.Errorf("proposed by %s: %s", proposer, body)
		}
	}
}

// Who works on a review is shown by name, in the queue and on its page; where none is known, by the subject.
func TestWhoClaimed(t *testing.T) {
	for _, c := range []struct{ name, known, says string }{
		{"known", "Anna " + hostile, "Anna " + html.EscapeString(hostile)}, {"unknown", "", "usr_anna"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, p := start(t)
			p.claimed, p.name = "usr_anna", c.known
			for _, path := range []string{"/review", "/review/mrc_1?for=x"} {
				_, body := s.Call("GET", path, nil, s.SignedIn("reviewer"))
				if !strings.Contains(body, c.says) || strings.Contains(body, "usr_anna") != (c.known == "") ||
					strings.Contains(body, `value="review_claim"`) {
					t.Errorf("%s: %s", path, body)
				}
			}
		})
	}
}

// A review is claimed and decided once; who comes second sees why it is refused, and what was entered is kept.
func TestDecisions(t *testing.T) {
	s, p := start(t)
	post := func(do string, inputs ...string) (*http.Response, string) {
		form := consoletest.Confirmed(do, append(inputs, "for", "the queue")...)
		form["codes"] = strings.Fields(form.Get("codes")) // one that was ticked, each
		return s.Call("POST", "/review/mrc_1", form, s.SignedIn("reviewer"), "Sec-Fetch-Site", "same-origin")
	}
	resp, _ := post("review_claim")
	if want := "../review/mrc_1?" +
		(url.Values{"for": {"the queue"}, "done": {"review_claim"}}).Encode(); resp.StatusCode != http.StatusSeeOther ||
		resp.Header.Get("Location") != want {
		t.Errorf("status %d to %s, want %s", resp.StatusCode, resp.Header.Get("Location"), want)
	}
	if _, body := s.Call("GET", "/review/mrc_1?for=x", nil, s.SignedIn("reviewer")); !strings.Contains(body,
		`value="review_release"`) {
		t.Error("a claimed review is not released:", body)
	}
	if resp, _ := post("review_document", "document", "doc_png", "status", "rejected", "reason_code", "unreadable",
		"reason", "it is dark", "etag", "6"); resp.StatusCode != http.StatusSeeOther ||
		p.checked.GetDocumentId() != "doc_png" || p.checked.GetStatus() != "rejected" || p.checked.GetIfMatch() != "6" {
		t.Errorf("status %d, %v", resp.StatusCode, p.checked)
	}
	if resp, _ := post("review_decide", "decision", "correct", "codes", "applicant.email payout_account.iban",
		"reason_code", "unreadable", "reason", "the scan is dark", "etag", "6"); resp.StatusCode != http.StatusSeeOther {
		t.Errorf("status %d", resp.StatusCode)
	}
	if d := p.decided; d.GetDecision() != "correct" || len(d.GetCodes()) != 2 ||
		d.GetCodes()[1] != "payout_account.iban" || d.GetReasonCode() != "unreadable" ||
		d.GetReason() != "the scan is dark" || d.GetIfMatch() != "6" {
		t.Errorf("%v", d)
	}
	_, body := s.Call("GET", "/review/mrc_1?for=x", nil, s.SignedIn("reviewer"))
	shown := regexp.MustCompile(`name="shown" value="([^"]+)"`).FindStringSubmatch(body)
	if shown == nil || strings.Contains(body, "data-changed") || !strings.Contains(body, "onboarding.status_changed") ||
		!strings.Contains(body, "ReviewOperatorService.GetReview") {
		t.Fatal(body)
	}
	resp, body = post("review_decide", "decision", "reject", "reason", "a second person's words", "shown",
		html.UnescapeString(shown[1]))
	changed, _, _ := strings.Cut(body[strings.Index(body, "data-changed")+1:], "</section>")
	if !strings.Contains(changed, "MerchantOperatorService.ReviewDocument") || !strings.Contains(changed, "Basia") ||
		strings.Contains(changed, "GetReview") || strings.Contains(changed, "status_changed") ||
		strings.Contains(changed, "<script>") {
		t.Error(changed)
	}
	if resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "it is decided already") ||
		!strings.Contains(body, "a second person&#39;s words") || !strings.Contains(body, `value="reject" selected`) ||
		!strings.Contains(body, `name="etag" value="7"`) {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
}

// What is to be given is ticked in words, and why is chosen; nothing is chosen at first, and what was chosen is kept
// when the decision is refused.
func TestCodesAreChosen(t *testing.T) {
	t.Parallel()
	s, p := start(t)
	rules, err := repository.Read("docs/rules/onboarding.md")
	if err != nil {
		t.Fatal(err)
	}
	known := regexp.MustCompile("`((?:applicant|identity|business|company|payout_account|representation)\\.[a-z_]+)`")
	for _, m := range known.FindAllSubmatch(rules, -1) {
		if code := string(m[1]); !slices.Contains(p.codes, code) {
			p.codes = append(p.codes, code)
		}
	}
	p.codes = append(p.codes, "document:regulated_activity.licence", "document:regulated_activity.aml_policy")
	if len(p.codes) < 20 {
		t.Fatalf("the rules have %q", p.codes)
	}
	for _, lang := range []string{"en", "pl"} {
		_, body := s.Call("GET", "/review/mrc_1?for=x&lang="+lang, nil, s.SignedIn("reviewer"))
		for _, code := range p.codes {
			if !strings.Contains(body, `name="codes" value="`+code+`">`) || strings.Contains(body, `title="`+code+`">`+code) {
				t.Errorf("%s: %s is not offered in words", lang, code)
			}
		}
		if strings.Contains(body, " checked") || strings.Contains(body, " selected") {
			t.Error("something is chosen:", body)
		}
	}
	p.decided = &pcv1.DecideReviewRequest{} // another person was first
	form := consoletest.Confirmed("review_decide", "decision", "correct", "for", "x", "reason_code", "data_mismatch")
	form["codes"] = []string{"applicant.name", "business.tax_id"}
	_, body := s.Call("POST", "/review/mrc_1", form, s.SignedIn("reviewer"), "Sec-Fetch-Site", "same-origin")
	for _, want := range []string{
		`value="applicant.name" checked`, `value="business.tax_id" checked`, `value="data_mismatch" selected`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("%s was chosen: %s", want, body)
		}
	}
}
