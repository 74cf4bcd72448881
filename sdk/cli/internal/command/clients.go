package command

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/partnerline/partnerline/sdk/cli/internal/config"
	partnerline "github.com/partnerline/partnerline/sdk/go"
)

// load returns the config file and the name of the profile that is used.
func (a *app) load() (*config.File, string, error) {
	dir, err := config.Dir(a.Getenv)
	if err != nil {
		return nil, "", err
	}
	f, err := config.Load(dir)
	return f, cmp.Or(a.profile, a.Getenv("PARTNERLINE_PROFILE"), config.Default), err
}

// current is the profile that is used; variables of the environment have precedence.
func (a *app) current() (config.Profile, error) {
	f, name, err := a.load()
	if err != nil {
		return config.Profile{}, err
	}
	p := f.Profiles[name]
	for variable, value := range map[string]*string{
		"PARTNERLINE_WEBHOOKS_URL": &p.WebhooksURL, "PARTNERLINE_WEBHOOKS_KEY": &p.WebhooksKey,
		"PARTNERLINE_PARTNER_CONNECT_URL": &p.PartnerConnectURL, "PARTNERLINE_PARTNER_KEY": &p.PartnerKey,
	} {
		*value = cmp.Or(a.Getenv(variable), *value)
	}
	return p, nil
}

// An api is one of the two that keys are for.
type api struct {
	name     string
	keys     string // what its keys are
	variable string // of the environment, with its address
	invented string // a key that does not exist
	at       func(string) partnerline.Option
	other    *api
	// ping makes a call that every key of the API may make, and returns whose the key is.
	ping func(context.Context, *partnerline.Client) (holder string, err error)
}

var (
	tenantAPI = &api{
		name: "Webhooks", keys: "a key of a tenant (vk_test_... or vk_live_...)", variable: "PARTNERLINE_WEBHOOKS_URL",
		invented: "vk_test_invented", at: partnerline.WithWebhooksURL,
		ping: func(ctx context.Context, c *partnerline.Client) (string, error) {
			_, err := c.EventTypes.List(ctx)
			return "tenant", err
		},
	}
	partnerAPI = &api{
		name: "partner connect", keys: "a key of a partner (pk_test_... or pk_live_...)",
		variable: "PARTNERLINE_PARTNER_CONNECT_URL", invented: "pk_test_invented", at: partnerline.WithPartnerConnectURL,
		ping: func(ctx context.Context, c *partnerline.Client) (string, error) {
			me, err := c.Me.Get(ctx)
			if err != nil || me.Partner == nil {
				return "partner", err
			}
			return me.Partner.Name, nil
		},
	}
)

func init() { tenantAPI.other, partnerAPI.other = partnerAPI, tenantAPI }

// webhooks is a client of the API of tenants.
func (a *app) webhooks() (*partnerline.Client, error) {
	p, err := a.current()
	if err != nil {
		return nil, err
	}
	return a.client(tenantAPI, p.WebhooksKey, p.WebhooksURL)
}

// partner is a client of partner connect.
func (a *app) partner() (*partnerline.Client, error) {
	p, err := a.current()
	if err != nil {
		return nil, err
	}
	return a.client(partnerAPI, p.PartnerKey, p.PartnerConnectURL)
}

func (a *app) client(of *api, key, url string) (*partnerline.Client, error) {
	if key == "" || url == "" {
		return nil, fmt.Errorf("there is no %s: %w", strings.TrimPrefix(of.keys, "a "), errNoKey)
	}
	a.api, a.called = of, strings.TrimRight(url, "/")
	return partnerline.New(key, of.at(url), partnerline.WithHTTPClient(sender())), nil
}

func sender() *http.Client {
	return &http.Client{
		Transport:     named{http.DefaultTransport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// misdirected replaces the refusal of a path that is not there: every command calls paths of its API, so the address is
// of something else. An invented key shows whether it is the other API, which answers 401.
func (a *app) misdirected(ctx context.Context, err error) error {
	var refusal, answer *partnerline.Error
	if !errors.As(err, &refusal) || refusal.Status != http.StatusNotFound ||
		refusal.Code != "" && refusal.Code != partnerline.CodeRouteNotFound {
		return err
	}
	other := a.api.other
	client := partnerline.New(other.invented, other.at(a.called), partnerline.WithHTTPClient(sender()))
	_, probe := other.ping(ctx, client)
	switch {
	case errors.As(probe, &answer) && answer.Status == http.StatusUnauthorized && answer.Code != "":
		err = fmt.Errorf("this address is %s, the key is of %s: %s; "+
			"give the address of %s (partnerline login --url, or %s), or %s",
			other.name, a.api.name, a.called, a.api.name, a.api.variable, other.keys)
	case refusal.Code == "":
		err = fmt.Errorf("neither Webhooks nor partner connect is at %s; "+
			"give the address of %s (partnerline login --url, or %s)",
			a.called, a.api.name, a.api.variable)
	default: // it is the right API, and a live key gets this for what only test keys may call
		return err
	}
	return usage(err)
}

// named names the program to the API.
type named struct{ http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (n named) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("User-Agent", agent()+" "+r.Header.Get("User-Agent"))
	return n.RoundTripper.RoundTrip(r)
}

// members are the members of a request: those of --data, then those of flags.
type members struct {
	data string
	set  map[string]any
}

func (m *members) flag(c *cobra.Command) {
	m.set = map[string]any{}
	c.Flags().StringVar(&m.data, "data", "", "members of the request as JSON; @FILE reads a file, - standard input")
}

// given sets a member from a flag that was given.
func (m *members) given(c *cobra.Command, flag, name string, value any) {
	if c.Flags().Changed(flag) {
		m.set[name] = value
	}
}

// into fills the parameters of a call.
func (m *members) into(in io.Reader, params any) error {
	text := []byte(cmp.Or(m.data, "{}"))
	var err error
	switch {
	case m.data == "-":
		text, err = io.ReadAll(in)
	case strings.HasPrefix(m.data, "@"):
		text, err = os.ReadFile(m.data[1:])
	}
	if err != nil {
		return usage(fmt.Errorf("--data: %w", err))
	}
	all := map[string]any{}
	if err := json.Unmarshal(text, &all); err != nil {
		return usage(fmt.Errorf("--data is no JSON object: %w", err))
	}
	for name, value := range m.set {
		all[name] = value
	}
	b, err := json.Marshal(all)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(params); err != nil {
		return usage(fmt.Errorf("--data does not fit: %w", err))
	}
	return nil
}
