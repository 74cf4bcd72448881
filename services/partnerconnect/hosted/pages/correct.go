package pages

import (
	"errors"
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/pagekit"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/category"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// correctView is the form in which the merchant corrects what the partner provided.
type correctView struct {
	Groups []hostedflow.InputGroup
	Hash   hostedflow.Shown // digests of what is stored
}

func viewCorrect(x *exchange) (any, error) {
	o := &x.visit.Onboarding
	v := correctView{Groups: hostedflow.Correctable(o), Hash: x.show(hostedflow.Facts(o, x.page.T))}
	for _, g := range v.Groups {
		for i := range g.Inputs {
			if in := &g.Inputs[i]; x.page.sent != nil {
				in.Value = x.page.Was(in.Name)
			}
		}
	}
	return v, nil
}

// actCorrect stores the corrections; the review shows them.
func actCorrect(x *exchange) (string, error) {
	err := x.h.flow.CorrectData(x.Context(), &x.visit, hostedflow.Shown(x.field("hash")), x.trimmed())
	var f *fault.Error
	if errors.As(err, &f) && len(f.Violations) > 0 && f.Reason != pc.SegmentLocked {
		v := f.Violations[0]
		input := strings.ReplaceAll(strings.TrimPrefix(v.Field, "/"), "/", ".")
		key := "field_" + v.Code
		if x.page.T(key) == "" {
			key = "field_wrong"
		}
		return "", hostedflow.Mistake{Reason: key, Input: input}
	}
	return "", err
}

// A country is one that can be chosen, by its name in the language of the page.
type country struct{ Code, Name string }

// countries are all, in the order of each language.
var countries = map[string][]country{
	pagekit.English: countriesIn(language.English), pagekit.Polish: countriesIn(language.Polish),
}

func countriesIn(lang language.Tag) (out []country) {
	names := display.Regions(lang)
	for _, code := range field.Countries() {
		out = append(out, country{code, names.Name(language.MustParseRegion(code))})
	}
	order := collate.New(lang)
	slices.SortFunc(out, func(a, b country) int { return order.CompareString(a.Name, b.Name) })
	return out
}

// Countries are those that can be chosen.
func (p page) Countries() []country { return countries[p.Lang] }

// Category is a category as it is chosen: its code, and its name where that is known.
func (p page) Category(value string) string {
	code, _, _ := strings.Cut(value, " ")
	for _, c := range category.All {
		if c.Code == code {
			return named(c, p.Lang)
		}
	}
	return value
}

// Categories are those that the page offers.
func (p page) Categories() []string {
	out := make([]string, len(category.All))
	for i, c := range category.All {
		out[i] = named(c, p.Lang)
	}
	return out
}

func named(c category.Category, lang string) string {
	if lang == pagekit.Polish {
		return c.Code + " " + c.Polish
	}
	return c.Code + " " + c.English
}

type reviewView struct {
	Facts   []hostedflow.Fact
	Asked   map[string]bool  // inputs that the merchant can fill
	Partner []string         // segments of what only the partner can provide
	Again   bool             // the operator asked for corrections
	Hash    hostedflow.Shown // digests of what is shown
	Correct bool             // the merchant may correct what is shown
	Decline bool             // the merchant may still end the onboarding
}

func viewReview(x *exchange) (any, error) {
	v := &x.visit
	facts := hostedflow.Facts(&v.Onboarding, x.page.T)
	own, partner := hostedflow.Asked(&v.Onboarding)
	view := reviewView{
		Asked: map[string]bool{}, Again: v.Onboarding.Status == onboarding.ActionRequired, Facts: facts, Partner: partner,
		Hash:    x.show(facts),
		Correct: v.Open(hostedflow.StepCorrect), Decline: v.Open(hostedflow.StepDecline),
	}
	for _, input := range own {
		view.Asked[input] = true
	}
	return view, nil
}

// actReview confirms the data; what was corrected for the operator goes back to the review.
func actReview(x *exchange) (string, error) {
	return "", x.h.flow.ConfirmData(x.Context(), &x.visit, hostedflow.Shown(x.field("hash")), x.trimmed())
}
