package pages

import (
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

type signatoriesView struct {
	Needed      int
	Proxy       bool
	Candidates  []candidate
	Invitations []invitee
	Member      string // that was chosen when the form was sent
	Waiting     bool   // the applicant has signed; the page is optional
}

type candidate struct{ ID, Name string }

type invitee struct{ Name, Status string }

func viewSignatories(x *exchange) (any, error) {
	o := &x.visit.Onboarding
	v := signatoriesView{
		Invitations: invitees(o), Member: x.page.Was("member"), Waiting: x.visit.Next() == hostedflow.StepWaiting,
	}
	if d := o.Decision; d != nil {
		v.Needed, v.Proxy = d.AdditionalSignatories, d.Mode == "proxy"
		for _, c := range d.Candidates {
			v.Candidates = append(v.Candidates, candidate{string(c.MemberID), c.NameMasked})
		}
	}
	return v, nil
}

func invitees(o *onboarding.Onboarding) []invitee {
	var out []invitee
	for _, v := range o.Invitations {
		out = append(out, invitee{v.Person.GivenNames + " " + v.Person.FamilyName, string(v.Status)})
	}
	return out
}

func actSignatories(x *exchange) (string, error) {
	sent := x.trimmed()
	return "", x.h.flow.InviteSignatory(x.Context(), &x.visit, x.field("member"), onboarding.Invitee{
		GivenNames: sent["given_names"], FamilyName: sent["family_name"], Email: sent["email"],
	})
}
