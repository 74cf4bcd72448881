package hosted

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
)

func linkKeys(t *testing.T) *pc.LinkKeys {
	t.Helper()
	k, err := pc.ParseLinkKeys("a:" + base64.StdEncoding.EncodeToString(make([]byte, 32)))
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
func confirmed(o *pc.Onboarding, f func(path string, set func(string))) {
	leaves(reflect.ValueOf(&o.Data).Elem(), "data", f)
	leaves(reflect.ValueOf(&o.Identity).Elem(), "identity", f)
}

// Every field that a confirmation locks stands on the page, and a form notices when any of it changes: a new field of the domain is to be
// shown before it can be stored.
func TestEveryConfirmedFieldIsShownAndBound(t *testing.T) {
	var paths []string
	confirmed(&pc.Onboarding{}, func(path string, _ func(string)) { paths = append(paths, path) })
	if len(paths) < 40 {
		t.Fatalf("only %d fields: %v", len(paths), paths)
	}
	with := func(path, text string) pc.Onboarding {
		var o pc.Onboarding
		confirmed(&o, func(p string, set func(string)) {
			if p == path {
				set(text)
			}
		})
		if strings.HasSuffix(path, ".ApplicantType") {
			o.Data.ApplicantType = pc.CompanyApplicant
			if text == "second" {
				o.Data.ApplicantType = pc.SoleTrader
			}
		}
		if strings.HasSuffix(path, ".Document.Type") { // a type is written in words
			o.Identity.Document.Type = map[string]string{"first": "passport", "second": "residence_card"}[text]
		}
		return o
	}
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			x := &exchange{h: &Handler{keys: linkKeys(t)}, page: page{Lang: "en"}}
			empty, first, second := pc.Onboarding{}, with(path, "first"), with(path, "second")
			if shown := x.facts(&first); len(shown) <= len(x.facts(&empty)) {
				t.Errorf("it is not on the page: %v", shown)
			}
			x.r = httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)
			x.r.PostForm = url.Values{"hash": {x.digests(x.facts(&first))}}
			if err := x.unchanged(x.facts(&first)); err != nil {
				t.Errorf("unchanged: %v", err)
			}
			for what, now := range map[string]pc.Onboarding{"changed": second, "taken away": {}} {
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
	o *pc.Onboarding
}

func (s oneStore) ChangeOnboarding(_ context.Context, _ pc.View, _ pc.Ref, now time.Time, by pc.AuditEntry, f func(*pc.Onboarding) error) (pc.Onboarding, error) {
	o := *s.o
	_, err := o.Change(now, by.Actor, f)
	if err == nil {
		*s.o = o
	}
	return o, err
}

// The declarations are of the owners whom the page shows: others who were written in between are shown first, and others who come later
// are to be declared anew.
func TestDeclarationsAreOfWhatWasShown(t *testing.T) {
	o := merchant()
	o.Data.ApplicantType, o.Data.Company = pc.CompanyApplicant, pc.Company{
		LegalName: "Kredowe Koło sp. z o.o.", BeneficialOwners: []pc.BeneficialOwner{{GivenNames: "Apolonia", FamilyName: "Makietowa", DateOfBirth: "1980-12-31"}},
	}
	o.Flow.ContactByHolder = false
	x := &exchange{h: &Handler{store: oneStore{o: &o}, keys: linkKeys(t)}, page: page{Lang: "en"}, o: o, now: time.Now()}
	x.r = httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)
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
	x.r.PostForm = url.Values{"hash": {shown.Hash}, "exposed": {"no"}, "own_behalf": {"yes"}, "owners": {"yes"}}
	o.Data.Company.BeneficialOwners = []pc.BeneficialOwner{{GivenNames: "Obcy", FamilyName: "Właściciel"}}
	err := x.actDeclarations()
	if text, _ := x.mistake(err); !strings.Contains(text, "Beneficial owner") || strings.Contains(text, "Company") || o.Flow.Declarations != nil {
		t.Errorf("declared what was not shown: %v, %q", err, text)
	}
	x.r.PostForm.Set("hash", x.digests(x.declared(&o)))
	if err := x.actDeclarations(); err != nil || !o.Declared() {
		t.Fatalf("as shown: %v", err)
	}
	o.Data.Company.BeneficialOwners[0].FamilyName = "Inny"
	if o.Declared() {
		t.Error("a declaration holds for owners who were not declared")
	}
}
