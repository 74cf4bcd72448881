package leaks

import (
	"slices"
	"testing"
)

func TestWhatIsFound(t *testing.T) {
	known := Known{"482915": "a code", "Wzorcowy": "a name"}
	for name, c := range map[string]struct {
		text string
		want string // empty: nothing
	}{
		"a code":                          {"your code: 482915.", "a code"},
		"a code in a URL":                 {"/contact?code=482915", "a code"},
		"a code in JSON":                  {`{"code":"482915"}`, "a code"},
		"a fraction with its digits":      {"took 1.482915 s", ""},
		"a longer number with its digits": {"1482915 rows, 0x482915f, msg_482915", ""},
		"a name in another case":          {"user WZORCOWY is unknown", "a name"},
		"a name escaped":                  {"q=%57zorcowy", "a name"},
		"an e-mail address":               {"to <kanarek@mail.example.pl>", "an e-mail address"},
		"an e-mail address escaped":       {"/find?q=kanarek%40example.pl", "an e-mail address"},
		"a package at its version":        {"otelgrpc@v0.63.0", ""},
		"a code after a colon":            {"code:482915", "a code"},
		"a phone number":                  {"sms to +48600100200", "a phone number"},
		"a phone number escaped":          {"to=%2B48600100200&x", "a phone number"},
		"an offset of time":               {"2026-01-01T00:00:00+02:00", ""},
		"a national id":                   {"pesel 44051401359 exists", "a national id"},
		"eleven other digits":             {"after 44051401358 bytes", ""},
		"a card number":                   {"pan=4242424242424242", "a card number"},
		"a card number in groups":         {"4242 4242 4242 4242", "a card number"},
		"sixteen other digits":            {"4242424242424241", ""},
		"an account number":               {"pay PL61109010140000071219812874", "an account number"},
		"another control number":          {"pay PL62109010140000071219812874", ""},
		"an API key":                      {"Bearer pk_live_4fGh", "an API key"},
		"a signing secret":                {"secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "a signing secret"},
		"a token of our programs":         {"authorization: internal_0123456789abcdefghijkl", "a token of our programs"},
		"a link to the hosted flow": {"GET https://x.example/connect/MXxrMXxtcmNfMDEyMzQ1.abc-_09abc-_09abc-_09",
			"a link"},
		"a route of the hosted flow": {"GET /connect/{token}", ""},
		"an id, a trace and a method name": {"pay_01hzx 0af7651916cd43dd8448eb211c80319c " +
			"partnerconnect.v1.PaymentService/GetPayment", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := append(known.In(c.text), Like(c.text)...); c.want == "" && len(got) > 0 || c.want != "" &&
				!slices.Equal(got, []string{c.want}) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
	if got := (Known{"": "a cookie"}).In("text"); len(got) != 1 {
		t.Error("an empty value is searched for")
	}
}
