package e2e

import (
	_ "embed"
	"fmt"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/partnerline/partnerline/testkit/repository"
)

// accessibility checks what axe-core does not.
//
//go:embed testdata/accessibility/check.js
var accessibility string

// axe is axe-core, installed unless it is, which the browser runs beside the page: the page's Content-Security-Policy
// stays as it is.
var axe = sync.OnceValues(func() (string, error) {
	root, err := repository.Root()
	if err != nil {
		return "", err
	}
	install := exec.Command("make", "-s", "-C", root, "tools/axe/node_modules/.package-lock.json")
	if out, err := install.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	b, err := repository.Read("tools/axe/node_modules/axe-core/axe.min.js")
	return string(b), err
})

// Without selectors: to find one for each element of a long page takes longer than the rules.
const violations = `axe.run(document, {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'], selectors: false,
}).then((found) => found.passes.length + found.violations.length === 0 ? ['axe checked nothing'] :
  found.violations.flatMap((rule) => rule.nodes.map(
    (node) => rule.id + ' (axe): ' + node.html.slice(0, 200) + ' ' + node.failureSummary)))`

// features are what the rules of axe-core look at: each element with its attributes and where it is, which heading or
// landmark follows which, and the style sheets. The words, and how often an element is repeated, are not among them.
const features = `(() => {
  const valued = ['class', 'role', 'type', 'aria-hidden', 'aria-live', 'tabindex', 'autocomplete', 'scope'];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const counts = (a) => a.name !== 'value' && !a.name.startsWith('data-');
  const attribute = (a) => valued.includes(a.name) ? a.name + '=' + a.value : a.name + (a.value ? '' : ' empty');
  const attributes = (e) => [...e.attributes].filter(counts).map(attribute);
  const says = (e) => [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim());
  const path = (e) => e ? path(e.parentElement) + ' > ' + e.localName + '.' + (e.getAttribute('class') ?? '') : '';
  return [...new Set([
    ...all('body *').map((e) => [path(e), ...attributes(e), says(e)].join(' ')),
    ...all('h1, h2, h3, h4, h5, h6, header, nav, main, aside, footer')
      .map((e, i, a) => (a[i - 1]?.localName ?? '') + ', ' + e.localName),
    ...all('style, link[rel=stylesheet]').map((e) => e.href ? new URL(e.href).pathname : e.textContent),
  ])];
})()`

// seenByAxe has the features that axe-core has looked at.
var seenByAxe sync.Map

// addFeatures adds the features of the page to those that axe-core has looked at, and reports whether one is new.
func (v *visitor) addFeatures() (found bool) {
	v.t.Helper()
	for _, feature := range result(v, chromedp.Evaluate[[]string](features)) {
		_, known := seenByAxe.LoadOrStore(feature, true)
		found = found || !known
	}
	return found
}

// accessible checks the page as WCAG 2.2 AA asks: on a phone in light colours, on a desk in dark ones, at 320 pixels,
// and at 200 % zoom of a phone, which halves its width. No style sheet gives an element another colour in another
// width, so each layout and each colour is seen once. Narrower windows are about what fits; what axe-core finds depends
// on the layout and the colours. With -short axe-core, which takes most of the time, does not look again at pages on
// which all has been looked at.
func (v *visitor) accessible() {
	v.t.Helper()
	v.settled()
	if !v.scripts { // the page's own have had their chance: it is as a browser without scripts shows it
		v.do(scripted(true))
		defer v.do(scripted(false))
	}
	withAxe := v.addFeatures() || !testing.Short()
	if withAxe {
		v.loadAxe()
	}
	desk := screen(1280, 900)
	zoomed := emulate(emulation.SetDeviceMetricsOverride,
		emulation.SetDeviceMetricsOverrideParams{Width: 195, Height: 422, DeviceScaleFactor: 2})
	for _, c := range []struct {
		name         string
		scheme, size chromedp.Action[chromedp.Void]
		axe          bool
	}{
		{"on a phone, in light colours", light, phone, withAxe},
		{"on a desk, in dark colours", dark, desk, withAxe},
		{"at 320 pixels", light, screen(320, 640), false},
		{"at 200 %", light, zoomed, false},
	} {
		v.do(c.scheme, c.size)
		faults := result(v, chromedp.Evaluate[[]string](accessibility))
		if c.axe {
			faults = append(faults, result(v, chromedp.Evaluate[[]string](violations, chromedp.EvalAwaitPromise))...)
		}
		for _, fault := range faults {
			v.t.Errorf("%s %s: %s", v.url, c.name, fault)
		}
	}
	v.do(light, phone)
}

// loadAxe makes axe-core known to the page.
func (v *visitor) loadAxe() {
	v.t.Helper()
	program, err := axe()
	if err != nil {
		v.t.Fatalf("axe-core, which 'make test-tools' installs: %v", err)
	}
	result(v, chromedp.Evaluate[string](program+"; axe.version"))
}

// settled waits until the page is drawn for the first time: browsers put the focus where the page wants it only then. A
// page that never does is left to the check, which says so.
func (v *visitor) settled() {
	v.t.Helper()
	const focused = `document.readyState === 'complete' && (!document.querySelector('#error') || ` +
		`document.activeElement !== document.body)`
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end) && !result(v, chromedp.Evaluate[bool](focused)); {
		time.Sleep(10 * time.Millisecond)
	}
}
