package pages

import (
	"encoding/base64"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

func linkKeys(t *testing.T) *signedlink.LinkKeys {
	t.Helper()
	k, err := signedlink.ParseLinkKeys("a:" + base64.StdEncoding.EncodeToString(make([]byte, 32)))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// notConfirmed are the fields of pc.Data that no segment locks, and so are not confirmed.
var notConfirmed = map[string]bool{"ReturnURL": true, "Metadata": true}

// leaves calls f for every text of a value, with its path and what sets it.
func leaves(v reflect.Value, path string, f func(path string, set func(string))) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; !notConfirmed[name] {
				leaves(v.Field(i), path+"."+name, f)
			}
		}
	case reflect.Slice:
		f(path+"[]", func(text string) {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			leaves(v.Index(0), "", func(_ string, set func(string)) { set(text) })
		})
		if v.Type().Elem().Kind() == reflect.Struct {
			leaves(reflect.New(v.Type().Elem()).Elem(), path+"[0]", func(within string, _ func(string)) {
				f(within, func(text string) {
					v.Set(reflect.MakeSlice(v.Type(), 1, 1))
					leaves(v.Index(0), path+"[0]", func(p string, set func(string)) {
						if p == within {
							set(text)
						}
					})
				})
			})
		}
	case reflect.String:
		f(path, func(text string) { v.SetString(text) })
	default:
		panic("a field that is no text: " + path + "; say here how it is set")
	}
}

// confirmed calls f for every field that a confirmation locks.
func confirmed(o *onboarding.Onboarding, f func(path string, set func(string))) {
	leaves(reflect.ValueOf(&o.Data).Elem(), "data", f)
	leaves(reflect.ValueOf(&o.Identity).Elem(), "identity", f)
}

// Every field that a confirmation locks is on the page, and a form notices when any of it changes: a new field of the
// domain is to be shown before it can be stored.
func TestEveryConfirmedFieldIsShownAndBound(t *testing.T) {
	var paths []string
	confirmed(&onboarding.Onboarding{}, func(path string, _ func(string)) { paths = append(paths, path) })
	if len(paths) < 40 {
		t.Fatalf("only %d fields: %v", len(paths), paths)
	}
	with := func(path, text string) onboarding.Onboarding {
		var o onboarding.Onboarding
		confirmed(&o, func(p string, set func(string)) {
			if p == path {
				set(text)
			}
		})
		if strings.HasSuffix(path, ".ApplicantType") {
			o.Data.ApplicantType = onboarding.CompanyApplicant
			if text == "second" {
				o.Data.ApplicantType = onboarding.SoleTrader
			}
		}
		if strings.HasSuffix(path, ".Document.Type") { // a type has a text of its own
			o.Identity.Document.Type = map[string]string{"first": "passport", "second": "residence_card"}[text]
		}
		return o
	}
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			keys, p := linkKeys(t), pagekit.Page{Lang: "en", Texts: texts}
			empty, first, second := onboarding.Onboarding{}, with(path, "first"), with(path, "second")
			if shown := hostedflow.Facts(&first, p.T); len(shown) <= len(hostedflow.Facts(&empty, p.T)) {
				t.Errorf("it is not on the page: %v", shown)
			}
			sent := hostedflow.Show(keys, first.Ref, hostedflow.Facts(&first, p.T))
			if err := sent.Check(keys, first.Ref, hostedflow.Facts(&first, hostedflow.Untranslated)); err != nil {
				t.Errorf("unchanged: %v", err)
			}
			for what, now := range map[string]onboarding.Onboarding{"changed": second, "taken away": {}} {
				t.Run(what, func(t *testing.T) {
					var changed hostedflow.FactsChanged
					if err := sent.Check(keys, now.Ref, hostedflow.Facts(&now, hostedflow.Untranslated)); !errors.As(err, &changed) ||
						len(changed) != 1 || p.T(changed[0]) == "" {
						t.Error(err)
					}
				})
			}
		})
	}
}

// merchant is one whose contact is only the holder's word.
func merchant() onboarding.Onboarding {
	o := onboarding.Onboarding{Ref: "mrc_00000000000000000000000000", Status: onboarding.InProgress}
	o.Data = onboarding.Data{
		ApplicantType: onboarding.SoleTrader,
		Applicant: onboarding.Applicant{GivenNames: "Kanarina", FamilyName: "Kanarek", Email: "k@example.pl",
			Phone: "+48600100200"},
		Business: onboarding.Business{Name: "Rowery Kanarka", Website: "https://rowery.example",
			TaxID: onboarding.TaxID{Value: "1234563218"}},
		PayoutAccount: onboarding.PayoutAccount{IBAN: "PL61109010140000071219812874"},
		ReturnURL:     "https://partner.example/back?shop=7&ref=forged&result=forged",
	}
	o.Flow.ContactByHolder = true
	return o
}

// sessionIn is a session that verifies the merchant, in a status.
func sessionIn(status string) *onboarding.Verification {
	who := merchant().Data.Applicant
	return &onboarding.Verification{SessionID: "s", Status: status, GivenNames: who.GivenNames, FamilyName: who.FamilyName}
}

// What the partner provided shows once the identity is verified, and not before.
func TestFactsAreHiddenUntilTheIdentityIsVerified(t *testing.T) {
	p := pagekit.Page{Lang: "en", Texts: texts}
	shown := func(o onboarding.Onboarding) string {
		var b strings.Builder
		for _, f := range hostedflow.Facts(&o, p.T) {
			b.WriteString(f.Key + "=" + f.Value + "\n")
		}
		return b.String()
	}
	secrets := []string{"Kanarina", "Kanarek", "Kanarka", "rowery", "1234563218", "6110", "k@example", "600100"}
	for status, hidden := range map[string]bool{"": true, "pending": true, "processing": true, "failed": true,
		"completed": false} {
		t.Run(status, func(t *testing.T) {
			o := merchant()
			if status != "" {
				o.Flow.Verification = sessionIn(status)
			}
			for _, s := range secrets {
				if strings.Contains(strings.ReplaceAll(shown(o), " ", ""), s) == hidden {
					t.Errorf("verification %q: %s is hidden: want %t, in\n%s", status, s, hidden, shown(o))
				}
			}
			o.Flow.ContactByHolder = false
			if !strings.Contains(shown(o), "Kanarina Kanarek") ||
				!strings.Contains(shown(o), "PL61 1090 1014 0000 0712 1981 2874") {
				t.Errorf("the partner's own contact hides data: %s", shown(o))
			}
		})
	}
	company := merchant()
	company.Data.ApplicantType, company.Data.Company.LegalName = onboarding.CompanyApplicant, "Kredowe Koło sp. z o.o."
	if got := shown(company); !strings.Contains(got, "Kredowe Koło") || !strings.Contains(got, "1234563218") ||
		strings.Contains(got, "Kanarek") {
		t.Errorf("what a register publishes is hidden, or a person is not: %s", got)
	}
}
