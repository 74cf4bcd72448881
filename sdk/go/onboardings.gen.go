// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
	"iter"
)

// OnboardingsResource has the calls of Partner connect that concern onboardings.
type OnboardingsResource struct{ core *core }

// Create makes a draft: 201. `partner_external_ref` is its idempotency key within the channel: a repeated call gets the
// existing onboarding with 200 and `Idempotency-Replayed: true`, whatever else its body says. The header
// `Idempotency-Key` is ignored.
func (r *OnboardingsResource) Create(ctx context.Context, params CreateOnboardingParams, opts ...CallOption) (*CreateOnboardingResult, error) {
	return callFor[CreateOnboardingResult](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/onboarding", body: params}, opts)
}

// List lists the onboardings of the key's channels, newest first; with `updated_from`, those that changed since then,
// in the order of their changes. No answer of it leads to the hosted flow.
// It reads page after page; an error ends it.
func (r *OnboardingsResource) List(ctx context.Context, params ListOnboardingsParams, opts ...CallOption) iter.Seq2[OnboardingSummary, error] {
	return all(func(token string) (*Page[OnboardingSummary], error) {
		if token != "" {
			params.PageToken = token
		}
		return r.ListPage(ctx, params, opts...)
	})
}

// ListPage is one page of List.
func (r *OnboardingsResource) ListPage(ctx context.Context, params ListOnboardingsParams, opts ...CallOption) (*Page[OnboardingSummary], error) {
	return callPage[OnboardingSummary](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/onboarding", query: params}, opts)
}

// Get returns an onboarding with a fresh link to the hosted flow.
func (r *OnboardingsResource) Get(ctx context.Context, ref string, opts ...CallOption) (*Onboarding, error) {
	return callFor[Onboarding](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/onboarding/{ref}", args: []string{ref}}, opts)
}

// Update changes the partner's data about the merchant. In `applicant`, `business`, `company` and `payout_account` a
// member that is present replaces the stored one, null clears it, and one that is absent is kept; `metadata` is
// replaced whole. A company's register is asked, and what it says decides `company_structure`. What the merchant
// confirmed in the hosted flow is `segment_locked`.
//
// Takes IfMatch.
func (r *OnboardingsResource) Update(ctx context.Context, ref string, params UpdateOnboardingParams, opts ...CallOption) (*UpdateOnboardingResult, error) {
	return callFor[UpdateOnboardingResult](ctx, r.core, request{api: partnerConnect, method: "PATCH", path: "/onboarding/{ref}", args: []string{ref}, body: params}, opts)
}

// PrefillIdentity stores identity data of the main applicant; it verifies nothing, and no answer ever shows it again. A
// member that is present replaces the stored one whole, null clears it, and one that is absent is kept.
// `prefill_not_applicable` for a company of several representatives: each of them identifies in the hosted flow.
//
// Takes IfMatch.
func (r *OnboardingsResource) PrefillIdentity(ctx context.Context, ref string, params PrefillIdentityParams, opts ...CallOption) (*PrefillIdentityResult, error) {
	return callFor[PrefillIdentityResult](ctx, r.core, request{api: partnerConnect, method: "PATCH", path: "/onboarding/{ref}/identity", args: []string{ref}, body: params}, opts)
}

// SetRepresentation records whether the person who opens the account represents the company, and derives how from the
// company's register (docs/representation.md). A repeated call takes the place of the earlier one.
// `representation_not_applicable` for sole traders and natural persons.
//
// Takes IfMatch.
func (r *OnboardingsResource) SetRepresentation(ctx context.Context, ref string, params SetRepresentationParams, opts ...CallOption) (*SetRepresentationResult, error) {
	return callFor[SetRepresentationResult](ctx, r.core, request{api: partnerConnect, method: "PUT", path: "/onboarding/{ref}/representation", args: []string{ref}, body: params}, opts)
}

// Cancel ends an onboarding that the merchant has not signed: its links and invitations stop working. One that is
// cancelled already stays so.
//
// Takes IfMatch.
func (r *OnboardingsResource) Cancel(ctx context.Context, ref string, opts ...CallOption) (*CancelOnboardingResult, error) {
	return callFor[CancelOnboardingResult](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/onboarding/{ref}/cancel", args: []string{ref}, keyed: true}, opts)
}

// ListRequirements explains every code that `missing` can hold: whom it is asked of and which call resolves it.
func (r *OnboardingsResource) ListRequirements(ctx context.Context, params ListRequirementsParams, opts ...CallOption) ([]Requirement, error) {
	out, err := callFor[envelope[[]Requirement]](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/requirements", query: params}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// Finalize reports what is missing and hands the merchant over. It changes nothing and always answers 200; a body is
// ignored.
func (r *OnboardingsResource) Finalize(ctx context.Context, ref string, opts ...CallOption) (*FinalizeOnboardingResult, error) {
	return callFor[FinalizeOnboardingResult](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/onboarding/{ref}/finalize", args: []string{ref}}, opts)
}
