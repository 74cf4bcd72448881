package krs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// An extract is the part of a current extract (odpis aktualny) that says who represents a company.
type extract struct {
	Odpis struct {
		Naglowek struct {
			Numer string `json:"numerKRS"`
			Stan  string `json:"stanZDnia"` // 02.01.2006
		} `json:"naglowekA"`
		Dane struct {
			Dzial1 struct {
				Podmiot struct {
					Nazwa          string `json:"nazwa"`
					Identyfikatory struct {
						NIP string `json:"nip"`
					} `json:"identyfikatory"`
				} `json:"danePodmiotu"`
			} `json:"dzial1"`
			Dzial2 struct {
				Reprezentacja oneOrMore[organ] `json:"reprezentacja"`
				Prokurenci    oneOrMore[osoba] `json:"prokurenci"`
			} `json:"dzial2"`
			Dzial5 map[string]json.RawMessage `json:"dzial5"` // a curator
			Dzial6 map[string]json.RawMessage `json:"dzial6"` // liquidation, bankruptcy and the like
		} `json:"dane"`
	} `json:"odpis"`
}

type organ struct {
	Nazwa  string  `json:"nazwaOrganu"`
	Sposob string  `json:"sposobReprezentacji"`
	Sklad  []osoba `json:"sklad"`
}

// An osoba is a person whose names are masked, or a legal person, which has only a name.
type osoba struct {
	Nazwisko struct {
		I  string `json:"nazwiskoICzlon"`
		II string `json:"nazwiskoIICzlon"`
	} `json:"nazwisko"`
	Imiona struct {
		Imie    string `json:"imie"`
		Drugie  string `json:"imieDrugie"`
		Trzecie string `json:"imieTrzecie"`
	} `json:"imiona"`
	Nazwa      string `json:"nazwa"`
	Funkcja    string `json:"funkcjaWOrganie"`
	Zawieszona bool   `json:"czyZawieszona"`
	Rodzaj     string `json:"rodzajProkury"`
}

// oneOrMore is a list. The register writes a list of one element as that element.
type oneOrMore[T any] []T

// UnmarshalJSON reads a list or its one element.
func (l *oneOrMore[T]) UnmarshalJSON(b []byte) error {
	if bytes.HasPrefix(bytes.TrimSpace(b), []byte("[")) {
		return json.Unmarshal(b, (*[]T)(l))
	}
	*l = make([]T, 1)
	return json.Unmarshal(b, &(*l)[0])
}

// read makes a record of an answer about a number. Its errors hold nothing of the answer.
func read(answer []byte, number string) (representation.Record, error) {
	var e extract
	if json.Unmarshal(answer, &e) != nil {
		return representation.Record{}, errors.New("the answer is not an extract")
	}
	o := e.Odpis
	asOf, err := time.Parse("02.01.2006", o.Naglowek.Stan)
	if err != nil || o.Naglowek.Numer != number {
		return representation.Record{}, errors.New("the answer is not the extract of this number")
	}
	r := representation.Record{
		Scheme: representation.SchemeKRS, Number: number, AsOf: asOf, Status: representation.Active,
		LegalName: register.Line(o.Dane.Dzial1.Podmiot.Nazwa), TaxID: register.Line(o.Dane.Dzial1.Podmiot.Identyfikatory.NIP),
		Members: []representation.Member{}, Proceedings: proceedings(o.Dane.Dzial5, o.Dane.Dzial6),
	}
	for _, body := range o.Dane.Dzial2.Reprezentacja {
		r.Body.Name, r.Body.RuleText = register.Line(body.Nazwa), register.Text(body.Sposob)
		for _, m := range body.Sklad {
			r.Members = append(r.Members, m.member(len(r.Members)+1))
		}
	}
	if len(o.Dane.Dzial2.Reprezentacja) > 1 {
		r.Body = representation.Body{Rule: representation.NewRule()} // people decide which of the bodies acts
	}
	for _, p := range o.Dane.Dzial2.Prokurenci {
		if m := p.member(0); m.FamilyName != "" {
			r.Procurators = append(r.Procurators,
				representation.Procurator{GivenNames: m.GivenNames, FamilyName: m.FamilyName, Kind: register.Text(p.Rodzaj)})
		}
	}
	r = r.Prepared()
	if wrong := r.Check(); wrong != nil {
		return representation.Record{}, fmt.Errorf("the extract has an entry that cannot be used: %w", wrong)
	}
	return r, nil
}

func (p osoba) member(n int) representation.Member {
	m := representation.Member{
		ID: representation.MemberID("m" + strconv.Itoa(n)), Function: register.Line(p.Funkcja), Suspended: p.Zawieszona,
		GivenNames: register.Line(p.Imiona.Imie + " " + p.Imiona.Drugie + " " + p.Imiona.Trzecie),
		FamilyName: register.Line(p.Nazwisko.I + " " + p.Nazwisko.II),
	}
	if m.FamilyName == "" {
		m.FamilyName, m.Entity = register.Line(p.Nazwa), true
	}
	return m
}

// proceedings names what is in the sections on curators and on liquidation, bankruptcy and the like. Mergers, divisions
// and conversions are there too, and leave the body as it is.
func proceedings(sections ...map[string]json.RawMessage) []string {
	var out []string
	for _, s := range sections {
		for name, v := range s {
			if !register.Blank(v) && !strings.HasPrefix(name, "polaczenie") {
				out = append(out, register.Line(name))
			}
		}
	}
	slices.Sort(out)
	return out
}
