package keyring

import (
	"bytes"
	"errors"
	"testing"
)

func TestSealOpen(t *testing.T) {
	k1, k2 := NewKey("a"), NewKey("b")
	old, err := Parse(k1)
	if err != nil {
		t.Fatal(err)
	}
	sealed := old.Seal([]byte("secret"), "endpoint_secrets/1")
	if bytes.Contains(sealed, []byte("secret")) {
		t.Fatal("the plaintext shows")
	}
	rotated, err := Parse(k2 + "," + k1)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := rotated.Open(sealed, "endpoint_secrets/1"); err != nil || string(got) != "secret" {
		t.Fatalf("Open = %q, %v", got, err)
	}
	if _, err := rotated.Open(sealed, "endpoint_secrets/2"); !errors.Is(err, ErrOpen) {
		t.Fatalf("moved ciphertext: %v", err)
	}
	if _, err := old.Open(rotated.Seal([]byte("x"), "p"), "p"); !errors.Is(err, ErrOpen) {
		t.Fatalf("missing key: %v", err)
	}
	for i := range sealed {
		bad := bytes.Clone(sealed)
		bad[i] ^= 1
		if _, err := rotated.Open(bad, "endpoint_secrets/1"); err == nil {
			t.Fatalf("byte %d altered: opened", i)
		}
		if _, err := rotated.Open(sealed[:i], "endpoint_secrets/1"); err == nil {
			t.Fatalf("cut at %d: opened", i)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, s := range []string{"", "a", "a:xx", ":" + NewKey("")[1:], NewKey("a") + "," + NewKey("a"),
		"a b:" + NewKey("x")[2:]} {
		if _, err := Parse(s); err == nil {
			t.Errorf("Parse(%q) passes", s)
		}
	}
}

// What is derived depends on the first key and the purpose alone.
func TestDerive(t *testing.T) {
	a, b := NewKey("a"), NewKey("b")
	derive := func(setting, purpose string) string {
		k, err := Parse(setting)
		if err != nil {
			t.Fatal(err)
		}
		return string(k.Derive(purpose))
	}
	want := derive(a, "x")
	if len(want) != 32 || derive(a+","+b, "x") != want {
		t.Error("another key behind the first changes it")
	}
	for name, got := range map[string]string{"another purpose": derive(a, "y"),
		"another first key": derive(b+","+a, "x")} {
		if got == want {
			t.Error(name + " derives the same")
		}
	}
}
