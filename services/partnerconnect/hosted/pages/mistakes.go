package pages

import (
	"cmp"
	"errors"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
)

// inputs are those of the pages by the last part of the JSON pointer of what is wrong.
var inputs = map[string]string{
	"email": "email", "phone": "phone", "iban": "iban", "given_names": "given_names", "family_name": "family_name",
	"own_behalf":        "own_behalf",
	"beneficial_owners": "owners", "member_id": "member",
	"amount": "amount", "holder_name": "holder_name",
}

// codeMistakes are the texts of why a one-time code or an identity check was refused, and the input that they are
// about.
var codeMistakes = []struct {
	err   error
	text  string
	input string
}{
	{hostedflow.ErrVerificationsUsedUp, "identity_used_up", ""},
	{hostedflow.ErrCodesUsedUp, "codes_later", ""},
	{hostedflow.ErrCodeSpent, "code_spent", ""},
}

// mistake is the text of an error that a person can correct, and the input that it is about; empty for an error of
// ours.
func (p page) mistake(err error) (text, input string) {
	var m hostedflow.Mistake
	var changed hostedflow.FactsChanged
	var f *fault.Error
	if errors.As(err, &changed) {
		return p.factsChanged(changed), ""
	}
	if errors.As(err, &m) {
		return p.T(m.Reason), m.Input
	}
	if soon, ok := errors.AsType[hostedflow.CodeTooSoon](err); ok {
		return p.fill("code_too_soon", "{wait}", p.wait(soon.Wait)), ""
	}
	if refused, ok := errors.AsType[hostedflow.CodeRefused](err); ok && errors.Is(err, hostedflow.ErrCodeWrong) {
		return p.fill("code_wrong", "{tries}", p.count("tries", refused.Left)), cmp.Or(inputOfCode(err), "code")
	}
	for _, c := range codeMistakes {
		if errors.Is(err, c.err) {
			return p.T(c.text), cmp.Or(inputOfCode(err), c.input)
		}
	}
	switch {
	case !errors.As(err, &f):
		return "", ""
	case len(f.Violations) > 0:
		v := f.Violations[0]
		input = inputs[v.Field[strings.LastIndexByte(v.Field, '/')+1:]]
		return p.first("field_"+v.Code+"_"+input, "field_"+v.Code, "field_wrong"), input
	case f.Reason == pc.InvitationExists:
		return p.T("invitation_exists"), "email"
	case f.Reason == pc.LiveModeUnavailable:
		return p.T("live_mode_unavailable"), ""
	}
	if kind := fault.Lookup(f.Reason).Kind; kind != fault.KindInternal && kind != fault.KindUnavailable {
		return p.T("step_impossible"), ""
	}
	return "", ""
}

// inputOfCode is the input of the code that an error is about, where a form has several; empty where it has one.
func inputOfCode(err error) string {
	refused, ok := errors.AsType[hostedflow.CodeRefused](err)
	if !ok || !strings.Contains(string(refused.Use), "_") {
		return ""
	}
	return "code_" + string(refused.Use.Medium())
}

// first returns the text of the first key that has one.
func (p page) first(keys ...string) string {
	for _, key := range keys {
		if text := p.T(key); text != "" {
			return text
		}
	}
	return ""
}

// factsChanged names the facts that are not as the page showed them.
func (p page) factsChanged(changed hostedflow.FactsChanged) string {
	var names []string
	for _, key := range changed {
		if name := p.T(key); name != "" {
			names = append(names, name)
		}
	}
	return p.fill("review_changed", "{fields}", strings.Join(names, ", "))
}
