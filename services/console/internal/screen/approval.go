package screen

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/partnerline/partnerline/internal/iso4217"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// ApprovalFacts say what is confirmed by a form whose input "approval" names what another person proposed: what it is,
// and about whom; ErrNotFound when that waits no more.
func ApprovalFacts(ctx context.Context, x *Exchange) ([]Fact, error) {
	r, err := x.Services.PartnerConnect.GetApproval(ctx, &pcv1.GetApprovalRequest{Id: x.Input("approval")})
	if err != nil {
		return nil, err
	}
	a := r.GetData()
	if a.GetStatus() != "pending" {
		return nil, ErrNotFound
	}
	to, err := returnFacts(ctx, x, a)
	return slices.Concat(aboutApproval(x, a, r.GetMerchantName()), SubjectFacts(x, r.GetSubject()), to), err
}

// SubjectFacts say about whom and what a person decides.
func SubjectFacts(x *Exchange, about []*pcv1.SubjectField) (list []Fact) {
	for _, f := range about {
		list = append(list, Fact{x.Page.T("field_" + f.GetField()), f.GetValueMasked()})
	}
	return list
}

// returnFacts name the account to which the amount of a bank line is returned, when that is what was proposed;
// ErrNotFound when its line has it no more: a second person confirms no account that is not on the page.
func returnFacts(ctx context.Context, x *Exchange, a *pcv1.Approval) ([]Fact, error) {
	if a.GetKind() != "transfer_return" {
		return nil, nil
	}
	r, err := x.Services.PartnerConnect.ListUnmatchedBankLines(ctx, &pcv1.ListUnmatchedBankLinesRequest{
		Account: a.GetBankAccount(), Ref: a.GetBankLineRef(),
	})
	if err != nil {
		return nil, err
	}
	for _, l := range r.GetData() {
		if l.GetApprovalId() == a.GetId() {
			return []Fact{
				{x.Page.T("reconcile_ref"), l.GetRef()},
				{x.Page.T("reconcile_return_iban"), l.GetProposedReturnIban()},
				{x.Page.T("reconcile_return_name"), l.GetProposedReturnName()},
			}, nil
		}
	}
	return nil, ErrNotFound
}

// A Difference is something that an approval changes, in words. Before is empty when there is nothing.
type Difference struct{ Name, Before, After string }

// Differences are what the confirmation of an approval changes.
func Differences(p Page, a *pcv1.Approval) (out []Difference) {
	for _, c := range a.GetChanges() {
		say := func(value string) string {
			switch c.GetField() {
			case "onboarding_status":
				return cmp.Or(p.T("status_"+value), value)
			case "refunded_amount":
				return amount(p, value, a.GetCurrency())
			}
			return cmp.Or(p.T("changed_"+value), value)
		}
		d := Difference{cmp.Or(p.T("change_"+c.GetField()), c.GetField()), say(c.GetBefore()), say(c.GetAfter())}
		if c.GetField() == "refunded_amount" {
			d.After += " " + p.T("change_of") + " " + iso4217.Decimal(c.GetOfAmount(), a.GetCurrency(), p.T("separator")) +
				" " + a.GetCurrency()
		}
		out = append(out, d)
	}
	return out
}

// amount spells minor units of a change; what is no number stays as it is.
func amount(p Page, minor, currency string) string {
	n, err := strconv.ParseInt(minor, 10, 64)
	if err != nil {
		return minor
	}
	return iso4217.Decimal(n, currency, p.T("separator")) + " " + currency
}

// String is the difference on one line.
func (d Difference) String() string { return strings.TrimSpace(d.Before + " → " + d.After) }

// MerchantFact says which merchant it is, by its name if it has one.
func MerchantFact(x *Exchange, name, ref string) Fact {
	if name != "" {
		name += " · "
	}
	return Fact{x.Page.T("merchant"), name + ref}
}

func aboutApproval(x *Exchange, a *pcv1.Approval, merchant string) []Fact {
	list := []Fact{
		{x.Page.T("kind"), x.Page.T("approval_" + a.GetKind())},
		{x.Page.T("approval_changes"), x.Page.T("approval_does_" + a.GetKind())},
		MerchantFact(x, merchant, a.GetMerchantRef()),
	}
	for _, d := range Differences(x.Page, a) {
		list = append(list, Fact{d.Name, d.String()})
	}
	if a.GetSubjectId() != a.GetMerchantRef() {
		list = append(list, Fact{x.Page.T("approval_subject"), a.GetSubjectId()})
	}
	if a.GetCurrency() != "" {
		list = append(list, Fact{x.Page.T("amount"),
			iso4217.Decimal(a.GetAmount(), a.GetCurrency(), x.Page.T("separator")) + " " + a.GetCurrency()})
	}
	by := a.GetProposedByName()
	if by == "" {
		by = a.GetProposedBy()
	}
	return append(list, Fact{x.Page.T("approval_proposed"), by + " · " + x.Page.At(a.GetCreatedAt())},
		Fact{x.Page.T("approval_why"), a.GetReason()})
}
