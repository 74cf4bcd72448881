package migration

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/services/webhooks"
)

// svixReader collects what the answers of Svix say. Older versions of its API have other names of two fields.
type svixReader struct {
	plan      Plan
	lists     lists
	tenants   map[string]*Tenant   // by id and uid
	endpoints map[string]*Endpoint // by id and uid, behind the id of the application
	secrets   map[*Endpoint]bool   // whose answer is there
}

func readSvix(answers []answer) (Plan, error) {
	r := svixReader{
		lists: lists{}, tenants: map[string]*Tenant{}, endpoints: map[string]*Endpoint{}, secrets: map[*Endpoint]bool{},
	}
	rest := answers
	for _, read := range []func(answer) (bool, error){r.application, r.endpoint, r.part} {
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
		for _, e := range t.Endpoints {
			e.keyless()
		}
	}
	return r.plan, r.lists.check()
}

// application reads applications, which are tenants here.
func (r *svixReader) application(a answer) (bool, error) {
	items, taken, err := r.items(a, []string{"app"}, []string{"app", "*"})
	for _, raw := range items {
		var app struct {
			ID, UID, Name string
		}
		if err := json.Unmarshal(raw, &app); err != nil || app.ID == "" {
			return true, fmt.Errorf("%s: an application has no id", a.Path)
		}
		if r.tenants[app.ID] != nil {
			continue
		}
		t := &Tenant{SourceID: app.ID, UID: app.UID, Name: app.Name}
		for _, name := range others(raw, "id", "uid", "name", "createdAt", "updatedAt") {
			why := "tenants have no such field"
			if name == "throttleRate" || name == "rateLimit" {
				why = "the rate of deliveries is the same for all tenants: a setting of the service"
			}
			t.Notes = append(t.Notes, Note{name, why})
		}
		r.plan.Tenants = append(r.plan.Tenants, t)
		r.tenants[app.ID] = t
		if app.UID != "" {
			r.tenants[app.UID] = t
		}
	}
	return taken, err
}

// endpoint reads the endpoints of an application.
func (r *svixReader) endpoint(a answer) (bool, error) {
	items, taken, err := r.items(a, []string{"app", "*", "endpoint"}, []string{"app", "*", "endpoint", "*"})
	if !taken || err != nil {
		return taken, err
	}
	t := r.tenants[a.segments[1]]
	if t == nil {
		return true, fmt.Errorf("%s: the application is not in the export", a.Path)
	}
	for _, raw := range items {
		var in struct {
			ID, UID, URL, Description string
			EventTypes, FilterTypes   []string
			Channels                  []string
			ThrottleRate, RateLimit   int
			Disabled                  bool
		}
		if err := json.Unmarshal(raw, &in); err != nil || in.ID == "" {
			return true, fmt.Errorf("%s: an endpoint is not as documented", a.Path)
		}
		if r.endpoints[t.SourceID+in.ID] != nil {
			continue
		}
		events := slices.Concat(in.EventTypes, in.FilterTypes)
		if len(events) == 0 {
			events = []string{string(webhooks.AllEvents)}
		}
		e := &Endpoint{SourceID: in.ID, Fields: webhooks.EndpointChanges{URL: &in.URL, Events: &events}}
		e.limit(in.Description, max(in.ThrottleRate, in.RateLimit), 1)
		if in.Disabled {
			e.Fields.IsActive = new(false)
		}
		if len(in.Channels) > 0 {
			e.hold("channels "+strings.Join(in.Channels, ", "),
				"events of tenants have no channels, so it would get all; write a filter instead")
		}
		for _, name := range others(raw, "id", "uid", "url", "description", "eventTypes", "filterTypes", "channels",
			"throttleRate", "rateLimit", "disabled", "version", "createdAt", "updatedAt") {
			e.note(name, "endpoints have no such field")
		}
		t.Endpoints = append(t.Endpoints, e)
		r.endpoints[t.SourceID+in.ID] = e
		if in.UID != "" {
			e.note("uid "+in.UID, "the id here follows from "+in.ID)
			r.endpoints[t.SourceID+in.UID] = e
		}
	}
	return true, nil
}

// part reads what Svix answers of an endpoint apart.
func (r *svixReader) part(a answer) (bool, error) {
	if a.is("event-type") {
		_, _, err := r.items(a, []string{"event-type"}, nil)
		return true, err // endpoints name those that they use
	}
	if !a.is("app", "*", "endpoint", "*", "*") {
		return false, nil
	}
	t := r.tenants[a.segments[1]]
	if t == nil || r.endpoints[t.SourceID+a.segments[3]] == nil {
		return true, fmt.Errorf("%s: the endpoint is not in the export", a.Path)
	}
	e := r.endpoints[t.SourceID+a.segments[3]]
	switch name := a.segments[4]; name {
	case "secret":
		var in struct{ Key string }
		if err := a.into(&in); err != nil {
			return true, err
		}
		if !r.secrets[e] {
			e.key(svixKey(in.Key))
		}
		r.secrets[e] = true
	case "headers":
		var in struct {
			Headers   map[string]string
			Sensitive []string
		}
		if err := a.into(&in); err != nil {
			return true, err
		}
		if len(in.Headers) > 0 {
			e.Fields.Headers = &in.Headers
		}
		if len(in.Sensitive) > 0 {
			e.hold("headers "+strings.Join(in.Sensitive, ", "), "their values are not in the export; set them here")
		}
	default:
		r.feature(e, name, a)
	}
	return true, nil
}

// feature holds an endpoint back whose requests something changes that does not exist here.
func (r *svixReader) feature(e *Endpoint, name string, a answer) {
	var in struct{ Enabled *bool }
	_ = json.Unmarshal(a.Body, &in) // of another shape: whatever it says is set
	switch name = strings.TrimSuffix(name, "-config"); {
	case len(others(a.Body, "enabled", "updatedAt")) == 0:
	case in.Enabled != nil && !*in.Enabled:
		e.note(name, "is not enabled there, and has no counterpart here")
	default:
		e.hold(name, "has no counterpart here: requests would differ from what the receiver expects")
	}
}

// items are those of a list, or the one that is read by its id.
func (r *svixReader) items(a answer, list, one []string) (items []json.RawMessage, taken bool, err error) {
	switch {
	case a.is(list...):
		var in struct {
			Data []json.RawMessage
			Done bool
		}
		err := a.into(&in)
		r.lists.page(a, in.Done)
		return in.Data, true, err
	case one != nil && a.is(one...):
		return []json.RawMessage{a.Body}, true, nil
	}
	return nil, false, nil
}

// svixKey is the key of a secret of Svix: base64 with or without the prefix of Standard Webhooks.
func svixKey(secret string) (webhooks.SigningKey, error) {
	if kind, _, found := strings.Cut(secret, "_"); found && kind != "whsec" {
		return webhooks.SigningKey{}, errors.New("is asymmetric; requests are signed by HMAC with a secret here")
	}
	return webhooks.ParseSigningKey(webhooks.SecretPrefix + strings.TrimPrefix(secret, webhooks.SecretPrefix))
}
