package internaltoken

import (
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/envconfig"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

const operators, dispatcher, provider = "token-of-the-operators", "token-of-the-dispatcher", "token-of-the-provider"

func settings(values ...envconfig.Secret) []Setting {
	return []Setting{
		{"DISPATCHER_TOKEN", optionsv1.Program_PROGRAM_DISPATCHER, values[0]},
		{"PROVIDER_TOKEN", optionsv1.Program_PROGRAM_PROVIDER, values[1]},
	}
}

func TestCallers(t *testing.T) {
	c, err := ParseCallers(operators, settings(dispatcher, provider)...)
	if err != nil {
		t.Fatal(err)
	}
	rule := func(programs ...optionsv1.Program) *optionsv1.Access {
		return &optionsv1.Access{Caller: optionsv1.Caller_CALLER_INTERNAL, Programs: programs}
	}
	for _, m := range []struct {
		name   string
		rule   *optionsv1.Access
		accept []string
	}{
		{"operators alone", rule(), []string{operators}},
		{"the dispatcher's", rule(optionsv1.Program_PROGRAM_DISPATCHER), []string{operators, dispatcher}},
		{"of two", rule(optionsv1.Program_PROGRAM_DISPATCHER, optionsv1.Program_PROGRAM_PROVIDER),
			[]string{operators, dispatcher, provider}},
		{"of one without a token", rule(optionsv1.Program_PROGRAM_PARTNERCONNECT), []string{operators}},
	} {
		t.Run(m.name, func(t *testing.T) {
			for _, token := range []string{operators, dispatcher, provider, "", "token-of-no-one-at-all"} {
				want := false
				for _, a := range m.accept {
					want = want || a == token
				}
				if c.Accept(m.rule, token) != want {
					t.Errorf("%q: want %t", token, want)
				}
			}
		})
	}
}

func TestCallersHaveTokensOfTheirOwn(t *testing.T) {
	for _, c := range []struct {
		name      string
		operators envconfig.Secret
		programs  []Setting
		want      string // in the error; empty: none
	}{
		{"operators alone", operators, settings("", ""), ""},
		{"all differ", operators, settings(dispatcher, provider), ""},
		{"no operators", "", settings("", ""), "INTERNAL_TOKEN"},
		{"too short", operators, settings("short", ""), "DISPATCHER_TOKEN"},
		{"the operators' own", operators, settings("", operators), "PROVIDER_TOKEN"},
		{"one of a rotation", operators, settings(dispatcher, "another-token-of-it,"+dispatcher), "PROVIDER_TOKEN"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseCallers(c.operators, c.programs...)
			if (err == nil) != (c.want == "") || err != nil &&
				(!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "token-of")) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}
