package pages

import (
	"regexp"
	"testing"

	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/category"
)

func in(lang string) page { return page{Page: pagekit.Page{Lang: lang}} }

// Every country has a name in both languages, in the order of its alphabet.
func TestCountries(t *testing.T) {
	t.Parallel()
	for lang, order := range map[string][]string{
		pagekit.English: {"Austria", "Poland", "Zimbabwe"},
		pagekit.Polish:  {"Austria", "Luksemburg", "Łotwa", "Polska", "Zimbabwe"},
	} {
		all, i := in(lang).Countries(), 0
		if len(all) != len(field.Countries()) {
			t.Errorf("%s: %d countries", lang, len(all))
		}
		for _, c := range all {
			if c.Name == "" || c.Name == c.Code || c.Name == "Unknown Region" {
				t.Errorf("%s: %s is named %q", lang, c.Code, c.Name)
			}
			if i < len(order) && c.Name == order[i] {
				i++
			}
		}
		if i != len(order) {
			t.Errorf("%s: %s is missing, or out of order", lang, order[i])
		}
	}
}

// A category is chosen with its name; a code that the list does not have stays.
func TestCategories(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range category.All {
		if !regexp.MustCompile(`^\d{4}$`).MatchString(c.Code) || seen[c.Code] || c.English == "" || c.Polish == "" {
			t.Errorf("%+v", c)
		}
		seen[c.Code] = true
	}
	for value, want := range map[string]string{
		"5812": "5812 Restauracje", "5812 Restaurants": "5812 Restauracje", "9999": "9999", "rowery": "rowery", "": "",
	} {
		if got := in(pagekit.Polish).Category(value); got != want {
			t.Errorf("%q is shown as %q, want %q", value, got, want)
		}
	}
}
