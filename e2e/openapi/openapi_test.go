package openapi

import (
	"testing"
)

func TestMembersKeepTheirOrder(t *testing.T) {
	o := object("z", 1, "a", object("y", "<&>", "b", []string{"x"})).Set("m", nil).Set("z", 2)
	b, err := o.MarshalJSON()
	if want := `{"z":2,"a":{"y":"<&>","b":["x"]},"m":null}`; err != nil || string(b) != want {
		t.Errorf("%s, %v; want %s", b, err, want)
	}
}

func TestYAMLIsTheSameDocument(t *testing.T) {
	got, err := YAML([]byte(`{"z": "1", "a": [true, {"b": null, "text": "one: two\n- three"}]}`))
	want := "z: \"1\"\na:\n  - true\n  - b: null\n    text: |-\n      one: two\n      - three\n"
	if err != nil || string(got) != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}

func TestNamesBecomeText(t *testing.T) {
	for _, c := range []struct{ name, got, want string }{
		{"a verb", withoutName("GetPayment", "GetPayment returns a payment."), "Returns a payment."},
		{"a noun", withoutName("Payment", "Payment is money."), "Money."},
		{"another name", withoutName("Payment", "Payments are money."), "Payments are money."},
		{"words", spaced("ListSettlementTransactions"), "List settlement transactions"},
		{"a type of event", camel("verification.review_required"), "VerificationReviewRequired"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.got != c.want {
				t.Errorf("%q, want %q", c.got, c.want)
			}
		})
	}
}
