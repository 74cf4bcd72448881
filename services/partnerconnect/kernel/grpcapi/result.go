package grpcapi

import (
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

var reportOutcomes = map[provider.Outcome]providersv1.ReportOutcome{
	provider.Applied:   providersv1.ReportOutcome_REPORT_OUTCOME_APPLIED,
	provider.Unchanged: providersv1.ReportOutcome_REPORT_OUTCOME_UNCHANGED,
	provider.Differs:   providersv1.ReportOutcome_REPORT_OUTCOME_DIFFERENCE,
}

// ResultMessage is the answer to a report.
func ResultMessage(r provider.Result) *providersv1.ReportResult {
	return &providersv1.ReportResult{Outcome: reportOutcomes[r.Outcome], Difference: r.Difference}
}
