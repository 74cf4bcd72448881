package pages_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/person"
	"github.com/partnerline/partnerline/services/console/consoletest"
	"github.com/partnerline/partnerline/services/console/pages"
)

// routes are all that the console serves someone who is signed in: each page and file, and all that a form does. The
// walk from the first page must reach exactly them, so that a route that is not listed, or no longer reached, fails
// here.
var routes = strings.Fields(`
GET:/ GET:/find
GET:/review POST:/review:review_claim_chosen GET:/review/{id} GET:/review/{id}/documents/{id}
POST:/review/{id}:review_claim POST:/review/{id}:review_release POST:/review/{id}:review_document POST:/review/{id}:review_decide
GET:/approvals POST:/approvals:approval_confirm POST:/approvals:approval_reject
GET:/onboardings GET:/onboardings/list.csv
GET:/onboardings/{id} POST:/onboardings/{id}:onboarding_messages POST:/onboardings/{id}:onboarding_reconcile POST:/onboardings/{id}:onboarding_export POST:/onboardings/{id}:onboarding_erase POST:/onboardings/{id}:onboarding_reveal
GET:/onboardings/{id}/merchant POST:/onboardings/{id}/merchant:merchant_suspend POST:/onboardings/{id}/merchant:merchant_resume
POST:/onboardings/{id}/merchant:merchant_revoke POST:/onboardings/{id}/merchant:merchantkey_create
POST:/onboardings/{id}/merchant:merchantkey_rotate POST:/onboardings/{id}/merchant:merchantkey_revoke
GET:/money GET:/money/payments.csv GET:/money/payments/{id} POST:/money/payments/{id}:money_refund POST:/money/payments/{id}:money_confirm
GET:/money/payouts GET:/money/payouts.csv POST:/money/payouts:money_withdraw
GET:/money/refunds GET:/money/refunds.csv GET:/money/chargebacks GET:/money/chargebacks.csv GET:/money/settlements GET:/money/settlements.csv
GET:/money/ledger POST:/money/ledger:money_verify POST:/money/ledger:money_settle
GET:/money/reconcile POST:/money/reconcile:money_match POST:/money/reconcile:money_match_transfer POST:/money/reconcile:money_close POST:/money/reconcile:money_resolve
GET:/partners POST:/partners:partner_create
GET:/partners/{id} POST:/partners/{id}:partner_suspend POST:/partners/{id}:partner_resume POST:/partners/{id}:channel_create
POST:/partners/{id}:key_create POST:/partners/{id}:key_revoke POST:/partners/{id}:key_expire
GET:/partners/{id}/{id} POST:/partners/{id}/{id}:channel_currencies POST:/partners/{id}/{id}:channel_tariff POST:/partners/{id}/{id}:channel_branding
GET:/partners/{id}/{id}/preview POST:/partners/{id}/{id}/preview:channel_branding
GET:/webhooks GET:/webhooks/{id} GET:/webhooks/{id}/{id} GET:/webhooks/{id}/keys
GET:/webhooks/{id}/portal POST:/webhooks/{id}/portal:portal_set
POST:/webhooks/{id}/keys:tenantkey_create POST:/webhooks/{id}/keys:tenantkey_roll POST:/webhooks/{id}/keys:tenantkey_revoke
POST:/webhooks/{id}/{id}:pause POST:/webhooks/{id}/{id}:resume POST:/webhooks/{id}/{id}:recover POST:/webhooks/{id}/{id}:automatic
POST:/webhooks/{id}/{id}:everything
GET:/webhooks/notices GET:/webhooks/notices/notices.csv GET:/webhooks/{id}/deliveries GET:/webhooks/{id}/deliveries/deliveries.csv
GET:/webhooks/{id}/{id}/deliveries GET:/webhooks/{id}/{id}/deliveries/deliveries.csv GET:/webhooks/{id}/{id}/deliveries/{id}
POST:/webhooks/{id}/{id}/deliveries/{id}:resend
GET:/jobs GET:/jobs/new POST:/jobs/new:bulk_start GET:/jobs/{id} POST:/jobs/{id}:bulk_pause POST:/jobs/{id}:bulk_resume POST:/jobs/{id}:bulk_cancel
GET:/audit GET:/audit/entries.csv GET:/audit/webhooks.csv POST:/audit:verify POST:/audit:export POST:/audit:verify_webhooks POST:/audit:export_webhooks
POST:/sign-out
`)

// withoutUndo says of every act whether nothing in the console takes it back. Those that are false add something,
// read, set what can be set again, or are taken back by another act.
var withoutUndo = map[string]bool{
	"review_claim": false, "review_claim_chosen": false, "review_release": false,
	"review_document": false, "review_decide": true,
	"approval_confirm": true, "approval_reject": false,
	"onboarding_messages": false, "onboarding_reconcile": false, "onboarding_export": false,
	"onboarding_erase": true, "onboarding_reveal": false,
	"merchant_suspend": false, "merchant_resume": false, "merchant_revoke": true,
	"merchantkey_create": false, "merchantkey_rotate": true, "merchantkey_revoke": true,
	"money_refund": true, "money_confirm": true, "money_withdraw": true, "money_verify": false, "money_settle": true,
	"money_match": true, "money_match_transfer": true, "money_close": true, "money_resolve": true,
	"partner_create": false, "partner_suspend": false, "partner_resume": false, "channel_create": false,
	"key_create": true, "key_revoke": true, "key_expire": true, // a new key ends the one that there is
	"channel_currencies": false, "channel_tariff": false, "channel_branding": false, "portal_set": false,
	"tenantkey_create": false, "tenantkey_roll": true, "tenantkey_revoke": true,
	"pause": false, "resume": false, "recover": false, "automatic": false, "everything": false, "resend": false,
	"bulk_start": false, "bulk_pause": false, "bulk_resume": false, "bulk_cancel": true,
	"verify": false, "export": false, "verify_webhooks": false, "export_webhooks": false, "": false, // the sign-out
}

// No act without undo is done by one click, or without a reason: its form leads to a page that asks, and that page's
// form does it.
func TestActsWithoutUndoAreConfirmed(t *testing.T) {
	t.Parallel()
	for _, r := range routes {
		if method, rest, _ := strings.Cut(r, ":"); method == http.MethodPost {
			_, do, _ := strings.Cut(rest, ":")
			if _, listed := withoutUndo[do]; !listed {
				t.Errorf("%s is not listed in withoutUndo", r)
			}
		}
	}
	inWorlds(t, func(t *testing.T, w *world, s *consoletest.Site) {
		k, cookies := w.walked(t), s.SignedIn(everyone...)
		for name, f := range k.forms {
			do := f.values.Get("do")
			if !withoutUndo[do] || strings.HasSuffix(pattern(f.path), "/preview") {
				continue
			}
			act := k.sent[name].calls[0]
			for what, inputs := range map[string]map[string]string{
				"one click": {}, "no reason": {"confirmed": "yes", "reason": ""}, "a blank reason": {"confirmed": "yes",
					"reason": " "},
			} {
				values := maps.Clone(f.values)
				values.Del("reason")
				for input, said := range f.seen {
					if said[0] == marker {
						values.Set(input, input+" entered") // which is no other fact
					}
				}
				for input, value := range inputs {
					values.Set(input, value)
				}
				before := len(s.Calls())
				resp, body := s.Call(f.method, f.path, values, cookies)
				for _, c := range s.Calls()[before:] {
					if c.Method == act {
						t.Errorf("%s by %s is done", name, what)
					}
				}
				p := read(t, f.path, w.live, resp, body)
				asks := slices.IndexFunc(p.forms, func(o form) bool {
					return o.values.Get("do") == do &&
						o.values.Get("confirmed") != ""
				})
				if asks < 0 || !strings.Contains(body, `name="reason" autocomplete="off" maxlength="500" required`) ||
					p.forms[asks].values.Get("do") == "" {
					t.Errorf("%s by %s: status %d, and no page asks: %s", name, what, resp.StatusCode, body)
				}
				for _, input := range unsaid(f, values, p) {
					t.Errorf("%s by %s: the page that asks does not say what %s is: %s", name, what, input, body)
				}
				if strings.Contains(do, "key_") && (do != "key_create" || !w.full) && !strings.Contains(body, say["key_used"]) {
					t.Errorf("%s: the page does not say when the key was used last: %s", name, body)
				}
			}
		}
	})
}

// The menu has what a person's roles open, and nothing else.
func TestMenuOfEachRole(t *testing.T) {
	t.Parallel()
	s := worlds[0].start(t)
	for _, role := range everyone {
		t.Run(role, func(t *testing.T) {
			_, first := s.Call("GET", "/?lang=en", nil, s.SignedIn(role))
			_, menu, _ := strings.Cut(first, `<nav aria-label="`+say["menu"]+`">`)
			menu, _, _ = strings.Cut(menu, "</nav>")
			for _, screen := range pages.Screens {
				resp, body := s.Call("GET", "/"+screen.Path+"?lang=en", nil, s.SignedIn(role))
				opens := resp.StatusCode == http.StatusOK && strings.Contains(body, "<tbody>")
				if screen.Group == "" || screen.Path == "" {
					continue // which all pages lead to
				}
				if shown := strings.Contains(menu, `href="`+screen.Path+`"`); shown != opens {
					t.Errorf("%s is in the menu: %t, and opens: %t", screen.Path, shown, opens)
				}
			}
		})
	}
}

// undecided are inputs of a form with two buttons that only the other one uses.
var undecided = map[string]string{"key_revoke": "span", "tenantkey_revoke": "overlap"}

// unsaid are the inputs of a form that a person sees, and the page that asks does not show as sent.
func unsaid(f form, sent url.Values, asks *page) (out []string) {
	var facts []string
	for _, n := range asks.nodes {
		if n.Data == "dd" {
			facts = append(facts, textOf(n))
		}
	}
	for input, texts := range f.seen {
		if input == "reason" || input == undecided[f.values.Get("do")] {
			continue
		}
		for _, text := range texts {
			if text == marker {
				text = sent.Get(input)
			}
			text, _, _ = strings.Cut(text, " (") // the mode of a key is a fact of its own
			if !slices.ContainsFunc(facts, func(fact string) bool { return strings.Contains(fact, text) }) {
				out = append(out, input)
			}
		}
	}
	return out
}

// Every route is walked, and what the templates can send is listed, too.
func TestRoutes(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	reached := map[string]bool{}
	t.Run("walk", func(t *testing.T) {
		inWorlds(t, func(t *testing.T, w *world, _ *consoletest.Site) {
			k := w.walked(t)
			mu.Lock()
			defer mu.Unlock()
			for path, p := range k.pages {
				reached["GET:"+pattern(path)] = true
				if p.status != http.StatusOK || len(p.away) > 0 {
					t.Errorf("GET %s: status %d, leads to %q", path, p.status, p.away)
				}
			}
			for name := range k.forms {
				reached[strings.ReplaceAll(name, " ", ":")] = true
			}
		})
	})
	for _, r := range slices.Sorted(maps.Keys(reached)) {
		if !slices.Contains(routes, r) {
			t.Errorf("%s is not listed in routes", r)
		}
	}
	for _, r := range routes {
		if !reached[r] {
			t.Errorf("%s is not reached from the first page", r)
		}
	}
	does := regexp.MustCompile(`name="do" value="([a-z_]+)"`)
	for _, s := range pages.Screens {
		for _, source := range sources(t, s.Assets) {
			for _, found := range does.FindAllStringSubmatch(source, -1) {
				if !slices.ContainsFunc(routes, func(r string) bool { return strings.HasSuffix(r, ":"+found[1]) }) {
					t.Errorf("no form does %s", found[1])
				}
			}
		}
	}
}

// A person's pages show, and let them do, exactly what the contract's roles allow in the mode: a page is refused by the
// service alone, shows each part that the roles may read, says so where they may not, and offers each form that they
// may send, and no other.
//
// Of a path's pages that differ by filters and language, and that call and offer the same to those who have all roles,
// one is looked at. Worlds in which it says the same to them, and in which the contract allows a role the same of it,
// give the role the same page: it is looked at in one of them. So it is with a form and what it does.
func TestPagesAllowWhatTheContractDoes(t *testing.T) {
	t.Parallel()
	seen, looks := map[string]bool{}, 0
	first := func(parts ...any) bool {
		key := fmt.Sprintf("%q", parts)
		again := seen[key]
		seen[key] = true
		return !again
	}
	t.Run("walk", func(t *testing.T) {
		inWorlds(t, func(t *testing.T, w *world, _ *consoletest.Site) { w.walked(t) })
	})
	for _, w := range worlds {
		t.Run(w.String(), func(t *testing.T) {
			k := w.walked(t)
			acts := map[string]string{} // the method of each form
			for name, sent := range k.sent {
				if pattern(k.forms[name].path) == "/sign-out" {
					continue
				}
				if len(sent.calls) == 0 || !sent.done() {
					t.Fatalf("%s: status %d, calls %q", name, sent.status, sent.calls)
				}
				acts[name] = sent.calls[0]
			}
			pagesOf, formsOf := map[string][]string{}, map[string][]string{}
			for _, role := range append([]string{""}, everyone...) {
				for _, path := range slices.Sorted(maps.Keys(k.pages)) {
					p := k.pages[path]
					var may []bool
					var offers []string
					for _, method := range p.calls {
						may = append(may, allowed(method, role, w.live))
					}
					for _, f := range p.forms {
						offers = append(offers, f.name())
						if method, ok := acts[f.name()]; ok {
							may = append(may, allowed(method, role, w.live))
						}
					}
					bare, _, _ := strings.Cut(path, "?")
					if first("filters", w, role, bare, p.status, p.calls, offers) &&
						first("page", role, path, p.said(), may) {
						pagesOf[role] = append(pagesOf[role], path)
						looks++
					}
				}
				for name, method := range acts {
					f := k.forms[name]
					sends := chance.ReplaceAllString(f.path+" "+f.values.Encode(), "")
					may := mayAct(method, role, w.live, f)
					if first("form", role, name, sends, f.modes, k.sent[name].calls, may) {
						formsOf[role] = append(formsOf[role], name)
						looks++
					}
				}
			}
			t.Parallel()
			s := w.start(t)
			for _, role := range append([]string{""}, everyone...) {
				t.Run("role "+role, func(t *testing.T) {
					cookies := s.SignedIn(strings.Fields(role)...)
					for _, path := range pagesOf[role] {
						checkPage(t, s, k.walk, path, role, w.live, k.pages[path].calls, acts, cookies)
					}
					for _, name := range formsOf[role] {
						sent, may := send(s, k.forms[name], cookies), mayAct(acts[name], role, w.live, k.forms[name])
						if slices.Contains(sent.calls, acts[name]) != may || may != sent.done() ||
							!may && sent.status != http.StatusForbidden {
							t.Errorf("%s: allowed %t, but status %d, calls %q", name, may, sent.status, sent.calls)
						}
					}
				})
			}
		})
	}
	t.Logf("%d looks", looks)
}

// mayAct reports whether the contract lets a role send a form of a page.
func mayAct(method, role string, live bool, f form) bool {
	return allowed(method, role, live && (!f.modes || f.values.Get("mode") == "live"))
}

// checkPage checks what a page shows and offers a person with a role. Those with all roles have it made the calls of
// reads.
func checkPage(t *testing.T, s *consoletest.Site, w walk, path, role string, live bool, reads []string, acts map[string]string, cookies []*http.Cookie) {
	t.Helper()
	before := len(s.Calls())
	p := get(t, s, path, live, cookies)
	calls := s.Calls()[before:]
	refused := slices.ContainsFunc(calls, func(c consoletest.Call) bool { return c.Refused })
	if role == "" {
		if p.status != http.StatusForbidden || len(calls) > 0 {
			t.Errorf("%s without a role: status %d, calls %v", path, p.status, calls)
		}
		return
	}
	says := false
	for _, texts := range pages.Catalogue() {
		says = says || strings.Contains(p.body, texts["part_denied"])
	}
	switch {
	case p.status == http.StatusForbidden:
		if !refused {
			t.Errorf("%s is refused although no call was", path)
		}
		return
	case p.status != http.StatusOK:
		t.Errorf("%s: status %d", path, p.status)
		return
	case says != refused:
		t.Errorf("%s: a call was refused: %t; the page says so: %t", path, refused, says)
	}
	for _, m := range reads {
		if called := slices.ContainsFunc(calls,
			func(c consoletest.Call) bool { return c.Method == m && !c.Refused }); !called && allowed(m, role, live) {
			t.Errorf("%s does not show %s", path, m)
		}
	}
	for _, f := range w.pages[path].forms {
		method, known := acts[f.name()]
		if !known {
			continue
		}
		offered := slices.ContainsFunc(p.forms, func(o form) bool { return o.name() == f.name() })
		if may := allowed(method, role, live) || f.modes && allowed(method, role, !live); offered != may {
			t.Errorf("%s: allowed %t, offered %t", f.name(), may, offered)
		}
	}
}

// allowed reports what the contract says.
func allowed(method, role string, live bool) bool {
	access := grpcserver.AccessByName(strings.ReplaceAll(strings.TrimPrefix(method, "/"), "/", "."))
	return person.Person{Roles: person.ParseRoles([]string{role})}.HasAny(grpcserver.RolesIn(access, live))
}
