package pages

import (
	"strings"

	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

type signatoriesView struct {
	Needed      int
	Proxy       bool
	Candidates  []candidate
	Invitations []invitee
	Member      string // that was chosen when the form was sent
	Waiting     bool   // the applicant has signed; the page is a way aside
}

type candidate struct{ ID, Name string }

type invitee struct{ Name, Status string }

func (x *exchange) viewSignatories() error {
	v := signatoriesView{Invitations: invitees(&x.o), Member: x.page.Was("member"), Waiting: x.next() == "waiting"}
	if d := x.o.Decision; d != nil {
		v.Needed, v.Proxy = d.AdditionalSignatories, d.Mode == "proxy"
		for _, c := range d.Candidates {
			v.Candidates = append(v.Candidates, candidate{string(c.MemberID), c.NameMasked})
		}
	}
	x.page.Data = v
	return nil
}

func invitees(o *onboarding.Onboarding) []invitee {
	var out []invitee
	for _, v := range o.Invitations {
		out = append(out, invitee{v.Person.GivenNames + " " + v.Person.FamilyName, string(v.Status)})
	}
	return out
}

func (x *exchange) actSignatories() error {
	return x.change("Invite", func(o *onboarding.Onboarding) error {
		_, err := signing.Invite(o, onboarding.Invitation{
			Role: onboarding.InviteRepresentative, MemberID: x.field("member"), Locale: x.page.Lang,
			Person: onboarding.Invitee{
				GivenNames: strings.TrimSpace(x.field("given_names")), FamilyName: strings.TrimSpace(x.field("family_name")),
				Email: strings.TrimSpace(x.field("email")),
			},
		}, x.now)
		return err
	})
}
