package requirements

import (
	"slices"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// SignaturesAssured reports whether enough people are invited, or a power of attorney is there, for the decision: for a
// co-representative, live invitations and the applicant's own signature complete one alternative of the rule; for a
// proxy, a power of attorney, or invitations that complete one without the applicant.
func SignaturesAssured(o *onboarding.Onboarding) bool {
	d := o.Decision
	if d == nil || !d.NeedsOthers() {
		return true
	}
	for _, f := range o.Documents {
		if f.Type == onboarding.PowerOfAttorney && f.Status != onboarding.RejectedDocument {
			return true
		}
	}
	var signers []representation.MemberID
	procurators, unnamed := 0, 0
	for _, v := range o.Invitations {
		id := representation.MemberID(v.MemberID)
		switch {
		case !v.Live(), v.MemberID != "" && slices.Contains(signers, id): // who is invited twice signs once
		case v.MemberID != "":
			signers = append(signers, id)
		case v.Role == onboarding.InviteProxy:
			procurators++
		default:
			unnamed++
		}
	}
	procurators = min(procurators, len(d.Record.Procurators))
	// Each invitation that names no member counts as one signature: the hosted flow finds out which of the members
	// signs.
	if unnamed > 0 && len(signers)+procurators+unnamed >= d.AdditionalSignatories {
		return true
	}
	if d.Mode == representation.ModeCoRepresentative {
		_, self := representation.Match(d.Person, d.Record)
		return slices.ContainsFunc(self, func(m representation.Member) bool {
			return representation.Completes(d.Rule, d.Record, append(signers, m.ID), procurators)
		})
	}
	return representation.Completes(d.Rule, d.Record, signers, procurators)
}
