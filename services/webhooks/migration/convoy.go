package migration

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// convoyReader collects what the answers of Convoy say.
type convoyReader struct {
	plan          Plan
	lists         lists
	projects      map[string]string // names by id
	tenants       map[string]*Tenant
	endpoints     map[string]*Endpoint
	subscriptions map[string]*Endpoint // by their id
}

func readConvoy(answers []answer) (Plan, error) {
	r := convoyReader{
		lists: lists{}, projects: map[string]string{}, tenants: map[string]*Tenant{}, endpoints: map[string]*Endpoint{},
		subscriptions: map[string]*Endpoint{},
	}
	rest := answers
	for _, read := range []func(answer) (bool, error){r.project, r.endpoint, r.subscription, r.filter} {
		var next []answer
		for _, a := range rest {
			taken, err := read(a)
			if err != nil {
				return Plan{}, err
			}
			if !taken {
				next = append(next, a)
			}
		}
		rest = next
	}
	for _, a := range rest {
		r.plan.Notes = append(r.plan.Notes, Note{a.Path, "is not read"})
	}
	for _, t := range r.plan.Tenants {
		t.Name = cmp.Or(r.projects[t.SourceID], t.Name)
		for _, e := range t.Endpoints {
			e.keyless()
			if len(*e.Fields.Events) == 0 {
				e.Fields.Events = &[]string{string(webhooks.AllEvents)}
				e.hold("subscription", "the export has none, so it gets nothing")
			}
		}
	}
	return r.plan, r.lists.check()
}

// project reads projects, for their names and what they set for all endpoints.
func (r *convoyReader) project(a answer) (bool, error) {
	items, taken, err := r.items(a, []string{"projects"}, []string{"projects", "*"})
	for _, raw := range items {
		var in struct {
			UID, Name string
			Config    json.RawMessage
		}
		if err := json.Unmarshal(raw, &in); err != nil || in.UID == "" {
			return true, fmt.Errorf("%s: a project has no uid", a.Path)
		}
		if r.projects[in.UID] != "" {
			continue
		}
		r.projects[in.UID] = cmp.Or(in.Name, in.UID)
		for _, name := range others(in.Config) {
			why := "is a setting of the service here, for all endpoints"
			if name == "signature" {
				why = "receivers verify X-Signature or Standard Webhooks here, with the same secret; see the guide on signatures"
			}
			r.plan.Notes = append(r.plan.Notes, Note{"project " + in.UID + ": " + name, why})
		}
	}
	return taken, err
}

type convoySecret struct {
	Value     string
	CreatedAt time.Time  `json:"created_at"`
	ExpiresAt *time.Time `json:"expires_at"`
}

func (s convoySecret) expires() bool { return s.ExpiresAt != nil && !s.ExpiresAt.IsZero() }

type convoyEndpoint struct {
	UID            string
	ProjectID      string `json:"project_id"`
	OwnerID        string `json:"owner_id"`
	Name           string
	Description    string
	URL            string
	Status         string
	RateLimit      int    `json:"rate_limit"`
	RateSeconds    int    `json:"rate_limit_duration"`
	HTTPTimeout    int    `json:"http_timeout"`
	ContentType    string `json:"content_type"`
	Secrets        []convoySecret
	Authentication *struct {
		Type   string
		APIKey *struct {
			Name  string `json:"header_name"`
			Value string `json:"header_value"`
		} `json:"api_key"`
		Basic *struct{ Username, Password string } `json:"basic_auth"`
	}
}

// endpoint reads endpoints. Those of one owner belong to one tenant; those without belong to that of their project.
func (r *convoyReader) endpoint(a answer) (bool, error) {
	items, taken, err := r.items(a, []string{"projects", "*", "endpoints"}, []string{"projects", "*", "endpoints", "*"})
	for _, raw := range items {
		var in convoyEndpoint
		if err := json.Unmarshal(raw, &in); err != nil || in.UID == "" {
			return true, fmt.Errorf("%s: an endpoint is not as documented", a.Path)
		}
		if r.endpoints[in.UID] != nil {
			continue
		}
		e := &Endpoint{SourceID: in.UID, Fields: webhooks.EndpointChanges{URL: &in.URL, Events: &[]string{}}}
		e.limit(cmp.Or(in.Description, in.Name), in.RateLimit, in.RateSeconds)
		if in.Status == "inactive" || in.Status == "paused" {
			e.Fields.IsActive = new(false)
		}
		if in.ContentType != "" && in.ContentType != "application/json" {
			e.hold("content_type "+in.ContentType, "bodies are JSON here")
		}
		if in.HTTPTimeout > 10 { // seconds
			e.note(fmt.Sprintf("http_timeout %d", in.HTTPTimeout), "a receiver has 10 s here")
		}
		e.authenticate(in)
		e.convoyKeys(in)
		for _, name := range others(raw, "uid", "project_id", "owner_id", "name", "description", "url", "status",
			"rate_limit", "rate_limit_duration", "http_timeout", "content_type", "secrets", "authentication", "mtls_client_cert",
			"created_at", "updated_at", "events", "failure_count", "failure_rate", "period_failure_rate", "retry_count",
			"success_count", "cb_state", "advanced_signatures") {
			e.note(name, "endpoints have no such field; a tenant's people get notices by e-mail")
		}
		if slices.Contains(others(raw), "mtls_client_cert") {
			e.hold("mtls_client_cert", "requests have no client certificate here")
		}
		r.endpoints[in.UID] = e
		t := r.tenant(cmp.Or(in.OwnerID, in.ProjectID, a.segments[1]))
		t.Endpoints = append(t.Endpoints, e)
	}
	return taken, err
}

func (r *convoyReader) tenant(id string) *Tenant {
	t := r.tenants[id]
	if t == nil {
		t = &Tenant{SourceID: id, Name: id}
		r.tenants[id], r.plan.Tenants = t, append(r.plan.Tenants, t)
	}
	return t
}

// authenticate turns what the receiver asks for into headers.
func (e *Endpoint) authenticate(in convoyEndpoint) {
	switch x := in.Authentication; {
	case x == nil || x.Type == "":
	case x.Type == "api_key" && x.APIKey != nil:
		e.Fields.Headers = &map[string]string{x.APIKey.Name: x.APIKey.Value}
	case x.Type == "basic_auth" && x.Basic != nil:
		both := base64.StdEncoding.EncodeToString([]byte(x.Basic.Username + ":" + x.Basic.Password))
		e.Fields.Headers = &map[string]string{"Authorization": "Basic " + both}
	default:
		e.hold("authentication "+x.Type, "has no counterpart here: the receiver would refuse requests")
	}
}

// convoyKeys adds the secrets, newest first. The bytes of their text are the key. Without the newest of those that do
// not expire, which the receiver verifies with, an endpoint is held back.
func (e *Endpoint) convoyKeys(in convoyEndpoint) {
	slices.SortStableFunc(in.Secrets, func(x, y convoySecret) int { return y.CreatedAt.Compare(x.CreatedAt) })
	current := slices.IndexFunc(in.Secrets, func(s convoySecret) bool { return !s.expires() })
	for i, s := range in.Secrets {
		if i == webhooks.MaxSigningKeys {
			e.note("secret", fmt.Sprintf("only the newest %d sign", i))
			return
		}
		k, err := webhooks.NewSigningKeyOf([]byte(s.Value))
		if s.expires() {
			k.ExpiresAt = s.ExpiresAt
		}
		e.Held = e.Held || err != nil && i == current
		e.key(k, err)
	}
}

// subscription reads which events an endpoint gets.
func (r *convoyReader) subscription(a answer) (bool, error) {
	items, taken, err := r.items(a, []string{"projects", "*", "subscriptions"},
		[]string{"projects", "*", "subscriptions", "*"})
	for _, raw := range items {
		var in struct {
			UID, Name, Type, Function string
			Endpoint                  *struct{ UID string } `json:"endpoint_metadata"`
			Filter                    *struct {
				EventTypes []string        `json:"event_types"`
				Filter     json.RawMessage `json:"filter"`
			} `json:"filter_config"`
		}
		if err := json.Unmarshal(raw, &in); err != nil || in.UID == "" {
			return true, fmt.Errorf("%s: a subscription is not as documented", a.Path)
		}
		if r.subscriptions[in.UID] != nil {
			continue
		}
		if in.Type == "cli" || in.Endpoint == nil || r.endpoints[in.Endpoint.UID] == nil {
			r.plan.Notes = append(r.plan.Notes, Note{"subscription " + in.UID, "has no endpoint in the export"})
			continue
		}
		e := r.endpoints[in.Endpoint.UID]
		r.subscriptions[in.UID] = e
		events := []string{string(webhooks.AllEvents)}
		if in.Filter != nil && len(in.Filter.EventTypes) > 0 {
			events = in.Filter.EventTypes
		}
		*e.Fields.Events = append(*e.Fields.Events, events...)
		if in.Filter != nil && len(others(in.Filter.Filter, "is_flattened")) > 0 {
			e.hold("filter of subscription "+in.UID, notOurBody)
		}
		if in.Function != "" {
			e.hold("function of subscription "+in.UID, "bodies are not transformed here")
		}
		for _, name := range others(raw, "uid", "name", "type", "project_id", "endpoint_metadata", "filter_config",
			"function", "source_metadata", "device_metadata", "created_at", "updated_at") {
			e.note(name+" of subscription "+in.UID, "attempts follow one schedule here")
		}
	}
	return taken, err
}

const notOurBody = "it is about bodies of the other system, so all events would come; write a filter instead"

// filter reads the filters of a subscription.
func (r *convoyReader) filter(a answer) (bool, error) {
	items, taken, err := r.items(a, []string{"projects", "*", "subscriptions", "*", "filters"},
		[]string{"projects", "*", "subscriptions", "*", "filters", "*"})
	if !taken || err != nil {
		return taken, err
	}
	e := r.subscriptions[a.segments[3]]
	if e == nil {
		return true, fmt.Errorf("%s: the subscription is not in the export", a.Path)
	}
	for _, raw := range items {
		if len(others(raw, "uid", "subscription_id", "event_type", "enabled_at")) > 0 {
			e.hold("filter of subscription "+a.segments[3], notOurBody)
		}
	}
	return true, nil
}

// items are those of a list, with pages or without, or the one that is read by its id.
func (r *convoyReader) items(a answer, list, one []string) (items []json.RawMessage, taken bool, err error) {
	if !a.is(list...) && !a.is(one...) {
		return nil, false, nil
	}
	var in struct{ Data json.RawMessage }
	if err := a.into(&in); err != nil {
		return nil, true, err
	}
	if a.is(one...) {
		return []json.RawMessage{in.Data}, true, nil
	}
	var paged struct {
		Content    []json.RawMessage
		Pagination struct {
			More bool `json:"has_next_page"`
		}
	}
	if strings.HasPrefix(string(in.Data), "[") {
		err = json.Unmarshal(in.Data, &paged.Content)
	} else if err = json.Unmarshal(in.Data, &paged); err == nil {
		r.lists.page(a, !paged.Pagination.More)
	}
	if err != nil {
		err = fmt.Errorf("%s: the body is not the documented list", a.Path)
	}
	return paged.Content, true, err
}
