package e2e

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/services/partnerconnect/app"
	webhooks "github.com/partnerline/partnerline/services/webhooks/app"
	"github.com/partnerline/partnerline/testkit/apicall"
)

// refill types into an input instead of what it holds.
func (v *visitor) refill(id, text string) {
	v.t.Helper()
	v.do(chromedp.Clear(chromedp.CSS("#" + id)))
	v.fill(id, text)
}

// framed waits until a frame of the page shows an address, and not the browser's refusal to. One in a sandbox may be
// a target of its own.
func (v *visitor) framed(url string) {
	v.t.Helper()
	eventually(v.t, "a frame shows "+url, func() (shown bool) {
		v.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			all, err1 := cdp.Call(ctx, t, target.GetTargets, target.GetTargetsParams{})
			own, err2 := cdp.Call(ctx, t, page.GetFrameTree, cdp.Empty{})
			if err := errors.Join(err1, err2); err != nil {
				return err
			}
			shown = slices.ContainsFunc(all.TargetInfos, func(i *target.Info) bool {
				return i.Type == "iframe" && i.URL == url
			}) || slices.ContainsFunc(own.FrameTree.ChildFrames, func(f *page.FrameTree) bool {
				return f.Frame.URL == url && f.Frame.UnreachableURL == ""
			})
			return nil
		}))
		return shown
	})
}

// An administrator sets a partner up, from nothing to a key that works; support does not. The audit trail has each step
// with the person, and what was exported of it shows a change.
func TestConsolePartnersAndAudit(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := startWithConsole(t)
	home := s.Env.ConsoleURL + "/"
	look := func(v *visitor, picture string) {
		v.accessible()
		if picturesWanted() && picture != "" {
			v.atWork(picture)
		}
	}

	admin := newVisitor(t, browser, false)
	admin.open(home + "partners?lang=en")
	admin.signIn("administrator")
	look(admin, "")
	admin.refill("id", "ptn_sparrow")
	admin.fill("name", "Sparrow <b>")
	admin.refill("tenant", "ten_sparrow")
	admin.press("partner_create")
	admin.says("The partner is there.", "Sparrow &lt;b&gt;")

	page := home + "partners/ptn_sparrow"
	admin.open(page)
	admin.refill("id", "chn_sparrow")
	admin.fill("name", "Sparrow shops")
	admin.refill("currencies", "pln, eur")
	admin.press("channel_create")
	admin.says("The channel is there.", "PLN EUR")
	admin.press("key_create")
	admin.says("Copy the key now.")
	look(admin, "")
	key := admin.text("#secret")
	if strings.Contains(admin.url, key) || !strings.HasPrefix(key, "pk_test_") {
		t.Fatalf("the key %q at %s", key, admin.url)
	}
	apicall.Call(t, "POST", s.Env.PartnerBaseURL+"/onboarding", key, object{"partner_external_ref": "first"}).Want(t,
		http.StatusCreated)
	admin.open(page)
	if strings.Contains(admin.html, key) {
		t.Error("the key is shown again")
	}
	look(admin, "console-partner.en")
	admin.press("key_create")
	admin.refused("the partner has a key in this mode")
	look(admin, "")

	admin.open(page + "/chn_sparrow")
	admin.refill("basis_points", "137")
	admin.press("channel_tariff")
	admin.says("The tariff is set.", "137")
	admin.fill("brandname", "Sparrow Pay")
	admin.fill("colour", "#ffdd00")
	admin.press("channel_branding")
	admin.refused("contrast")
	admin.refill("colour", "#7a1fa2")
	admin.press("channel_branding")
	admin.says("The branding is set.", "#7a1fa2")
	admin.do(chromedp.Click(chromedp.CSS("#preview")))
	admin.framed(page + "/chn_sparrow/preview")
	// pictures have what was in the window once
	result(admin, chromedp.Evaluate[bool](`document.querySelector("iframe").scrollIntoView(), true`))
	look(admin, "console-channel.en")

	support := newVisitor(t, browser, false)
	support.open(page + "?lang=en")
	support.signIn("support")
	for _, form := range []string{`value="live"`, `value="channel_create"`, `value="partner_suspend"`} {
		if strings.Contains(support.html, form) {
			t.Errorf("support is offered %s", form)
		}
	}
	support.open(page + "/chn_sparrow")
	for _, form := range []string{`value="channel_tariff"`, `value="channel_branding"`, `value="channel_currencies"`} {
		if strings.Contains(support.html, form) {
			t.Errorf("support is offered %s", form)
		}
	}
	look(support, "")

	admin.open(page)
	admin.fill("reason", "a drill")
	admin.press("partner_suspend")
	admin.says("The partner is suspended.")
	apicall.Call(t, "POST", s.Env.PartnerBaseURL+"/onboarding", key, object{"partner_external_ref": "second"}).Want(t,
		http.StatusForbidden)

	admin.open(home + "audit?partner=ptn_sparrow&actor=operator")
	for _, did := range []string{
		"AccessOperatorService.CreatePartner", "AccessOperatorService.CreateChannel",
		"AccessOperatorService.CreatePartnerKey", "MoneyOperatorService.SetChannelTariff",
		"BrandingOperatorService.SetChannelBranding", "AccessOperatorService.SuspendPartner",
	} {
		admin.says(`title="` + did + `"`)
	}
	admin.says("Demo administrator", "a drill", "chn_sparrow")
	look(admin, "console-audit.en")
	admin.open(home + "audit")
	for _, c := range []struct {
		service, suffix, entry string
		verify                 func(context.Context, command.Invocation) error
	}{
		{"partnerconnect", "", "ptn_sparrow", app.VerifyAudit},
		{"webhooks", "_webhooks", "OperatorService.VerifyAudit", webhooks.VerifyAudit},
	} {
		admin.press("verify" + c.suffix) // an entry itself
		s.eventually("all entries of "+c.service+" are in the chain", func() bool {
			admin.press("verify" + c.suffix)
			return admin.text("#pending") == "0"
		})
		admin.says("The chain is intact.")
		look(admin, "")
		public := admin.text("#exportkey")
		admin.fill("export"+c.suffix+"_reason", "the auditor's")
		file := admin.download(chromedp.CSS(`form:has(input[value="export`+c.suffix+`"]) button`), ".jsonl")
		exported, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(exported, []byte(c.entry)) {
			t.Fatalf("%s: %s, %v", c.service, exported, err)
		}
		verify := func(file string) (string, error) {
			var out strings.Builder
			err := c.verify(t.Context(), command.Invocation{Args: []string{"--key", public, file}, Out: &out})
			return out.String(), err
		}
		if said, err := verify(file); err != nil || !strings.HasPrefix(said, "intact: positions 1 to ") ||
			!strings.Contains(said, " of "+c.service+", ") {
			t.Errorf("%s: %q, %v", c.service, said, err)
		}
		changed := filepath.Join(t.TempDir(), "changed.jsonl")
		if err := os.WriteFile(changed, bytes.Replace(exported, []byte(c.entry), []byte("x"+c.entry[1:]), 1),
			0o600); err != nil {
			t.Fatal(err)
		}
		if said, err := verify(changed); err == nil {
			t.Errorf("%s: an export that was changed: %q", c.service, said)
		}
	}
}
