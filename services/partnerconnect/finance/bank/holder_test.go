package bank_test

import (
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

func person(given, family string) onboarding.Data {
	return onboarding.Data{ApplicantType: onboarding.NaturalPerson,
		Applicant: onboarding.Applicant{GivenNames: given, FamilyName: family}}
}

func trader(given, family, firm string) onboarding.Data {
	d := person(given, family)
	d.ApplicantType, d.Business.Name = onboarding.SoleTrader, firm
	return d
}

func company(name string) onboarding.Data {
	d := person("Jan", "Kowalski")
	d.ApplicantType, d.Company.LegalName = onboarding.CompanyApplicant, name
	return d
}

func TestHeldBy(t *testing.T) {
	zaneta, jan := person("Żaneta", "Kanarek"), person("Jan Adam", "Kowalski")
	shop := trader("Żaneta", "Kanarek", "Kanarek Rowery Żaneta Kanarek")
	wheels := company("Złote Koła spółka z ograniczoną odpowiedzialnością")
	const long = "Przedsiębiorstwo Produkcyjno-Handlowo-Usługowe Nadwiślańskie Zakłady Rowerowe spółka akcyjna"
	for name, c := range map[string]struct {
		holder string
		of     onboarding.Data
		want   bool
	}{
		"as it is":                           {"Żaneta Kanarek", zaneta, true},
		"without diacritics, in capitals":    {"ZANETA KANAREK", zaneta, true},
		"accents of their own":               {"Z\u0307aneta Kanarek", zaneta, true},
		"the family name first":              {"Kanarek, Żaneta", zaneta, true},
		"blanks":                             {"  Kanarek \t Zaneta ", zaneta, true},
		"a salutation":                       {"PANI ZANETA KANAREK", zaneta, true},
		"an address":                         {"ZANETA KANAREK UL. PTASIA 5/7 00-001 WARSZAWA", zaneta, true},
		"an address with an apartment block": {"KANAREK ZANETA, OS. BOCIANIE 12", zaneta, true},
		"a postal code":                      {"KANAREK ZANETA 00-001 WARSZAWA", zaneta, true},
		"another family name":                {"Żaneta Wróbel", zaneta, false},
		"another given name":                 {"Zofia Kanarek", zaneta, false},
		"the family name alone":              {"Kanarek", zaneta, false},
		"an initial":                         {"Ż. Kanarek", zaneta, false},
		"a letter more":                      {"Żaneta Kanareka", zaneta, false},
		"a joint account":                    {"Żaneta Kanarek i Jan Wróbel", zaneta, false},
		"a company with the name":            {"Kanarek Żaneta sp. z o.o.", zaneta, false},
		"a name like a salutation":           {"Dr Jan Kowalski", person("Dr Jan", "Kowalski"), true},
		"nothing":                            {"", zaneta, false},
		"an address alone":                   {" ul. Ptasia 5", zaneta, false},
		"punctuation":                        {"- . /", zaneta, false},
		"both given names":                   {"KOWALSKI JAN ADAM", jan, true},
		"the first given name alone":         {"Jan Kowalski", jan, true},
		"the second given name alone":        {"Adam Kowalski", jan, false},
		"the given names alone":              {"Jan Adam", jan, false},
		"a given name that is not known":     {"Jan Piotr Kowalski", jan, false},
		"a given name more":                  {"Jan Adam Piotr Kowalski", jan, false},
		"given names swapped":                {"Adam Jan Kowalski", jan, true},
		"a hyphen":                           {"ANNA NOWAK KOWALSKA", person("Anna", "Nowak-Kowalska"), true},
		"half of a double name":              {"Anna Nowak", person("Anna", "Nowak-Kowalska"), false},
		"an apostrophe":                      {"OBrien Sean", person("Seán", "O’Brien"), true},
		"an apostrophe as a blank":           {"Sean O Brien", person("Seán", "O'Brien"), true},
		"an umlaut without dots":             {"JURGEN MULLER", person("Jürgen", "Müller"), true},
		"an umlaut in two characters":        {"JUERGEN MUELLER", person("Jürgen", "Müller"), true},
		"an umlaut that the person omits":    {"Jürgen Müller", person("Juergen", "Mueller"), true},
		"umlauts of two people":              {"Juergen Muller", person("Jurgen", "Mueller"), false},
		"a sharp s":                          {"GROSS PETER", person("Peter", "Groß"), true},
		"another alphabet":                   {"KYIVSKA OLENA", person("Олена", "Киівська"), false},
		"the same letters, Cyrillic":         {"ОЛЕНА КОВАЛЬ", person("Олена", "Коваль"), true},
		"full-width letters":                 {"Ｚaneta Kanarek", zaneta, true},
		"a letter of another alphabet":       {"Żaneta Kаnarek", zaneta, true}, // a Cyrillic a, which banks do not take
		"a trader's name":                    {"ZANETA KANAREK", shop, true},
		"a trader's firm":                    {"KANAREK ROWERY ZANETA KANAREK", shop, true},
		"the firm behind the name": {"Żaneta Kanarek, Kanarek Rowery",
			trader("Żaneta", "Kanarek", "Kanarek Rowery"), true},
		"a firm without the name":        {"Kanarek Rowery", trader("Żaneta", "Kanarek", "Kanarek Rowery"), false},
		"another firm with the name":     {"Żaneta Kanarek Samochody", shop, false},
		"no firm":                        {"Rowery", trader("Żaneta", "Kanarek", ""), false},
		"a company":                      {"Złote Koła spółka z ograniczoną odpowiedzialnością", wheels, true},
		"a legal form, abbreviated":      {"ZLOTE KOLA SP. Z O.O.", wheels, true},
		"a legal form without dots":      {"zlote kola sp z oo", wheels, true},
		"a legal form in one word":       {"Złote Koła spzoo", wheels, true},
		"a legal form, half abbreviated": {"Złote Koła Sp. z ograniczoną odpowiedzialnością", wheels, true},
		"a company's address":            {"ZLOTE KOLA SP. Z O.O. UL. KOLOWA 1 00-001 WARSZAWA", wheels, true},
		"another legal form":             {"Złote Koła S.A.", wheels, false},
		"no legal form":                  {"Złote Koła", wheels, false},
		"another company":                {"Srebrne Koła sp. z o.o.", wheels, false},
		"a part of the name":             {"Koła sp. z o.o.", wheels, false},
		"more than the name":             {"Złote Koła Bis sp. z o.o.", wheels, false},
		"the person who represents it":   {"Jan Kowalski", wheels, false},
		"two legal forms": {"KOLA SP. Z O.O. SP.K.",
			company("Koła spółka z ograniczoną odpowiedzialnością spółka komandytowa"), true},
		"one of two legal forms": {"KOLA SP. Z O.O.",
			company("Koła spółka z ograniczoną odpowiedzialnością spółka komandytowa"), false},
		"a German company": {"Mueller und Soehne Gesellschaft mit beschränkter Haftung",
			company("Müller & Söhne GmbH"), true},
		"a conjunction":            {"Kowalski i Synowie S.A.", company("KOWALSKI & SYNOWIE SPÓŁKA AKCYJNA"), true},
		"a British company":        {"ACME LIMITED", company("Acme Ltd."), true},
		"cut at 70 characters":     {string([]rune(long)[:70]), company(long), true},
		"cut at 35 characters":     {string([]rune(long)[:35]), company(long), false},
		"a company without a name": {"Jan Kowalski", company(""), false},
		"a person without a name":  {"Jan Kowalski", person("", "Kowalski"), false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := bank.HeldBy(c.holder, c.of); got != c.want {
				t.Errorf("%q: %t", c.holder, got)
			}
		})
	}
}

// Whoever a name belongs to, it belongs to however it is written; and nothing makes it fail.
func FuzzHeldBy(f *testing.F) {
	f.Add("Żaneta", "Kanarek", "Kanarek, Żaneta")
	f.Add("Seán", "O’Brien", "ul. 5")
	f.Fuzz(func(t *testing.T, given, family, other string) {
		d := person(given, family)
		_, _ = bank.HeldBy(other, d), bank.HeldBy(other, company(given))
		if bank.HeldBy(given+" "+family, d) != bank.HeldBy(family+" "+given, d) {
			t.Errorf("%q and %q: the order counts", given, family)
		}
	})
}
