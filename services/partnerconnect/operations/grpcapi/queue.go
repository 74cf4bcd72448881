package grpcapi

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
)

// ListReviews answers with a page of what waits for a person, and with how much does.
func (s *ReviewOperator) ListReviews(
	ctx context.Context, req *pcv1.ListReviewsRequest,
) (*pcv1.ListReviewsResponse, error) {
	q := review.Query{
		Reason: review.Reason(req.GetReason()), Unclaimed: req.GetUnclaimed(), ClaimedBy: req.GetClaimedBy(), Now: s.Now(),
		NewestFirst: req.GetNewestFirst(),
	}
	if req.GetMode() != "" {
		q.Livemode = new(req.GetMode() == "live")
	}
	asked, err := kernelgrpc.Page(s.Tokens, req, "reviews", req.GetMode(),
		[]any{q.Reason, q.Unclaimed, q.ClaimedBy, q.NewestFirst})
	if err != nil {
		return nil, err
	}
	page, err := cursor.Fetch(asked, func(after *review.Position, limit int) ([]review.Waiting, error) {
		q.After, q.Limit = after, limit
		return s.Queue.ListReviews(ctx, q)
	}, func(w review.Waiting) review.Position { return review.Position{Since: w.Since, Ref: w.Ref} })
	if err != nil {
		return nil, err
	}
	size, err := s.Queue.Size(ctx, q)
	if err != nil {
		return nil, err
	}
	names, err := merchantgrpc.Names(ctx, s.Labels, page.Rows, func(w review.Waiting) pc.Ref { return w.Ref })
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListReviewsResponse{
		Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size}, Waiting: size.Waiting,
		Oldest: kernelgrpc.Timestamp(size.Oldest), MerchantNames: names,
	}
	for _, w := range page.Rows {
		out.Data = append(out.Data, reviewMessage(w))
	}
	return out, nil
}

// ClaimReview reserves a review for the person who calls.
func (s *ReviewOperator) ClaimReview(
	ctx context.Context, req *pcv1.ClaimReviewRequest,
) (*pcv1.ClaimReviewResponse, error) {
	by := ProposedBy(ctx, "", s.Now())
	w, err := s.Queue.ClaimReview(ctx, pc.Ref(req.GetRef()), by.Person, by.Audit)
	if err != nil {
		return nil, err
	}
	return &pcv1.ClaimReviewResponse{Data: reviewMessage(w)}, nil
}

// ReleaseReview ends the claim of the person who calls.
func (s *ReviewOperator) ReleaseReview(
	ctx context.Context, req *pcv1.ReleaseReviewRequest,
) (*pcv1.ReleaseReviewResponse, error) {
	by := ProposedBy(ctx, "", s.Now())
	w, err := s.Queue.ReleaseReview(ctx, pc.Ref(req.GetRef()), by.Person, by.Audit)
	if err != nil {
		return nil, err
	}
	return &pcv1.ReleaseReviewResponse{Data: reviewMessage(w)}, nil
}

func reviewMessage(w review.Waiting) *pcv1.Review {
	m := &pcv1.Review{
		Ref: string(w.Ref), Livemode: w.Livemode, PartnerId: string(w.Partner), Channel: string(w.Channel),
		PartnerExternalRef: w.ExternalRef,
		ApplicantType:      string(w.ApplicantType), Status: string(w.Status), Reasons: kernelgrpc.Texts(w.Reasons),
		ClaimedBy:     w.ClaimedBy,
		ClaimedByName: w.ClaimedByName, ClaimedUntil: kernelgrpc.Timestamp(w.ClaimedUntil),
	}
	if !w.Since.IsZero() {
		m.WaitingSince = timestamppb.New(w.Since)
	}
	return m
}

// GetReview answers with the facts on which a decision is taken.
func (s *ReviewOperator) GetReview(ctx context.Context, req *pcv1.GetReviewRequest) (*pcv1.GetReviewResponse, error) {
	o, w, err := s.Queue.GetReview(ctx, pc.Ref(req.GetRef()))
	if err != nil {
		return nil, err
	}
	out := &pcv1.ReviewDetails{
		Review: reviewMessage(w), Onboarding: merchantgrpc.Message(o, nil, nil), Listing: listing(o.Decision),
		Etag: string(onboarding.SeenOf(&o)), Subject: SubjectMessage(review.Subject(o)),
		MerchantName: review.LabelOf(o).Name,
	}
	for _, r := range requirements.AskedOf(&o) {
		out.Codes = append(out.Codes, r.Code)
	}
	for _, c := range review.Compare(o) {
		out.Compared = append(out.Compared,
			&pcv1.ComparedField{Field: c.Field, Given: c.Given, Registered: c.Registered, Agrees: c.Agrees})
	}
	if r := o.Register; r != nil {
		out.RegisterOutcome, out.RegisterCheckedAt = string(r.Outcome), timestamppb.New(r.CheckedAt)
	}
	if o.Decision != nil {
		out.ReviewFlags = kernelgrpc.Texts(o.Decision.ReviewFlags)
		for _, span := range representation.Read(o.Decision.Record.Body.RuleText, o.Decision.Rule) {
			out.RuleRead = append(out.RuleRead,
				&pcv1.RuleSpan{Start: int32(span.From), End: int32(span.Until), Meaning: string(span.Meaning)})
		}
	}
	if d := o.Flow.Declarations; d != nil {
		out.PoliticallyExposed = d.Exposed
	}
	for _, id := range append([]pc.InvitationID{""}, invited(o)...) {
		if v, begun := o.Flow.AllVerifications()[id]; begun {
			out.Identities = append(out.Identities,
				&pcv1.SignatoryIdentity{InvitationId: string(id), Status: v.Status, Verdict: string(v.Verdict()), Checks: v.Checks})
		}
	}
	if t := o.Flow.Transfer; t != nil {
		out.TransferOutcome = t.Outcome
	}
	if c := o.AccountChange; c != nil {
		out.AccountChangeOutcome = c.Transfer.Outcome
	}
	return &pcv1.GetReviewResponse{Data: out}, nil
}

// listing is nil without an entry of a register.
func listing(d *onboarding.Decision) *pcv1.RegisterListing {
	if d == nil {
		return nil
	}
	out := &pcv1.RegisterListing{Body: d.Record.Body.Name, Proceedings: d.Record.Proceedings}
	level, found := representation.Match(d.Person, d.Record)
	for _, m := range d.Record.Members {
		p := &pcv1.ListedPerson{NameMasked: representation.MaskName(m.Name()), Function: m.Function, Suspended: m.Suspended}
		for _, f := range found {
			p.Applicant = p.Applicant || level != representation.MatchNone && f.ID == m.ID
		}
		out.Members = append(out.Members, p)
	}
	for _, p := range d.Record.Procurators {
		out.Procurators = append(out.Procurators,
			&pcv1.ListedPerson{NameMasked: representation.MaskName(p.GivenNames + " " + p.FamilyName), Function: p.Kind})
	}
	return out
}

// invited are the ids of the invited people, in the order of their invitations.
func invited(o onboarding.Onboarding) []pc.InvitationID {
	ids := make([]pc.InvitationID, len(o.Invitations))
	for i, v := range o.Invitations {
		ids[i] = v.ID
	}
	return ids
}
