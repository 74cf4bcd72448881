package app

import (
	"maps"
	"slices"
	"testing"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/testkit/contract"
)

// The values of the code are those that the contract lists.
func TestEnumerationsOfTheContract(t *testing.T) {
	t.Parallel()
	checks := map[string]bool{}
	for _, list := range webhooks.VerificationKinds {
		for _, c := range list {
			checks[c] = true
		}
	}
	for name, err := range map[string]error{
		"verification": contract.SameValues("VerificationStatus", webhooks.VerificationStatuses...),
		"kind":         contract.SameValues("VerificationKind", slices.Collect(maps.Keys(webhooks.VerificationKinds))...),
		"check":        contract.SameValues("CheckType", slices.Collect(maps.Keys(checks))...),
		"result": contract.SameValues("CheckStatus",
			append([]string{webhooks.CheckPending, webhooks.CheckNotRun}, webhooks.CheckResults...)...),
		"outcome": contract.SameValues("CheckOutcome", webhooks.CheckResults...),
		"reason":  contract.SameValues("ReasonCode", webhooks.ReasonCodes...),
		"delivery": contract.SameValues("DeliveryStatus", webhooks.DeliveryPending, webhooks.DeliveryDelivered,
			webhooks.DeliveryFailed,
			webhooks.DeliveryCancelled),
		"health": contract.SameValues("EndpointHealthState", webhooks.Healthy, webhooks.Degraded, webhooks.Failing,
			webhooks.Inactive),
		"ownership": contract.SameValues("EndpointOwnershipState", webhooks.Unproven, webhooks.ProofRequired,
			webhooks.Proven),
		"interval": contract.SameValues("StatisticsInterval", webhooks.StatisticsIntervals...),
		"recovery": contract.SameValues("RecoveryStatus", webhooks.RecoveryRunning, webhooks.RecoveryCompleted,
			webhooks.RecoveryCancelled),
		"missed": contract.SameValues("MissedStatus", webhooks.AllUnsent...),

		"authentication": contract.SameValues("AuthenticationType", webhooks.AuthenticationTypes...),
		"step":           contract.SameValues("AttemptStep", webhooks.AttemptSteps...),
	} {
		t.Run(name, func(t *testing.T) {
			if err != nil {
				t.Error(err)
			}
		})
	}
}
