package ceidg

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// An entry is the part of an entry that says whose business it is, and whether the owner runs it.
type entry struct {
	ID         string `json:"id"`
	Nazwa      string `json:"nazwa"`
	Status     string `json:"status"`
	Wlasciciel struct {
		Imie     string `json:"imie"`
		Nazwisko string `json:"nazwisko"`
		NIP      string `json:"nip"`
	} `json:"wlasciciel"`
	Siedziba struct {
		Ulica   string `json:"ulica"`
		Budynek string `json:"budynek"`
		Lokal   string `json:"lokal"`
		Kod     string `json:"kod"`
		Miasto  string `json:"miasto"`
		Kraj    string `json:"kraj"`
	} `json:"adresDzialalnosci"`
}

// statuses are those that the API documents; any other is refused. The API spells the third in two ways.
var statuses = map[string]representation.Status{
	"AKTYWNY": representation.Active, "ZAWIESZONY": representation.Inactive,
	"OCZEKUJE_NA_ROZPOCZECIE_DZIALANOSCI":  representation.Inactive,
	"OCZEKUJE_NA_ROZPOCZECIE_DZIALALNOSCI": representation.Inactive,
	"WYLACZNIE_W_FORMIE_SPOLKI":            representation.Inactive, "WYKRESLONY": representation.StruckOff,
}

func (e entry) status() representation.Status { return statuses[e.Status] }

// limits are the parts of an entry that take the business out of the owner's hands, or the owner out of business.
var limits = []string{
	"dataZgonu", "ograniczenia", "ograniczeniaZdolnosciPrawnej", "upadlosci", "zakazy", "zarzadcaSukcesyjny",
}

var entryID = regexp.MustCompile(`^[0-9A-Za-z-]{1,64}$`)

var (
	errNoList  = errors.New("the answer is not a list of entries")
	errNoEntry = errors.New("the answer is not an entry")
)

// readList returns the entry of the tax number that is in force. If all were struck off it returns one of those;
// without entries it returns nil. A person who starts again gets a new entry, so there may be several. Its errors hold
// nothing of the answer.
func readList(answer []byte, number string) (*entry, error) {
	var list struct {
		Firmy []entry `json:"firmy"`
	}
	if json.Unmarshal(answer, &list) != nil {
		return nil, errNoList
	}
	var best *entry
	for i, e := range list.Firmy {
		status, known := statuses[e.Status]
		if !known || e.Wlasciciel.NIP != number || !entryID.MatchString(e.ID) {
			return nil, errNoList
		}
		if best == nil || preferred(status) < preferred(best.status()) {
			best = &list.Firmy[i]
		}
	}
	return best, nil
}

func preferred(s representation.Status) int {
	return slices.Index([]representation.Status{representation.Active, representation.Inactive, representation.StruckOff},
		s)
}

// readEntry makes a record of an entry. Its errors hold nothing of the answer.
func readEntry(answer []byte, number string, now time.Time) (representation.Record, error) {
	var whole struct {
		Firma []json.RawMessage `json:"firma"`
	}
	var e entry
	var parts map[string]json.RawMessage
	if json.Unmarshal(answer, &whole) != nil || len(whole.Firma) != 1 || json.Unmarshal(whole.Firma[0], &e) != nil ||
		json.Unmarshal(whole.Firma[0], &parts) != nil {
		return representation.Record{}, errNoEntry
	}
	status, known := statuses[e.Status]
	if !known || e.Wlasciciel.NIP != number {
		return representation.Record{}, errors.New("the answer is not the entry of this number")
	}
	r := representation.Record{
		Scheme: representation.SchemeNIP, Number: number, AsOf: now, Status: status, LegalName: register.Line(e.Nazwa),
		TaxID: number, Address: e.address(),
		Members: []representation.Member{{
			ID: "m1", GivenNames: register.Line(e.Wlasciciel.Imie), FamilyName: register.Line(e.Wlasciciel.Nazwisko),
		}},
	}
	for _, name := range limits {
		if !register.Blank(parts[name]) {
			r.Proceedings = append(r.Proceedings, name)
		}
	}
	r = r.Prepared()
	if wrong := r.Check(); wrong != nil {
		return representation.Record{}, fmt.Errorf("the entry has a part that cannot be used: %w", wrong)
	}
	return r, nil
}

// address is the address of the business as people write it.
func (e entry) address() string {
	street := strings.TrimSpace(e.Siedziba.Ulica + " " + e.Siedziba.Budynek)
	if e.Siedziba.Lokal != "" {
		street += "/" + e.Siedziba.Lokal
	}
	return register.Line(strings.Trim(street+", "+e.Siedziba.Kod+" "+e.Siedziba.Miasto+" "+e.Siedziba.Kraj, ", "))
}
