package postgres

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/partnerline/partnerline/internal/keyring"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// sealedData is the encrypted part of an onboarding: one column per segment, so that a segment can be replaced or erased alone,
// and the key of the row, itself sealed (partner-connect.md D).
type sealedData struct {
	dataKey                                                                     []byte
	applicant, business, company, payoutAccount, identity, representation, flow []byte
}

// opener is a key by which a column was sealed.
type opener interface {
	Open(sealed []byte, aad string) ([]byte, error)
}

// place ties a ciphertext to its row and column: moved elsewhere it does not open.
func place(table, id, column string) string { return table + "/" + id + "/" + column }

func dataKeyPlace(ref pc.Ref) string { return place("onboardings", string(ref), "data_key") }

// rowKey is the key of a row and its sealed form.
type rowKey struct {
	keyring.DataKey
	sealed []byte
}

// openRowKey opens the key of a row, or makes one for a row that has none.
func openRowKey(keys *keyring.Keyring, ref pc.Ref, sealed []byte) (rowKey, error) {
	if sealed == nil {
		key, sealed := keys.NewDataKey(dataKeyPlace(ref))
		return rowKey{key, sealed}, nil
	}
	key, err := keys.OpenDataKey(sealed, dataKeyPlace(ref))
	if err != nil {
		return rowKey{}, fmt.Errorf("data key of %s: %w", ref, err)
	}
	return rowKey{key, sealed}, nil
}

func seal(o pc.Onboarding, key rowKey) (sealedData, error) {
	out := sealedData{dataKey: key.sealed}
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
		if *c.to, err = sealJSON(key, c.from, place("onboardings", string(o.Ref), c.column)); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (s *Store) open(o *pc.Onboarding, d sealedData) error {
	var key opener = s.keys // of a row that was written before rows had keys
	if d.dataKey != nil {
		k, err := s.keys.OpenDataKey(d.dataKey, dataKeyPlace(o.Ref))
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
		if err := openJSON(key, c.from, c.to, place("onboardings", string(o.Ref), c.column)); err != nil {
			return err
		}
	}
	return nil
}

func sealJSON(key rowKey, v any, at string) ([]byte, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", at, err)
	}
	return key.Seal(plain, at), nil
}

func openJSON(key opener, sealed []byte, v any, at string) error {
	if sealed == nil {
		return nil
	}
	plain, err := key.Open(sealed, at)
	if err != nil {
		return fmt.Errorf("%s: %w", at, err)
	}
	if err := json.Unmarshal(plain, v); err != nil {
		// The decoder's own words may quote what it read.
		return fmt.Errorf("%s is not what this version stores", at)
	}
	return nil
}
