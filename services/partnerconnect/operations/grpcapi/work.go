package grpcapi

import (
	"context"

	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/work"
)

// CountWork answers with how much waits of what the person's roles list.
func (s *ReviewOperator) CountWork(ctx context.Context, _ *pcv1.CountWorkRequest) (*pcv1.CountWorkResponse, error) {
	o, _ := grpcserver.OperatorOf(ctx)
	lists := func(method string) bool {
		return o.Bootstrap || o.HasAny(grpcserver.AccessByName("partnerconnect.v1."+method).GetRoles())
	}
	asked := work.Query{
		Reviews: lists("ReviewOperatorService.ListReviews"), Lines: lists("ApprovalOperatorService.ListUnmatchedBankLines"),
		Differences: lists("ProviderOperatorService.ListDifferences"),
	}
	by := ProposedBy(ctx, "", s.Now())
	decides := approval.DecidedBy(by.Roles)
	n, err := s.Approvals.CountWork(ctx, asked, approval.Query{Kinds: decides, But: by.Person, Now: s.Now()})
	if err != nil {
		return nil, err
	}
	return &pcv1.CountWorkResponse{
		Reviews: workCount(asked.Reviews, n.Reviews), Approvals: workCount(len(decides) > 0, n.Approvals),
		BankLines: workCount(asked.Lines, n.Lines), Differences: workCount(asked.Differences, n.Differences),
	}, nil
}

// workCount is nil for what the person does not list.
func workCount(listed bool, n int) *pcv1.WorkCount {
	if !listed {
		return nil
	}
	c := work.CountOf(n)
	return &pcv1.WorkCount{Count: int32(c.Count), More: c.More}
}
