package e2e

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/partnerline/partnerline/testkit/tiffs"
)

// An onboarding whose document only a person can check goes from the queue to an active merchant by two people. What
// strangers wrote and uploaded is shown, and runs nowhere.
func TestConsoleReviewsAnOnboarding(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := startWithConsole(t, fourEyes)
	ref := s.provided("Tymoteusz", "Fikcyjniak", "9990000010", "Kredowe Koło sp. z o.o.")
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 40, 40))); err != nil {
		t.Fatal(err)
	}
	picture.WriteString(`<script>document.title="run"</script>`)
	document := s.partner("POST", "/onboarding/"+ref+"/documents", object{
		"content_base64": base64.StdEncoding.EncodeToString(picture.Bytes()),
		"filename":       `"><img src=x onerror=document.title='run'>.png`, "document_type": "power_of_attorney",
		"subject": "board",
	}, http.StatusCreated)["document_id"].(string)
	scan := append(tiffs.Of(2), "<script>document.title='run'</script>"...)
	file := s.partner("POST", "/onboarding/"+ref+"/documents", object{
		"content_base64": base64.StdEncoding.EncodeToString(scan), "filename": "attorney.tiff",
		"document_type": "power_of_attorney", "subject": "proxy",
	}, http.StatusCreated)["document_id"].(string)
	s.partner("POST", "/sandbox/onboarding/"+ref+"/advance", object{"to": "in_review"}, http.StatusOK)

	home := s.Env.ConsoleURL
	v := newVisitor(t, browser, true)
	v.open(home + "/review?lang=en")
	v.signIn("reviewer")
	v.says(ref, "documents")
	v.accessible()
	v.click(chromedp.CSS(`tr[data-review="` + ref + `"] a`))
	v.fill("for", "the queue")
	v.click("main form button")
	opened := home + "/review/" + ref + "?" + url.Values{"for": {"the queue"}}.Encode()
	v.says("KREDOWE KOŁO", "onerror=document.title")
	v.accessible()
	v.press("review_claim")
	v.says("The review is yours")
	v.do(chromedp.Click(chromedp.CSS(`article[data-document="` + document + `"] a`)))
	v.framed(home + "/review/" + ref + "/documents/" + document + "?for=the+queue")
	v.do(chromedp.Click(chromedp.CSS(`article[data-document="` + file + `"] a`)))
	v.framed(home + "/review/" + ref + "/documents/" + file + "?for=the+queue&as=pages")
	if picturesWanted() {
		v.atWork("console-review.en")
	}
	for _, id := range []string{document, file} {
		v.open(opened)
		v.do(chromedp.SendKeys(chromedp.CSS(`article[data-document="`+id+`"] input[name="reason"]`), "it can be read"))
		v.click(chromedp.CSS(`article[data-document="` + id + `"] button[value="accepted"]`))
		v.says("The document is decided")
	}
	v.says(`data-subject="business_name"`, `data-subject="payout_account"`)
	v.do(chromedp.SetValue(chromedp.CSS(`#choice`), "approve"))
	v.fill("reason", "all is well")
	v.click(`section[aria-labelledby="decision"] button`)
	v.says("This cannot be undone", ref)
	v.accessible()
	v.confirms()
	v.says("The decision is recorded", "waits for a second person")
	v.accessible()
	if title := result(v, chromedp.Title()); strings.Contains(title, "run") {
		t.Errorf("the title is %q: what a stranger wrote was executed", title)
	}
	s.is(ref, "in_review", "active")
	v.open(home + "/approvals")
	v.says(ref, "You proposed it")
	if strings.Contains(v.html, `value="approval_confirm"`) {
		t.Error("who proposed the activation is offered to confirm it")
	}

	another := newVisitor(t, browser, true)
	another.open(home + "/approvals?lang=en")
	another.signIn("reviewer2")
	another.says(ref, "Activation of a merchant", "Demo reviewer", "all is well")
	another.accessible()
	if picturesWanted() {
		another.atWork("console-approvals.en")
	}
	another.click(chromedp.CSS(`a[href$="review/` + ref + `"]`))
	another.fill("for", "the second pair of eyes")
	another.click("main form button")
	another.says(`data-subject="business_name"`, "all is well")
	another.press("approval_confirm")
	another.says("It is confirmed, and done.")
	another.accessible()
	s.is(ref, "active", "active")
	viewer := newVisitor(t, browser, true)
	viewer.open(home + "/audit?lang=en&actor=operator&merchant=" + ref)
	viewer.signIn("viewer")
	for _, step := range [][]string{
		{"Demo reviewer", "GetReview", "the queue"}, {"Demo reviewer", "ClaimReview"},
		{"Demo reviewer", "GetDocumentContent", document}, {"Demo reviewer", "ReviewDocument", "it can be read"},
		{"Demo reviewer", "DecideReview", "all is well"}, {"Demo reviewer2", "ConfirmApproval"},
	} {
		if !viewer.did(append(step, "ok")...) {
			t.Errorf("no row of the audit trail has %q:\n%s", step, viewer.text("tbody"))
		}
	}
}
