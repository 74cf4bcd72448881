package command

import (
	"cmp"
	"encoding/json"
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

// webhooks is a client of the API of tenants.
func (a *app) webhooks() (*partnerline.Client, error) {
	p, err := a.current()
	if err != nil {
		return nil, err
	}
	return a.client("a tenant (vk_test_... or vk_live_...)", p.WebhooksKey, p.WebhooksURL, partnerline.WithWebhooksURL)
}

// partner is a client of partner connect.
func (a *app) partner() (*partnerline.Client, error) {
	p, err := a.current()
	if err != nil {
		return nil, err
	}
	return a.client("a partner (pk_test_... or pk_live_...)", p.PartnerKey, p.PartnerConnectURL, partnerline.WithPartnerConnectURL)
}

func (a *app) client(of, key, url string, at func(string) partnerline.Option) (*partnerline.Client, error) {
	if key == "" || url == "" {
		return nil, fmt.Errorf("there is no key of %s: %w", of, errNoKey)
	}
	a.called = strings.TrimRight(url, "/")
	sender := &http.Client{
		Transport:     named{http.DefaultTransport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return partnerline.New(key, at(url), partnerline.WithHTTPClient(sender)), nil
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
	if err := json.Unmarshal(b, params); err != nil {
		return usage(fmt.Errorf("--data does not fit: %w", err))
	}
	return nil
}
