package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/jackc/pgx/v5"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// portalLink asks for a session of the portal.
func (s *system) portalLink(role string) string {
	s.t.Helper()
	status, body := s.api("POST", "/api/v1/portal-sessions", object{"role": role})
	if status != http.StatusCreated {
		s.t.Fatalf("status %d: %v", status, body)
	}
	return body["data"].(object)["url"].(string)
}

// saidInPortal are texts that the walk looks for.
var saidInPortal = map[string]map[string]string{
	"en": {
		"none": "There are no endpoints yet.", "refused": "must use https",
		"secret": "This is the only time that it is shown.", "tested": "A test event is on its way.",
		"delivered": "delivered",
		"sent":      "The example is on its way.", "matching": "Matching:", "updated": "The endpoint was changed.",
		"inactive": "inactive", "active": "healthy", "count": "Deliveries that would be sent:",
		"deleted": "The endpoint was deleted.", "used": "This link no longer works", "ended": "This session has ended",
		"look": "You may look, but not change", "no mail": "This installation sends no e-mails.",
	},
	"pl": {
		"none": "Nie ma jeszcze endpointów.", "refused": "musi używać https",
		"secret": "To jedyny raz, kiedy jest pokazywany.", "tested": "Zdarzenie testowe jest w drodze.",
		"delivered": "dostarczone",
		"sent":      "Przykład jest w drodze.", "matching": "Pasuje:", "updated": "Endpoint został zmieniony.",
		"inactive": "nieaktywny", "active": "sprawny", "count": "Dostarczenia, które zostałyby wysłane:",
		"deleted": "Endpoint został usunięty.", "used": "Ten link już nie działa", "ended": "Ta sesja się zakończyła",
		"look": "Możesz oglądać, ale nie zmieniać", "no mail": "Ta instalacja nie wysyła e-maili.",
	},
}

// A tenant's people do in the portal, in both languages, with scripts and without, what the API does: from the first
// endpoint to its end.
func TestTenantPortal(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := share(t, usual)
	r := receiver.New(t)
	type walk struct {
		lang    string
		scripts bool
	}
	walks := []walk{{"en", false}, {"pl", true}} // Polish texts are the longer ones
	if !testing.Short() || picturesWanted() {
		walks = append(walks, walk{"en", true}, walk{"pl", false})
	}
	for _, c := range walks {
		t.Run(fmt.Sprintf("%s, scripts %t", c.lang, c.scripts), func(t *testing.T) {
			say := saidInPortal[c.lang]
			look := func(v *visitor, picture string) {
				t.Helper()
				if c.scripts {
					v.fits()
					v.accessible()
				}
				if c.scripts && c.lang == "en" && picturesWanted() && picture != "" {
					v.atWork("tenant-portal-" + picture + ".en")
				}
			}
			v := newVisitor(t, browser, c.scripts)
			home := s.Env.VerificationBaseURL + "/portal/"
			link := s.portalLink("manager")
			v.open(link)
			if v.url != home {
				t.Fatalf("the link leads to %s", v.url)
			}
			v.open(home + "?lang=" + c.lang)
			v.says(say["none"])
			look(v, "")
			v.click(`main a.button`)
			look(v, "new")
			v.fill("url", "ftp://127.0.0.1/hooks")
			v.click("main form button")
			v.refused(say["refused"])
			look(v, "")
			v.refill("url", r.URL())
			v.tick("events", "*")
			v.fill("description", "The shop <b>of</b> bells")
			v.fill("filter", "event.livemode == false")
			v.click("main form button")
			v.says(say["secret"], "whsec_", "timingSafeEqual", "compare_digest")
			look(v, "secret")
			v.click("main a.button.main")
			endpoint := v.page()
			v.says("The shop &lt;b&gt;of&lt;/b&gt; bells")

			v.press("test")
			v.says(say["tested"])
			delivery := strings.Split(v.url, "?")[0]
			if c.scripts { // the page follows by itself
				eventually(t, "the page shows the attempt", func() bool {
					return v.text(`[data-live="delivery"] .badge.good`) != ""
				})
			}
			s.eventually("the test event is delivered", func() bool {
				v.open(delivery)
				return strings.Contains(v.html, `class="badge good"`)
			})
			v.says(say["delivered"], "data-attempt", "webhook-signature")
			look(v, "delivery")
			v.open(home + "endpoints/" + endpoint)
			look(v, "endpoint")
			v.open(home + "deliveries?status=delivered&endpoint=" + endpoint)
			v.says(`data-delivery="`)
			look(v, "deliveries")
			v.open(home + "events")
			v.click("tbody a")
			v.says("verification.test", delivery[strings.LastIndexByte(delivery, '/')+1:])
			look(v, "event")

			v.open(home + "types")
			look(v, "types")
			v.open(home + "types/verification.completed")
			look(v, "type")
			v.click("main form button")
			v.says(say["sent"])
			v.open(home + "filter?filter=" + url.QueryEscape("event.data.status == 'completed'"))
			v.says(say["matching"])
			look(v, "filter")
			v.open(home + "filter?filter=" + url.QueryEscape("event.data.status =="))
			v.refused("CEL")

			v.open(home + "keys")
			look(v, "")
			v.open(home + "keys/rotate?overlap=24h")
			look(v, "")
			v.click("main form button")
			v.says("whpk_")
			look(v, "")
			v.open(home + "body?shape=slack")
			v.says("mrkdwn", "evt_")
			look(v, "body")
			v.open(home + "body?shape=expression&expression=" + url.QueryEscape("{'kind':"))
			v.refused("CEL")

			v.open(home + "notices")
			v.says(say["no mail"])
			look(v, "")
			v.open(home + "endpoints/" + endpoint + "/edit")
			look(v, "")
			v.fill("rate_limit", "20")
			v.click("main form button")
			v.says(say["updated"])
			v.press("pause")
			v.says(say["inactive"])
			look(v, "")
			v.press("resume")
			v.says(say["active"])
			v.open(home + "endpoints/" + endpoint + "?span=24h")
			v.says(say["count"])
			look(v, "")
			v.press("recover")
			s.eventually("the recovery is completed", func() bool {
				v.open(home + "endpoints/" + endpoint)
				return strings.Contains(v.html, `data-recovery="completed"`)
			})
			v.click(`form[action$="/rotate"] button`)
			v.says(r.URL(), `name="overlap" value="24h"`)
			look(v, "")
			v.click("main form button.danger")
			v.says(say["secret"])
			v.open(home)
			look(v, "endpoints")

			viewer := newVisitor(t, browser, c.scripts)
			viewer.open(s.portalLink("viewer"))
			viewer.open(home + "endpoints/" + endpoint + "/edit?lang=" + c.lang)
			viewer.says(say["look"])
			look(viewer, "")
			viewer.open(home + "endpoints/" + endpoint)
			if strings.Contains(viewer.html, `name="do"`) {
				t.Error("a viewer is offered what it may not do")
			}

			v.open(home + "endpoints/" + endpoint + "/delete")
			look(v, "")
			v.click("main form button")
			v.says(say["deleted"])
			v.open(link)
			v.says(say["used"])
			look(v, "")
			v.open(home)
			v.click("footer form button")
			v.says(say["ended"])
			look(v, "")
		})
	}
}

// The partner's twin opens the same portal, for the partner's endpoints.
func TestPartnerPortal(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := share(t, usual)
	id, _ := s.pushTo(object{"url": "http://127.0.0.1:9/of-the-partner", "events": []string{"*"}})
	v := newVisitor(t, browser, false)
	enter := func() (session string) {
		t.Helper()
		made := s.partner("POST", "/portal-sessions", object{}, http.StatusCreated)["data"].(object)
		v.open(made["url"].(string))
		v.says("of-the-partner")
		return made["id"].(string)
	}
	session := enter()
	v.open(s.Env.VerificationBaseURL + "/portal/endpoints/" + id)
	v.says("of-the-partner")
	at := s.Env.PartnerBaseURL + "/portal-sessions/" + session
	apicall.Call(t, "DELETE", at, s.Env.PartnerKey, nil).Want(t, http.StatusNoContent)
	v.open(s.Env.VerificationBaseURL + "/portal/")
	if v.code != http.StatusGone {
		t.Errorf("a revoked session: status %d", v.code)
	}
	// Whoever revokes the key ends its sessions.
	enter()
	database, err := s.PartnerConnectDatabase()
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	const revoke = `UPDATE partner_keys SET revoked_at = now() WHERE NOT livemode AND partner_id = $1`
	if _, err := conn.Exec(t.Context(), revoke, s.id("ptn_demo")); err != nil {
		t.Fatal(err)
	}
	s.eventually("the session has ended", func() bool {
		v.open(s.Env.VerificationBaseURL + "/portal/")
		return v.code == http.StatusGone
	})
}

// Pages of origins that the operator has allowed show the portal in a frame, and others do not.
func TestTenantPortalInAFrame(t *testing.T) {
	t.Parallel()
	browser := startBrowser(t)
	s := share(t, usual)
	link := ""
	around := func() *httptest.Server {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = fmt.Fprintf(w, `<!DOCTYPE html><title>around</title><iframe src="%s" width="800" height="600"></iframe>`,
				link)
		}))
		t.Cleanup(server.Close)
		return server
	}
	allowed, forbidden := around(), around()
	conn, err := grpc.NewClient(s.Env.VerificationGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+s.Env.InternalToken)
	if _, err := webhooksv1.NewOperatorServiceClient(conn).SetPortalSettings(ctx, &webhooksv1.SetPortalSettingsRequest{
		TenantId: s.Env.TenantID, Name: "Example Pay", Colour: "#7a1fa2", FrameOrigins: []string{allowed.URL},
	}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ at, shown string }{
		"allowed":   {allowed.URL, s.Env.VerificationBaseURL + "/portal/"},
		"forbidden": {forbidden.URL, "chrome-error://chromewebdata/"},
	} {
		t.Run(name, func(t *testing.T) {
			link = s.portalLink("manager")
			v := newVisitor(t, browser, true)
			v.open(c.at)
			var frames []string
			eventually(t, "the frame shows "+c.shown, func() bool {
				frames = nil
				v.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
					tree, err := cdp.Call(ctx, target, page.GetFrameTree, cdp.Empty{})
					if err == nil {
						for _, f := range tree.FrameTree.ChildFrames {
							frames = append(frames, f.Frame.URL)
						}
					}
					return err
				}))
				return len(frames) == 1 && frames[0] == c.shown
			})
		})
	}
}
