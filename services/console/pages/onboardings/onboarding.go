package onboardings

import (
	"context"
	"net/http"
	"net/url"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/internal/screen"
)

type onboardingView struct {
	Ref      string
	Details  *pcv1.GetOnboardingDetailsResponse
	Timeline screen.Part[*pcv1.GetOnboardingTimelineResponse]
	NextPage string          // of the timeline; empty: there is none
	Messages []*pcv1.Message // nil: no one asked for them
	Asked    bool            // for the messages
	MayOpen  bool            // the review, personal data, and export
	Revealed *pcv1.RevealPersonalDataResponse
	Invited  string         // whose data was revealed, by the invitation; empty: the applicant's
	Proposed *pcv1.Approval // of the erasure; nil: no one proposed it with this form
}

// Contacts are the fields of an invited person that may be revealed.
func (onboardingView) Contacts() []string { return fields[:3] }

// Entries are those of the timeline below a heading.
func (onboardingView) Entries(p screen.Page, heading string, entries []*pcv1.TimelineEntry) Timeline {
	return Entries(p, heading, entries)
}

// Fields are those that may be revealed.
func (onboardingView) Fields() []string { return fields }

// fields are those that are shown in clear for a reason.
var fields = []string{
	"name", "email", "phone", "date_of_birth", "residential_address", "identity_document",
	"payout_account", "new_payout_account", "national_id",
	"business_name", "tax_number", "website", "category", "business_description", "business_address",
}

// showOnboarding shows an onboarding, or does what the person chose.
func showOnboarding(x *screen.Exchange, ref string) {
	code, render := x.Submit(map[string]screen.Change{
		"onboarding_messages": func(ctx context.Context, x *screen.Exchange) error {
			r, err := x.Services.PartnerConnect.ListMessages(ctx, &pcv1.ListMessagesRequest{Ref: ref})
			if err != nil {
				return err
			}
			renderOnboarding(x, http.StatusOK, onboardingView{Ref: ref, Messages: r.GetData(), Asked: true})
			return screen.ErrAnswered
		},
		"onboarding_reveal": func(ctx context.Context, x *screen.Exchange) error {
			of := x.R.PostForm.Get("invitation")
			r, err := x.Services.PartnerConnect.RevealPersonalData(ctx,
				&pcv1.RevealPersonalDataRequest{Ref: ref, Fields: x.R.PostForm["fields"], InvitationId: of})
			if err != nil {
				return err
			}
			renderOnboarding(x, http.StatusOK, onboardingView{Ref: ref, Revealed: r, Invited: of})
			return screen.ErrAnswered
		},
		"onboarding_erase": screen.Final(merchantFacts(ref), func(ctx context.Context, x *screen.Exchange) error {
			r, err := x.Services.PartnerConnect.EraseMerchant(ctx, &pcv1.EraseMerchantRequest{Ref: ref})
			if err != nil || r.GetApproval() == nil {
				return err
			}
			renderOnboarding(x, http.StatusOK, onboardingView{Ref: ref, Proposed: r.GetApproval()})
			return screen.ErrAnswered
		}),
		"onboarding_export": func(ctx context.Context, x *screen.Exchange) error { return export(ctx, x, ref) },
		"onboarding_reconcile": func(ctx context.Context, x *screen.Exchange) error {
			_, err := x.Services.PartnerConnect.ReconcileVerifications(ctx, &pcv1.ReconcileVerificationsRequest{Ref: ref})
			return err
		},
	})
	if render {
		renderOnboarding(x, code, onboardingView{Ref: ref})
	}
}

func renderOnboarding(x *screen.Exchange, code int, v onboardingView) {
	page := x.R.URL.Query().Get("page")
	var details screen.Part[*pcv1.GetOnboardingDetailsResponse]
	var failed error
	parts := x.Reading()
	screen.Read(parts, "onboarding", &details,
		func(ctx context.Context) (r *pcv1.GetOnboardingDetailsResponse, err error) {
			r, failed = x.Services.PartnerConnect.GetOnboardingDetails(ctx, &pcv1.GetOnboardingDetailsRequest{Ref: v.Ref})
			return r, quiet(failed)
		})
	screen.Read(parts, "timeline", &v.Timeline, func(ctx context.Context) (*pcv1.GetOnboardingTimelineResponse, error) {
		r, err := x.Services.PartnerConnect.GetOnboardingTimeline(ctx,
			&pcv1.GetOnboardingTimelineRequest{Ref: v.Ref, PageToken: page})
		return r, quiet(err)
	})
	parts.Wait()
	if failed != nil {
		x.Missing(failed)
		return
	}
	v.Details, v.MayOpen = details.Data, x.Session.Has("reviewer")
	if token := v.Timeline.Data.GetMeta().GetNextPageToken(); token != "" {
		v.NextPage = (&url.URL{Path: "onboardings/" + v.Ref, RawQuery: url.Values{"page": {token}}.Encode()}).String() +
			"#timeline"
	}
	x.Page.Title, x.Page.Data = x.Page.T("onboarding_title")+" "+v.Ref, v
	x.Show("onboarding", code)
}

// quiet is an error that a part of a page notes: that there is no such onboarding is no fault of a service.
func quiet(err error) error {
	if status.Code(err) == codes.NotFound {
		return nil
	}
	return err
}

// export sends all data of the merchant as a file.
func export(ctx context.Context, x *screen.Exchange, ref string) error {
	call, cancel := context.WithTimeout(context.WithoutCancel(ctx), screen.FileTimeout)
	defer cancel()
	stream, err := x.Services.PartnerConnect.ExportMerchant(call, &pcv1.ExportMerchantRequest{Ref: ref})
	if err != nil {
		return err
	}
	return x.SendPieces("merchant export", "application/zip", ref+".zip", func() ([]byte, error) {
		piece, err := stream.Recv()
		return piece.GetChunk(), err
	})
}
