package apikey

import (
	"hash/crc32"
	"strings"
	"testing"
)

// A key is well formed if and only if its checksum, computed in another way, matches.
func FuzzWellFormed(f *testing.F) {
	key := "pk_test_0wdnh0xzhnn9ds4fm49esd8t9s64gqk0bd7d7164wen3cgmhsr70cew5pc0" // drawn, never issued
	for _, s := range []string{key, "pk_live_" + key[8:], key[:len(key)-1] + "1", strings.ToUpper(key), key + " ", "",
		"pk_test_", "pk_test_" + strings.Repeat("\xff", 59)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		prefix, ok := WellFormed(s, "pk_live_", "pk_test_")
		if !ok {
			return
		}
		body, sum := s[:len(s)-7], crc32.ChecksumIEEE([]byte(s[:len(s)-7]))
		const digits = "0123456789abcdefghjkmnpqrstvwxyz"
		want := ""
		for shift := 27; shift >= -3; shift -= 5 { // 32 bits in seven digits of five; the last three bits are zero
			n := uint64(sum) << 3 >> (shift + 3)
			want += string(digits[n&31])
		}
		if s[len(s)-7:] != want || !strings.HasPrefix(body, prefix) || len(body) != len(prefix)+52 {
			t.Fatalf("%q passes with prefix %q, its checksum is %s", s, prefix, want)
		}
	})
}
