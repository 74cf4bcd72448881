package representation

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// The schemes of registers whose entries this package knows how to read.
const (
	SchemeKRS            = "PL_KRS" // Krajowy Rejestr Sądowy; the only one that carries a signing rule
	SchemeCompaniesHouse = "GB_COH"
	SchemeNIP            = "PL_NIP" // a sole trader, by tax number
)

// A Status is whether an entry is in the register.
type Status string

// The statuses.
const (
	Active    Status = "active"
	Inactive  Status = "inactive" // suspended, not begun yet, or only a partner of a civil partnership
	StruckOff Status = "struck_off"
)

// A MemberID names a listed member within one Record.
type MemberID string

// A Record is the entry of a company in its register at one time. Its JSON is the file format of the register import.
type Record struct {
	Scheme      string       `json:"scheme"`
	Number      string       `json:"number"`
	AsOf        time.Time    `json:"as_of"`
	Status      Status       `json:"status"`
	LegalName   string       `json:"legal_name"`
	TaxID       string       `json:"tax_id,omitempty"`
	LegalForm   string       `json:"legal_form,omitempty"`
	Address     string       `json:"address,omitempty"`
	Source      string       `json:"source,omitempty"` // register or data provider, where it is not that of the scheme
	Body        Body         `json:"body"`
	Members     []Member     `json:"members"`
	Procurators []Procurator `json:"procurators,omitempty"`
	// Proceedings are those that take the company out of the hands of the listed body, in whole or in part: liquidation,
	// bankruptcy, a curator. While there is one, no one is solo.
	Proceedings []string `json:"proceedings,omitempty"`
}

// A Body is the organ that represents a company, and how.
type Body struct {
	Name     string `json:"name,omitempty"`
	RuleText string `json:"rule_text,omitempty"`
	Rule     Rule   `json:"rule,omitzero"`
}

// A Member is a listed member of the representing body.
type Member struct {
	ID         MemberID `json:"id"`
	Function   string   `json:"function,omitempty"` // as the register words it
	GivenNames string   `json:"given_names,omitempty"`
	// FamilyName may be masked by the register, as GivenNames may: F*****. An Entity has its name here.
	FamilyName     string `json:"family_name"`
	NationalIDHash string `json:"national_id_hash,omitempty"` // see IDHashOf
	Suspended      bool   `json:"suspended,omitempty"`
	// Entity is set for a legal person, a limited company as general partner say. No applicant is one.
	Entity bool `json:"entity,omitempty"`
}

// IDHashOf is the hash of a national id as it is stored and compared: after the id of its key, if that has one.
func IDHashOf(key, hash string) string {
	if key == "" {
		return hash
	}
	return key + ":" + hash
}

// HashKeys are the ids of the keys that hashed the national ids of members, each once.
func (r Record) HashKeys() []string {
	keys := []string{}
	for _, m := range r.Members {
		key, _, named := strings.Cut(m.NationalIDHash, ":")
		if !named {
			key = ""
		}
		if m.NationalIDHash != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// Name is the member's name as people write it.
func (m Member) Name() string { return strings.TrimSpace(m.GivenNames + " " + m.FamilyName) }

// A Procurator holds a commercial power of attorney that the register lists (art. 109¹ of the Polish civil code).
type Procurator struct {
	GivenNames string `json:"given_names,omitempty"`
	FamilyName string `json:"family_name"`
	Kind       string `json:"kind,omitempty"`
}

// Prepared returns the record with its rule read from the rule text, unless it states one, and with the names and
// numbers of people removed from its texts. A Record is prepared once, where it enters: what is stored and returned has
// no such text.
func (r Record) Prepared() Record {
	if r.Body.Rule.Kind == "" {
		r.Body.Rule = ParseRule(r.Body.RuleText, r)
	}
	text := r.Body.RuleText
	r.Body.RuleText = Scrub(text, r)
	procurators := make([]Procurator, len(r.Procurators))
	for i, p := range r.Procurators {
		p.Kind = Scrub(p.Kind, r)
		procurators[i] = p
	}
	if len(procurators) > 0 {
		r.Procurators = procurators
	}
	return r
}

// Hash identifies what the record says: the SHA-256 of its JSON, whose members have one order, with the time in UTC.
func (r Record) Hash() string {
	r.AsOf = r.AsOf.UTC()
	if r.Members == nil {
		r.Members = []Member{}
	}
	b, err := json.Marshal(r)
	if err != nil {
		panic(err) // a year of five digits, which no register has and Check refuses
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// A CompanyStructure says of how many people the representing body consists.
type CompanyStructure string

// The structures.
const (
	SinglePerson     CompanyStructure = "single_person"
	MultiPerson      CompanyStructure = "multi_person"
	UnknownStructure CompanyStructure = "unknown"
)

// Structure counts the listed members; suspended ones are listed. No one listed, or only a legal person whose own body
// the entry does not show, is unknown.
func Structure(r Record) CompanyStructure {
	switch {
	case len(r.Members) > 1:
		return MultiPerson
	case len(r.Members) == 1 && !r.Members[0].Entity:
		return SinglePerson
	}
	return UnknownStructure
}
