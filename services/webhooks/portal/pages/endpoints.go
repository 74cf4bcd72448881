package pages

import (
	_ "embed"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/etag"
	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// An endpointView is an endpoint as lists and pages show it.
type endpointView struct {
	webhooks.ObservedEndpoint
	State webhooks.HealthState
}

// Path leads to the endpoint from the first page.
func (v endpointView) Path() string { return "endpoints/" + string(v.ID) }

// About is the description; empty without one.
func (v endpointView) About() string {
	if v.Description == nil {
		return ""
	}
	return *v.Description
}

func viewOf(o webhooks.ObservedEndpoint) endpointView {
	return endpointView{o, o.Health(o.Recent)}
}

type endpointsView struct {
	Endpoints []endpointView
	Waiting   webhooks.Waiting       // deliveries to all of them
	Events    webhooks.WaitingEvents // of the tenant and mode
	Sources   webhooks.SourceStatement
}

func listEndpoints(x *exchange, _ string) {
	list, err := x.h.Endpoints.ListEndpoints(x.Context(), x.session.Scope)
	if err != nil {
		x.failed(err)
		return
	}
	v := endpointsView{Endpoints: make([]endpointView, len(list))}
	if v.Sources, err = x.h.Sources.GetSourceAddresses(x.Context()); err != nil {
		x.failed(err)
		return
	}
	for i, e := range list {
		v.Endpoints[i] = viewOf(e)
		v.Waiting, v.Events = v.Waiting.Add(e.Recent.Waiting), e.Recent.Events
	}
	x.page.Refresh = true
	x.show("endpoints", http.StatusOK, v)
}

type detailView struct {
	endpointView
	Rates, Latencies pagekit.Chart
	Hours            []hourRow
	Recoveries       []webhooks.Recovery
	Spans            []span
	Span             string // that was chosen
	Preview          *preview
	Failing          int      // failures in a row that deactivate
	Latest           *failure // of the last attempts; nil: they did not fail
}

// Response is the status of the last response, if the last attempt has one: an older one would hide what
// happened since.
func (v detailView) Response() *int {
	if v.Latest != nil && v.Latest.Code != "redirect" && !strings.HasPrefix(v.Latest.Code, "http_") {
		return nil
	}
	return v.LastStatus
}

// A preview is how many deliveries a recovery would send.
type preview struct {
	Deliveries int64
	All        bool // there are no more
}

// A span of time that a recovery goes back.
type span struct {
	Name string
	Back time.Duration
}

// spans are those that forms offer. The longest is a day shorter than what is kept.
var spans = []span{{"1h", time.Hour}, {"24h", 24 * time.Hour}, {"7d", 7 * 24 * time.Hour}, {"29d", 29 * 24 * time.Hour}}

// recoveryOf is what a form asks to be recovered.
func recoveryOf(name string) (webhooks.RecoveryRequest, bool) {
	i := slices.IndexFunc(spans, func(s span) bool { return s.Name == name })
	if i < 0 {
		return webhooks.RecoveryRequest{}, false
	}
	return webhooks.RecoveryRequest{Since: time.Now().Add(-spans[i].Back)}, true
}

func showEndpoint(x *exchange, id string) { renderEndpoint(x, id, http.StatusOK) }

func renderEndpoint(x *exchange, id string, status int) {
	ctx, sc, endpoint := x.Context(), x.session.Scope, webhooks.EndpointID(id)
	e, err := x.h.Endpoints.GetEndpoint(ctx, sc, endpoint)
	if err != nil {
		x.failed(err)
		return
	}
	v := detailView{
		endpointView: viewOf(e), Spans: spans, Failing: webhooks.DeactivateAfter,
		Span: x.page.Was("span", x.R.URL.Query().Get("span")),
	}
	day, err := x.h.Endpoints.GetStatistics(ctx, sc, endpoint, webhooks.StatisticsRequest{})
	if err == nil {
		v.Recoveries, err = x.h.Recoveries.ListRecoveries(ctx, sc, endpoint)
	}
	if err == nil && e.FailedAttempts > 0 {
		v.Latest, err = latestFailure(x, endpoint)
	}
	if request, ok := recoveryOf(v.Span); ok && err == nil && e.IsActive && x.page.May {
		v.Preview = &preview{}
		v.Preview.Deliveries, v.Preview.All, err = x.h.Recoveries.PreviewRecovery(ctx, sc, endpoint, request)
	}
	if err != nil {
		x.failed(err)
		return
	}
	v.Rates, v.Latencies, v.Hours = x.page.pictures(day.Intervals)
	x.page.Refresh = x.page.Error == ""
	x.page.Title = e.URL
	x.show("endpoint", status, v)
}

// latestDeliveries is how many deliveries are searched for the cause of the last failed attempts: untried ones have
// none.
const latestDeliveries = 20

// latestFailure is why the last attempts failed; nil when the latest deliveries do not say.
func latestFailure(x *exchange, id webhooks.EndpointID) (*failure, error) {
	list, err := x.h.Deliveries.ListDeliveriesOfScope(x.Context(), x.session.Scope, id,
		webhooks.DeliveryFilter{Limit: latestDeliveries})
	for _, d := range list {
		if d.Reason != nil && d.Status != webhooks.DeliveryCancelled {
			return new(x.page.Failure(*d.Reason)), nil
		}
	}
	return nil, err
}

func actOnEndpoint(x *exchange, id string) {
	ctx, sc, endpoint := x.Context(), x.session.Scope, webhooks.EndpointID(id)
	var err error
	to := func(done string) string { return "endpoints/" + url.PathEscape(id) + "?done=" + done }
	again := func(status int) { renderEndpoint(x, id, status) }
	active := func(yes bool) error {
		_, err := x.h.Endpoints.UpdateEndpoint(ctx, sc, endpoint, webhooks.EndpointChanges{IsActive: &yes}, etag.Match{})
		return err
	}
	switch x.R.PostForm.Get("do") {
	case "pause":
		x.submitted(active(false), to("paused"), again)
	case "resume":
		x.submitted(active(true), to("resumed"), again)
	case "test":
		var sent usecase.TestDelivery
		sent, err = x.h.Endpoints.TestEndpoint(ctx, sc, endpoint)
		x.submitted(err, "deliveries/"+url.PathEscape(string(sent.Delivery))+"?done=tested", again)
	case "verify":
		var sent usecase.TestDelivery
		sent, err = x.h.Endpoints.VerifyEndpoint(ctx, sc, endpoint)
		x.submitted(err, "deliveries/"+url.PathEscape(string(sent.Delivery))+"?done=challenged", again)
	case "recover":
		request, ok := recoveryOf(x.R.PostForm.Get("span"))
		if !ok {
			x.show("refused", http.StatusUnprocessableEntity, nil)
			return
		}
		_, err = x.h.Recoveries.RecoverEndpoint(ctx, sc, endpoint, request, nil)
		x.submitted(err, to("recovering"), again)
	default:
		x.show("refused", http.StatusUnprocessableEntity, nil)
	}
}

// overlaps are how long the current secrets go on signing, by what the form offers.
var overlaps = map[string]time.Duration{"0": 0, "1h": time.Hour, "24h": 24 * time.Hour, "7d": 7 * 24 * time.Hour}

type secretView struct {
	webhooks.Endpoint
	Secret  string
	Overlap string // that was chosen; empty: it is the first secret
}

// A snippet is a function that verifies signatures, as docs/guides/signatures.md has it.
type snippet struct{ Language, Code string }

var (
	//go:embed assets/verify.mjs
	inJavaScript string
	//go:embed assets/verify.py
	inPython string
)

// Snippets verify what the secret signs.
func (secretView) Snippets() []snippet {
	return []snippet{{"JavaScript", inJavaScript}, {"Python", inPython}}
}

type rotateView struct {
	endpointView
	Overlap string
}

// confirmRotate asks whether the secret is to be rotated, and says what becomes of the old one.
func confirmRotate(x *exchange, id string) {
	renderRotate(x, id, x.R.URL.Query().Get("overlap"), http.StatusOK)
}

func renderRotate(x *exchange, id, chosen string, status int) {
	e, found := readEndpoint(x, id)
	if !found {
		return
	}
	if _, offered := overlaps[chosen]; !offered {
		x.show("refused", http.StatusUnprocessableEntity, nil)
		return
	}
	x.show("rotatesecret", status, rotateView{e, chosen})
}

// rotateSecret rotates the secret of the endpoint as the page that asked had it: not one that came since.
func rotateSecret(x *exchange, id string) {
	form := x.R.PostForm
	chosen := form.Get("overlap")
	overlap, offered := overlaps[chosen]
	if !offered {
		x.show("refused", http.StatusUnprocessableEntity, nil)
		return
	}
	e, key, err := x.h.Endpoints.RotateSecret(
		x.Context(), x.session.Scope, webhooks.EndpointID(id), overlap, etag.Match{form.Get("version")})
	if err != nil {
		x.submitted(err, "", func(status int) { renderRotate(x, id, chosen, status) })
		return
	}
	x.show("secret", http.StatusOK, secretView{e.Endpoint, key.Encode(), chosen}) // only in this answer
}

type formView struct {
	*endpointView        // nil: a new one
	Subscribed    string // what is chosen of all events and these; empty: neither
	Types         []typeChoice
	Signatures    []formChoice
	Partner       bool
	Shapes        []shapeChoice
}

// AuthenticationTypes are what the form offers.
func (formView) AuthenticationTypes() []webhooks.AuthenticationType {
	return webhooks.AuthenticationTypes
}

// Example is a filter.
func (v formView) Example() string { return filterExamples(v.Partner)[0] }

// Exists reports whether the form changes an existing endpoint.
func (v formView) Exists() bool { return v.endpointView != nil }

// theseEvents is the choice of single types, next to that of all.
const theseEvents = "these"

// eventsOf are the types that a form subscribes to. With all of them chosen, the page does not show the single ones.
func eventsOf(form url.Values) []string {
	if form.Get("events") == string(webhooks.AllEvents) {
		return []string{string(webhooks.AllEvents)}
	}
	return form["types"]
}

// A typeChoice is an event type that an endpoint may subscribe to.
type typeChoice struct {
	Type   webhooks.EventType
	Chosen bool
}

// A formChoice is a form of signature that requests may have.
type formChoice struct {
	Form   webhooks.SignatureForm
	Chosen bool
}

func newEndpoint(x *exchange, _ string) { renderForm(x, nil, http.StatusOK) }

func renderForm(x *exchange, e *endpointView, status int) {
	v := formView{endpointView: e, Partner: x.session.Tenant.IsPartner(), Shapes: shapeChoices(&x.page)}
	var types []webhooks.EventType
	if e != nil {
		if types, v.Subscribed = e.Events, theseEvents; slices.Contains(types, webhooks.AllEvents) {
			v.Subscribed = string(webhooks.AllEvents)
		}
	}
	v.Subscribed = x.page.Was("events", v.Subscribed)
	chosen := func(t webhooks.EventType) bool {
		if x.page.Sent != nil {
			return slices.Contains(x.page.Sent["types"], string(t))
		}
		return slices.Contains(types, t)
	}
	for _, t := range x.session.Tenant.EventTypes() {
		v.Types = append(v.Types, typeChoice{t, chosen(t)})
	}
	signatures := []webhooks.SignatureForm{webhooks.SignHMAC}
	if e != nil {
		signatures = e.Signatures
	}
	for _, f := range webhooks.SignatureForms {
		choice := formChoice{f, slices.Contains(signatures, f)}
		if x.page.Sent != nil {
			choice.Chosen = slices.Contains(x.page.Sent["signatures"], string(f))
		}
		v.Signatures = append(v.Signatures, choice)
	}
	name := "newendpoint"
	if e != nil {
		name = "editendpoint"
	}
	x.show(name, status, v)
}

// Value is what an input of the form holds: what was sent, else what the endpoint has.
func (p *page) Value(v formView, input string) string {
	present := ""
	if e := v.endpointView; e != nil {
		switch input {
		case "url":
			present = e.URL
		case "description":
			present = e.About()
		case "filter":
			present = e.Filter
		case "order_by":
			present = e.OrderBy
		case "order_on_failure":
			present = string(e.OrderOnFailure)
		case "channels":
			present = strings.Join(e.Channels, "\n")
		case "rate_limit":
			if e.RateLimit > 0 {
				present = strconv.Itoa(e.RateLimit)
			}
		case "shape":
			present = e.ShapeName()
		case "expression":
			present = e.BodyExpression
		case "honour_retry_after":
			present = checked(e.HonourRetryAfter)
		case "deactivate_on_410":
			present = checked(e.DeactivateOn410)
		}
	}
	return p.Was(input, present)
}

func checked(yes bool) string {
	if yes {
		return "yes"
	}
	return ""
}

// changesOf are the fields of a form that was sent, or what is wrong with its headers. The values of headers and the
// secrets of an authentication are not shown, so those of an existing endpoint are replaced only when the form says so.
func changesOf(x *exchange, exists bool) (c webhooks.EndpointChanges, wrong string) {
	form := x.R.PostForm
	text := func(name string) string { return strings.TrimSpace(form.Get(name)) }
	address, events, description, filter := text("url"), eventsOf(form), text("description"), text("filter")
	honour, gone := form.Get("honour_retry_after") != "", form.Get("deactivate_on_410") != ""
	c = webhooks.EndpointChanges{
		URL: &address, Events: &events, Description: new(&description), Filter: new(&filter), HonourRetryAfter: &honour,
		DeactivateOn410: &gone,
	}
	c.Body = new(shapeOf(form))
	if form.Get("shape") != byExpression && text("expression") != "" {
		return c, x.page.T("expression_unchosen")
	}
	order, onFailure := text("order_by"), webhooks.OrderOnFailure(form.Get("order_on_failure"))
	if c.OrderBy = new(&order); onFailure != "" {
		c.OrderOnFailure = &onFailure
	}
	c.RateLimit = new(*int)
	if limit := text("rate_limit"); limit != "" {
		n, err := strconv.Atoi(limit)
		if err != nil {
			n = 0 // which is refused as no limit
		}
		*c.RateLimit = &n
	}
	if x.session.Tenant.IsPartner() {
		c.Channels = new(list(text("channels")))
	}
	if form.Get("choose_signatures") != "" { // the form offers them
		c.Signatures = new(append([]string{}, form["signatures"]...))
	}
	chosen := form.Get("auth_type")
	switch {
	case form.Get("change_authentication") != "" || !exists && chosen != "":
		c.Authentication = new(authenticationOf(form))
	case chosen != "" && chosen != string(webhooks.AuthenticationNone),
		slices.ContainsFunc(authenticationFields, func(name string) bool { return text(name) != "" }):
		return c, x.page.T("auth_unchosen")
	}
	typed := text("headers")
	if exists && form.Get("change_headers") == "" {
		if typed != "" {
			wrong = x.page.T("headers_unchosen")
		}
		return c, wrong
	}
	headers := map[string]string{}
	for line := range strings.Lines(typed) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return c, x.page.T("headers_form")
		}
		headers[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	c.Headers = &headers
	return c, ""
}

// authenticationFields are the fields of a form that authenticationOf reads besides the type.
var authenticationFields = []string{
	"username", "password", "token", "token_url", "client_id", "client_secret", "scopes", "certificate", "private_key",
	"server_ca",
}

// authenticationOf is the authentication of a form.
func authenticationOf(form url.Values) *webhooks.Authentication {
	text := func(name string) string { return strings.TrimSpace(form.Get(name)) }
	return &webhooks.Authentication{
		Type: webhooks.AuthenticationType(text("auth_type")), Username: text("username"), Password: form.Get("password"),
		Token: text("token"), TokenURL: text("token_url"), ClientID: text("client_id"),
		ClientSecret: text("client_secret"), Scopes: list(text("scopes")), Certificate: text("certificate"),
		PrivateKey: text("private_key"), ServerCA: text("server_ca"),
	}
}

func createEndpoint(x *exchange, _ string) {
	again := func(status int) { renderForm(x, nil, status) }
	c, wrong := changesOf(x, false)
	if wrong != "" {
		x.page.Error, x.page.Sent = wrong, x.R.PostForm
		again(http.StatusUnprocessableEntity)
		return
	}
	e, key, err := x.h.Endpoints.CreateEndpoint(x.Context(), x.session.Scope, c)
	if err != nil {
		x.submitted(err, "", again)
		return
	}
	x.show("secret", http.StatusOK, secretView{Endpoint: e, Secret: key.Encode()}) // only in this answer
}

func editEndpoint(x *exchange, id string) {
	if e, ok := readEndpoint(x, id); ok {
		renderForm(x, &e, http.StatusOK)
	}
}

// readEndpoint reads an endpoint; without one it answers.
func readEndpoint(x *exchange, id string) (endpointView, bool) {
	e, err := x.h.Endpoints.GetEndpoint(x.Context(), x.session.Scope, webhooks.EndpointID(id))
	if err != nil {
		x.failed(err)
		return endpointView{}, false
	}
	return viewOf(e), true
}

func updateEndpoint(x *exchange, id string) {
	present, found := readEndpoint(x, id)
	if !found {
		return
	}
	again := func(status int) { renderForm(x, &present, status) }
	c, wrong := changesOf(x, true)
	if wrong != "" {
		x.page.Error, x.page.Sent = wrong, x.R.PostForm
		again(http.StatusUnprocessableEntity)
		return
	}
	_, err := x.h.Endpoints.UpdateEndpoint(x.Context(), x.session.Scope, present.ID, c,
		etag.Match{x.R.PostForm.Get("version")})
	x.submitted(err, "endpoints/"+url.PathEscape(id)+"?done=updated", again)
}

// A certificateView is a certificate as the page shows it.
type certificateView struct {
	webhooks.ShownCertificate
	Until string // text before the time
	At    *pagekit.Moment
}

// Certificate is a certificate for the page.
func (p *page) Certificate(c webhooks.ShownCertificate) certificateView {
	return certificateView{c, p.T("auth_until"), p.At(c.ExpiresAt)}
}

// Tag is the version that a form changes.
func (v endpointView) Tag() string { return etag.Of(v.Version) }

// waiting asks for all that waits for a retry, however old its event is.
func waiting() webhooks.RecoveryRequest {
	return webhooks.RecoveryRequest{
		Since: time.Now().Add(-spans[len(spans)-1].Back), Statuses: []webhooks.Missed{webhooks.MissedPending},
	}
}

type retryView struct {
	webhooks.Endpoint
	Waiting preview
}

// Path leads to the endpoint from the first page.
func (v retryView) Path() string { return "endpoints/" + string(v.ID) }

func confirmRetry(x *exchange, id string) { renderRetry(x, id, http.StatusOK) }

func renderRetry(x *exchange, id string, status int) {
	sc, endpoint := x.session.Scope, webhooks.EndpointID(id)
	var v retryView
	var err error
	if v.Endpoint, err = x.h.Endpoints.FindEndpoint(x.Context(), sc, endpoint); err == nil {
		v.Waiting.Deliveries, v.Waiting.All, err = x.h.Recoveries.PreviewRecovery(x.Context(), sc, endpoint, waiting())
	}
	if err != nil {
		x.failed(err)
		return
	}
	x.show("retryendpoint", status, v)
}

func retryEndpoint(x *exchange, id string) {
	_, err := x.h.Recoveries.RecoverEndpoint(x.Context(), x.session.Scope, webhooks.EndpointID(id), waiting(), nil)
	x.submitted(err, "endpoints/"+url.PathEscape(id)+"?done=retrying", func(status int) { renderRetry(x, id, status) })
}

func confirmDelete(x *exchange, id string) {
	if e, ok := readEndpoint(x, id); ok {
		x.show("deleteendpoint", http.StatusOK, e)
	}
}

func deleteEndpoint(x *exchange, id string) {
	err := x.h.Endpoints.DeleteEndpoint(x.Context(), x.session.Scope, webhooks.EndpointID(id))
	x.submitted(err, "?done=deleted", func(int) { x.failed(err) })
}
