package e2e

import (
	_ "embed"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

//go:embed testdata/accessibility/check.js
var accessibility string

// accessible checks the page as WCAG 2.2 AA asks: in both colour schemes, at 320 pixels, and at 200 % zoom of a phone, which halves
// its width.
func (v *visitor) accessible() {
	v.t.Helper()
	v.settled()
	for _, c := range []struct {
		name string
		as   []chromedp.Action[chromedp.Void]
	}{
		{"in light colours", []chromedp.Action[chromedp.Void]{light, phone}},
		{"in dark colours", []chromedp.Action[chromedp.Void]{dark, phone}},
		{"at 320 pixels", []chromedp.Action[chromedp.Void]{light, screen(320, 640)}},
		{"at 200 %", []chromedp.Action[chromedp.Void]{emulate(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: 195, Height: 422, DeviceScaleFactor: 2,
		})}},
	} {
		v.do(c.as...)
		for _, fault := range result(v, chromedp.Evaluate[[]string](accessibility)) {
			v.t.Errorf("%s %s: %s", v.url, c.name, fault)
		}
	}
	v.do(light, phone)
}

// settled waits until the page is drawn for the first time: browsers put the focus where the page wants it only then. A page that never
// does is left to the check, which says so.
func (v *visitor) settled() {
	v.t.Helper()
	const focused = `document.readyState === 'complete' && (!document.querySelector('#error') || document.activeElement !== document.body)`
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end) && !result(v, chromedp.Evaluate[bool](focused)); {
		time.Sleep(10 * time.Millisecond)
	}
}
