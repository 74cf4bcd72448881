package apikey

import (
	"strings"
	"testing"
)

func TestMintedKeyIsWellFormed(t *testing.T) {
	key := Mint("vk_test_")
	if p, ok := WellFormed(key, "vk_live_", "vk_test_"); !ok || p != "vk_test_" {
		t.Fatalf("WellFormed(%q) = %q, %v", key, p, ok)
	}
	for name, bad := range map[string]string{
		"other prefix":   "vk_live_" + strings.TrimPrefix(key, "vk_test_"),
		"last char":      key[:len(key)-1] + string('0'+(key[len(key)-1]+1)%10),
		"random part":    key[:10] + "0000" + key[14:],
		"too short":      key[:len(key)-1],
		"too long":       key + "0",
		"empty":          "",
		"prefix only":    "vk_test_",
		"unknown prefix": "sk_test_" + key[8:],
	} {
		t.Run(name, func(t *testing.T) {
			if bad == key {
				return
			}
			if _, ok := WellFormed(bad, "vk_live_", "vk_test_"); ok {
				t.Errorf("%s: %q passes", name, bad)
			}
		})
	}
	if len(Hash(key)) != 32 || Shown(key, "vk_test_") != key[:14] {
		t.Fatal("Hash or Shown is wrong")
	}
}
