package e2e

import (
	"strings"

	"github.com/chromedp/chromedp"
)

// misfits are what a page loaded from elsewhere, and what of it does not fit the window: on phones buttons are as wide
// as the page.
const misfits = `(() => {
  const faults = performance.getEntriesByType('resource').filter((e) => new URL(e.name).origin !== location.origin).map((e) => 'it loaded ' + e.name)
  if (document.documentElement.scrollWidth > innerWidth) faults.push('it is wider than the window')
  const main = document.querySelector('main'), style = getComputedStyle(main)
  const width = main.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
  for (const b of main.querySelectorAll('button:not(.copy):not(.link), a.button')) {
    if (innerWidth < 480 && b.getBoundingClientRect().width < width - 1) faults.push('a narrow button: ' + b.textContent)
  }
  return faults
})()`

// fits checks the page on a phone and on a desk.
func (v *visitor) fits() {
	v.t.Helper()
	for name, size := range map[string]chromedp.Action[chromedp.Void]{"on a desk": desktop, "on a phone": phone} {
		v.do(size)
		for _, fault := range result(v, chromedp.Evaluate[[]string](misfits)) {
			v.t.Errorf("%s %s: %s", v.url, name, fault)
		}
	}
	v.do(phone)
}

// otherLanguage follows the switch of languages to the other one.
func (v *visitor) otherLanguage() {
	v.t.Helper()
	was, other := "en", "pl"
	if strings.Contains(v.html, `<html lang="pl"`) {
		was, other = other, was
	}
	v.click(chromedp.CSS(`nav a[hreflang="` + other + `"]`))
	v.says(`<html lang="`+other+`"`, `hreflang="`+was+`"`)
}

// readsTransfer checks the page of the verification transfer: its account is copied, its code can be photographed, and
// both languages name the same transfer.
func (v *visitor) readsTransfer(title string) {
	v.t.Helper()
	for range 2 {
		v.fits()
		v.do(chromedp.Evaluate[chromedp.Void](`navigator.clipboard.writeText = async (text) => { ` +
			`document.body.dataset.copied = text }`))
		iban := strings.ReplaceAll(v.text("code.groups"), " ", "")
		for i, want := range []string{iban, title} {
			v.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll('button.copy')[` +
				string(rune('0'+i)) + `].click()`))
			if got := result(v, chromedp.Evaluate[string](`document.body.dataset.copied`)); got != want || len(iban) != 28 {
				v.t.Errorf("%s: copied %q, want %q", v.url, got, want)
			}
		}
		if said := v.text("#copied"); said == "" {
			v.t.Errorf("%s does not say that the text was copied", v.url)
		}
		v.codeOrCopy(title)
		v.otherLanguage()
	}
}

// codeOrCopy checks that a wide screen shows the code of a transfer, and a phone, which cannot scan itself, a button
// that copies all of it.
func (v *visitor) codeOrCopy(title string) {
	v.t.Helper()
	code, all := v.width(".qr svg"), v.width(".onphone button")
	if code > 0 || all < 120 {
		v.t.Errorf("%s on a phone: the code is %v pixels wide, the button %v", v.url, code, all)
	}
	v.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.onphone button').click()`))
	copied := result(v, chromedp.Evaluate[string](`document.body.dataset.copied`))
	if !strings.HasSuffix(copied, title) || strings.Count(copied, "\n") < 3 {
		v.t.Errorf("%s: copied %q, want all of the transfer with %s", v.url, copied, title)
	}
	v.do(desktop)
	if code, all := v.width(".qr svg"), v.width(".onphone button"); code < 120 || code > 350 || all > 0 {
		v.t.Errorf("%s on a desk: the code is %v pixels wide, the button %v", v.url, code, all)
	}
	v.do(phone)
}

// width is that of the first element of a selector; 0: it is not shown.
func (v *visitor) width(of string) float64 {
	v.t.Helper()
	return result(v, chromedp.Evaluate[float64](`document.querySelector('`+of+`').getBoundingClientRect().width`))
}
