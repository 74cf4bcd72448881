package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/testkit/repository"
)

func TestDataIsDocumented(t *testing.T) {
	doc, err := repository.Read("docs/data.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(doc) != markdown() {
		t.Error("docs/data.md is stale: run make generate")
	}
}

// Each field that the contracts mark is of one kind, and each kind's patterns are of fields that they mark.
func TestEachFieldIsOfAKind(t *testing.T) {
	all := marked()
	if len(all) < 100 {
		t.Fatalf("the contracts mark %d fields", len(all))
	}
	for _, f := range all {
		n := 0
		for _, k := range kinds {
			if len(k.fieldsOf([]string{f})) > 0 {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s is of %d kinds of data; add it to one in kinds.go", f, n)
		}
	}
	for _, k := range kinds {
		for _, p := range k.fields {
			if !slices.ContainsFunc(all, func(f string) bool { return covers(p, f) }) {
				t.Errorf("%s: the contracts mark no field %s", k.name, p)
			}
		}
	}
}

// The columns are those of the schema, and each sealed one of it is listed.
func TestColumnsAreOfTheSchema(t *testing.T) {
	table := regexp.MustCompile(`(?ms)^CREATE TABLE (\w+) \(\n(.*?)^\)`)
	column := regexp.MustCompile(`(?m)^    (\w+) +(\w+)`)
	types := map[string]string{}
	for _, service := range []string{"partnerconnect", "webhooks"} {
		schema, err := repository.Read("services/" + service + "/internal/postgres/migrations/0001_schema.sql")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range table.FindAllStringSubmatch(string(schema), -1) {
			for _, c := range column.FindAllStringSubmatch(m[2], -1) {
				types[service+"."+m[1]+"."+c[1]] = c[2]
			}
		}
	}
	listed := map[string]bool{}
	for _, k := range kinds {
		for _, c := range k.columns {
			if listed[c] = true; types[c] == "" {
				t.Errorf("%s: there is no column %s", k.name, c)
			}
		}
	}
	for c, kindOf := range types {
		if kindOf == "bytea" && !listed[c] && notPersonal[c] == "" {
			t.Errorf("%s is in no kind of data; add it to one in kinds.go, or to notPersonal with the reason", c)
		}
	}
	for c := range notPersonal {
		if types[c] != "bytea" {
			t.Errorf("%s is no column of bytes", c)
		}
	}
}

// notPersonal are columns of bytes that are no personal data and no secret of a tenant, with the reason.
var notPersonal = map[string]string{
	"partnerconnect.audit_chain.hash":             chain,
	"partnerconnect.bank_batches.checksum":        ofBytes,
	"partnerconnect.bank_files.checksum":          ofBytes,
	"partnerconnect.channel_brandings.logo":       picture,
	"partnerconnect.documents.sha256":             ofBytes,
	"partnerconnect.hosted_codes.hash":            ofSecret,
	"partnerconnect.hosted_codes.session_id":      ofSecret,
	"partnerconnect.hosted_forms.name":            ofSecret,
	"partnerconnect.hosted_sessions.id":           ofSecret,
	"partnerconnect.idempotency_keys.fingerprint": ofBytes,
	"partnerconnect.idempotency_keys.id":          ofBytes,
	"partnerconnect.merchant_keys.hash":           ofSecret,
	"partnerconnect.partner_keys.hash":            ofSecret,
	"partnerconnect.provider_reports.fingerprint": ofBytes,
	"partnerconnect.refunds.fingerprint":          ofBytes,
	"webhooks.api_keys.hash":                      ofSecret,
	"webhooks.audit_chain.hash":                   chain,
	"webhooks.event_keys.fingerprint":             ofBytes,
	"webhooks.idempotency_keys.fingerprint":       ofBytes,
	"webhooks.idempotency_keys.id":                ofBytes,
	"webhooks.key_pairs.public_key":               "a public key, which is published",
	"webhooks.notice_addresses.confirm_hash":      ofSecret,
	"webhooks.portal_forms.name":                  ofSecret,
	"webhooks.portal_sessions.hash":               ofSecret,
	"webhooks.portal_sessions.link_hash":          ofSecret,
	"webhooks.portal_settings.logo":               picture,
}

const (
	chain    = "a link of the chain"
	ofBytes  = "a hash of what was sent, to recognise a repeat"
	ofSecret = "a hash of a random secret, to recognise it"
	picture  = "a picture that the company shows"
)

// The methods that the page names exist.
func TestMethodsExist(t *testing.T) {
	var methods []string
	for _, s := range grpcserver.OperatorServices("partnerconnect.v1") {
		for i := range s.Methods().Len() {
			methods = append(methods, string(s.Methods().Get(i).Name()))
		}
	}
	for _, m := range regexp.MustCompile("`([A-Z][a-z]+[A-Za-z]+)`").FindAllStringSubmatch(requests, -1) {
		if !slices.Contains(methods, m[1]) && !strings.Contains(m[1], "_") {
			t.Errorf("there is no method %s", m[1])
		}
	}
}
