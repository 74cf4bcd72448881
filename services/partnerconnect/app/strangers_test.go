package app_test

import (
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/publicpage"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/testkit/wait"
)

// Forms sent to the page of a finished payment change nothing, lock nothing and leave no entry in the audit trail.
func TestFinishedPaymentPage(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	a := b.register(key, ref, b.order(1000, ""))
	next, _ := a.json(t)["next_action"].(map[string]any)
	url, _ := next["url"].(string)
	path := strings.TrimPrefix(url, publicBase)
	choose := func() answer {
		return b.call("POST", path, "", "choice=pay&method=blik", "Content-Type", "application/x-www-form-urlencoded")
	}
	if a := choose(); a.status != http.StatusSeeOther {
		t.Fatalf("%d: %s", a.status, a.body)
	}
	entries := func() int { return b.count(`SELECT count(*) FROM audit_entries WHERE merchant_ref = $1`, ref) }
	wait.Until(t, "the trail holds the registration and the payment", func() bool { return entries() >= 2 })
	tables := []string{"onboardings", "payments", "ledger_balances", "ledger_entries", "events"}
	before, trail := b.system.rowsOf(tables...), entries()
	// What locks the merchant or the payment would wait for this transaction until the page's time is over.
	held, err := b.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := held.Exec(t.Context(), `SELECT FROM payments WHERE merchant_ref = $1 FOR UPDATE`, ref); err != nil {
		t.Fatal(err)
	}
	if _, err := held.Exec(t.Context(), `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, ref); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if a, err := b.try("POST", path, "", "choice=pay&method=blik", "Content-Type",
				"application/x-www-form-urlencoded"); err != nil || a.status != http.StatusSeeOther {
				t.Errorf("%d, %v", a.status, err)
			}
		})
	}
	wg.Wait()
	if err := held.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := entries(); n != trail {
		t.Errorf("%d entries in the audit trail, want %d", n, trail)
	}
	if b.system.rowsOf(tables...) != before {
		t.Error("something was written")
	}
	b.intact()
}

// The merchant's own list shows what its partner did, however many other entries the trail holds of it.
func TestAccessListIsOfPartners(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key, foreign := b.simple("a"), b.simple("b")
	ref := b.merchant(key, allowed)
	g := b.visitor(key, ref)
	for range 2 {
		g.send(map[string]string{"do": "send"})
		g.send(map[string]string{"do": "code", "code": g.mailedCode(ref)})
	}
	_, err := b.store.Changer.Change(t.Context(), access.SystemView, pc.Ref(ref), time.Now(),
		audit.Entry{At: time.Now(), Actor: audit.SystemActor, Operation: "Test"},
		func(o *onboarding.Onboarding) error {
			o.Flow.Signature = &onboarding.Signature{Evidence: onboarding.Evidence{At: time.Now()}}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	if a := b.call("GET", "/merchants/"+ref+"/balance", key, ""); a.status != 200 {
		t.Fatalf("%d: %s", a.status, a.body)
	}
	for range 3 {
		if a := b.call("GET", "/onboarding/"+ref, foreign, ""); a.status != 404 {
			t.Fatalf("%d: %s", a.status, a.body)
		}
	}
	b.exec(`INSERT INTO audit_entries (at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address)
		SELECT now(), actor, '', partner, $1, 'RejectPayment', 'ok', '', ''
		FROM   generate_series(1, 700),
		       (VALUES ('system', ''), ('merchant', ''), ('partner', $2)) AS other (actor, partner)`, ref, b.id("ptn_b"))
	a := g.open("/connect/flow/portal")
	if a.status != 200 || !strings.Contains(a.body, "read your balance") {
		t.Errorf("%d: the partner's access is not shown: %s", a.status, a.body)
	}
	if strings.Contains(a.body, "RejectPayment") {
		t.Error("entries of others are shown")
	}
}

// strangersUseUp lets strangers who hold the link of an onboarding have codes sent until no further one is, and returns
// how many were.
func (s *system) strangersUseUp(key, ref string) int {
	s.t.Helper()
	for sent := 0; ; sent++ {
		switch a := s.visitor(key, ref).send(map[string]string{"do": "send"}); {
		case a.status == http.StatusOK:
		case a.status == http.StatusUnprocessableEntity && strings.Contains(a.body, "Too many codes were requested recently"):
			return sent
		default:
			s.t.Fatalf("%d %s", a.status, a.body)
		}
	}
}

// fromElsewhere makes what was asked for so far come from another network.
func (s *system) fromElsewhere() {
	s.exec(`UPDATE code_requests SET network = 'elsewhere'`)
	s.exec(`UPDATE hosted_sessions SET network = 'elsewhere'`)
}

// Whoever has a link can open any number of sessions, but can neither fill a mailbox nor keep the merchant out: a
// browser in which it signed in has a share of its own, and each message holds a link that signs in.
func TestStrangersDoNotKeepTheMerchantOut(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	ref := s.create(key, fullBody)
	home := s.visitor(key, ref)
	home.prove(ref)
	if home.device == "" {
		t.Fatal("the browser is not known after the sign-in")
	}
	s.exec(`DELETE FROM code_requests`)
	share := hostedflow.CodeShares[hostedflow.FromStranger]
	if n := s.strangersUseUp(key, ref); n != share.PerNetwork {
		t.Errorf("one network: %d codes, want %d", n, share.PerNetwork)
	}
	s.fromElsewhere()
	if n := s.strangersUseUp(key, ref); n != share.PerHour-share.PerNetwork {
		t.Errorf("the other networks: %d more codes, want %d", n, share.PerHour-share.PerNetwork)
	}
	t.Run("a browser that is known", func(t *testing.T) {
		back := s.visitor(key, ref)
		back.device = home.device
		back.prove(ref)
	})
	t.Run("a browser that another merchant's sign-in made known", func(t *testing.T) {
		other := s.create(key, strings.Replace(fullBody, "shop-1", "shop-2", 1))
		g := s.visitor(key, other)
		g.prove(other)
		back := s.visitor(key, ref)
		back.device = g.device
		if a := back.send(map[string]string{"do": "send"}); a.status != http.StatusUnprocessableEntity {
			t.Errorf("%d", a.status)
		}
	})
	mail, err := s.operator.ListMessages(s.internal(), &pcv1.ListMessagesRequest{Ref: ref})
	if err != nil {
		t.Fatal(err)
	}
	links := map[string]bool{}
	for _, m := range mail.GetData() {
		if link := regexp.MustCompile(regexp.QuoteMeta(publicBase) + `\S+`).FindString(m.GetText()); link != "" &&
			m.GetMedium() == "email" {
			links[strings.TrimPrefix(link, publicBase)] = true
		} else if m.GetMedium() == "email" {
			t.Errorf("a message without a link: %s", m.GetText())
		}
	}
	if len(links) < share.PerHour {
		t.Fatalf("%d links", len(links))
	}
	for link := range links {
		g := &visitor{system: s}
		if g.open(link); g.answer.status != http.StatusOK {
			t.Fatalf("%d %s", g.answer.status, g.answer.body)
		}
		g.send(nil)
		if g.page() != "contact" || !strings.Contains(g.answer.body, "*** ***") {
			t.Fatalf("the link of a message does not prove the address: %s %s", g.at, g.answer.body)
		}
		g.send(map[string]string{"do": "send"})
		if a := g.send(map[string]string{"do": "code", "code": g.mailedCode(ref)}); a.status != http.StatusOK ||
			g.page() != "review" {
			t.Fatalf("%s: %d %s", g.at, a.status, a.body)
		}
		again := &visitor{system: s}
		again.open(link)
		if again.send(nil); strings.Contains(again.answer.body, "*** ***") {
			t.Error("the link of a message proves the address twice")
		}
		break
	}
	t.Run("an hour later", func(t *testing.T) {
		s.exec(`UPDATE code_requests SET requested_at = requested_at - interval '1 hour'`)
		if a := s.visitor(key, ref).send(map[string]string{"do": "send"}); a.status != http.StatusOK {
			t.Errorf("%d", a.status)
		}
	})
	t.Run("over a day", func(t *testing.T) {
		s.exec(`DELETE FROM code_requests`)
		n := 0
		for range 24 * share.PerHour / share.PerNetwork {
			n += s.strangersUseUp(key, ref)
			s.exec(`UPDATE code_requests SET requested_at = requested_at - interval '30 minutes', network = 'elsewhere'`)
		}
		if n != share.PerDay {
			t.Errorf("%d codes, want %d", n, share.PerDay)
		}
	})
}

// renew asks for a new link by the page of an expired one.
func (s *system) renew(page, once string) answer {
	s.t.Helper()
	return s.call("POST", page+"/renew", "", "once="+once, "Content-Type", "application/x-www-form-urlencoded")
}

// Asking for new links by an expired one fills no mailbox.
func TestRenewalsPerHour(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, fullBody)
	expired := "/connect/" + s.tokenOf(ref, func(l *signedlink.Link) { l.ExpiresAt = time.Now().Add(-time.Hour) })
	for n := range 10 {
		if a := s.renew(expired, strconv.Itoa(n)); a.status != http.StatusOK {
			t.Fatalf("%d %s", a.status, a.body)
		}
		s.exec(`UPDATE link_renewals SET renewed_at = renewed_at - interval '61 seconds' WHERE onboarding_ref = $1`, ref)
	}
	if n, want := s.count(`SELECT count(*) FROM messages WHERE template = 'link' AND onboarding_ref = $1`, ref),
		hostedflow.CodeShares[hostedflow.FromRenewal].PerHour; n != want {
		t.Errorf("%d messages, want %d", n, want)
	}
}

// However often a link is redeemed, few sessions are stored; one that has proved a contact is not displaced.
func TestSessionsOfALinkAreBounded(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	ref := s.create(key, fullBody)
	path := s.linkPath(key, ref)
	mine := &visitor{system: s}
	mine.open(path)
	mine.send(nil)
	mine.prove(ref)
	redeem := func(n int) {
		for range n {
			if a := s.call("POST", path, "", "empty=", "Content-Type",
				"application/x-www-form-urlencoded"); a.status != http.StatusSeeOther {
				t.Fatalf("%d %s", a.status, a.body)
			}
		}
	}
	sessions := func() int { return s.count(`SELECT count(*) FROM hosted_sessions WHERE email_at IS NULL`) }
	redeem(2 * hostedflow.UnprovenPerNetwork)
	if n := sessions(); n != hostedflow.UnprovenPerNetwork {
		t.Errorf("one network: %d sessions, want %d", n, hostedflow.UnprovenPerNetwork)
	}
	for i := range 2 * hostedflow.UnprovenPerLink / hostedflow.UnprovenPerNetwork {
		s.exec(`UPDATE hosted_sessions SET network = $1 WHERE network NOT LIKE 'elsewhere%'`, "elsewhere"+string(rune('a'+i)))
		redeem(hostedflow.UnprovenPerNetwork)
	}
	if n := sessions(); n != hostedflow.UnprovenPerLink {
		t.Errorf("one link: %d sessions, want %d", n, hostedflow.UnprovenPerLink)
	}
	for i := range hostedflow.UnprovenPerOnboarding/hostedflow.UnprovenPerLink + 1 {
		path = s.linkPath(key, ref)
		redeem(hostedflow.UnprovenPerNetwork)
		s.exec(`UPDATE hosted_sessions SET network = network || $1`, string(rune('a'+i)))
	}
	if n := sessions(); n > hostedflow.UnprovenPerOnboarding {
		t.Errorf("%d sessions, want %d at most", n, hostedflow.UnprovenPerOnboarding)
	}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			for range 10 {
				if a, err := s.try("POST", path, "", "empty=", "Content-Type", "application/x-www-form-urlencoded"); err != nil ||
					a.status != http.StatusSeeOther {
					t.Errorf("%d %v", a.status, err)
				}
			}
		})
	}
	wg.Wait()
	if n := sessions(); n > hostedflow.UnprovenPerOnboarding+20 {
		t.Errorf("redeemed at once: %d sessions", n)
	}
	if a := mine.open("/connect/flow/review"); a.status != http.StatusOK {
		t.Errorf("the proved session is gone: %d", a.status)
	}
}

// Public pages are limited by network and by link; a browser in which the merchant signed in is counted by itself.
func TestPagesAreLimited(t *testing.T) {
	t.Parallel()
	limits := publicpage.Limits{Network: 60, Link: 20, Device: 60}
	b := startBank(t, func(_ *testing.T, c *configuration) { c.PageLimit = limits })
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	home := b.visitor(key, ref)
	for range 2 {
		home.send(map[string]string{"do": "send"})
		home.send(map[string]string{"do": "code", "code": home.mailedCode(ref)})
	}
	open := func(path string, most int) (n int) {
		for range most {
			a := b.call("GET", path, "", "")
			switch {
			case a.status == http.StatusOK:
				n++
			case a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") == "" ||
				!strings.Contains(a.body, "Too many requests"):
				t.Fatalf("%d %v %s", a.status, a.header, a.body)
			}
		}
		return n
	}
	payment := b.register(key, ref, b.order(1000, ""))
	next, _ := payment.json(t)["next_action"].(map[string]any)
	url, _ := next["url"].(string)
	for name, path := range map[string]string{"an onboarding": b.linkPath(key, ref),
		"a payment": strings.TrimPrefix(url, publicBase)} {
		t.Run(name, func(t *testing.T) {
			if n := open(path, limits.Link+5); n != limits.Link {
				t.Errorf("the link of %s: %d pages, want %d", name, n, limits.Link)
			}
		})
	}
	if open("/connect/flow/contact", 1); b.call("GET", "/connect/flow/contact", "",
		"").status != http.StatusTooManyRequests {
		t.Error("the network is not limited")
	}
	if a := home.open("/connect/flow/portal"); a.status == http.StatusTooManyRequests {
		t.Error("a browser that is known shares the limit of its network")
	}
	b.intact()
}

// Messages have an end, and so has what sessions leave behind.
func TestWhatStrangersLeaveBehindEnds(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	key := b.simple("a")
	ref := b.create(key, fullBody)
	path := b.linkPath(key, ref)
	for range 2 {
		g := &visitor{system: b.system}
		g.open(path)
		g.send(nil)
		g.send(map[string]string{"do": "send"})
	}
	rows := func() (out [6]int) {
		for i, table := range []string{
			"hosted_sessions", "hosted_codes", "code_requests", "spent_links", "messages", "hosted_forms",
		} {
			out[i] = b.count("SELECT count(*) FROM " + table)
		}
		return out
	}
	if got := rows(); got != [6]int{2, 2, 2, 1, 2, 2} {
		t.Fatalf("%v", got)
	}
	now := time.Now()
	sweep := func(at time.Time) {
		t.Helper()
		_, err1 := b.store.HostedFlow.DropSessions(t.Context(), at, 100)
		_, err2 := b.store.Messages.DropMessages(t.Context(), at.Add(-message.MessageRetention), 100)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		after time.Duration
		want  [6]int
	}{
		{hostedflow.SessionIdle - time.Minute, [6]int{2, 2, 2, 1, 2, 2}},
		{hostedflow.SessionIdle + time.Minute, [6]int{0, 0, 2, 1, 2, 2}},
		{25 * time.Hour, [6]int{0, 0, 0, 1, 2, 0}},
		{2*onboarding.InvitationTTL + time.Hour, [6]int{0, 0, 0, 0, 2, 0}},
		{message.MessageRetention + time.Hour, [6]int{}},
	} {
		if sweep(now.Add(c.after)); rows() != c.want {
			t.Errorf("after %v: %v, want %v", c.after, rows(), c.want)
		}
	}
}
