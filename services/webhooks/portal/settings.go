package portal

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/partnerline/partnerline/internal/branding"
	"github.com/partnerline/partnerline/internal/etag"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Limits of settings.
const (
	MaxName    = 60
	MaxEntries = 20 // of each list
	MaxURL     = 2048
)

// Settings are how the portal looks for the people of a tenant, and where it may lead and be shown.
type Settings struct {
	Tenant webhooks.TenantID `db:"tenant_id"`
	Name   string            // in the head of the pages; empty: none
	branding.Look
	ReturnURLs   []string // beginnings of the URLs that it may lead back to
	FrameOrigins []string // of pages that may show it in a frame
}

// ETag changes with anything of the settings.
func (s Settings) ETag() string {
	return etag.OfContent(s.Name, s.Colour, string(s.Logo), strings.Join(s.ReturnURLs, " "),
		strings.Join(s.FrameOrigins, " "))
}

// Check returns what is wrong with the settings, and encodes the logo again.
func (s *Settings) Check() error {
	var bad []fault.Violation
	refuse := func(field, code, message string) {
		bad = append(bad, fault.Violation{Field: field, Code: code, Message: message})
	}
	switch {
	case utf8.RuneCountInString(s.Name) > MaxName:
		refuse("/name", "too_long", fmt.Sprintf("must have at most %d characters", MaxName))
	case strings.ContainsFunc(s.Name,
		func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }):
		refuse("/name", "control_characters", "must not contain control or bidirectional formatting characters")
	}
	bad = append(bad, s.Look.Check()...)
	for _, list := range []struct {
		field   string
		entries []string
		rule    func(string) bool
		message string
	}{
		{
			"/return_urls", s.ReturnURLs, func(e string) bool { return parse(e) != nil },
			"must be an absolute URL without user information, query and fragment, of https or of this machine",
		},
		{
			"/frame_origins", s.FrameOrigins, isOrigin,
			"must be a scheme, a host and no path, such as https://app.example.com, of https or of this machine",
		},
	} {
		if len(list.entries) > MaxEntries {
			refuse(list.field, "too_many", fmt.Sprintf("must list at most %d", MaxEntries))
			continue
		}
		for i, e := range list.entries {
			at := list.field + "/" + strconv.Itoa(i)
			switch {
			case !list.rule(e):
				refuse(at, "invalid_url", list.message)
			case slices.Index(list.entries, e) < i:
				refuse(at, "duplicate", "must not be repeated")
			}
		}
	}
	if len(bad) > 0 {
		return fault.Fields(bad...)
	}
	return nil
}

// parse reads a URL that people may be sent to: of https, or of the machine that the browser runs on; nil for any
// other.
func parse(raw string) *url.URL {
	u, err := url.Parse(raw)
	if err != nil || len(raw) > MaxURL || strings.ContainsFunc(raw, func(r rune) bool {
		return r <= ' ' || r > '~' || r == '"' || r == '\'' || r == ';' || r == ',' || r == '\\'
	}) {
		return nil
	}
	local := slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, u.Hostname())
	switch {
	case u.Hostname() == "", u.User != nil, u.RawQuery != "", u.ForceQuery, strings.Contains(raw, "#"),
		strings.Contains(u.Host, "*"):
		return nil
	case u.Scheme == "https", u.Scheme == "http" && local:
		return u
	}
	return nil
}

func isOrigin(raw string) bool {
	u := parse(raw)
	return u != nil && u.Path == ""
}

// CheckReturn returns what is wrong with a URL that a session is to lead back to: its scheme, host and port must be
// those of an entry of ReturnURLs, and its path that of the entry, or below it.
func (s Settings) CheckReturn(raw string) error {
	refuse := func(code, message string) error { return fault.Field("/return_url", code, message) }
	u, err := url.Parse(raw)
	if err != nil || len(raw) > MaxURL || u.Hostname() == "" || u.User != nil || u.Scheme != "https" &&
		u.Scheme != "http" ||
		strings.ContainsFunc(raw, func(r rune) bool { return r <= ' ' || r > '~' || r == '\\' }) {
		return refuse("invalid_url",
			fmt.Sprintf("must be an absolute http or https URL of at most %d bytes, without user information", MaxURL))
	}
	for _, entry := range s.ReturnURLs {
		if allowed := parse(entry); allowed != nil && allowed.Scheme == u.Scheme && strings.EqualFold(allowed.Host, u.Host) &&
			below(u.EscapedPath(), allowed.EscapedPath()) {
			return nil
		}
	}
	return refuse("not_allowed", "must begin with an address that the operator has allowed for the tenant")
}

// below reports whether a path is another one, or in it.
func below(path, folder string) bool {
	if slices.Contains(strings.Split(path, "/"), "..") || strings.Contains(strings.ToLower(path), "%2e") {
		return false
	}
	folder = strings.TrimSuffix(folder, "/")
	return path == folder || strings.HasPrefix(path, folder+"/")
}
