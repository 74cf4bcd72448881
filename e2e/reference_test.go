package e2e

import (
	"context"
	"regexp"
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
		{"connect-register-payment", s.Env.PartnerBaseURL, "/docs/reference/payments/registerPayment"},
		{"connect-object", s.Env.PartnerBaseURL, "/docs/objects/Payment"},
		{"connect-headers", s.Env.PartnerBaseURL, "/docs/reference/requests-and-responses"},
		{"connect-search", s.Env.PartnerBaseURL, "/docs/search?q=payment"},
		{"connect-problem", s.Env.PartnerBaseURL, "/problems/delegation_required"},
		{"quickstart", s.Env.PartnerBaseURL, "/docs/guides/quickstart"},
		{"webhooks-overview", s.Env.VerificationBaseURL, "/docs"},
		{"webhooks-endpoints", s.Env.VerificationBaseURL, "/docs/reference/endpoints"},
		{"webhooks-create-endpoint", s.Env.VerificationBaseURL, "/docs/reference/endpoints/createEndpoint"},
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
			if picturesWanted() && (c.name == "connect-register-payment" || c.name == "quickstart") {
				v.do(light, desktop)
				v.screen("docs-" + c.name + ".desktop")
				v.do(phone)
				v.screen("docs-" + c.name)
			}
		})
	}
}

// tallest is how high a page of the documentation may be at 1280 pixels of width.
const tallest = 12_000

// No page of the documentation is longer than one reads, with the longest examples there are.
func TestHeightOfTheDocumentation(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := share(t, usual)
	for _, base := range []string{s.Env.PartnerBaseURL, s.Env.VerificationBaseURL} {
		v := newVisitor(t, browser, false)
		v.do(desktop)
		paths := map[string]bool{"problems": true}
		for _, path := range documentationPages.FindAllString(get(t, base+"/docs"), -1) {
			paths[path] = true
		}
		if len(paths) < 30 {
			t.Fatalf("%d pages", len(paths))
		}
		for path := range paths {
			v.open(base + "/" + path)
			height := result(v, chromedp.Evaluate[int](`document.querySelector('main').scrollHeight`))
			if v.code != 200 || height > tallest {
				t.Errorf("%s: status %d, %d pixels high", path, v.code, height)
			}
		}
	}
}

var documentationPages = regexp.MustCompile(`docs/(reference|guides)/[\w/-]+`)

// With scripts the search lists matches while one types, and a button copies what its block shows.
func TestReferenceWithScripts(t *testing.T) {
	t.Parallel()
	v := newVisitor(t, startBrowser(t), true)
	s := share(t, usual)
	v.do(desktop)
	v.open(s.Env.PartnerBaseURL + "/docs/reference/payments/registerPayment")
	v.do(chromedp.Evaluate[chromedp.Void](`{
		const q = document.getElementById('q'); q.value = 'create ref'; q.dispatchEvent(new Event('input'))
	}`))
	v.do(chromedp.WaitVisible(chromedp.CSS("#found a")))
	v.click("#found a")
	if want := s.Env.PartnerBaseURL + "/docs/reference/payments/createRefund"; v.url != want {
		t.Errorf("the first match leads to %s, want %s", v.url, want)
	}
	v.do(chromedp.Evaluate[chromedp.Void](`navigator.clipboard.writeText = async (text) => {
		document.body.dataset.copied = text
	}`))
	v.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.sides .copy').click()`))
	got := result(v, chromedp.Evaluate[string](`document.body.dataset.copied`))
	if !strings.HasPrefix(got, `curl -X POST "$PARTNER_BASE_URL/payments/$PAYMENT_ID/refunds"`) {
		t.Errorf("copied %q", got)
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
