package bank

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mozillazg/go-unidecode"
	"golang.org/x/text/unicode/norm"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// HeldBy reports whether the holder of an account, as its bank names it, is certainly the merchant: the company, or the
// person. Case, diacritics, alphabets, the order of tokens, hyphens and blanks, ways to write a legal form and an
// address behind the name make no difference. Everything else does, for a person to decide: another or a missing legal
// form, a second holder, a given name that is not known, an initial.
func HeldBy(holder string, d onboarding.Data) bool {
	for _, name := range []string{holder, withoutAddress(holder)} {
		tokens := nameTokens(name)
		if len(tokens) == 0 {
			continue
		}
		if d.ApplicantType == onboarding.CompanyApplicant {
			if legal := nameTokens(d.Company.LegalName); sameTokens(withLegalForm(tokens), withLegalForm(legal)) ||
				truncated(name, legal) {
				return true
			}
			continue
		}
		given, family := nameTokens(d.Applicant.GivenNames), nameTokens(d.Applicant.FamilyName)
		if len(given) == 0 || len(family) == 0 {
			continue
		}
		if samePerson(tokens, given, family) || d.ApplicantType == onboarding.SoleTrader &&
			sameTrader(tokens, nameTokens(d.Business.Name), given, family) {
			return true
		}
	}
	return false
}

// A token is a part of a name between blanks, in lower case and only of a to z. The first form is the plain one; a
// second writes umlauts in two characters: mueller for Müller.
type token []string

func (w token) is(o token) bool {
	return slices.ContainsFunc(w, func(s string) bool { return slices.Contains(o, s) })
}

var (
	apostrophes = strings.NewReplacer("'", "", "’", "", "‘", "", "`", "", "´", "", "ʼ", "")
	umlauts     = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ø", "oe", "å", "aa")
	joining     = strings.NewReplacer("&", " & ", "+", " & ")
)

// nameTokens splits a name into its tokens.
func nameTokens(s string) []token {
	s = joining.Replace(apostrophes.Replace(strings.ToLower(norm.NFKC.String(s))))
	var out []token
	for _, part := range strings.FieldsFunc(s, func(c rune) bool {
		return c != '&' && !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.IsMark(c)
	}) {
		w := token{asciiOf(part)}
		if written := asciiOf(umlauts.Replace(part)); written != w[0] {
			w = append(w, written)
		}
		if w[0] != "" {
			out = append(out, w)
		}
	}
	return out
}

func asciiOf(s string) string {
	if s == "&" {
		return s
	}
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, strings.ToLower(unidecode.Unidecode(s)))
}

// sameTokens reports whether names have the same tokens in any order, or the same letters in the same order, parted
// differently.
func sameTokens(a, b []token) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	return len(a) == len(b) && contains(a, b) || joined(a) == joined(b)
}

// contains reports whether all tokens of b are among those of a, each of them for one.
func contains(a, b []token) bool {
	rest := slices.Clone(a)
	for _, w := range b {
		i := slices.IndexFunc(rest, w.is)
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return true
}

func joined(tokens []token) string {
	var b strings.Builder
	for _, w := range tokens {
		b.WriteString(w[0])
	}
	return b.String()
}

var salutations = []string{"pan", "pani", "mr", "mrs", "ms", "herr", "frau", "mgr", "inz", "dr"}

// samePerson compares a name with a person's: a bank may leave out further given names, and begin with a salutation.
func samePerson(tokens, given, family []token) bool {
	if sameTokens(tokens, slices.Concat(given, family)) || sameTokens(tokens, slices.Concat(family, given)) {
		return true
	}
	if len(tokens) > 2 && slices.Contains(salutations, tokens[0][0]) {
		return samePerson(tokens[1:], given, family)
	}
	first := slices.Concat(given[:1], family)
	return len(tokens) < len(given)+len(family) && contains(tokens, first) &&
		contains(slices.Concat(given, family), tokens)
}

// sameTrader compares a name with a sole trader's firm: the firm together with the trader's own name, or the firm
// only, if it contains that name.
func sameTrader(tokens, firm, given, family []token) bool {
	if len(firm) == 0 {
		return false
	}
	own := slices.Concat(given[:1], family)
	if sameTokens(tokens, slices.Concat(firm, own)) || sameTokens(tokens, slices.Concat(own, firm)) {
		return true
	}
	return contains(firm, own) && sameTokens(tokens, firm)
}

// legalForms are the ways to write legal forms, without blanks and dots, by the form.
var legalForms = map[string]string{
	"spolkazograniczonaodpowiedzialnoscia": "spzoo", "spzograniczonaodpowiedzialnoscia": "spzoo", "spolkazoo": "spzoo",
	"spzoo":         "spzoo",
	"spolkaakcyjna": "sa", "sa": "sa", "prostaspolkaakcyjna": "psa", "psa": "psa",
	"spolkakomandytowa": "spk", "spkomandytowa": "spk", "spkom": "spk", "spk": "spk", "spolkakomandytowoakcyjna": "ska",
	"ska":         "ska",
	"spolkajawna": "spj", "spjawna": "spj", "spj": "spj", "spolkapartnerska": "spp", "sppartnerska": "spp", "spp": "spp",
	"spolkacywilna": "sc", "sc": "sc",
	"gesellschaftmitbeschrankterhaftung": "gmbh", "gesellschaftmitbeschraenkterhaftung": "gmbh", "gmbh": "gmbh",
	"unternehmergesellschafthaftungsbeschrankt": "ug", "unternehmergesellschafthaftungsbeschraenkt": "ug",
	"ughaftungsbeschrankt": "ug", "ughaftungsbeschraenkt": "ug",
	"aktiengesellschaft": "ag", "ag": "ag", "kommanditgesellschaft": "kg", "kg": "kg", "offenehandelsgesellschaft": "ohg",
	"ohg":     "ohg",
	"limited": "ltd", "ltd": "ltd", "publiclimitedcompany": "plc", "plc": "plc", "limitedliabilitycompany": "llc",
	"llc":          "llc",
	"incorporated": "inc", "inc": "inc", "societearesponsabilitelimitee": "sarl", "sarl": "sarl",
	"societeparactionssimplifiee": "sas", "sas": "sas",
	"societaaresponsabilitalimitata": "srl", "srl": "srl", "beslotenvennootschap": "bv", "bv": "bv",
	"naamlozevennootschap": "nv", "nv": "nv",
	"spolecnostsrucenimomezenym": "sro", "spolsro": "sro", "sro": "sro", "akciovaspolecnost": "as", "as": "as",
	"osakeyhtio": "oy", "oy": "oy", "aktiebolag": "ab", "ab": "ab", "anpartsselskab": "aps", "aps": "aps",
}

const longestForm = 6 // in tokens: sp. z o. o. sp. k. are two forms

var conjunctions = []string{"&", "i", "oraz", "and", "und", "et"}

// withLegalForm writes each legal form of a company's name, and what joins names, in one way.
func withLegalForm(tokens []token) (out []token) {
next:
	for i := 0; i < len(tokens); {
		for n := min(longestForm, len(tokens)-i); n > 0 && len(out) > 0; n-- {
			if form := legalForms[joined(tokens[i:i+n])]; form != "" {
				out = append(out, token{form})
				i += n
				continue next
			}
		}
		if slices.Contains(conjunctions, tokens[i][0]) {
			out = append(out, token{"&"})
		} else {
			out = append(out, tokens[i])
		}
		i++
	}
	return out
}

// truncated reports whether a name is the beginning of a long one, as banks cut names: at 70 or 140 characters. A
// shorter name could be the beginning of another one, too.
func truncated(name string, whole []token) bool {
	switch n := utf8.RuneCountInString(strings.TrimSpace(name)); n {
	case 69, 70, 139, 140:
	default:
		return false
	}
	tokens := nameTokens(name)
	last := len(tokens) - 1
	if last < 1 || len(tokens) > len(whole) || !slices.EqualFunc(tokens[:last], whole[:last], token.is) {
		return false
	}
	return slices.ContainsFunc(whole[last], func(s string) bool { return strings.HasPrefix(s, tokens[last][0]) })
}

// An address begins with a kind of street and has a number, or with a Polish postal code.
var address = regexp.MustCompile(`(?i)[\s,;]+(?:(?:ul|al|os|pl)\.?\s+[^\d]*\d|\d\d-\d\d\d\b).*$`)

// withoutAddress cuts off the address that some banks write behind the name.
func withoutAddress(name string) string { return address.ReplaceAllString(name, "") }
