package e2e

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// The documentation of both services in a real browser: no error, no request to another host, nothing that axe-core
// finds, and nothing wider than the window.
func TestDocumentationInABrowser(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := share(t, usual)
	for _, c := range []struct{ name, base, path string }{
		{"connect-overview", s.Env.PartnerBaseURL, "/docs"},
		{"connect-payments", s.Env.PartnerBaseURL, "/docs/reference/payments"},
		{"connect-problem", s.Env.PartnerBaseURL, "/problems/delegation_required"},
		{"quickstart", s.Env.PartnerBaseURL, "/docs/guides/quickstart"},
		{"webhooks-overview", s.Env.VerificationBaseURL, "/docs"},
		{"webhooks-endpoints", s.Env.VerificationBaseURL, "/docs/reference/endpoints"},
		{"webhooks-events", s.Env.VerificationBaseURL, "/docs/reference/events"},
		{"webhooks-problem", s.Env.VerificationBaseURL, "/problems/rate_limited"},
		{"webhooks-problems", s.Env.VerificationBaseURL, "/problems"},
		{"signatures", s.Env.VerificationBaseURL, "/docs/guides/signatures"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v := newVisitor(t, browser, true)
			seen := watch(t, v.tab)
			v.open(c.base + c.path)
			if v.code != 200 {
				t.Fatalf("status %d", v.code)
			}
			withAxe := v.addFeatures() || !testing.Short()
			if withAxe {
				v.loadAxe()
			}
			for _, c := range []struct {
				colours, size chromedp.Action[chromedp.Void]
			}{{light, desktop}, {dark, phone}} {
				v.do(c.colours, c.size)
				var faults []string
				if withAxe {
					faults = result(v, chromedp.Evaluate[[]string](violations, chromedp.EvalAwaitPromise))
				}
				if result(v, chromedp.Evaluate[bool](`document.documentElement.scrollWidth > innerWidth`)) {
					faults = append(faults, "the page is wider than the window")
				}
				for _, fault := range faults {
					t.Error(fault)
				}
			}
			for _, request := range seen.requests() {
				if !strings.HasPrefix(request, c.base+"/") && !strings.HasPrefix(request, "data:") {
					t.Errorf("it asks for %s", request)
				}
			}
			for _, message := range seen.errors() {
				t.Errorf("the browser logs %s", message)
			}
			if picturesWanted() && (c.name == "connect-payments" || c.name == "quickstart") {
				v.do(light, desktop)
				v.screen("docs-" + c.name + ".desktop")
				v.do(phone)
				v.screen("docs-" + c.name)
			}
		})
	}
}

// observed is what a tab asked for and complained about.
type observed struct {
	mu             sync.Mutex
	asked, refused []string
}

func watch(t *testing.T, tab context.Context) *observed {
	t.Helper()
	o := &observed{}
	err := chromedp.Listen(tab, func(ev any) {
		o.mu.Lock()
		defer o.mu.Unlock()
		switch ev := ev.(type) {
		case *network.EventRequestWillBeSent:
			o.asked = append(o.asked, ev.Request.URL)
		case *log.EventEntryAdded:
			if ev.Entry.Level == log.EntryLevelError {
				o.refused = append(o.refused, ev.Entry.Text+" "+ev.Entry.URL)
			}
		case *runtime.EventExceptionThrown:
			o.refused = append(o.refused, ev.ExceptionDetails.Text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func (o *observed) requests() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.asked
}

func (o *observed) errors() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.refused
}
