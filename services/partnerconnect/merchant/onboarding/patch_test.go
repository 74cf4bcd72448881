package onboarding

import (
	"reflect"
	"slices"
	"testing"

	"github.com/partnerline/partnerline/internal/fault"
)

// filled returns a value in which every field that a partner may set is set.
func filled[T any]() T {
	var out T
	fill(reflect.ValueOf(&out).Elem())
	return out
}

func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("key"), reflect.ValueOf("value"))
	default:
		v.SetString("x")
	}
}

// A field that a patch cannot name could never be set.
func TestPatchesReachEveryField(t *testing.T) {
	t.Run("data", func(t *testing.T) {
		all := filled[Data]()
		p := DataPatch{Fields: Fields{"applicant_type", "applicant", "business", "company", "payout_account", "return_url",
			"metadata"}, Values: all}
		if got := p.Apply(Data{}); !reflect.DeepEqual(got, all) {
			t.Errorf("set:\n got %+v\nwant %+v", got, all)
		}
		p.Values = Data{}
		if got := p.Apply(all); !reflect.DeepEqual(got, Data{}) {
			t.Errorf("cleared: %+v", got)
		}
	})
	t.Run("identity", func(t *testing.T) {
		all := filled[Identity]()
		fields := Fields{"national_id", "identity_document", "residential_address", "place_of_birth", "citizenships",
			"date_of_birth"}
		if got := NewIdentityPatch(fields, all).Apply(Identity{}); !reflect.DeepEqual(got, all) {
			t.Errorf("set:\n got %+v\nwant %+v", got, all)
		}
		if got := NewIdentityPatch(fields, Identity{}).Apply(all); !reflect.DeepEqual(got, Identity{}) {
			t.Errorf("cleared: %+v", got)
		}
	})
}

func TestPatchChangesOnlyItsFields(t *testing.T) {
	stored := Data{Applicant: Applicant{GivenNames: "Anna", Email: "a@example.pl"},
		Business: Business{TaxID: TaxID{Scheme: SchemeNIP, Value: "1"}}}
	for name, c := range map[string]struct {
		patch DataPatch
		want  Data
	}{
		"nothing": {DataPatch{Values: Data{ReturnURL: "https://a.example"}}, stored},
		"a field is set": {
			DataPatch{Fields{"applicant.email"}, Data{Applicant: Applicant{GivenNames: "Ewa", Email: "b@example.pl"}}},
			Data{Applicant: Applicant{GivenNames: "Anna", Email: "b@example.pl"}, Business: stored.Business},
		},
		"a field is cleared": {
			DataPatch{Fields{"applicant.email"}, Data{}},
			Data{Applicant: Applicant{GivenNames: "Anna"}, Business: stored.Business},
		},
		"a member is cleared": {DataPatch{Fields{"applicant"}, Data{}}, Data{Business: stored.Business}},
		"a tax number is replaced whole": {
			DataPatch{Fields{"business.tax_id"}, Data{Business: Business{TaxID: TaxID{Value: "2"}}}},
			Data{Applicant: stored.Applicant, Business: Business{TaxID: TaxID{Value: "2"}}},
		},
		"a name of no field": {DataPatch{Fields{"business.tax_id.value", "ref", "applican"}, Data{}}, stored},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.patch.Apply(stored); !reflect.DeepEqual(got, c.want) {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestFieldsHavePointers(t *testing.T) {
	f := Fields{"applicant.email", "metadata"}
	if got, want := f.Pointers(), []string{"/applicant", "/applicant/email", "/metadata"}; !slices.Equal(got, want) {
		t.Errorf("pointers: %v, want %v", got, want)
	}
	var left []string
	for _, v := range f.Violations([]fault.Violation{{Field: "/applicant/email"}, {Field: "/applicant/phone"},
		{Field: "/metadata/a"}, {Field: "/metadatas"}}) {
		left = append(left, v.Field)
	}
	if want := []string{"/applicant/email", "/metadata/a"}; !slices.Equal(left, want) {
		t.Errorf("violations: %v, want %v", left, want)
	}
	if got := (DataPatch{Fields: Fields{"applicant.email", "applicant.phone",
		"return_url"}}).Segments(); !reflect.DeepEqual(got, map[string]Segment{"/applicant": ApplicantSegment}) {
		t.Errorf("segments: %v", got)
	}
	identity := NewIdentityPatch(Fields{"national_id.value", "national_id.scheme"}, Identity{})
	if got := identity.Segments(); !reflect.DeepEqual(got, map[string]Segment{"/national_id": IdentitySegment}) ||
		!slices.Equal(identity.Fields, Fields{"national_id"}) {
		t.Errorf("a member of an identity is replaced whole: %v %v", got, identity.Fields)
	}
}
