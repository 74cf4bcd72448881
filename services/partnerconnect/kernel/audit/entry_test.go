package audit

import (
	"testing"
	"time"
)

// Trails and exports have these hashes: they stay, with an operator and, as of the time before operators were recorded,
// without.
func TestHashesOfEntriesStay(t *testing.T) {
	at := time.UnixMilli(1_790_000_000_123).UTC()
	first := Entry{
		At: at, Actor: PartnerActor, Key: "key_1", Partner: "ptn_a", Merchant: "mrc_a",
		Operation: "OnboardingService.GetOnboarding", Outcome: "ok",
		RequestID: "req_1", Address: "192.0.2.1",
	}.Chained(ChainHash{}, 10)
	if want := "ece93e40642ab154e1a368835326f9f40aeee71c4fa37f0fc4fb207106219b55"; first.String() != want {
		t.Errorf("%s, want %s", first, want)
	}
	second := Entry{
		At: at.Add(time.Millisecond), Actor: OperatorActor, Key: "chn_a", Partner: "ptn_a",
		Operation: "OperatorService.SuspendPartner", Outcome: "ok",
		RequestID: "req_2", Operator: Operator{Subject: "usr_1", Name: "Anna", Roles: "administrator", Reason: "a drill"},
	}.Chained(first, 20)
	if want := "4ebcf9c90bbf1e8444b34f7384df536ae0b8ba80d3b7a74d9bc7cfe9311d5e6c"; second.String() != want {
		t.Errorf("%s, want %s", second, want)
	}
}
