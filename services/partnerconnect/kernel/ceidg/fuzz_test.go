package ceidg

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// Whatever the register answers: what is taken is a sound record of the number with one owner, the same each time; what
// is refused shows nothing of the answer.
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
		for _, number := range []string{"9990000103", "9990000600"} {
			f.Add(b, number)
			f.Add(bytes.ReplaceAll(b, []byte("[]"), []byte("null")), number)
		}
	}
	f.Add([]byte(`{"firmy":[{"id":"x","status":"AKTYWNY","wlasciciel":{"nip":"9990000103"}}],`+
		`"firma":[{"nazwa":"\ud800","status":"AKTYWNY","wlasciciel":{"nip":"9990000103","nazwisko":"Y"},"zakazy":{}}]}`),
		"9990000103")
	f.Fuzz(func(t *testing.T, answer []byte, number string) {
		const canary = "KANAREK"
		answer = bytes.ReplaceAll(answer, []byte("@"), []byte(canary))
		refused := func(err error) {
			if strings.Contains(err.Error(), canary) {
				t.Fatalf("the error shows the answer: %v", err)
			}
		}
		if e, err := readList(answer, number); err != nil {
			refused(err)
		} else if e != nil && (e.Wlasciciel.NIP != number || !entryID.MatchString(e.ID) || e.status() == "") {
			t.Fatalf("%+v", e)
		}
		r, err := readEntry(answer, number, start)
		if err != nil {
			refused(err)
			return
		}
		if wrong := r.Check(); wrong != nil || r.Number != number || r.Scheme != representation.SchemeNIP ||
			len(r.Members) != 1 {
			t.Fatalf("%+v: %v", r, wrong)
		}
		stored, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		again, err := readEntry(answer, number, start)
		if b, err2 := json.Marshal(again); err != nil || err2 != nil || !bytes.Equal(b, stored) {
			t.Fatalf("once %s, then %s, %v, %v", stored, b, err, err2)
		}
	})
}
