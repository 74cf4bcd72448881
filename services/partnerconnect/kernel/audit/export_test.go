package audit

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

var signer = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))

// exported is an export of the positions 3 to 6 of a chain; change alters its links.
func exported(t *testing.T, change func([]ChainLink)) []byte {
	t.Helper()
	var last, after ChainHash
	var links []ChainLink
	for i := int64(1); i <= 6; i++ {
		e := Entry{
			At: time.UnixMilli(1_790_000_000_000 + i).UTC(), Actor: OperatorActor, Key: fmt.Sprint("key_", i), Partner: "ptn_a",
			Operation: "AccessOperatorService.RevokePartnerKey",
			Outcome:   "ok", RequestID: "<r&1>",
			Operator: Operator{Subject: "s", Name: "Żaneta", Roles: "viewer,support", Reason: "a \u2028 reason"},
		}
		if i == 4 {
			e.Actor, e.Operator = SystemActor, Operator{}
		}
		last = e.Chained(last, 10*i)
		links = append(links, ChainLink{Entry: e, Seq: 10 * i, Position: i, Hash: last, There: true})
		if i == 2 {
			after = last
		}
	}
	links = links[2:]
	change(links)
	var b bytes.Buffer
	x, err := NewExport(&b, signer,
		ExportHead{Service: "partnerconnect", After: 2, AfterHash: after.String(), Until: 6,
			ExportedAt: time.UnixMilli(0).UTC(), ExportedBy: "s"})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range links {
		if err := x.Add(l); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// An export verifies as it is, and no other way: whichever byte is changed, taken out or put in.
func TestChangedExportsDoNotVerify(t *testing.T) {
	whole := exported(t, func([]ChainLink) {})
	public := signer.Public().(ed25519.PublicKey)
	if head, err := VerifyExport(bytes.NewReader(whole), public); err != nil || head.After != 2 || head.Until != 6 {
		t.Fatalf("%+v, %v", head, err)
	}
	for i := range whole {
		changed := bytes.Clone(whole)
		changed[i] ^= 1
		for what, b := range map[string][]byte{"changed": changed, "left out": append(bytes.Clone(whole[:i]), whole[i+1:]...),
			"doubled": append(append(bytes.Clone(whole[:i+1]), whole[i]), whole[i+1:]...), "the last": whole[:i]} {
			if _, err := VerifyExport(bytes.NewReader(b), public); !errors.Is(err, ErrExportSignature) &&
				!errors.Is(err, ErrExportFormat) {
				t.Errorf("byte %d %s: %v", i, what, err)
			}
		}
	}
	other := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{8}, ed25519.SeedSize)).Public().(ed25519.PublicKey)
	if _, err := VerifyExport(bytes.NewReader(whole), other); !errors.Is(err, ErrExportSignature) {
		t.Errorf("with another key: %v", err)
	}
	if _, err := VerifyExport(bytes.NewReader(append(whole, whole...)), public); !errors.Is(err, ErrExportSignature) {
		t.Errorf("twice: %v", err)
	}
}

// What the service signed although its chain is broken does not verify either, and says where.
func TestExportsOfBrokenChains(t *testing.T) {
	for name, c := range map[string]struct {
		change func([]ChainLink)
		says   string
	}{
		"an entry that was altered": {func(l []ChainLink) { l[1].Outcome = "refused" }, "position 4"},
		"an entry that is gone": {func(l []ChainLink) { l[2] = ChainLink{Seq: l[2].Seq, Position: 5, Hash: l[2].Hash} },
			"position 5"},
		"a position that is missing": {func(l []ChainLink) { l[3].Position = 7 }, "position 6"},
		"an operator who was added":  {func(l []ChainLink) { l[1].Name = "x" }, "position 4"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := VerifyExport(bytes.NewReader(exported(t, c.change)), signer.Public().(ed25519.PublicKey)); err == nil ||
				!strings.Contains(err.Error(), c.says) {
				t.Errorf("%v", err)
			}
		})
	}
}
