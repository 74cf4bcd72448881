package envconfig

import (
	"fmt"
	"net/url"
	"strings"
)

// PublicBase returns the base URL that a setting holds, without a slash at its end.
func PublicBase(setting, s string) (string, error) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil ||
		u.RawQuery != "" ||
		u.ForceQuery || strings.Contains(s, "#") {
		return "", fmt.Errorf("%s: want http or https://host[:port][/path]", setting)
	}
	return strings.TrimRight(s, "/"), nil
}

// BasePath is the path of a public base, which the proxy in front strips; empty: it has none.
func BasePath(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return ""
	}
	return u.EscapedPath()
}

// Protected reports whether the traffic between browser and program cannot be read on the way: it is encrypted, or
// stays on one machine.
func Protected(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	return u.Scheme == "https" || ThisMachine(u.Hostname())
}
