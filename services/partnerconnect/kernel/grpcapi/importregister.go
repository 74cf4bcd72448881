package grpcapi

import (
	"context"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// ImportRegister answers with the number of entries that were new or changed.
func (s *ProviderOperator) ImportRegister(
	ctx context.Context, req *pcv1.ImportRegisterRequest,
) (*pcv1.ImportRegisterResponse, error) {
	records := make([]representation.Record, len(req.GetRecords()))
	for i, m := range req.GetRecords() {
		records[i] = recordOf(m)
	}
	n, err := s.imports.ImportRegister(ctx, req.GetLivemode(), records, Now(s.now))
	if err != nil {
		return nil, err
	}
	return &pcv1.ImportRegisterResponse{Imported: int32(n)}, nil
}

func recordOf(m *pcv1.RegisterRecord) representation.Record {
	r := representation.Record{
		Scheme: m.GetScheme(), Number: m.GetNumber(), AsOf: m.GetAsOf().AsTime(),
		Status:    representation.Status(m.GetStatus()),
		LegalName: m.GetLegalName(), TaxID: m.GetTaxId(), Members: []representation.Member{}, Proceedings: m.GetProceedings(),
		Body: representation.Body{Name: m.GetBody().GetName(), RuleText: m.GetBody().GetRuleText()},
	}
	if rule := m.GetBody().GetRule(); rule != nil {
		r.Body.Rule = ruleOf(rule)
	}
	for _, x := range m.GetMembers() {
		r.Members = append(r.Members, representation.Member{
			ID: representation.MemberID(x.GetId()), Function: x.GetFunction(), GivenNames: x.GetGivenNames(),
			FamilyName:     x.GetFamilyName(),
			NationalIDHash: x.GetNationalIdHash(), Suspended: x.GetSuspended(), Entity: x.GetEntity(),
		})
	}
	for _, x := range m.GetProcurators() {
		r.Procurators = append(r.Procurators,
			representation.Procurator{GivenNames: x.GetGivenNames(), FamilyName: x.GetFamilyName(), Kind: x.GetKind()})
	}
	return r
}

func ruleOf(m *pcv1.RegisterRule) representation.Rule {
	var out []representation.Alternative
	for _, a := range m.GetAlternatives() {
		var alternative representation.Alternative
		for _, s := range a.GetSignatures() {
			count := representation.Count(s.GetCount())
			switch {
			case count == 0:
				count = representation.All
			case count < 0:
				count = 0 // a rule with it is never sound
			}
			alternative = append(alternative, representation.Signature{Role: representation.Role(s.GetRole()), Count: count})
		}
		out = append(out, alternative)
	}
	return representation.NewRule(out...)
}
