package pages_test

import (
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/console/consoletest"
	"github.com/partnerline/partnerline/services/console/pages"
)

// claims are those of the person anna, for the client of the console.
func claims(p *consoletest.Provider, s *consoletest.Site, others ...any) map[string]any {
	out := map[string]any{
		"iss": p.URL, "aud": consoletest.ClientID, "sub": "anna", "name": "Anna", "email": "anna@example.com",
		"groups": []string{"viewer"},
		"iat":    s.Now.Unix(), "exp": s.Now.Add(time.Hour).Unix(),
	}
	for i := 0; i < len(others); i += 2 {
		out[others[i].(string)] = others[i+1]
	}
	return out
}

// signIn signs a person in, whose browser has cookies. The callback is asked for with the state, or another one.
func signIn(t *testing.T, s *consoletest.Site, p *consoletest.Provider, said map[string]any, to, state string, cookies ...*http.Cookie) (*http.Response, string) {
	t.Helper()
	resp, _ := s.Call("GET", "/sign-in?"+url.Values{"to": {to}}.Encode(), nil, cookies)
	away, err := url.Parse(resp.Header.Get("Location"))
	if err != nil || resp.StatusCode != http.StatusSeeOther || !strings.HasPrefix(away.String(), p.URL+"/auth?") {
		t.Fatalf("status %d to %s", resp.StatusCode, away)
	}
	if _, ok := said["nonce"]; !ok {
		said = maps.Clone(said)
		said["nonce"] = away.Query().Get("nonce")
	}
	if state == "" {
		state = away.Query().Get("state")
	}
	p.Say(p.Token(said))
	return s.Call("GET", "/sign-in/callback?"+url.Values{"code": {"c"}, "state": {state}}.Encode(), nil,
		append(cookies, resp.Cookies()...))
}

// session is the cookie of the session that an answer begins; nil: it begins none.
func session(resp *http.Response) *http.Cookie {
	for _, c := range resp.Cookies() {
		if c.Name == consoletest.SessionCookie && c.MaxAge >= 0 {
			return c
		}
	}
	return nil
}

// A browser that was given a session, or a sign-in under way, by someone else gets a session of its own, which shares
// nothing with it.
func TestSessionFixation(t *testing.T) {
	t.Parallel()
	p := consoletest.NewProvider(t)
	s := consoletest.Start(t, consoletest.Planes{Provider: p, Contract: contract(false, true, marked)})
	planted := s.SignedIn("viewer")
	resp, _ := signIn(t, s, p, claims(p, s), "/review", "", planted...)
	own := session(resp)
	if own == nil || own.Value == planted[0].Value || !own.HttpOnly || own.SameSite != http.SameSiteLaxMode ||
		own.Path != "/" || own.Domain != "" || resp.Header.Get("Location") != "/review" {
		t.Fatalf("cookie %v, to %s", own, resp.Header.Get("Location"))
	}
	_, body := s.Call("GET", "/", nil, []*http.Cookie{own})
	if !strings.Contains(body, "Anna") || strings.Contains(body, "form-of-p1") {
		t.Error(body)
	}
	again, _ := signIn(t, s, p, claims(p, s), "/", "", own)
	if second := session(again); second == nil || formOf(t, s, second) == formOf(t, s, own) {
		t.Error("the next session has the form token of the one before")
	}
	for name, c := range map[string]struct {
		state string
		said  map[string]any
	}{
		"the answer to a sign-in of another browser": {"another", claims(p, s)},
		"a token that was made for another sign-in":  {"", claims(p, s, "nonce", "another")},
	} {
		t.Run(name, func(t *testing.T) {
			if resp, _ := signIn(t, s, p, c.said, "/", c.state); resp.StatusCode != http.StatusForbidden ||
				session(resp) != nil {
				t.Errorf("status %d, %v", resp.StatusCode, resp.Cookies())
			}
		})
	}
}

// formOf is the token of a session's forms.
func formOf(t *testing.T, s *consoletest.Site, cookie *http.Cookie) string {
	t.Helper()
	_, body := s.Call("GET", "/", nil, []*http.Cookie{cookie})
	_, rest, _ := strings.Cut(body, `name="form" value="`)
	form, _, ok := strings.Cut(rest, `"`)
	if !ok || form == "" {
		t.Fatal(body)
	}
	return form
}

// elsewhere are values that would lead away from the console.
var elsewhere = []string{
	"https://evil.example/", "//evil.example/", `/\evil.example`, `\\evil.example`, "/\t/evil.example",
	"https:evil.example", "javascript:alert(1)", "data:text/html,x", "/%2f/evil.example/../", "/sign-in?to=//evil.example",
}

// A sign-in returns to the console, whatever it was asked for, and no other parameter of a page leads elsewhere.
func TestNoParameterLeadsElsewhere(t *testing.T) {
	t.Parallel()
	p := consoletest.NewProvider(t)
	s := consoletest.Start(t, consoletest.Planes{Provider: p, Contract: contract(false, true, marked)})
	stays := func(t *testing.T, from, to string) {
		t.Helper()
		base, err := url.Parse("http://console" + from)
		if err != nil {
			t.Fatal(err)
		}
		if u, err := base.Parse(to); err != nil || u.Scheme != "http" || u.Host != "console" || strings.Contains(to, `\`) {
			t.Errorf("%s leads to %q", from, to)
		}
	}
	for _, to := range elsewhere {
		t.Run(to, func(t *testing.T) {
			resp, _ := signIn(t, s, p, claims(p, s), to, "")
			stays(t, "/sign-in/callback", resp.Header.Get("Location"))
		})
	}
	for path := range worlds[1].walked(t).pages {
		u, err := url.Parse(path)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{"to", "done", "lang", "next", "return", "redirect_uri", "url"}
		for name := range u.Query() {
			names = append(names, name)
		}
		for _, to := range []string{elsewhere[0], elsewhere[1], elsewhere[6]} {
			q := u.Query()
			for _, name := range names {
				q.Set(name, to)
			}
			u.RawQuery = q.Encode()
			resp, body := s.Call("GET", u.RequestURI(), nil, s.SignedIn(everyone...))
			if got := read(t, u.RequestURI(), false, resp, body); len(got.away) > 0 || resp.Header.Get("Refresh") != "" {
				t.Errorf("%s leads to %q", u, got.away)
			}
			if to := resp.Header.Get("Location"); to != "" {
				stays(t, path, to)
			}
			resp, _ = s.Call("GET", u.RequestURI(), nil, nil) // leads to the sign-in and back
			stays(t, path, resp.Header.Get("Location"))
		}
	}
}

// What the identity provider says of a person is taken as it is meant, or the person is refused; no claim makes a page
// that does not work.
func TestHostileClaims(t *testing.T) {
	t.Parallel()
	p := consoletest.NewProvider(t)
	s := consoletest.Start(t, consoletest.Planes{Provider: p, Contract: contract(false, true, marked)})
	many := make([]string, 5000)
	for i := range many {
		many[i] = strings.Repeat("g", 40)
	}
	const in, noRole, refused = http.StatusOK, http.StatusForbidden, 0
	for name, c := range map[string]struct {
		claims []any
		want   int // status of the first page; 0: the sign-in is refused
	}{
		"thousands of groups": {[]any{"groups", append(many, "viewer")}, in},
		"one group as a text": {[]any{"groups", "viewer"}, in}, "no groups": {[]any{"groups", nil}, noRole},
		"groups as a number":                {[]any{"groups", 7}, noRole},
		"groups as an object":               {[]any{"groups", map[string]any{"viewer": true}}, noRole},
		"groups of groups":                  {[]any{"groups", []any{[]any{"viewer"}}}, noRole},
		"a list that is not of texts alone": {[]any{"groups", []any{"administrator", 1}}, noRole},
		"unknown roles": {[]any{"groups",
			[]string{"root", "Viewer", "viewer ", "ROLE_VIEWER", "viewer\x00"}}, noRole},
		"the same role a thousand times": {[]any{"groups", strings.Split(strings.Repeat("viewer,", 1000)+"viewer", ",")},
			in},
		"a long name":                       {[]any{"name", strings.Repeat("n", 100_000)}, in},
		"a name with control characters":    {[]any{"name", "Anna\x00\r\nSet-Cookie: a=b\u202e"}, in},
		"a name of markup":                  {[]any{"name", hostile, "email", hostile}, in},
		"a name that is no text":            {[]any{"name", []int{1}}, refused},
		"an address that is no text":        {[]any{"email", 7}, refused},
		"no subject":                        {[]any{"sub", ""}, refused},
		"a long subject":                    {[]any{"sub", strings.Repeat("s", 256)}, refused},
		"a subject with control characters": {[]any{"sub", "an\x00na"}, refused},
		"a subject that is no text":         {[]any{"sub", 7}, refused},
		"a long session id":                 {[]any{"sid", strings.Repeat("s", 10_000)}, refused},
		"another audience":                  {[]any{"aud", "another"}, refused},
		"another issuer":                    {[]any{"iss", "https://evil.example"}, refused},
		"expired":                           {[]any{"exp", s.Now.Add(-time.Hour).Unix()}, refused},
	} {
		t.Run(name, func(t *testing.T) {
			resp, body := signIn(t, s, p, claims(p, s, c.claims...), "/", "")
			cookie := session(resp)
			if c.want == refused {
				if cookie != nil || resp.StatusCode != http.StatusForbidden ||
					!strings.Contains(body, pages.Catalogue()["en"]["failedsignin_what"]) {
					t.Errorf("status %d, %v: %s", resp.StatusCode, cookie, body)
				}
				return
			}
			if cookie == nil {
				t.Fatalf("status %d: %s", resp.StatusCode, body)
			}
			resp, body = s.Call("GET", "/?lang=en", nil, []*http.Cookie{cookie})
			if resp.StatusCode != c.want || c.want == in && (!strings.Contains(body, "(viewer)") ||
				strings.Contains(body, say["part_failed"]) || strings.Contains(body, "<script>") ||
				strings.ContainsAny(body, "\x00\u202e")) {
				t.Errorf("status %d: %s", resp.StatusCode, body)
			}
		})
	}
}

// A key that the provider has begun to use is found; one that it has withdrawn opens nothing.
func TestRotationOfTheProvidersKeys(t *testing.T) {
	t.Parallel()
	p := consoletest.NewProvider(t)
	s := consoletest.Start(t, consoletest.Planes{Provider: p, Contract: contract(false, true, marked)})
	old := p.Token(claims(p, s, "aud", consoletest.CLIClientID))
	ask := func(token string, want int) {
		t.Helper()
		if code, body := callToken(t, s, token); code != want {
			t.Errorf("status %d: %s", code, body)
		}
	}
	ask(old, http.StatusOK)
	p.Rotate()
	if resp, body := signIn(t, s, p, claims(p, s), "/", ""); session(resp) == nil {
		t.Fatalf("status %d: %s", resp.StatusCode, body)
	}
	ask(p.Token(claims(p, s, "aud", consoletest.CLIClientID)), http.StatusOK)
	ask(old, http.StatusUnauthorized)
}

// The command line's token is one of the provider for its own client.
func TestTokensOfAnotherAudience(t *testing.T) {
	t.Parallel()
	p := consoletest.NewProvider(t)
	s := consoletest.Start(t, consoletest.Planes{Provider: p})
	cli := func(others ...any) string {
		return p.Token(claims(p, s, append([]any{"aud", consoletest.CLIClientID}, others...)...))
	}
	for name, c := range map[string]struct {
		token string
		want  int
	}{
		"the command line's": {cli(), http.StatusOK}, "the console's": {p.Token(claims(p, s)), http.StatusUnauthorized},
		"another client's":  {cli("aud", "another"), http.StatusUnauthorized},
		"another issuer's":  {cli("iss", "https://evil.example"), http.StatusUnauthorized},
		"expired":           {cli("exp", s.Now.Add(-time.Minute).Unix()), http.StatusUnauthorized},
		"without a subject": {cli("sub", ""), http.StatusUnauthorized}, "none": {"", http.StatusUnauthorized},
		"unsigned": {unsigned(cli()), http.StatusUnauthorized},
		"of a key of its own": {consoletest.NewProvider(t).Token(claims(p, s, "aud", consoletest.CLIClientID)),
			http.StatusUnauthorized},
	} {
		t.Run(name, func(t *testing.T) {
			if code, body := callToken(t, s, c.token); code != c.want || strings.Contains(body, "anna") {
				t.Errorf("status %d: %s", code, body)
			}
		})
	}
}

// unsigned is a token with the algorithm none.
func unsigned(token string) string {
	parts := strings.Split(token, ".")
	return "eyJhbGciOiJub25lIn0." + parts[1] + "."
}

// callToken asks for the token of one call.
func callToken(t *testing.T, s *consoletest.Site, bearer string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/tokens",
		strings.NewReader(`{"audience": "webhooks", "method": "/webhooks.v1.OperatorService/GetBacklog"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+bearer)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}
