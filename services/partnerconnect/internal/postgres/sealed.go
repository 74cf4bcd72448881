package postgres

import (
	"encoding/json"
	"fmt"
	"reflect"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// sealedData is the encrypted part of pc.Data: one column per segment, so that a segment can be replaced or erased alone.
type sealedData struct {
	applicant, business, company, payoutAccount []byte
}

// place ties a ciphertext to its row and column: moved elsewhere it does not open.
func place(ref pc.Ref, column string) string { return "onboardings/" + string(ref) + "/" + column }

func (s *Store) seal(o pc.Onboarding) (sealedData, error) {
	var out sealedData
	for _, c := range []struct {
		column string
		from   any
		to     *[]byte
	}{
		{"applicant", o.Data.Applicant, &out.applicant},
		{"business", o.Data.Business, &out.business},
		{"company", o.Data.Company, &out.company},
		{"payout_account", o.Data.PayoutAccount, &out.payoutAccount},
	} {
		if reflect.ValueOf(c.from).IsZero() {
			continue
		}
		plain, err := json.Marshal(c.from)
		if err != nil {
			return out, fmt.Errorf("encode %s: %w", c.column, err)
		}
		*c.to = s.keys.Seal(plain, place(o.Ref, c.column))
	}
	return out, nil
}

func (s *Store) open(o *pc.Onboarding, d sealedData) error {
	for _, c := range []struct {
		column string
		from   []byte
		to     any
	}{
		{"applicant", d.applicant, &o.Data.Applicant},
		{"business", d.business, &o.Data.Business},
		{"company", d.company, &o.Data.Company},
		{"payout_account", d.payoutAccount, &o.Data.PayoutAccount},
	} {
		if c.from == nil {
			continue
		}
		plain, err := s.keys.Open(c.from, place(o.Ref, c.column))
		if err != nil {
			return fmt.Errorf("%s of %s: %w", c.column, o.Ref, err)
		}
		if err := json.Unmarshal(plain, c.to); err != nil {
			// The decoder's own words may quote what it read.
			return fmt.Errorf("%s of %s is not what this version stores", c.column, o.Ref)
		}
	}
	return nil
}
