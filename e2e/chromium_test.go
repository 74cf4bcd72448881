package e2e

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/partnerline/partnerline/testkit/toolchain"
)

// browserTimeout bounds a step of a browser: pages answer at once, the rest is a busy machine.
const browserTimeout = 30 * time.Second

// chromium returns the path of a browser: of the shell without windows first, which costs half as much. Without a
// browser the test fails: a skipped one would prove nothing unseen.
func chromium(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("CHROMIUM"); path != "" {
		return path
	}
	for _, name := range []string{
		"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("there is no Chromium: run 'make need-chromium', or install it (Debian: apt-get install chromium), or let " +
		"CHROMIUM name its program")
	return ""
}

// A headless is a Chromium without a window. All tests share one, which is slow to start; visitors share no cookies.
type headless struct {
	tab   context.Context // the first one
	close func() error
}

// shared is the browser of the package, started by the first test that asks for it.
var shared struct {
	sync.Mutex
	*headless
}

// startBrowser returns the context of the first tab of the shared browser.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	toolchain.Needs(t, "a browser")
	shared.Lock()
	defer shared.Unlock()
	if shared.headless == nil {
		b, err := launch(chromium(t))
		if err != nil {
			t.Fatalf("start Chromium: %v", err)
		}
		shared.headless = b
	}
	return shared.tab
}

func launch(path string) (*headless, error) {
	dir, err := os.MkdirTemp("", "partnerline-chromium-")
	if err != nil {
		return nil, err
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(dir),
		chromedp.NoSandbox, // it opens our own pages only, and containers rarely let it build one
		chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("lang", "en-US"), chromedp.WSURLReadTimeout(time.Minute),
	)...)
	tab, _ := chromedp.NewContext(allocator, chromedp.WithErrorf(log.Printf))
	b := &headless{tab, func() error {
		err := chromedp.Cancel(tab)
		cancel()
		return errors.Join(err, os.RemoveAll(dir))
	}}
	if err := chromedp.Do(tab); err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// closeBrowser ends the shared browser, if one was started.
func closeBrowser() error {
	if shared.headless == nil {
		return nil
	}
	return shared.close()
}

// A visitor is a person in a browser of their own: no cookies are shared.
type visitor struct {
	t    *testing.T
	tab  context.Context
	html string // of the page that is open
	url  string
	code int // HTTP status
	seen func(v *visitor)

	scripts bool // are on
}

// newVisitor opens a window of its own. With scripts off the pages must work just the same.
func newVisitor(t *testing.T, browser context.Context, scripts bool) *visitor {
	t.Helper()
	tab, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	v := &visitor{t: t, tab: tab, scripts: scripts}
	if err := chromedp.Do(tab); err != nil { // opens it; a deadline here would be the tab's
		t.Fatalf("open a tab: %v", err)
	}
	v.do(
		scripted(scripts),
		// Several windows are open at once, and each is to show where its focus is.
		emulate(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}),
		phone,
	)
	return v
}

// scripted turns the scripts of pages on or off.
func scripted(on bool) chromedp.Action[chromedp.Void] {
	return emulate(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !on})
}

// emulate is a command of the browser as a step.
func emulate[P any](c cdp.Command[P, cdp.Empty], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

// screen sets the size of the window.
func screen(width, height int64) chromedp.Action[chromedp.Void] {
	return emulate(emulation.SetDeviceMetricsOverride,
		emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1})
}

var phone = screen(390, 844)

// do takes steps that lead to no other page.
func (v *visitor) do(actions ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	if err := v.within(func(ctx context.Context) error { return chromedp.Do(ctx, repeated(actions)...) }); err != nil {
		v.t.Fatalf("on %s: %v\n%s", v.url, err, v.html)
	}
}

// within runs steps in the tab for so long at most. Its context is not cancelled: that would close the tab.
func (v *visitor) within(f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(v.tab, browserTimeout)
	defer cancel()
	return f(ctx)
}

// follow takes steps that lead to another page and waits until it is there.
func (v *visitor) follow(actions ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	if !v.followed(actions...) {
		v.t.Fatalf("from %s: another page was still loading", v.url)
	}
}

// followed is follow; it reports false when another page was still loading, as one that loads itself again.
func (v *visitor) followed(actions ...chromedp.Action[chromedp.Void]) bool {
	v.t.Helper()
	var resp *network.Response
	err := v.within(func(ctx context.Context) (err error) {
		resp, err = chromedp.RunResponse(ctx, repeated(actions)...)
		return err
	})
	if err != nil && !strings.Contains(err.Error(), "net::ERR_ABORTED") {
		v.t.Fatalf("from %s: %v\n%s", v.url, err, v.html)
	}
	if err != nil || resp == nil {
		return false
	}
	v.url, v.code = resp.URL, int(resp.Status)
	v.html = result(v, chromedp.OuterHTML(chromedp.CSS("html")))
	if v.seen != nil {
		v.seen(v)
	}
	return true
}

// arrives waits until a page at an address, to which the browser goes by itself, has loaded: until then its load could
// be taken for that of the next.
func (v *visitor) arrives(url string) {
	v.t.Helper()
	v.loads(url, "location.href === "+strconv.Quote(url))
}

// arrivesBelow waits until a page whose address begins so has loaded.
func (v *visitor) arrivesBelow(prefix string) {
	v.t.Helper()
	v.loads(prefix, "location.href.startsWith("+strconv.Quote(prefix)+")")
}

func (v *visitor) loads(url, condition string) {
	v.t.Helper()
	loaded := chromedp.Evaluate[bool](`document.readyState === "complete" && ` + condition)
	eventually(v.t, "the browser is at "+url, func() (there bool) {
		_ = v.within(func(ctx context.Context) (err error) { // fails on a page that is left just now
			there, err = chromedp.Run(ctx, loaded)
			return err
		})
		return there
	})
}

// result is what a step finds out.
func result[T any](v *visitor, a chromedp.Action[T]) (out T) {
	v.t.Helper()
	err := v.within(func(ctx context.Context) (err error) {
		out, err = chromedp.Run(ctx, repeat(a))
		return err
	})
	if err != nil {
		v.t.Fatalf("on %s: %v\n%s", v.url, err, v.html)
	}
	return out
}

// repeat takes a step again when the numbers of the nodes changed under it: chromedp asks for the document after each
// load, and each answer renumbers the nodes. Such a step has done nothing yet.
func repeat[T any](a chromedp.Action[T]) chromedp.Action[T] {
	return func(ctx context.Context, t *chromedp.Target) (T, error) {
		for {
			out, err := a(ctx, t)
			if err == nil || ctx.Err() != nil || !strings.Contains(err.Error(), "node with given id") {
				return out, err
			}
		}
	}
}

func repeated(actions []chromedp.Action[chromedp.Void]) []chromedp.Action[chromedp.Void] {
	out := make([]chromedp.Action[chromedp.Void], len(actions))
	for i, a := range actions {
		out[i] = repeat(a)
	}
	return out
}

// open opens a page, again if the one before loaded itself again just then.
func (v *visitor) open(url string) {
	v.t.Helper()
	if !v.followed(chromedp.Navigate(url)) {
		v.follow(chromedp.Navigate(url))
	}
}

func (v *visitor) click(selector chromedp.CSS) {
	v.t.Helper()
	v.follow(chromedp.Click(selector))
}

// press submits the form whose hidden `do` is this one, or by the button of this value. Of an act without undo it
// confirms it, too.
func (v *visitor) press(do string) {
	v.t.Helper()
	v.click(chromedp.CSS(`form:has(input[name="do"][value="` + do + `"]) button, button[name="do"][value="` + do + `"]`))
	v.confirms()
}

// confirms sends the form of a page that asks before an act without undo, if this is one.
func (v *visitor) confirms() {
	v.t.Helper()
	if !strings.Contains(v.html, `name="confirmed"`) {
		return
	}
	if strings.Contains(v.html, `name="reason" autocomplete="off" maxlength="500" required="" value=""`) {
		v.fill("reason", "it is as the page says")
	}
	v.click(`form:has(input[name="confirmed"]) button`)
}

func (v *visitor) tick(name, value string) {
	v.t.Helper()
	v.do(chromedp.Click(chromedp.CSS(`input[name="` + name + `"][value="` + value + `"]`)))
}

// fill types into an input, before what it holds.
func (v *visitor) fill(id, text string) {
	v.t.Helper()
	v.do(chromedp.SendKeys(chromedp.CSS("#"+id), text))
}

// page is the last part of the path.
func (v *visitor) page() string {
	path, _, _ := strings.Cut(v.url, "?")
	return path[strings.LastIndexByte(path, '/')+1:]
}

// is checks which page is open.
func (v *visitor) is(page string) {
	v.t.Helper()
	if v.page() != page {
		v.t.Fatalf("the page is %s, want %s\n%s", v.url, page, v.html)
	}
}

// says checks that the page shows texts.
func (v *visitor) says(texts ...string) {
	v.t.Helper()
	for _, text := range texts {
		if !strings.Contains(v.html, text) {
			v.t.Fatalf("%s does not say %q:\n%s", v.url, text, v.html)
		}
	}
}

// refused checks that the form was not taken, and that the page says why where a screen reader notices.
func (v *visitor) refused(why string) {
	v.t.Helper()
	if v.code != http.StatusUnprocessableEntity {
		v.t.Errorf("%s: status %d, want 422", v.url, v.code)
	}
	if got := v.text(`[role="alert"]`); !strings.Contains(got, why) {
		v.t.Fatalf("%s: the alert is %q, want %q", v.url, got, why)
	}
}

// text is that of the first element that a selector finds; empty when there is none.
func (v *visitor) text(selector chromedp.CSS) string {
	v.t.Helper()
	if len(result(v, chromedp.QueryNodeIDs(selector, chromedp.AtLeast(0)))) == 0 {
		return ""
	}
	return strings.TrimSpace(result(v, chromedp.TextContent(selector)))
}

// shownCode is the one-time code that the sandbox shows.
func (v *visitor) shownCode() string {
	v.t.Helper()
	code := v.text("[data-code] strong")
	if len(code) != 6 {
		v.t.Fatalf("%s shows no code:\n%s", v.url, v.html)
	}
	return code
}

// wrong is another code.
func wrong(code string) string {
	return string('0'+(code[0]-'0'+1)%10) + code[1:]
}
