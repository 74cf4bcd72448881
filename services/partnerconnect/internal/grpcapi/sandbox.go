package grpcapi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
)

// Identity is the verification service, as the sandbox's merchant uses it.
type Identity interface {
	Start(ctx context.Context, o pc.Onboarding, invited pc.InvitationID) (session string, err error)
	Decide(ctx context.Context, o pc.Onboarding, session string, verified bool) error
}

// SandboxStore keeps onboardings.
type SandboxStore interface {
	Onboarding(ctx context.Context, v pc.View, ref pc.Ref) (pc.Onboarding, error)
	AdvanceClock(ctx context.Context, v pc.View, now, then time.Time, by pc.AuditEntry) (pc.ClockReport, error)
	Changer
}

// Sandbox answers SandboxService: it acts as the merchant and the operator would.
type Sandbox struct {
	pcv1.UnimplementedSandboxServiceServer
	store    SandboxStore
	files    Files
	identity Identity // nil: the verification service is not connected; its outcome is taken for granted
	company  representation.Record
	now      func() time.Time
}

// NewSandbox returns the service; company is what a company without a register entry becomes.
func NewSandbox(store SandboxStore, files Files, identity Identity, company representation.Record, now func() time.Time) *Sandbox {
	return &Sandbox{store: store, files: files, identity: identity, company: company, now: now}
}

// What one can advance to beside a status.
const (
	toOptIn   = "payouts_opt_in"
	toRevoked = "delegation_revoked"
)

var errNoWay = fault.New(fault.InvalidState, "no legal way leads there from where the onboarding stands")

// AdvanceOnboarding implements the contract.
func (s *Sandbox) AdvanceOnboarding(ctx context.Context, req *pcv1.AdvanceOnboardingRequest) (*pcv1.AdvanceOnboardingResponse, error) {
	key, err := partnerKey(ctx)
	if err != nil {
		return nil, err
	}
	o, err := s.store.Onboarding(ctx, key.View(), pc.Ref(req.GetRef()))
	if err != nil {
		return nil, err
	}
	if err := refuse(grpcserver.CheckBody(ctx, req), checkTarget(req)); err != nil {
		return nil, err
	}
	a := &advance{s: s, ctx: ctx, view: key.View(), o: o, now: s.now().UTC().Truncate(time.Millisecond)}
	if err := a.to(req.GetTo()); err != nil {
		return nil, err
	}
	recorded(ctx)
	codes, _ := missingMessages(a.o)
	return &pcv1.AdvanceOnboardingResponse{
		Ref: string(a.o.Ref), Status: string(a.o.Status), Channel: string(a.o.Owner.Channel.ID), PartnerExternalRef: a.o.ExternalRef,
		MerchantStatus: string(a.o.Merchant), DelegationStatus: string(a.o.DelegationStatus()), PayoutsOptInStatus: string(a.o.OptIn.Status),
		Missing: codes,
	}, nil
}

// AdvanceClock implements the contract.
func (s *Sandbox) AdvanceClock(ctx context.Context, req *pcv1.AdvanceClockRequest) (*pcv1.AdvanceClockResponse, error) {
	key, err := partnerKey(ctx)
	if err != nil {
		return nil, err
	}
	now := s.now().UTC().Truncate(time.Millisecond)
	then := now.Add(time.Duration(req.GetAdvanceS()) * time.Second)
	r, err := s.store.AdvanceClock(ctx, key.View(), now, then, by(ctx, now))
	if err != nil {
		return nil, err
	}
	return &pcv1.AdvanceClockResponse{
		AsOf: timestamppb.New(then), ExpiredOnboardings: int32(r.Onboardings), ExpiredInvitations: int32(r.Invitations),
		ExpiredPayments: int32(r.Payments), Settlements: int32(r.Settlements),
	}, nil
}

func checkTarget(req *pcv1.AdvanceOnboardingRequest) []fault.Violation {
	if to := req.GetTo(); pc.Status(to).Known() || to == toOptIn || to == toRevoked {
		return nil
	}
	return []fault.Violation{{Field: "/to", Code: "unknown_value", Message: "must be a status of an onboarding, payouts_opt_in or delegation_revoked"}}
}

// advance is one walk. Each step is a change of its own, as it would be if people took it.
type advance struct {
	s    *Sandbox
	ctx  context.Context //nolint:containedctx // of the one call
	view pc.View
	o    pc.Onboarding
	now  time.Time
}

func (a *advance) change(f func(*pc.Onboarding) error) error {
	o, err := a.s.store.ChangeOnboarding(a.ctx, a.view, a.o.Ref, a.now, by(a.ctx, a.now), f)
	if err == nil {
		a.o = o
	}
	return err
}

func (a *advance) to(target string) error {
	switch target {
	case toOptIn, toRevoked:
		if a.o.DelegationStatus() == pc.NoDelegation {
			if err := a.status(pc.Active); err != nil {
				return err
			}
		}
		if target == toOptIn {
			return a.change(func(o *pc.Onboarding) error { return o.GrantOptIn(a.now) })
		}
		return a.change(func(o *pc.Onboarding) error { return o.RevokeDelegation(pc.MerchantActor, a.now) })
	}
	return a.status(pc.Status(target))
}

// status walks to a status. The way is found anew after each step: whether others must sign, the data tells.
func (a *advance) status(target pc.Status) error {
	const most = 12
	for range most {
		if a.o.Status == target {
			return nil
		}
		way, ok := a.o.Status.WayTo(target)
		if !ok {
			return errNoWay.WithExtension("onboarding_status", a.o.Status)
		}
		if err := a.step(way[0], target); err != nil {
			return err
		}
	}
	return errNoWay.WithExtension("onboarding_status", a.o.Status)
}

func (a *advance) step(next, target pc.Status) error {
	switch next {
	case pc.InProgress:
		return a.contact()
	case pc.AwaitingSignatories, pc.InReview:
		if a.o.Status == pc.ActionRequired {
			return a.change(func(o *pc.Onboarding) error { o.Corrections = nil; return o.Resubmit() })
		}
		if a.o.Status == pc.AwaitingSignatories {
			return a.countersign()
		}
		if err := a.complete(); err != nil {
			return err
		}
		if target == pc.AwaitingSignatories && (a.o.Decision == nil || !a.o.Decision.NeedsOthers()) {
			return errNoWay.WithExtension("onboarding_status", a.o.Status)
		}
		return a.sign()
	case pc.Active:
		return a.change(func(o *pc.Onboarding) error {
			if err := o.ReceiveTransfer(pc.TransferMatched, a.now); err != nil && !errors.Is(err, pc.ErrUnchanged) {
				return err
			}
			if o.Status == pc.Active {
				return nil
			}
			return o.Approve()
		})
	case pc.ActionRequired:
		return a.change(func(o *pc.Onboarding) error {
			return o.RequestCorrection([]string{"business.description_or_website"}, "correction_requested")
		})
	case pc.Rejected:
		return a.change(func(o *pc.Onboarding) error { return o.Reject("other", a.now) })
	case pc.Cancelled:
		return a.change(func(o *pc.Onboarding) error { return o.Cancel(a.now) })
	case pc.Expired:
		return a.change(func(o *pc.Onboarding) error { o.ExpiresAt = &a.now; return o.Expire(a.now) })
	}
	return errNoWay
}

func (a *advance) contact() error {
	return a.change(func(o *pc.Onboarding) error {
		o.FillIn()
		return errors.Join(o.VerifyContact(pc.ByEmail, a.now), o.VerifyContact(pc.BySMS, a.now))
	})
}

// complete takes all steps before the signature.
func (a *advance) complete() error {
	files, err := a.documents()
	if err != nil {
		return err
	}
	err = a.change(func(o *pc.Onboarding) error {
		if o.Data.ApplicantType == pc.CompanyApplicant && len(pc.Missing(*o)) > 0 && o.Structure() == pc.UnknownStructure {
			o.Data.Company.Register = pc.CompanyRegister{Scheme: a.s.company.Scheme, Number: a.s.company.Number}
			o.Data.Company.LegalName = a.s.company.LegalName
			record := a.s.company
			o.Registered(pc.Checked(o.Data.Company.Register, record, a.now), &record, a.now)
		}
		if o.Data.ApplicantType == pc.CompanyApplicant && o.Register != nil && o.Register.Outcome == pc.RegisterFound {
			o.Data.Company.LegalName = o.Register.LegalName
		}
		o.FillIn()
		if o.Data.ApplicantType == pc.CompanyApplicant && o.Decision == nil {
			o.Decide(true, representation.Person{}, a.s.company, a.now)
		}
		for _, d := range files {
			if err := o.AddDocument(d); err != nil {
				return err
			}
		}
		a.invite(o)
		return o.Review(o.Data, a.now)
	})
	if err != nil {
		return err
	}
	if err := a.verify(""); err != nil {
		return err
	}
	return a.change(func(o *pc.Onboarding) error {
		return o.Declare(pc.Declarations{Evidence: a.evidence(), OwnBehalf: true, BeneficialOwners: true})
	})
}

// invite asks members of the board until the decision has enough of them.
func (a *advance) invite(o *pc.Onboarding) {
	if o.Decision == nil {
		return
	}
	for _, c := range o.Decision.Candidates {
		if !slices.ContainsFunc(pc.Missing(*o), func(d pc.Detail) bool { return d.Code == "representation.invitation_or_poa" }) {
			return
		}
		_, _ = o.Invite(pc.Invitation{
			Role: pc.InviteRepresentative, MemberID: string(c.MemberID), Person: memberOf(o.Decision.Record, c.MemberID),
		}, a.now)
	}
}

// memberOf is a listed member as somebody to invite.
func memberOf(r representation.Record, id representation.MemberID) pc.Invitee {
	p := pc.Invitee{GivenNames: "Member", FamilyName: string(id), Email: string(id) + "@example.com"}
	for _, m := range r.Members {
		if m.ID == id && m.GivenNames != "" {
			p.GivenNames, p.FamilyName = m.GivenNames, m.FamilyName
		}
	}
	return p
}

// documents uploads a fictitious file for each required document that is missing.
func (a *advance) documents() ([]pc.Document, error) {
	var out []pc.Document
	o := a.o
	o.FillIn()
	for _, r := range o.RequiredDocuments() {
		if r.Status == pc.ReceivedDocument || r.Status == pc.AcceptedDocument {
			continue
		}
		file, err := a.s.files.Take(a.ctx, io.Reader(bytes.NewReader([]byte("%PDF-1.7 fictitious\n"))))
		if err != nil {
			return nil, err
		}
		id := string(r.ID)
		d, err := pc.NewDocument(&o, pc.Upload{File: file, Filename: "fictitious.pdf", RequiredDocumentID: &id}, a.now)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

// verify lets the verification service verify a signatory, the applicant for no invitation. The partner's tenant gets the events of the
// session; this does not wait for them.
func (a *advance) verify(invited pc.InvitationID) error {
	if a.o.Identified(invited) {
		return nil
	}
	session, err := a.session(invited)
	if err != nil {
		return err
	}
	return a.change(func(o *pc.Onboarding) error {
		if err := o.Verify(invited, session, a.now); err != nil && !errors.Is(err, pc.ErrUnchanged) {
			return err
		}
		return o.Verified(session, pc.SandboxVerdict(true))
	})
}

// session leads a signatory's session to its end: the one that runs, or a new one.
func (a *advance) session(invited pc.InvitationID) (session string, err error) {
	if v := a.o.VerificationOf(invited); v != nil && !v.Over() {
		session = v.SessionID
	}
	switch {
	case a.s.identity == nil:
		return "sandbox/" + string(invited), nil
	case session == "":
		if session, err = a.s.identity.Start(a.ctx, a.o, invited); err != nil {
			return "", err
		}
	}
	return session, a.s.identity.Decide(a.ctx, a.o, session, true)
}

func (a *advance) evidence() pc.Evidence { return pc.Evidence{At: a.now, Text: "sandbox"} }

func (a *advance) signature(o *pc.Onboarding) (pc.Signature, pc.AgreementRef) {
	agreement := pc.AgreementFor(o, "en")
	return pc.Signature{Evidence: a.evidence(), Agreement: agreement.ID, Hash: agreement.Hash},
		pc.AgreementRef{ID: agreement.ID, Version: agreement.Version, SignedAt: a.now}
}

func (a *advance) sign() error {
	return a.change(func(o *pc.Onboarding) error {
		s, ref := a.signature(o)
		return o.Sign(s, ref, a.now)
	})
}

// countersign gives the signatures of all who are invited, each of whom is identified first.
func (a *advance) countersign() error {
	for _, v := range slices.Clone(a.o.Invitations) {
		if v.Status != pc.PendingInvitation {
			continue
		}
		if err := a.verify(v.ID); err != nil {
			return err
		}
	}
	return a.change(func(o *pc.Onboarding) error {
		for _, v := range slices.Clone(o.Invitations) {
			// The last signature that is needed ends the signing, and takes back what is left of the invitations.
			if v.Status != pc.PendingInvitation || o.Status != pc.AwaitingSignatories {
				continue
			}
			s, ref := a.signature(o)
			if err := o.Accept(v.ID, s, ref, a.now); err != nil {
				return err
			}
		}
		return nil
	})
}
