package app

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	gosmtp "github.com/emersion/go-smtp"

	"github.com/partnerline/partnerline/internal/smtp"
	"github.com/partnerline/partnerline/testkit/smtpserver"
)

// withMail starts the program with a mail server.
func withMail(t *testing.T, change ...func(*Config)) (*service, *smtpserver.Server) {
	t.Helper()
	server := smtpserver.New(t, false)
	s := start(t, append(change, func(c *Config) {
		c.SMTP = smtp.Config{URL: "smtp://" + server.Address, From: "Webhooks <webhooks@partnerline.example>",
			User: smtpserver.User, Password: smtpserver.Password, CA: server.CA}
	})...)
	return s, server
}

// mails are those that the server got, with their lines joined.
func mailsOf(server *smtpserver.Server) (list []string) {
	server.Set(func(s *smtpserver.Server) {
		for _, m := range s.Mails {
			list = append(list, strings.ReplaceAll(m, "=\r\n", ""))
		}
	})
	return list
}

// confirmLink is the path of the link in the last e-mail.
func confirmLink(t *testing.T, server *smtpserver.Server) string {
	t.Helper()
	list := mailsOf(server)
	if len(list) == 0 {
		t.Fatal("there is no e-mail")
	}
	link := regexp.MustCompile(`/portal/confirm/[A-Z2-7]+`).FindString(list[len(list)-1])
	if link == "" {
		t.Fatalf("no link in %s", list[len(list)-1])
	}
	return link
}

// An address gets notices once its owner has confirmed it: the first at once, then one e-mail an hour with all that
// happened.
func TestNoticesByEmail(t *testing.T) {
	t.Parallel()
	s, server := withMail(t)
	v := s.inPortal(s.key, "manager")
	v.send("/portal/notices", "email", "not an address").
		is(t, 422, "E-mail address: must be an e-mail address", `value="not an address"`)
	v.send("/portal/notices", "email", "anna.kowalska@example.com").is(t, 303)
	v.get("/portal/notices?done=asked").is(t, 200, "a***@example.com", "waits for its owner", "on its way")
	if n := s.query(`SELECT count(*) FROM notice_addresses WHERE encode(sealed, 'escape') LIKE '%anna%'`); n != 0 {
		t.Error("the address is stored in the open")
	}
	endpoint := s.create(s.key, map[string]any{"url": receiver + "/shop", "events": []string{"*"}}).want(t,
		201).Body["data"].(map[string]any)["id"].(string)
	happen := func() {
		t.Helper()
		for _, active := range []bool{false, true} {
			s.call("PATCH", s.public+"/api/v1/webhooks/"+endpoint, s.key, map[string]any{"is_active": active}).want(t, 200)
		}
	}
	due := func() { s.exec(`UPDATE notice_addresses SET next_mail_at = now()`) }
	arrived := func(n int) {
		t.Helper()
		s.eventually(fmt.Sprintf("%d e-mails arrived", n), func() bool { return len(mailsOf(server)) == n })
	}
	happen()
	if n := s.query(`SELECT count(*) FROM endpoint_notices`); n != 0 {
		t.Errorf("%d notices wait for an address that is not confirmed", n)
	}

	link, anyone := confirmLink(t, server), s.portalVisitor()
	anyone.get(link).is(t, 200, "a***@example.com", "Confirm the address")
	v.get("/portal/notices").is(t, 200, "waits for its owner")
	anyone.do("POST", link, nil).is(t, 200, "The address is confirmed")
	anyone.do("POST", link, nil).is(t, 200, "The address is confirmed")
	v.get("/portal/notices").is(t, 200, "gets notices")

	happen()
	arrived(2)
	if m := mailsOf(server)[1]; !strings.Contains(m, receiver+"/shop") || !strings.Contains(m, "is active again") ||
		!strings.Contains(m, "(test mode)") || strings.Contains(m, s.key) {
		t.Errorf("the notice is %s", m)
	}
	for range 60 {
		happen()
	}
	due()
	arrived(3) // the third has all notices: none was sent within the hour
	if m := mailsOf(server)[2]; strings.Count(m, "is active again") != 50 || !strings.Contains(m, "and 10 more") ||
		!strings.Contains(m, "60 notices") {
		t.Errorf("the digest is %s", m)
	}
	s.eventually("no notice waits after its e-mail",
		func() bool { return s.query(`SELECT count(*) FROM endpoint_notices`) == 0 }) // it arrives before the commit

	// Another address counts once it is confirmed; the first one until then.
	v.send("/portal/notices", "email", "other@example.com").is(t, 303)
	arrived(4)
	next := confirmLink(t, server)
	happen()
	due()
	arrived(5)
	if m := mailsOf(server)[4]; !strings.Contains(m, "anna.kowalska@example.com") {
		t.Errorf("the notice goes to %s", m)
	}
	anyone.do("POST", next, nil).is(t, 200)
	anyone.get(link).is(t, 410, "This link no longer works")
	happen()
	due()
	arrived(6)
	if m := mailsOf(server)[5]; !strings.Contains(m, "other@example.com") || strings.Contains(m, "anna") {
		t.Errorf("the notice goes to %s", m)
	}
	s.inPortal(s.key, "viewer").send("/portal/notices/remove").is(t, 403)
	v.get("/portal/notices/remove").is(t, 200, "o***@example.com", "must confirm it before")
	v.send("/portal/notices/remove").is(t, 303)
	v.get("/portal/notices").is(t, 200, "There is no address yet")
	happen()
	if n := s.query(`SELECT count(*) FROM endpoint_notices`); n != 0 {
		t.Errorf("%d notices wait for no address", n)
	}
}

// An e-mail that the server does not take is sent later, whatever it has against it, and the page says why. Requests
// for confirmations are limited.
func TestNoticesThatAreNotTaken(t *testing.T) {
	t.Parallel()
	s, server := withMail(t)
	v := s.inPortal(s.key, "manager")
	refuse := func(err error) { server.Set(func(s *smtpserver.Server) { s.Data = err }) }
	temporary := &gosmtp.SMTPError{Code: 451, EnhancedCode: gosmtp.EnhancedCode{4, 3, 0}, Message: "try later"}
	refuse(temporary)
	v.send("/portal/notices", "email", "anna@example.com").is(t, 422, "could not be sent")
	refuse(nil)
	v.send("/portal/notices", "email", "anna@example.com").is(t, 303)
	s.portalVisitor().do("POST", confirmLink(t, server), nil).is(t, 200)

	endpoint := s.create(s.key, map[string]any{"url": receiver, "events": []string{"*"}}).want(t,
		201).Body["data"].(map[string]any)["id"].(string)
	refuse(temporary)
	for _, active := range []bool{false, true} {
		s.call("PATCH", s.public+"/api/v1/webhooks/"+endpoint, s.key, map[string]any{"is_active": active}).want(t, 200)
	}
	s.eventually("the e-mail waits", func() bool { // a claim that is being sent waits as well, but has not failed
		return s.query(`SELECT count(*) FROM notice_addresses
			WHERE mail_failures = 1 AND next_mail_at > now() + interval '4 minutes'`) == 1
	})
	if n := s.query(`SELECT count(*) FROM endpoint_notices`); n != 1 {
		t.Fatalf("%d notices wait", n)
	}
	id := regexp.MustCompile(`Message-ID: (\S+)`)
	first := id.FindString(mailsOf(server)[len(mailsOf(server))-1])
	refuse(nil)
	s.exec(`UPDATE notice_addresses SET next_mail_at = now()`)
	s.eventually("it is sent", func() bool { return s.query(`SELECT count(*) FROM endpoint_notices`) == 0 })
	if again := id.FindString(mailsOf(server)[len(mailsOf(server))-1]); again != first || first == "" {
		t.Errorf("the e-mail was %q, and is %q", first, again)
	}

	for _, c := range []struct {
		name        string
		code        int
		enhanced    gosmtp.EnhancedCode
		end         bool // at the end of DATA
		says, says2 string
	}{
		{"relay denied", 554, gosmtp.EnhancedCode{5, 7, 1}, false, "did not take it", "nie przyjął"},
		{"daily limit", 550, gosmtp.EnhancedCode{5, 4, 5}, false, "did not take it", "nie przyjął"},
		{"spam", 554, gosmtp.EnhancedCode{5, 7, 1}, true, "did not take it", "nie przyjął"},
		{"no such mailbox", 550, gosmtp.EnhancedCode{5, 1, 1}, false, "takes no e-mails", "nie przyjmuje"},
	} {
		answer := &gosmtp.SMTPError{Code: c.code, EnhancedCode: c.enhanced, Message: "refused"}
		server.Set(func(s *smtpserver.Server) {
			if c.end {
				s.Data = answer
			} else {
				s.Rcpt = answer
			}
		})
		for _, active := range []bool{false, true} {
			s.call("PATCH", s.public+"/api/v1/webhooks/"+endpoint, s.key, map[string]any{"is_active": active}).want(t, 200)
		}
		s.exec(`UPDATE notice_addresses SET next_mail_at = now()`)
		s.eventually(c.name+" is noted", func() bool {
			return s.query(`SELECT count(*) FROM notice_addresses WHERE mail_failures = 1 AND confirmed_at IS NOT NULL`) == 1
		})
		if n := s.query(`SELECT count(*) FROM endpoint_notices`); n != 1 {
			t.Errorf("%s: %d notices wait", c.name, n)
		}
		v.get("/portal/notices").is(t, 200, "gets notices", c.says)
		v.get("/portal/notices?lang=pl").is(t, 200, c.says2)
		v.get("/portal/notices?lang=en").is(t, 200)
		server.Set(func(s *smtpserver.Server) { s.Rcpt, s.Data = nil, nil })
		s.exec(`UPDATE notice_addresses SET next_mail_at = now()`)
		s.eventually("it is sent after "+c.name, func() bool {
			return s.query(`SELECT count(*) FROM notice_addresses WHERE mail_failures = 0 AND mail_failure IS NULL`) == 1
		})
	}
	server.Set(func(s *smtpserver.Server) {
		s.Rcpt = &gosmtp.SMTPError{Code: 550, EnhancedCode: gosmtp.EnhancedCode{5, 1, 1}, Message: "no such person"}
	})
	v.send("/portal/notices", "email", "ana@example.com").is(t, 422, "takes no e-mails")
	server.Set(func(s *smtpserver.Server) { s.Rcpt = nil })

	for range 7 { // three were asked for
		v.send("/portal/notices", "email", "anna@example.com").is(t, 303)
	}
	v.send("/portal/notices", "email", "anna@example.com").is(t, 422, "try again tomorrow")
	var one sync.WaitGroup
	live := s.inPortal(s.keyLive, "manager") // has a limit of its own
	for range 20 {
		one.Go(func() { live.send("/portal/notices", "email", "anna@example.com") })
	}
	one.Wait()
	if n := s.query(`SELECT count(*) FROM notice_confirmations WHERE livemode`); n != 10 {
		t.Errorf("%d confirmations were asked for", n)
	}
}

// Without a mail server nothing is stored, and the page says so.
func TestNoMail(t *testing.T) {
	t.Parallel()
	s := shared(t)
	v := s.inPortal(s.key, "manager")
	v.get("/portal/notices").is(t, 200, "This installation sends no e-mails.")
	v.send("/portal/notices", "email", "anna@example.com").is(t, 422, "does not do that")
	if n := s.query(`SELECT count(*) FROM notice_addresses WHERE tenant_id = '` + s.tenant + `'`); n != 0 {
		t.Errorf("%d addresses are stored", n)
	}
}
