package usecase

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/sandbox"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Onboardings advances test onboardings as the merchant, its signatories and the operator would.
type Onboardings struct {
	onboardings   *merchantusecase.Changer
	files         *merchantusecase.Uploader
	verifications *merchantusecase.Verifications // nil: the verification service is not connected; its outcome is assumed
	company       representation.Record
}

// NewOnboardings returns the use cases; company is what a company without a register entry becomes.
func NewOnboardings(
	onboardings *merchantusecase.Changer, files *merchantusecase.Uploader, verifications *merchantusecase.Verifications,
	company representation.Record,
) *Onboardings {
	return &Onboardings{onboardings, files, verifications, company}
}

// Targets that are not statuses.
const (
	toOptIn   = "payouts_opt_in"
	toRevoked = "delegation_revoked"
)

var errNoWay = fault.New(fault.InvalidState, "the onboarding cannot reach that status from its current one")

// Get returns a test onboarding in the view.
func (s *Onboardings) Get(ctx context.Context, v access.View, ref pc.Ref) (onboarding.Onboarding, error) {
	return s.onboardings.Get(ctx, v, ref)
}

// AdvanceOnboarding advances an onboarding that was read to a status, to a payouts opt-in, or to a revoked delegation.
func (s *Onboardings) AdvanceOnboarding(
	ctx context.Context, v access.View, o onboarding.Onboarding, target string, by audit.Entry,
) (onboarding.Onboarding, error) {
	if err := CheckTarget(target); err != nil {
		return o, err
	}
	a := &advance{s: s, view: v, o: o, by: by, now: by.At}
	err := a.to(ctx, target)
	return a.o, err
}

// CheckTarget returns what is wrong with a target as the field `to`.
func CheckTarget(to string) error {
	if onboarding.Status(to).Known() || to == toOptIn || to == toRevoked {
		return nil
	}
	return fault.Field("/to", "unknown_value",
		fault.OneOf(slices.Concat(onboarding.Statuses, []onboarding.Status{toOptIn, toRevoked})))
}

// advance is one path to a target. Each step is a change of its own, as it would be if people took it.
type advance struct {
	s    *Onboardings
	view access.View
	o    onboarding.Onboarding
	by   audit.Entry
	now  time.Time
}

func (a *advance) change(ctx context.Context, f func(*onboarding.Onboarding) error) error {
	o, err := a.s.onboardings.Change(ctx, a.view, a.o.Ref, a.now, a.by, f)
	if err == nil {
		a.o = o
	}
	return err
}

func (a *advance) to(ctx context.Context, target string) error {
	switch target {
	case toOptIn, toRevoked:
		if a.o.DelegationStatus() == delegation.NoDelegation {
			if err := a.status(ctx, onboarding.Active); err != nil {
				return err
			}
		}
		if target == toOptIn {
			return a.change(ctx, func(o *onboarding.Onboarding) error { return signing.GrantOptIn(o, a.now) })
		}
		return a.change(ctx,
			func(o *onboarding.Onboarding) error { return signing.RevokeDelegation(o, audit.MerchantActor, a.now) })
	}
	return a.status(ctx, onboarding.Status(target))
}

// status advances to a status. The path is searched again after each step: whether others must sign follows from the
// data.
func (a *advance) status(ctx context.Context, target onboarding.Status) error {
	const most = 12
	for range most {
		if a.o.Status == target {
			return nil
		}
		way, ok := a.o.Status.Path(target)
		if !ok {
			return errNoWay.WithExtension("onboarding_status", a.o.Status)
		}
		if err := a.step(ctx, way[0], target); err != nil {
			return err
		}
	}
	return errNoWay.WithExtension("onboarding_status", a.o.Status)
}

func (a *advance) step(ctx context.Context, next, target onboarding.Status) error {
	switch next {
	case onboarding.InProgress:
		return a.contact(ctx)
	case onboarding.AwaitingSignatories, onboarding.InReview:
		if a.o.Status == onboarding.ActionRequired {
			return a.change(ctx, func(o *onboarding.Onboarding) error { o.Corrections = nil; return review.Resubmit(o) })
		}
		if a.o.Status == onboarding.AwaitingSignatories {
			return a.countersign(ctx)
		}
		if err := a.complete(ctx); err != nil {
			return err
		}
		if target == onboarding.AwaitingSignatories && (a.o.Decision == nil || !a.o.Decision.NeedsOthers()) {
			return errNoWay.WithExtension("onboarding_status", a.o.Status)
		}
		return a.sign(ctx)
	case onboarding.Active:
		return a.change(ctx, func(o *onboarding.Onboarding) error {
			if err := signing.ReceiveTransfer(o, signing.TransferMatched, a.now); err != nil &&
				!errors.Is(err, pc.ErrUnchanged) {
				return err
			}
			if o.Status == onboarding.Active {
				return nil
			}
			return review.Approve(o)
		})
	case onboarding.ActionRequired:
		return a.change(ctx, func(o *onboarding.Onboarding) error {
			return review.RequestCorrection(o, []string{"business.description_or_website"}, "correction_requested")
		})
	case onboarding.Rejected:
		return a.change(ctx, func(o *onboarding.Onboarding) error { return review.Reject(o, "other", a.now) })
	case onboarding.Cancelled:
		return a.change(ctx, func(o *onboarding.Onboarding) error { return o.Cancel(a.now) })
	case onboarding.Expired:
		return a.change(ctx, func(o *onboarding.Onboarding) error { o.ExpiresAt = &a.now; return o.Expire(a.now) })
	}
	return errNoWay
}

func (a *advance) contact(ctx context.Context) error {
	return a.change(ctx, func(o *onboarding.Onboarding) error {
		sandbox.FillIn(o)
		return errors.Join(signing.VerifyContact(o, message.ByEmail, a.now), signing.VerifyContact(o, message.BySMS, a.now))
	})
}

// complete takes all steps before the signature.
func (a *advance) complete(ctx context.Context) error {
	files, err := a.documents(ctx)
	if err != nil {
		return err
	}
	err = a.change(ctx, func(o *onboarding.Onboarding) error {
		if o.Data.ApplicantType == onboarding.CompanyApplicant && len(requirements.Missing(*o)) > 0 &&
			o.Structure() == onboarding.UnknownStructure {
			o.Data.Company.Register = onboarding.CompanyRegister{Scheme: a.s.company.Scheme, Number: a.s.company.Number}
			o.Data.Company.LegalName = a.s.company.LegalName
			record := a.s.company
			o.ApplyRegisterCheck(onboarding.Checked(o.Data.Company.Register, record, a.now), &record, a.now)
		}
		if o.Data.ApplicantType == onboarding.CompanyApplicant && o.Register != nil &&
			o.Register.Outcome == onboarding.RegisterFound {
			o.Data.Company.LegalName = o.Register.LegalName
		}
		sandbox.FillIn(o)
		if o.Data.ApplicantType == onboarding.CompanyApplicant && o.Decision == nil {
			o.Decide(true, representation.Person{}, a.s.company, a.now)
		}
		for _, d := range files {
			if err := requirements.AddDocument(o, d); err != nil {
				return err
			}
		}
		a.invite(o)
		return signing.Review(o, o.Data, a.now)
	})
	if err != nil {
		return err
	}
	if err := a.verify(ctx, ""); err != nil {
		return err
	}
	return a.change(ctx, func(o *onboarding.Onboarding) error {
		return signing.Declare(o, onboarding.Declarations{Evidence: a.evidence(), OwnBehalf: true, BeneficialOwners: true})
	})
}

// invite asks members of the board until the decision has enough of them.
func (a *advance) invite(o *onboarding.Onboarding) {
	if o.Decision == nil {
		return
	}
	for _, c := range o.Decision.Candidates {
		if !slices.ContainsFunc(requirements.Missing(*o),
			func(d requirements.Detail) bool { return d.Code == "representation.invitation_or_poa" }) {
			return
		}
		_, _ = signing.Invite(o, onboarding.Invitation{
			Role: onboarding.InviteRepresentative, MemberID: string(c.MemberID), Person: memberOf(o.Decision.Record, c.MemberID),
		}, a.now)
	}
}

// memberOf is a listed member as someone to invite.
func memberOf(r representation.Record, id representation.MemberID) onboarding.Invitee {
	p := onboarding.Invitee{GivenNames: "Member", FamilyName: string(id), Email: string(id) + "@example.com"}
	for _, m := range r.Members {
		if m.ID == id && m.GivenNames != "" {
			p.GivenNames, p.FamilyName = m.GivenNames, m.FamilyName
		}
	}
	return p
}

// documents uploads a fictitious file for each required document that is missing.
func (a *advance) documents(ctx context.Context) ([]onboarding.Document, error) {
	var out []onboarding.Document
	o := a.o
	sandbox.FillIn(&o)
	for _, r := range requirements.RequiredDocuments(&o) {
		if r.Status == onboarding.ReceivedDocument || r.Status == onboarding.AcceptedDocument {
			continue
		}
		file, err := a.s.files.Upload(ctx, strings.NewReader("%PDF-1.7 fictitious\n"))
		if err != nil {
			return nil, err
		}
		id := string(r.ID)
		d, err := requirements.NewDocument(&o,
			requirements.Upload{File: file, Filename: "fictitious.pdf", RequiredDocumentID: &id}, a.now)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

// verify lets the verification service verify a signatory, the applicant for no invitation. The partner's tenant gets
// the events of the session; this does not wait for them.
func (a *advance) verify(ctx context.Context, invited pc.InvitationID) error {
	if signing.Identified(&a.o, invited) {
		return nil
	}
	session, err := a.session(ctx, invited)
	if err != nil {
		return err
	}
	return a.change(ctx, func(o *onboarding.Onboarding) error {
		if err := signing.Verify(o, invited, session, a.now); err != nil && !errors.Is(err, pc.ErrUnchanged) {
			return err
		}
		return signing.Verified(o, session, sandbox.SandboxVerdict(true))
	})
}

// session leads a signatory's session to its end: the open one, or a new one.
func (a *advance) session(ctx context.Context, invited pc.InvitationID) (session string, err error) {
	if v := signing.VerificationOf(&a.o, invited); v != nil && !v.Over() {
		session = v.SessionID
	}
	switch {
	case a.s.verifications == nil:
		return "sandbox/" + string(invited), nil
	case session == "":
		if session, err = a.s.verifications.Start(ctx, a.o, invited); err != nil {
			return "", err
		}
	}
	return session, a.s.verifications.Decide(ctx, a.o, session, true)
}

func (a *advance) evidence() onboarding.Evidence {
	return onboarding.Evidence{At: a.now, Text: "sandbox"}
}

func (a *advance) signature(o *onboarding.Onboarding) (onboarding.Signature, delegation.AgreementRef) {
	agreement := signing.AgreementFor(o, "en")
	return onboarding.Signature{Evidence: a.evidence(), Agreement: agreement.ID, Hash: agreement.Hash},
		delegation.AgreementRef{ID: agreement.ID, Version: agreement.Version, SignedAt: a.now}
}

func (a *advance) sign(ctx context.Context) error {
	return a.change(ctx, func(o *onboarding.Onboarding) error {
		s, ref := a.signature(o)
		return signing.Sign(o, s, ref, a.now)
	})
}

// countersign gives the signatures of all who are invited, each of whom is identified first.
func (a *advance) countersign(ctx context.Context) error {
	for _, v := range slices.Clone(a.o.Invitations) {
		if v.Status != onboarding.PendingInvitation {
			continue
		}
		if err := a.verify(ctx, v.ID); err != nil {
			return err
		}
	}
	return a.change(ctx, func(o *onboarding.Onboarding) error {
		for _, v := range slices.Clone(o.Invitations) {
			// The last signature that is needed ends the signing, and takes back what is left of the invitations.
			if v.Status != onboarding.PendingInvitation || o.Status != onboarding.AwaitingSignatories {
				continue
			}
			s, ref := a.signature(o)
			if err := signing.Accept(o, v.ID, s, ref, a.now); err != nil {
				return err
			}
		}
		return nil
	})
}
