package envconfig

import "testing"

func TestBasePath(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{
		"https://a.example": "", "https://a.example/pc": "/pc", "https://a.example:8443/a/b%20c": "/a/b%20c", "": "",
	} {
		if got := BasePath(base); got != want {
			t.Errorf("%q: %q, want %q", base, got, want)
		}
	}
}
