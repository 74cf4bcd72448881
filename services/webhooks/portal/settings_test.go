package portal

import (
	"net/url"
	"strings"
	"testing"
)

var allowing = Settings{ReturnURLs: []string{"https://app.example.com/shop", "https://other.example",
	"http://127.0.0.1:3000/", "http://[::1]/x"}}

func TestCheckReturn(t *testing.T) {
	for raw, accepted := range map[string]bool{
		"":                             false,
		"https://app.example.com/shop": true,
		"https://APP.example.com/shop/orders?x=1#top":                 true,
		"https://other.example":                                       true,
		"https://other.example/anything":                              true,
		"http://127.0.0.1:3000/":                                      true,
		"http://[::1]/x/y":                                            true,
		"https://app.example.com":                                     false,
		"https://app.example.com/shopping":                            false,
		"https://app.example.com/shop/../admin":                       false,
		"https://app.example.com/shop/%2E%2e/admin":                   false,
		"https://app.example.com/shop\\@evil.example":                 false,
		"https://app.example.com:8443/shop":                           false,
		"https://app.example.com@evil.example/shop":                   false,
		"https://app.example.com.evil.example/shop":                   false,
		"http://app.example.com/shop":                                 false,
		"//app.example.com/shop":                                      false,
		"/shop":                                                       false,
		"javascript:alert(1)":                                         false,
		"https://app.example.com/shop\n":                              false,
		"https://app.example.com/shop/" + strings.Repeat("a", MaxURL): false,
	} {
		t.Run(raw, func(t *testing.T) {
			if err := allowing.CheckReturn(raw); (err == nil) != accepted {
				t.Errorf("accepted %t: %v", err == nil, err)
			}
		})
	}
}

// Whatever is asked for, a person is led to a host that is allowed, by its scheme, and as browsers read the URL: below
// an allowed path.
func FuzzCheckReturn(f *testing.F) {
	for _, s := range []string{"https://app.example.com/shop/a", "https://app.example.com/shop/./..//x",
		"https://other.example\t/", "http://[::1]/x/%2f..", "https:app.example.com/shop",
		"https://app.example.com/shop/..;/x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if allowing.CheckReturn(raw) != nil {
			return
		}
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatalf("%q: %v", raw, err)
		}
		resolved := (&url.URL{}).ResolveReference(u) // without dots, as browsers go there
		for _, entry := range allowing.ReturnURLs {
			allowed, err := url.Parse(entry)
			if err != nil {
				t.Fatal(err)
			}
			if u.Scheme == allowed.Scheme && strings.EqualFold(u.Host, allowed.Host) &&
				strings.HasPrefix(resolved.EscapedPath()+"/", strings.TrimSuffix(allowed.EscapedPath(), "/")+"/") {
				return
			}
		}
		t.Fatalf("%q leads to %s", raw, resolved)
	})
}

func TestSettingsAreChecked(t *testing.T) {
	for name, c := range map[string]struct {
		s  Settings
		ok bool
	}{
		"nothing": {Settings{}, true},
		"both lists": {Settings{ReturnURLs: []string{"https://a.example/x"},
			FrameOrigins: []string{"https://a.example:8443", "http://localhost:3000"}}, true},
		"a query":                 {Settings{ReturnURLs: []string{"https://a.example/?x=1"}}, false},
		"a directive in a host":   {Settings{FrameOrigins: []string{"https://a.example;script-src"}}, false},
		"two origins in one":      {Settings{FrameOrigins: []string{"https://a.example https://b.example"}}, false},
		"an origin with a star":   {Settings{FrameOrigins: []string{"https://*"}}, false},
		"an origin with a quote":  {Settings{FrameOrigins: []string{"https://'self'"}}, false},
		"an origin with a path":   {Settings{FrameOrigins: []string{"https://a.example/"}}, false},
		"an origin with a name":   {Settings{FrameOrigins: []string{"https://u@a.example"}}, false},
		"twenty-one":              {Settings{ReturnURLs: make([]string, MaxEntries+1)}, false},
		"a name that turns round": {Settings{Name: "a\u202eb"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if err := c.s.Check(); (err == nil) != c.ok {
				t.Errorf("%v", err)
			}
		})
	}
}
