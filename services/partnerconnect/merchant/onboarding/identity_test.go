package onboarding

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// What identity data may be like; the fields name all that is wrong.
func TestIdentityCheck(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	pesel := func(v string) Identity { return Identity{NationalID: NationalID{Scheme: SchemePESEL, Value: v}} }
	document := func(change func(*IdentityDocument)) Identity {
		d := IdentityDocument{Type: "passport", Number: "AB1234567", IssuingCountry: "DE"}
		change(&d)
		return Identity{Document: d}
	}
	for name, c := range map[string]struct {
		in     Identity
		fields string
	}{
		"nothing":            {Identity{}, ""},
		"number":             {pesel("44051401359"), ""},
		"number of today":    {pesel(peselOf(now.Truncate(24*time.Hour), 1)), ""},
		"number of tomorrow": {pesel(peselOf(now.Truncate(24*time.Hour).AddDate(0, 0, 1), 1)), "/national_id/value"},
		"number of another country": {Identity{NationalID: NationalID{Scheme: SchemePESEL, Country: "DE",
			Value: "44051401359"}}, "/national_id/country"},
		"other number": {Identity{NationalID: NationalID{Scheme: SchemeOther, Country: "DE", Value: "A-1"}},
			""},
		"other number of nowhere": {Identity{NationalID: NationalID{Scheme: SchemeOther, Value: "A-1"}},
			"/national_id/country"},
		"other number with a blank": {Identity{NationalID: NationalID{Scheme: SchemeOther, Country: "DE", Value: "A 1"}},
			"/national_id/value"},
		"unknown scheme": {Identity{NationalID: NationalID{Scheme: "PL_NIP", Value: "1234563218"}},
			"/national_id/scheme"},
		"passport": {document(func(*IdentityDocument) {}), ""},
		"Polish card": {document(func(d *IdentityDocument) {
			d.Type, d.IssuingCountry,
				d.Number = "identity_card", "PL", "ABA300000"
		}), ""},
		"Polish card, check digit": {document(func(d *IdentityDocument) {
			d.Type, d.IssuingCountry,
				d.Number = "identity_card", "PL", "ABA400000"
		}), "/identity_document/number"},
		"German card": {document(func(d *IdentityDocument) {
			d.Type, d.Number = "identity_card",
				"L01X00T47"
		}), ""},
		"number in lower case": {document(func(d *IdentityDocument) { d.Number = "ab1234567" }),
			"/identity_document/number"},
		"short number": {document(func(d *IdentityDocument) { d.Number = "AB1" }),
			"/identity_document/number"},
		"long number": {document(func(d *IdentityDocument) { d.Number = strings.Repeat("A", 21) }),
			"/identity_document/number"},
		"expires today": {document(func(d *IdentityDocument) { d.ExpiresOn = "2026-11-21" }),
			"/identity_document/expires_on"},
		"expires tomorrow": {document(func(d *IdentityDocument) { d.ExpiresOn = "2026-11-22" }), ""},
		"issued tomorrow": {document(func(d *IdentityDocument) { d.IssuedOn = "2026-11-22" }),
			"/identity_document/issued_on"},
		"issued on no day": {document(func(d *IdentityDocument) { d.IssuedOn = "2026-02-30" }),
			"/identity_document/issued_on"},
		"unknown document": {document(func(d *IdentityDocument) { d.Type = "library_card" }),
			"/identity_document/type"},
		"five citizenships": {Identity{Citizenships: []string{"PL", "DE", "FR", "UA", "GB"}}, ""},
		"six citizenships": {Identity{Citizenships: []string{"PL", "DE", "FR", "UA", "GB", "US"}},
			"/citizenships"},
		"citizenship twice":         {Identity{Citizenships: []string{"PL", "PL"}}, "/citizenships/1"},
		"citizenship in lower case": {Identity{Citizenships: []string{"pl"}}, "/citizenships/0"},
		"born tomorrow":             {Identity{DateOfBirth: "2026-11-22"}, "/date_of_birth"},
		"born before anybody alive": {Identity{DateOfBirth: "1799-12-31"}, "/date_of_birth"},
		"born on no day":            {Identity{DateOfBirth: "1990-02-29"}, "/date_of_birth"},
		"born at an hour":           {Identity{DateOfBirth: "1990-02-28T00:00:00Z"}, "/date_of_birth"},
		"place without a country":   {Identity{PlaceOfBirth: PlaceOfBirth{City: "Wieś"}}, "/place_of_birth/country"},
		"address without its numbers": {Identity{Residence: Address{Country: "PL", City: "Wieś"}},
			"/residential_address/postal_code /residential_address/building_number"},
		"Polish address, postcode": {Identity{Residence: Address{Country: "PL", City: "W", PostalCode: "00950",
			BuildingNumber: "1"}}, "/residential_address/postal_code"},
		"British address": {Identity{Residence: Address{Country: "GB", City: "L", PostalCode: "EC1A 1BB",
			BuildingNumber: "1"}}, ""},
		"address of nowhere": {Identity{Residence: Address{Country: "XX", City: "L", PostalCode: "1",
			BuildingNumber: "1"}}, "/residential_address/country"},
	} {
		t.Run(name, func(t *testing.T) {
			var fields []string
			for _, v := range c.in.Check(now) {
				fields = append(fields, v.Field)
				for _, secret := range []string{c.in.NationalID.Value, c.in.Document.Number, c.in.Residence.PostalCode} {
					if len(secret) > 2 && strings.Contains(v.Message, secret) {
						t.Errorf("the message shows what was sent: %s", v.Message)
					}
				}
			}
			if got := strings.Join(fields, " "); got != c.fields {
				t.Errorf("%q, want %q", got, c.fields)
			}
		})
	}
	for birth, want := range map[string]int{"2008-11-22": 1, "2008-11-21": 0, "1944-05-14": 0} {
		t.Run(birth, func(t *testing.T) {
			if got := len(Identity{DateOfBirth: birth}.Warnings(now)); got != want {
				t.Errorf("born %s: %d warnings", birth, got)
			}
		})
	}
}

// peselOf is a number of a person born on the day.
func peselOf(birth time.Time, serial int) string {
	century := map[int]int{19: 0, 20: 20}[birth.Year()/100]
	s := fmt.Sprintf("%02d%02d%02d%04d", birth.Year()%100, int(birth.Month())+century, birth.Day(), serial)
	sum := 0
	for i, w := range []int{1, 3, 7, 9, 1, 3, 7, 9, 1, 3} {
		sum += w * int(s[i]-'0')
	}
	return s + fmt.Sprint((10-sum%10)%10)
}
