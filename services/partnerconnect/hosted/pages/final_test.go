package pages

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

// asks says of every form, by its page and what it does, how an act without undo is asked for: by a text of its page
// without which it is not done. Empty: it adds something, sets what can be set again, or another act takes it back.
var asks = map[string]string{
	"landing": "", "spent": "", "invited": "", "expired": "", "foot": "", // links, and the sign-out
	"contact contact": "", "contact send": "", "contact code": "", "review": "", "correct": "", "signatories": "",
	"signin": "", "payouts": "", "identity start": "", // and those of test mode:
	"identity verified": "", "identity failed": "", "transfer matched": "", "transfer mismatch": "",
	"declarations": `name="exposed"`, "text send": "", "text sign": `name="consent"`,
	"portal payouts-allow": "", "portal payouts-revoke": "", "money account-stop": "", // the change can be asked for again
	"account send": "", "account change": `{{template "twocodes"`, "stop": `class="danger"`,
	"payout check": "", "payoutconfirm pay": `href="payout?currency=`, "export export": "",
	"close send": "", "close close": `{{template "twocodes"`,
	"revoke revoke": `href="portal"`, "decline decline": `href="{{.Data.Back}}"`,
}

// No act without undo is done by one click on a page that shows other things, too.
func TestActsWithoutUndoAreAskedFor(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(assets, "assets/*.html")
	if err != nil {
		t.Fatal(err)
	}
	form := regexp.MustCompile(`(?s)<form method="post".*?</form>`)
	does := regexp.MustCompile(`name="do" value="([a-z-]+)"`)
	there := map[string]bool{}
	for _, name := range names {
		source, err := fs.ReadFile(assets, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(source), `{{define "`)[1:] {
			page, _, _ := strings.Cut(part, `"`)
			for _, f := range form.FindAllString(part, -1) {
				acts := []string{page}
				for i, do := range does.FindAllStringSubmatch(f, -1) {
					acts = append(acts[:min(i, len(acts))], page+" "+do[1])
				}
				for _, act := range acts {
					text, listed := asks[act]
					there[act] = true
					if !listed || !strings.Contains(part, text) {
						t.Errorf("%s: listed %t, without %q", act, listed, text)
					}
				}
			}
		}
	}
	for act := range asks {
		if !there[act] {
			t.Errorf("no page has the form of %s", act)
		}
	}
}
