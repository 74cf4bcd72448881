package verify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"
)

// What is signed as documented passes with any of the keys, among signatures of others and unknown schemes; any change
// to it does not.
func FuzzSigned(f *testing.F) {
	f.Add("dlv_1", []byte(`{"n":1}`), int64(1614265330), []byte("01234567890123456789012345678901"))
	f.Add("", []byte{}, int64(1614265330-300), []byte("012345678901234567890123"))
	f.Add("dlv_1.1614265330.", []byte("\xff\x00"), int64(1614265330+300), []byte(strings.Repeat("k", 64)))
	f.Add("a.b", []byte("."), int64(1614265330+301), []byte("short"))
	f.Fuzz(func(t *testing.T, id string, body []byte, at int64, key []byte) {
		v, err := New("whsec_" + base64.StdEncoding.EncodeToString(key))
		if fits := len(key) >= 24 && len(key) <= 64; fits != (err == nil) {
			t.Fatalf("a key of %d bytes: %v", len(key), err)
		}
		if err != nil {
			return
		}
		const now = 1614265330
		v.now = func() time.Time { return time.Unix(now, 0) }
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%d.%s", id, at, body)
		good := hex.EncodeToString(mac.Sum(nil))
		other := strings.Repeat("0", 64)
		inTime := at >= now-300 && at <= now+300
		for _, header := range []string{"t=%d,v1=" + good, "v1=" + good + ",t=%d", "t=%d,v0=x,v1=" + other + ",v1=" + good,
			"t=%d,v1=" + strings.ToUpper(good)} {
			if err := v.Signature(id, fmt.Sprintf(header, at), body); (err == nil) != inTime {
				t.Fatalf("%s: %v", header, err)
			}
		}
		for _, header := range []string{"t=%d,v1=" + other, "t=%d,v1=" + good[1:], "t=%d", "v1=" + good,
			"t=%d,t=%d,v1=" + good, "t=%d,v2=" + good} {
			header = strings.ReplaceAll(header, "%d", fmt.Sprint(at))
			if v.Signature(id, header, body) == nil {
				t.Fatalf("%s passes", header)
			}
		}
		header := fmt.Sprintf("t=%d,v1=%s", at, good)
		if v.Signature(id, header, append(body[:len(body):len(body)], 'x')) == nil ||
			v.Signature(id+"x", header, body) == nil {
			t.Fatal("another body or id passes")
		}
	})
}
