package postgres

import (
	"fmt"
	"reflect"

	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
)

// sealedData is the encrypted part of an onboarding: one column per segment, so that a segment can be replaced or erased alone,
// and the key of the row, itself sealed (partner-connect.md D).
type sealedData struct {
	dataKey                                                                     []byte
	applicant, business, company, payoutAccount, identity, representation, flow []byte
}

func seal(o onboarding.Onboarding, key rowseal.RowKey) (sealedData, error) {
	out := sealedData{dataKey: key.Sealed}
	for _, c := range []struct {
		column string
		from   any
		to     *[]byte
	}{
		{"applicant", o.Data.Applicant, &out.applicant},
		{"business", o.Data.Business, &out.business},
		{"company", o.Data.Company, &out.company},
		{"payout_account", o.Data.PayoutAccount, &out.payoutAccount},
		{"identity", o.Identity, &out.identity},
		{"representation", o.Decision, &out.representation},
		{"flow", o.Flow, &out.flow},
	} {
		if reflect.ValueOf(c.from).IsZero() {
			continue
		}
		var err error
		if *c.to, err = rowseal.SealJSON(key, c.from, rowseal.Place("onboardings", string(o.Ref), c.column)); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (s *Store) open(o *onboarding.Onboarding, d sealedData) error {
	var key rowseal.Opener = s.keys // of a row that was written before rows had keys
	if d.dataKey != nil {
		k, err := s.keys.OpenDataKey(d.dataKey, rowseal.DataKeyPlace(o.Ref))
		if err != nil {
			return fmt.Errorf("data key of %s: %w", o.Ref, err)
		}
		key = k
	}
	for _, c := range []struct {
		column string
		from   []byte
		to     any
	}{
		{"applicant", d.applicant, &o.Data.Applicant},
		{"business", d.business, &o.Data.Business},
		{"company", d.company, &o.Data.Company},
		{"payout_account", d.payoutAccount, &o.Data.PayoutAccount},
		{"identity", d.identity, &o.Identity},
		{"representation", d.representation, &o.Decision},
		{"flow", d.flow, &o.Flow},
	} {
		if err := rowseal.OpenJSON(key, c.from, c.to, rowseal.Place("onboardings", string(o.Ref), c.column)); err != nil {
			return err
		}
	}
	return nil
}
