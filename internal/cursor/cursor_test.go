package cursor

import (
	"errors"
	"testing"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/keyring"
)

func TestTokenBelongsToItsQuery(t *testing.T) {
	k, err := keyring.Parse(keyring.NewKey("a"))
	if err != nil {
		t.Fatal(err)
	}
	token, err := Encode(k, "list/ten_a", []string{"x"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := Decode(k, "list/ten_a", token, &got); err != nil || got[0] != "x" {
		t.Fatalf("%v, %v", got, err)
	}
	bad := []byte(token)
	bad[10] ^= 1
	for name, err := range map[string]error{
		"other query": Decode(k, "list/ten_b", token, &got), "altered": Decode(k, "list/ten_a", string(bad), &got),
		"line break": Decode(k, "list/ten_a", token+"\n", &got),
		"garbage":    Decode(k, "list/ten_a", "%%%", &got), "empty": Decode(k, "list/ten_a", "", &got),
	} {
		t.Run(name, func(t *testing.T) {
			var f *fault.Error
			if !errors.As(err, &f) || f.Reason != fault.InvalidPageToken {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}
