package partnerconnect

import (
	"encoding/base64"
	"net/mail"
	"net/url"
	"strings"
	"testing"
)

// A URL that passes means the same to net/url and to a browser: nothing in it that they read differently, and it survives being
// written out.
func FuzzURL(f *testing.F) {
	for _, s := range []string{
		"https://shop.example.com/back?cart=7", "https://user@shop.example.com/", `https://shop.example.com\@evil.example/`, "https://shop.example.com:443/", "https://shop.example.com:/", "HTTPS://[::1]:8443/x#y",
		"https:/shop.example.com", "https:shop.example.com", "//shop.example.com", "https://\u3002/", "https://shop.example.com/\t", "https://%65vil.example/", "https://shop.example.com/%zz", "javascript://shop.example.com/%0aalert(1)",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u := parseURL(s)
		if u == nil {
			return
		}
		if u.Hostname() == "" || u.User != nil || len(s) > maxURL || strings.ContainsAny(s, "\\ \t\r\n\x00") || u.Scheme == "" && !strings.HasPrefix(s, "//") {
			t.Fatalf("%q passes", s)
		}
		if at := strings.IndexByte(s, '@'); at >= 0 && !strings.ContainsAny(s[:at], "/?#") {
			t.Fatalf("%q passes with user information", s)
		}
		again, err := url.Parse(u.String())
		if err != nil || again.Host != u.Host || again.Scheme != u.Scheme || again.Path != u.Path || again.RawQuery != u.RawQuery {
			t.Fatalf("%q is written as %q and read as %v, %v", s, u, again, err)
		}
	})
}

// An address that passes is one to net/mail too, without a name, and one line.
func FuzzEmail(f *testing.F) {
	for _, s := range []string{"a@example.com", "a.b+c@example.co.uk", `"a b"@example.com`, "a@[127.0.0.1]", "a@b", "a@@b.com", "a@example.com\r\nBcc: x@y.zz", "ż@example.com", "a@ex_ample.com", strings.Repeat("a", 65) + "@example.com"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !validEmail(s) {
			return
		}
		a, err := mail.ParseAddress(s)
		if err != nil || a.Address != s || a.Name != "" || strings.ContainsAny(s, "\r\n <>,;:\"") {
			t.Fatalf("%q passes, net/mail says %v, %v", s, a, err)
		}
	})
}

// A file is taken only if its name and its beginning tell of the same format; the name leads nowhere.
func FuzzFile(f *testing.F) {
	for name, head := range map[string]string{"a.pdf": "%PDF-1.7", "A.PNG": "\x89PNG\r\n\x1a\n", "a.jpg.pdf": "\xff\xd8\xff", "../../a.tiff": "MM\x00*", "a.tif": "II*\x00", ".pdf": "%PDF-", "a.pdf\x00.exe": "%PDF-", "a.jpeg/": "\xff\xd8\xff"} {
		f.Add(name, []byte(head), uint32(100))
	}
	begins := map[string][]string{
		"application/pdf": {"%PDF-"}, "image/png": {"\x89PNG\r\n\x1a\n"}, "image/jpeg": {"\xff\xd8\xff"}, "image/tiff": {"II*\x00", "MM\x00*"},
	}
	f.Fuzz(func(t *testing.T, name string, head []byte, size uint32) {
		got, err := checkFile(name, StoredFile{Size: int(size), Head: head})
		if err != nil {
			return
		}
		fits := false
		for _, b := range begins[got] {
			fits = fits || strings.HasPrefix(string(head), b)
		}
		if !fits || size < 1 || size > MaxFile || !strings.Contains(strings.ToLower(name), ".") {
			t.Fatalf("%q of %d bytes, %q, passes as %q", name, size, head, got)
		}
	})
}

// Link keys that are accepted sign and verify, and refused ones are not shown.
func FuzzParseLinkKeys(f *testing.F) {
	good := "k1:" + base64.StdEncoding.EncodeToString(make([]byte, 32))
	for _, s := range []string{good, good + ",k_2:" + good[3:], good + "," + good, good[:20], "k|1" + good[2:], ":" + good[3:], "", " " + good, good + "\n", "k1:" + good[3:10] + "\r\n" + good[10:]} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		k, err := ParseLinkKeys(s)
		parts := strings.Split(s, ",")
		if err != nil {
			shown := err.Error() // but for the ids, which may be told, and of which another key may be a part
			for _, p := range parts {
				id, _, _ := strings.Cut(strings.TrimSpace(p), ":")
				for _, before := range []string{"key ", "key id ", "kid "} {
					shown = strings.ReplaceAll(shown, before+id+" ", before)
				}
			}
			for _, p := range parts {
				if _, secret, ok := strings.Cut(p, ":"); ok && len(secret) >= 12 && strings.Contains(shown, secret) {
					t.Fatalf("the error shows a key: %v", err)
				}
			}
			return
		}
		if len(k.keys) != len(parts) {
			t.Fatalf("%d keys of %d", len(k.keys), len(parts))
		}
		link := testLink()
		if got, err := k.Verify(k.Token(link), testTime); err != nil || got != link {
			t.Fatalf("%+v became %+v, %v", link, got, err)
		}
	})
}
