package pages

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/change"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/pagekit"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

func linkKeys(t *testing.T) *signedlink.LinkKeys {
	t.Helper()
	k, err := signedlink.ParseLinkKeys("a:" + base64.StdEncoding.EncodeToString(make([]byte, 32)))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// notConfirmed are the fields of pc.Data that no segment locks, and so nobody confirms.
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

// Every field that a confirmation locks stands on the page, and a form notices when any of it changes: a new field of the domain is to be
// shown before it can be stored.
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
		if strings.HasSuffix(path, ".Document.Type") { // a type is written in words
			o.Identity.Document.Type = map[string]string{"first": "passport", "second": "residence_card"}[text]
		}
		return o
	}
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			x := &exchange{h: &Handler{keys: linkKeys(t)}, page: page{Page: pagekit.Page{Lang: "en", Texts: texts}}}
			empty, first, second := onboarding.Onboarding{}, with(path, "first"), with(path, "second")
			if shown := x.facts(&first); len(shown) <= len(x.facts(&empty)) {
				t.Errorf("it is not on the page: %v", shown)
			}
			x.Exchange = &pagekit.Exchange{R: httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)}
			x.R.PostForm = url.Values{"hash": {x.digests(x.facts(&first))}}
			if err := x.unchanged(x.facts(&first)); err != nil {
				t.Errorf("unchanged: %v", err)
			}
			for what, now := range map[string]onboarding.Onboarding{"changed": second, "taken away": {}} {
				var changed changedFacts
				if err := x.unchanged(x.facts(&now)); !errors.As(err, &changed) || len(changed) != 1 || x.page.T(changed[0]) == "" {
					t.Errorf("%s: %v", what, err)
				}
			}
		})
	}
}

// oneStore holds one onboarding.
type oneStore struct {
	Store
	o *onboarding.Onboarding
}

func (s oneStore) ChangeOnboarding(_ context.Context, _ access.View, _ pc.Ref, now time.Time, by audit.Entry, f func(*onboarding.Onboarding) error) (onboarding.Onboarding, error) {
	o := *s.o
	_, err := change.Apply(&o, now, by.Actor, f)
	if err == nil {
		*s.o = o
	}
	return o, err
}

// The declarations are of the owners whom the page shows: others who were written in between are shown first, and others who come later
// are to be declared anew.
func TestDeclarationsAreOfWhatWasShown(t *testing.T) {
	o := merchant()
	o.Data.ApplicantType, o.Data.Company = onboarding.CompanyApplicant, onboarding.Company{
		LegalName: "Kredowe Koło sp. z o.o.", BeneficialOwners: []onboarding.BeneficialOwner{{GivenNames: "Apolonia", FamilyName: "Makietowa", DateOfBirth: "1980-12-31"}},
	}
	o.Flow.ContactByHolder = false
	x := &exchange{h: &Handler{store: oneStore{o: &o}, keys: linkKeys(t)}, page: page{Page: pagekit.Page{Lang: "en", Texts: texts}}, o: o, now: time.Now()}
	x.Exchange = &pagekit.Exchange{R: httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)}
	if err := x.viewDeclarations(); err != nil {
		t.Fatal(err)
	}
	shown, _ := x.page.Data.(declarationsView)
	found := false
	for _, f := range shown.Facts {
		found = found || f.Key == "fact_owner" && f.Value == "Apolonia Makietowa, born 1980-12-31"
	}
	if !found {
		t.Errorf("the owners are not shown: %v", shown.Facts)
	}
	x.R.PostForm = url.Values{"hash": {shown.Hash}, "exposed": {"no"}, "own_behalf": {"yes"}, "owners": {"yes"}}
	o.Data.Company.BeneficialOwners = []onboarding.BeneficialOwner{{GivenNames: "Obcy", FamilyName: "Właściciel"}}
	err := x.actDeclarations()
	if text, _ := x.mistake(err); !strings.Contains(text, "Beneficial owner") || strings.Contains(text, "Company") || o.Flow.Declarations != nil {
		t.Errorf("declared what was not shown: %v, %q", err, text)
	}
	x.R.PostForm.Set("hash", x.digests(x.declared(&o)))
	if err := x.actDeclarations(); err != nil || !signing.Declared(&o) {
		t.Fatalf("as shown: %v", err)
	}
	o.Data.Company.BeneficialOwners[0].FamilyName = "Inny"
	if signing.Declared(&o) {
		t.Error("a declaration holds for owners who were not declared")
	}
}
