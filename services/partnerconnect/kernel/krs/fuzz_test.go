package krs

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// Whatever the register answers: what is taken is a sound record of the number, the same each time, and survives being
// stored; what is refused shows nothing of the answer.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		var e extract
		if err := json.Unmarshal(b, &e); err != nil {
			f.Fatal(err)
		}
		f.Add(b, e.Odpis.Naglowek.Numer)
		f.Add(bytes.ReplaceAll(b, []byte("null"), []byte("[]")), e.Odpis.Naglowek.Numer)
	}
	head := `{"odpis":{"naglowekA":{"numerKRS":"9990000101","stanZDnia":"02.11.2026"},` +
		`"dane":{"dzial1":{"danePodmiotu":{"nazwa":"X"}},"dzial2":`
	for _, s := range []string{
		`{"reprezentacja":{"sklad":[{"nazwisko":{"nazwiskoICzlon":"\ud800"}}]}}`,
		`{"reprezentacja":null,"prokurenci":{"nazwa":"Y"}}`, `{"prokurenci":[{},[]]}`,
		`{"reprezentacja":[{"sposobReprezentacji":"` + strings.Repeat("każdy samodzielnie ", 300) +
			`"},{}]},"dzial6":{"\u0000":1,"x":[]}`,
	} {
		f.Add([]byte(head+s+`}}}`), "9990000101")
	}
	f.Fuzz(func(t *testing.T, answer []byte, number string) {
		const canary = "KANAREK"
		answer = bytes.ReplaceAll(answer, []byte("@"), []byte(canary))
		r, err := read(answer, number)
		if err != nil {
			if strings.Contains(err.Error(), canary) {
				t.Fatalf("the error shows the answer: %v", err)
			}
			return
		}
		if wrong := r.Check(); wrong != nil || r.Number != number || r.Scheme != representation.SchemeKRS {
			t.Fatalf("%+v: %v", r, wrong)
		}
		stored, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		again, err := read(answer, number)
		if err != nil {
			t.Fatalf("once it is read, then %v", err)
		}
		if b, err := json.Marshal(again); err != nil || !bytes.Equal(b, stored) {
			t.Fatalf("once %s, then %s, %v", stored, b, err)
		}
		var back representation.Record
		if err := json.Unmarshal(stored, &back); err != nil {
			t.Fatal(err)
		}
		if b, err := json.Marshal(back); err != nil || !bytes.Equal(b, stored) {
			t.Fatalf("%s is stored as %s, %v", stored, b, err)
		}
	})
}
