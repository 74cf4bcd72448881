package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
)

// A visitor is a browser in the hosted flow. It keeps the cookie by hand: it is Secure, and the test's port is not.
type visitor struct {
	*system
	cookie string // of the session: name=value
	device string // of the browser, once someone signed in
	at     string // path that is open
	answer answer
}

// visitor redeems the link of an onboarding.
func (s *system) visitor(key, ref string) *visitor {
	s.t.Helper()
	g := &visitor{system: s}
	g.open(s.linkPath(key, ref))
	g.send(nil)
	if g.page() != "contact" {
		s.t.Fatalf("after the link the page is %s: %d %s", g.at, g.answer.status, g.answer.body)
	}
	return g
}

func (g *visitor) open(path string) answer {
	g.t.Helper()
	return g.request("GET", path, nil)
}

var hiddenInput = regexp.MustCompile(`<input type="hidden" name="(form|hash|once)" value="([^"]*)">`)

// send sends a form of the page with its hidden fields, and those given; headers come in pairs.
func (g *visitor) send(fields map[string]string, headers ...string) answer {
	g.t.Helper()
	form := url.Values{}
	for _, m := range hiddenInput.FindAllStringSubmatch(g.answer.body, -1) {
		form.Set(m[1], m[2])
	}
	for k, v := range fields {
		form.Set(k, v)
	}
	return g.request("POST", g.at, form, headers...)
}

// request makes a request with the cookie and follows where it is led.
func (g *visitor) request(method, path string, form url.Values, headers ...string) answer {
	g.t.Helper()
	for range 5 {
		h := append([]string{"Cookie", strings.Trim(g.cookie+"; "+g.device, "; ")}, headers...)
		if method == "POST" {
			h = append(h, "Content-Type", "application/x-www-form-urlencoded")
		}
		body := form.Encode()
		if method == "POST" && body == "" {
			body = "empty="
		}
		a := g.call(method, path, "", map[bool]string{true: body}[method == "POST"], h...)
		for _, c := range (&http.Response{Header: a.header}).Cookies() {
			switch {
			case strings.Contains(c.Name, "device"):
				g.device = c.Name + "=" + c.Value
			case strings.Contains(c.Name, "partnerline") && !strings.Contains(c.Name, "language"):
				g.cookie = c.Name + "=" + c.Value
			}
		}
		g.at, g.answer = path, a
		if a.status != http.StatusSeeOther {
			return a
		}
		to, err := (&url.URL{Path: path}).Parse(a.header.Get("Location"))
		if err != nil {
			g.t.Fatal(err)
		}
		method, path = "GET", to.RequestURI()
	}
	g.t.Fatalf("led around: %s", path)
	return answer{}
}

func (g *visitor) page() string {
	path, _, _ := strings.Cut(g.at, "?")
	return path[strings.LastIndexByte(path, '/')+1:]
}

// mailedCode is the code that was sent last, out of the mailbox.
func (s *system) mailedCode(ref string) string {
	s.t.Helper()
	mail, err := s.operator.ListMessages(s.internal(), &pcv1.ListMessagesRequest{Ref: ref})
	if err != nil {
		s.t.Fatal(err)
	}
	code := ""
	for _, m := range mail.GetData() {
		if m.GetTemplate() == "code" {
			code = regexp.MustCompile(`\b[0-9]{6}\b`).FindString(m.GetText())
		}
	}
	if code == "" {
		s.t.Fatal("no code was sent")
	}
	return code
}

// prove enters both codes.
func (g *visitor) prove(ref string) {
	g.t.Helper()
	for range 2 {
		g.send(map[string]string{"do": "send"})
		g.send(map[string]string{"do": "code", "code": g.mailedCode(ref)})
	}
	if g.page() != "review" {
		g.t.Fatalf("after the codes the page is %s: %d %s", g.at, g.answer.status, g.answer.body)
	}
}

func other(code string) string { return string('0'+(code[0]-'0'+1)%10) + code[1:] }

// written is every row that a person's act could write; a session only notes that it was seen.
func (s *system) written() string {
	s.t.Helper()
	var messages string // without what their sending changes, which goes on beside the test
	if err := s.pool.QueryRow(s.t.Context(),
		`SELECT coalesce(string_agg(id, ' ' ORDER BY id), '') FROM messages`).Scan(&messages); err != nil {
		s.t.Fatal(err)
	}
	return messages + s.rowsOf("onboardings", "invitations", "delegations", "hosted_codes", "spent_links", "link_renewals")
}

// linkID is one that no other link of the tests has: it is spent with the first redemption.
func linkID() string { return fmt.Sprintf("AAAAAAAAAAAAAAAAAA%04d", serial.Add(1)) }

// tokenOf makes the token of a link, with changes.
func (s *system) tokenOf(ref string, change func(*signedlink.Link)) string {
	l := signedlink.Link{
		Ref:       pc.Ref(ref),
		Purpose:   signedlink.PurposeOnboarding,
		Epoch:     1,
		IssuedAt:  time.Now(),
		ExpiresAt: time.Now().Add(time.Hour),
		ID:        linkID(),
	}
	change(&l)
	return s.links.Token(l)
}
