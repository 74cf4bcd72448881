package money

import (
	"encoding/hex"
	"testing"
	"time"
)

// Fingerprints that are stored stay valid: a release that makes others refuses repeated orders, and takes repeated
// reports for new ones.
func TestFingerprintsAreKept(t *testing.T) {
	at := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		got  []byte
		want string
	}{
		"payment": {PaymentOrder{
			Amount: 1, Currency: "PLN", ExternalRef: "order-1", Description: "Shoes",
			Customer:  Customer{"a@example.pl", "Anna", "pl"},
			ReturnURL: "https://shop.example", Method: ByBLIK, Valid: &at, Metadata: map[string]string{"k": "v"},
		}.Fingerprint(), "73037c36c6c3ca1298681706e5ad8165cba2af9ef946ea1bf5d472e0b2efe89f"},
		"payout": {PayoutOrder{
			Amount: 1, AmountSent: true, Rest: true, Currency: "PLN", ExternalRef: "p-1", Description: "May",
		}.Fingerprint(), "58d7565785c6cd4ecd36a0efbc2acba82a0296dbbae376d7b475cfcde05f85da"},
		"refund": {
			RefundOrder{Payment: "pay_1", Amount: 1, AmountSent: true, ExternalRef: "r-1"}.Fingerprint(),
			"6ebebbf34d62398d91577190c150c3f15645436fb61bc4744326285444f55339",
		},
		"payment report": {PaymentReport{
			"e", "pay_1", EngineChargedBack, 1, "PLN", at, "fraud", ByCard, "", "cb", &at,
		}.Report("mrc_1").Fingerprint, "3d3760fb7000c5650994c122b2a03c2e2ad329698c1c26f6c9b833269462265c"},
		"payout report": {
			PayoutReport{"e", "pyt_1", RailRejected, 1, "PLN", at, "closed"}.Report("mrc_1").Fingerprint,
			"853f588f7896f71c0ad93ac56390d3c69a1297db890534f63f70fa56ddca2add",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := hex.EncodeToString(c.got); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
