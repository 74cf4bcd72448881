// Package review is the screen on which a person decides what only a person can: the queue, and one review with its
// documents.
package review

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/pagekit"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
	"github.com/partnerline/partnerline/services/console/pages/onboardings"
)

//go:embed assets
var assets embed.FS

// Screen is the queue and its reviews.
var Screen = screen.Screen{
	Name: "review", Group: "work", Path: "review",
	Roles: []string{"viewer", "support", "reviewer"},
	Texts: texts, Assets: assets, Serve: serve,
}

// serve answers for the queue, one review, and the content of a document.
func serve(x *screen.Exchange, rest string) {
	ref, below, _ := strings.Cut(rest, "/")
	document, isDocument := strings.CutPrefix(below, "documents/")
	switch {
	case ref == "":
		showQueue(x)
	case below == "":
		showReview(x, ref)
	case isDocument && document != "":
		sendDocument(x, ref, document)
	default:
		x.Missing(screen.ErrNotFound)
	}
}

const queuePage = 50

type queueView struct {
	*pcv1.ListReviewsResponse
	Subject string // of the person
	MayOpen bool
	Refused []screen.Fact // why reviews that the person chose are not claimed, by their refs
	Filters pagekit.Filters
	Sort    pagekit.Sort
	Next    string // leads to the next page; empty: there is none
}

// Free reports whether the page has a review that the person can claim.
func (v queueView) Free() bool {
	return v.MayOpen && slices.ContainsFunc(v.GetData(), func(r *pcv1.Review) bool { return r.GetClaimedBy() == "" })
}

// Merchant is the name of a merchant of the page, else its id.
func (v queueView) Merchant(ref string) string { return cmp.Or(v.GetMerchantNames()[ref], ref) }

// showQueue shows the queue, or claims what the person chose of it.
func showQueue(x *screen.Exchange) {
	var refused []screen.Fact
	code, render := x.Submit(map[string]screen.Change{
		"review_claim_chosen": func(ctx context.Context, x *screen.Exchange) (err error) {
			chosen := x.R.PostForm["refs"]
			if len(chosen) == 0 || len(chosen) > queuePage {
				return errors.New(x.Page.T("review_choose_some"))
			}
			refused, err = x.Each(chosen, func(ref string) error {
				_, err := x.Services.PartnerConnect.ClaimReview(ctx, &pcv1.ClaimReviewRequest{Ref: ref})
				return err
			})
			if err != nil || len(refused) == 0 {
				return err
			}
			return fmt.Errorf("%s %d, %s %d", x.Page.T("review_claimed_some"), len(chosen)-len(refused),
				x.Page.T("review_claimed_not"), len(refused))
		},
	})
	if !render {
		return
	}
	q := x.R.URL.Query()
	r, err := x.Services.PartnerConnect.ListReviews(x.As(), &pcv1.ListReviewsRequest{
		Mode: q.Get("mode"), Unclaimed: q.Get("unclaimed") != "", PageSize: queuePage, PageToken: q.Get("page"),
		NewestFirst: pagekit.Order(q, pagekit.Ascending) == pagekit.Descending,
	})
	if err != nil {
		x.Missing(err)
		return
	}
	v := queueView{ListReviewsResponse: r, Subject: x.Session.Subject, MayOpen: x.Session.Has("reviewer"),
		Refused: refused}
	v.Filters = x.Page.Filters("review", q, x.Page.Choice("mode", x.Page.T("mode"), "mode_", "live", "test"),
		x.Page.Choice("unclaimed", x.Page.T("review_claimed"), "review_unclaimed_", "yes"))
	v.Filters.Views = x.Page.Views("review", q, pagekit.NamedFilters{Key: "review_view_all"},
		pagekit.NamedFilters{Key: "review_view_free", Filters: url.Values{"unclaimed": {"yes"}}},
		pagekit.NamedFilters{Key: "review_view_live", Filters: url.Values{"mode": {"live"}, "unclaimed": {"yes"}}})
	v.Sort = x.Page.Sort("review", q, x.Page.T("since"), pagekit.Ascending)
	if next := r.GetMeta().GetNextPageToken(); next != "" {
		q.Set("page", next)
		v.Next = "review?" + q.Encode()
	}
	x.Page.Data = v
	x.Show("review", code)
}

type reviewView struct {
	*pcv1.ReviewDetails
	Ref     string
	For     string // why the person opened it; empty: it is not open
	Subject string
	Shown   string // when the page was made: with what it has, the person decides
	History screen.Part[[]*pcv1.TimelineEntry]
	Pending screen.Part[[]*pcv1.Approval] // what one person decided and another must confirm
	Changed []*pcv1.TimelineEntry         // what happened after the page was made from which a refused form came
}

// Entries are those of the history below a heading.
func (reviewView) Entries(p screen.Page, heading string, entries []*pcv1.TimelineEntry) onboardings.Timeline {
	return onboardings.Entries(p, heading, entries)
}

// Changes are what the confirmation of an approval changes.
func (reviewView) Changes(p screen.Page, a *pcv1.Approval) []screen.Difference {
	return screen.Differences(p, a)
}

// since returns the entries after a time that are no reading.
func since(entries []*pcv1.TimelineEntry, at time.Time) (out []*pcv1.TimelineEntry) {
	for _, e := range entries {
		if _, method, _ := strings.Cut(e.GetWhat(), "."); e.GetAt().AsTime().After(at) && !strings.HasPrefix(method, "Get") &&
			!strings.HasPrefix(method, "List") {
			out = append(out, e)
		}
	}
	return out
}

// Opened is the address of a document, which is opened for the same reason as the review.
func (v reviewView) Opened(document string) string {
	return v.Ref + "/documents/" + url.PathEscape(document) + "?" + url.Values{"for": {v.For}}.Encode()
}

// Framed is the address of what a frame shows of a document.
func (v reviewView) Framed(d *pcv1.Document) string {
	if pictures[d.GetContentType()] {
		return v.Opened(d.GetDocumentId())
	}
	return v.Opened(d.GetDocumentId()) + "&as=pages"
}

// Saved reports whether a document is also sent as a file: all of it, where a frame shows pictures of the first pages.
func (reviewView) Saved(d *pcv1.Document) bool { return !pictures[d.GetContentType()] }

// A part of a rule text, which was read or not.
type part struct {
	Text string
	Read bool
}

// RuleText is the text of the rule of representation in parts. A span that is not in the text marks nothing.
func (v reviewView) RuleText() (parts []part) {
	text := []rune(v.GetOnboarding().GetRepresentation().GetRule().GetText())
	at := 0
	for _, s := range v.GetRuleRead() {
		from, until := int(s.GetStart()), int(s.GetEnd())
		if from < at || until <= from || until > len(text) {
			continue
		}
		if from > at {
			parts = append(parts, part{Text: string(text[at:from])})
		}
		parts = append(parts, part{Text: string(text[from:until]), Read: true})
		at = until
	}
	if at < len(text) {
		parts = append(parts, part{Text: string(text[at:])})
	}
	return parts
}

// DocumentReasons are those for which a document is rejected, for the partner.
func (reviewView) DocumentReasons() []string {
	return []string{"unreadable", "incomplete", "expired", "wrong_document", "other"}
}

// DecisionReasons are those of a decision, for the partner.
func (reviewView) DecisionReasons() []string {
	return []string{
		"data_incomplete", "data_mismatch", "document_unreadable", "identity_not_confirmed", "business_not_supported",
		"other",
	}
}

// Missing reports whether the data of a code is missing now.
func (v reviewView) Missing(code string) bool {
	return slices.ContainsFunc(v.GetOnboarding().GetMissingDetails(),
		func(d *pcv1.MissingDetail) bool { return d.GetCode() == code })
}

// Mine reports whether the person has claimed the review.
func (v reviewView) Mine() bool { return v.GetReview().GetClaimedBy() == v.Subject }

// historyPage is how much of the history a review shows; the page of the onboarding has all of it.
const historyPage = 50

// showReview shows a review that was opened for a reason, or does what the person chose. Each opening is in the audit
// trail.
func showReview(x *screen.Exchange, ref string) {
	why := strings.TrimSpace(x.R.URL.Query().Get("for"))
	code, render := x.Submit(changes(ref))
	if !render {
		return
	}
	v := reviewView{Ref: ref, For: why, Subject: x.Session.Subject}
	if x.R.Method == http.MethodPost {
		v.For = x.Input("for")
	}
	x.Page.Title = x.Page.T("review_one") + " " + ref
	if v.For == "" {
		x.Page.Data = v
		x.Show("reviewopen", code)
		return
	}
	r, err := x.Services.PartnerConnect.GetReview(x.Because(v.For), &pcv1.GetReviewRequest{Ref: ref})
	if err != nil {
		x.Missing(err)
		return
	}
	v.ReviewDetails, v.Shown = r.GetData(), x.Now.Format(time.RFC3339Nano)
	parts := x.Reading()
	screen.Read(parts, "history", &v.History, func(ctx context.Context) ([]*pcv1.TimelineEntry, error) {
		r, err := x.Services.PartnerConnect.GetOnboardingTimeline(ctx,
			&pcv1.GetOnboardingTimelineRequest{Ref: ref, PageSize: historyPage})
		return r.GetData(), err
	})
	screen.Read(parts, "approvals", &v.Pending, func(ctx context.Context) ([]*pcv1.Approval, error) {
		r, err := x.Services.PartnerConnect.ListApprovals(ctx,
			&pcv1.ListApprovalsRequest{Status: "pending", Kind: "activation", MerchantRef: ref})
		return r.GetData(), err
	})
	parts.Wait()
	if at, err := time.Parse(time.RFC3339Nano, x.Input("shown")); err == nil {
		v.Changed = since(v.History.Data, at)
	}
	x.AllowFrames() // pictures of documents
	x.Page.Data = v
	x.Show("reviewone", code)
}

// changes are what the forms of a review do. Afterwards it is open as before.
func changes(ref string) map[string]screen.Change {
	open := func(f screen.Change) screen.Change {
		return func(ctx context.Context, x *screen.Exchange) error {
			if err := f(ctx, x); err != nil {
				return err
			}
			to := url.URL{Path: "review/" + ref, RawQuery: url.Values{"for": {x.Input("for")}, "done": {x.Input("do")}}.Encode()}
			x.Redirect(to.String())
			return screen.ErrAnswered
		}
	}
	return map[string]screen.Change{
		"review_claim": open(func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.ClaimReview(ctx, &pcv1.ClaimReviewRequest{Ref: ref})
			return err
		}),
		"review_release": open(func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.ReleaseReview(ctx, &pcv1.ReleaseReviewRequest{Ref: ref})
			return err
		}),
		"review_document": open(func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.ReviewDocument(ctx, &pcv1.ReviewDocumentRequest{
				Ref: ref, DocumentId: x.Input("document"), Status: x.Input("status"), ReasonCode: x.Input("reason_code"),
				IfMatch: x.Input("etag"),
			})
			return err
		}),
		"review_decide": screen.Final(decisionFacts(ref), open(func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.DecideReview(ctx, &pcv1.DecideReviewRequest{
				Ref: ref, Decision: x.Input("decision"), Codes: x.R.PostForm["codes"],
				ReasonCode: x.Input("reason_code"), Reason: x.Input("reason"), IfMatch: x.Input("etag"),
			})
			return err
		})),
	}
}

// decisionFacts say what is decided, and about whom and what: the review is opened for it, as before.
func decisionFacts(ref string) screen.Facts {
	return screen.Together(screen.Chosen("decision", "review_decision", "review_"),
		screen.Chosen("codes", "review_codes", "code_"), screen.Chosen("reason_code", "review_reason_code", "why_"),
		subjectFacts(ref))
}

// subjectFacts say about whom and what a review is.
func subjectFacts(ref string) screen.Facts {
	return func(_ context.Context, x *screen.Exchange) ([]screen.Fact, error) {
		r, err := x.Services.PartnerConnect.GetReview(x.Because(x.Input("for")), &pcv1.GetReviewRequest{Ref: ref})
		if err != nil {
			return nil, err
		}
		return append([]screen.Fact{screen.MerchantFact(x, r.GetData().GetMerchantName(), ref)},
			screen.SubjectFacts(x, r.GetData().GetSubject())...), nil
	}
}
