package usecase

import (
	"context"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
)

// A RepresentationClaim is what a partner says of the person who creates the account.
type RepresentationClaim struct {
	IsRepresentative bool
	Person           *ClaimedPerson // nil: the applicant
}

// A ClaimedPerson is whom to look for in the register.
type ClaimedPerson struct {
	GivenNames, FamilyName string
	NationalID             onboarding.NationalID
}

// SetRepresentation decides by the company's entry in its register how the applicant may bind it. State and body are
// checked before the register is asked, and again under the lock.
func (s *Onboardings) SetRepresentation(
	ctx context.Context, c Call, claim RepresentationClaim,
) (onboarding.Onboarding, error) {
	return withRegister(func() (onboarding.Onboarding, error) { return s.decide(ctx, c, claim) })
}

func (s *Onboardings) decide(ctx context.Context, c Call, claim RepresentationClaim) (onboarding.Onboarding, error) {
	now := c.By.At
	state := []check{editable, unlockedRepresentation, (*onboarding.Onboarding).CheckRepresentation}
	checkBody := func() error {
		if p := claim.Person; p != nil {
			return c.Body.Check(onboarding.CheckPerson(onboarding.Applicant{GivenNames: p.GivenNames, FamilyName: p.FamilyName},
				p.NationalID, now))
		}
		return c.Body.Check()
	}
	stored, err := s.store.Onboarding(ctx, c.View, c.Ref)
	if err != nil {
		return stored, err
	}
	if err := c.checkState(&stored, state...); err != nil {
		return stored, err
	}
	if err := checkBody(); err != nil {
		return stored, err
	}
	answer, err := s.lookUp(ctx, stored.Livemode, stored.Data.Company.Register, now)
	switch {
	case err != nil:
		return stored, err
	case answer.check.Outcome == onboarding.RegisterUnavailable:
		return stored, retryLater(register.ErrRegisterUnavailable)
	case answer.check.Outcome != onboarding.RegisterFound:
		return stored, onboarding.ErrCompanyNotInRegister
	}
	return s.changer.change(ctx, c, state, func(o *onboarding.Onboarding) error {
		if answer.check.Register != o.Data.Company.Register {
			return errOtherEntry
		}
		o.ApplyRegisterCheck(answer.check, answer.record, now)
		o.Decide(claim.IsRepresentative, s.person(claim.Person, o.Identity.NationalID), *answer.record, now)
		requirements.Corrected(o, requirements.OpRepresentation, []string{"/is_representative"})
		return nil
	})
}

func unlockedRepresentation(o *onboarding.Onboarding) error {
	return o.CheckUnlocked(map[string]onboarding.Segment{"/is_representative": onboarding.RepresentationSegment})
}

// person is whom to look for: the applicant when no other is named. The national id is hashed immediately.
func (s *Onboardings) person(p *ClaimedPerson, applicant onboarding.NationalID) representation.Person {
	if p == nil {
		return representation.Person{NationalIDHashes: s.hash.OfID(applicant)}
	}
	return representation.Person{
		GivenNames: p.GivenNames, FamilyName: p.FamilyName, NationalIDHashes: s.hash.OfID(p.NationalID),
	}
}
