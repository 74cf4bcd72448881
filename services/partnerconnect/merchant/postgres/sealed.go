package postgres

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// segments are the encrypted parts of an onboarding: a column each, so that one can be replaced or erased alone.
var segments = []struct {
	column string
	of     func(*onboarding.Onboarding) any // pointer to it
}{
	{"applicant", func(o *onboarding.Onboarding) any { return &o.Data.Applicant }},
	{"business", func(o *onboarding.Onboarding) any { return &o.Data.Business }},
	{"company", func(o *onboarding.Onboarding) any { return &o.Data.Company }},
	{"payout_account", func(o *onboarding.Onboarding) any { return &o.Data.PayoutAccount }},
	{"identity", func(o *onboarding.Onboarding) any { return &o.Identity }},
	{"representation", func(o *onboarding.Onboarding) any { return &o.Decision }},
	{"flow", func(o *onboarding.Onboarding) any { return &o.Flow }},
	{"account_change", func(o *onboarding.Onboarding) any { return &o.AccountChange }},
}

// A sealedSegment is one as it is stored, and the JSON that it was sealed from.
type sealedSegment struct{ sealed, plain []byte }

// seal returns the segments of an onboarding, in the order of segments. One that is as it was stored is not sealed
// again; stored is nil for an onboarding that is new.
func seal(o *onboarding.Onboarding, key rowseal.RowKey, stored []sealedSegment) ([]sealedSegment, error) {
	out := make([]sealedSegment, len(segments))
	for i, s := range segments {
		value := s.of(o)
		if reflect.ValueOf(value).Elem().IsZero() {
			continue
		}
		plain, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("encode %s: %w", s.column, err)
		}
		if stored != nil && bytes.Equal(stored[i].plain, plain) {
			out[i] = stored[i]
			continue
		}
		out[i] = sealedSegment{key.Seal(plain, rowseal.AssociatedData("onboardings", string(o.Ref), s.column)), plain}
	}
	return out, nil
}

// open reads the segments into an onboarding, and remembers what each of them held.
func (s *OnboardingStore) open(o *onboarding.Onboarding, dataKey []byte, stored []sealedSegment) error {
	if dataKey == nil { // with the key, the segments are erased
		return nil
	}
	key, err := s.keys.OpenDataKey(dataKey, rowseal.DataKeyAssociatedData(o.Ref))
	if err != nil {
		return fmt.Errorf("data key of %s: %w", o.Ref, err)
	}
	for i, c := range segments {
		read := decoder{into: c.of(o)}
		if err := rowseal.OpenJSON(key, stored[i].sealed, &read,
			rowseal.AssociatedData("onboardings", string(o.Ref), c.column)); err != nil {
			return err
		}
		stored[i].plain = read.plain
	}
	return nil
}

// A decoder decodes JSON and keeps it.
type decoder struct {
	into  any
	plain []byte
}

// UnmarshalJSON implements [json.Unmarshaler].
func (d *decoder) UnmarshalJSON(b []byte) error {
	d.plain = slices.Clone(b)
	return json.Unmarshal(b, d.into)
}
