package representation

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Invalid says what is wrong with a record that someone wants to import. It never holds what was sent.
type Invalid struct {
	Field   string // JSON pointer within the record
	Code    string
	Message string
}

func (e *Invalid) Error() string { return e.Field + ": " + e.Message }

// The limits of a record: far above any real one, and low enough that every decision takes microseconds.
const (
	maxPeople   = 200
	maxName     = 255
	maxRuleText = 4000
)

var numbers = map[string]*regexp.Regexp{
	SchemeKRS:            regexp.MustCompile(`^[0-9]{10}$`),
	SchemeCompaniesHouse: regexp.MustCompile(`^([0-9]{8}|[A-Z]{2}[0-9]{6})$`),
	SchemeNIP:            regexp.MustCompile(`^[0-9]{10}$`),
	"OTHER":              regexp.MustCompile(`^[A-Za-z0-9-]{1,32}$`),
}

var (
	memberID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	idHash   = regexp.MustCompile(`^(([A-Za-z0-9_-]{1,32}:)?[0-9a-f]{64})?$`)
)

// Check returns the first thing that is wrong with a record, or nil.
func (r Record) Check() *Invalid {
	number, known := numbers[r.Scheme]
	switch {
	case !known:
		return &Invalid{"/scheme", "unknown_value", "must be PL_KRS, GB_COH or OTHER"}
	case !number.MatchString(r.Number) || strings.Trim(r.Number, "0") == "":
		return &Invalid{"/number", "invalid_register_number", "must be a number of the scheme"}
	case r.Status != Active && r.Status != Inactive && r.Status != StruckOff:
		return &Invalid{"/status", "unknown_value", "must be active, inactive or struck_off"}
	case r.AsOf.Year() < 1900 || r.AsOf.Year() > 9999:
		return &Invalid{"/as_of", "invalid_date", "must be the time to which the entry refers"}
	case !line(r.LegalName, maxName) || r.LegalName == "":
		return &Invalid{"/legal_name", "invalid_text", "must be a line of 1 to 255 characters"}
	case !line(r.TaxID, 32):
		return &Invalid{"/tax_id", "invalid_text", "must be a line of at most 32 characters"}
	case !line(r.LegalForm, maxName) || !line(r.Address, maxName) || !line(r.Source, maxName):
		return &Invalid{
			"/legal_form", "invalid_text", "legal form, address and source must be lines of at most 255 characters",
		}
	case !line(r.Body.Name, maxName):
		return &Invalid{"/body/name", "invalid_text", "must be a line of at most 255 characters"}
	case !utf8.ValidString(r.Body.RuleText) || utf8.RuneCountInString(r.Body.RuleText) > maxRuleText:
		return &Invalid{"/body/rule_text", "too_long", "must have at most 4000 characters"}
	case len(r.Members) > maxPeople:
		return &Invalid{"/members", "too_many", "must have at most 200 entries"}
	case len(r.Procurators) > maxPeople:
		return &Invalid{"/procurators", "too_many", "must have at most 200 entries"}
	case len(r.Proceedings) > maxPeople:
		return &Invalid{"/proceedings", "too_many", "must have at most 200 entries"}
	}
	seen := map[MemberID]bool{}
	for i, m := range r.Members {
		if e := m.check(seen); e != nil {
			e.Field = "/members/" + strconv.Itoa(i) + e.Field
			return e
		}
	}
	for i, p := range r.Procurators {
		if !line(p.GivenNames, maxName) || !line(p.FamilyName, maxName) || !line(p.Kind, maxRuleText) || p.FamilyName == "" {
			return &Invalid{"/procurators/" + strconv.Itoa(i), "invalid_text", "must have a family name, and lines of text"}
		}
	}
	for i, p := range r.Proceedings {
		if !line(p, maxName) {
			return &Invalid{"/proceedings/" + strconv.Itoa(i), "invalid_text", "must be a line of at most 255 characters"}
		}
	}
	if r.Body.Rule.Kind != "" && !r.Body.Rule.sound(r) {
		return &Invalid{
			"/body/rule", "invalid_rule", "must be unparsed, or alternatives of signatures of listed members and procurators",
		}
	}
	return nil
}

func (m Member) check(seen map[MemberID]bool) *Invalid {
	switch {
	case !memberID.MatchString(string(m.ID)):
		return &Invalid{"/id", "invalid_id", "must be 1 to 64 letters, digits, - or _"}
	case seen[m.ID]:
		return &Invalid{"/id", "duplicate", "must not repeat within a record"}
	case !line(m.GivenNames, maxName) || !line(m.FamilyName, maxName) || m.FamilyName == "":
		return &Invalid{"/family_name", "invalid_text", "must have a family name, and lines of at most 255 characters"}
	case !line(m.Function, maxName):
		return &Invalid{"/function", "invalid_text", "must be a line of at most 255 characters"}
	case !idHash.MatchString(m.NationalIDHash):
		return &Invalid{
			"/national_id_hash", "invalid_hash",
			"must be 64 hexadecimal digits, lower case, after the id of the key and a colon if the key has an id",
		}
	}
	seen[m.ID] = true
	return nil
}

// line reports whether s is one line of at most so many characters.
func line(s string, most int) bool {
	return utf8.ValidString(s) && utf8.RuneCountInString(s) <= most &&
		!strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) })
}
