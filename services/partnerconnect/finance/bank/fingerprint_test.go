package bank

import (
	"encoding/hex"
	"testing"
	"time"
)

// Lines and reports that are stored are recognised by every later release.
func TestFingerprintsAreKept(t *testing.T) {
	booking := Booking{"PLN", 100, "2026-11-20", "", "e2e", "batch", "PL61", []string{"Order 1", "from Anna"}}
	referenced := booking
	referenced.BankRef = "ref"
	at := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	transfer := ReportedTransfer{
		"e", "PL61", 100, "PLN", Sender{Name: "Anna", Account: "PL27", For: "Jan", Remittance: "Order 1"}, at,
	}
	for name, c := range map[string]struct{ got, want string }{
		"booking":                 {booking.Fingerprint(), "558a9062fe39938b55dfe84d59049570"},
		"booking with references": {referenced.Fingerprint(), "e614623ba6151e98b1ea9c74ae6797e9"},
		"wording":                 {booking.Wording(), "cd64dcf4b077"},
		"incoming transfer": {
			hex.EncodeToString(transfer.Report().Fingerprint),
			"3b243d9a60a9dbeacf427f02d8512775f25c854b96674045fc420867332eab1e",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if c.got != c.want {
				t.Errorf("%s, want %s", c.got, c.want)
			}
		})
	}
}
