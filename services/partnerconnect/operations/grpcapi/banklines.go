package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
)

// maxLines is how many lines one answer has.
const maxLines = 1000

// ListUnmatchedBankLines answers with the lines that no payout explains.
func (s *ApprovalOperator) ListUnmatchedBankLines(
	ctx context.Context, req *pcv1.ListUnmatchedBankLinesRequest,
) (*pcv1.ListUnmatchedBankLinesResponse, error) {
	only := bank.LineKey{Account: req.GetAccount(), Ref: req.GetRef()}
	switch {
	case only.Account == "" && only.Ref != "":
		return nil, fault.Field("/account", "required", "must be given with ref: it is unique within an account")
	case only.Account != "" && only.Ref == "":
		return nil, fault.Field("/ref", "required", "must be given with account; without both all lines are listed")
	}
	lines, err := s.approvals.UnmatchedLines(ctx, s.now(), only, maxLines)
	if err != nil {
		return nil, err
	}
	resp := &pcv1.ListUnmatchedBankLinesResponse{}
	for _, l := range lines {
		m := &pcv1.BankLine{
			Account: l.Account, Ref: l.Ref, StatementId: l.Statement, FileName: l.File, Amount: l.Amount, Currency: l.Currency,
			Code:   l.Code,
			Reason: l.Reason, PayoutId: string(l.Payout), CreatedAt: timestamppb.New(l.At),
		}
		if l.BookedOn != nil {
			m.BookedOn = l.BookedOn.Format(time.DateOnly)
		}
		if l.Sender != nil {
			m.SenderIban, m.SenderName, m.Title = l.Sender.Account, l.Sender.Name, l.Sender.Remittance
			if r := l.Sender.Proposed; r != nil {
				m.ProposedReturnIban, m.ProposedReturnName, m.ApprovalId = r.IBAN, r.Name, r.Approval
			}
		}
		resp.Data = append(resp.Data, m)
	}
	return resp, nil
}

// MatchBankLine answers with what is left to confirm.
func (s *ApprovalOperator) MatchBankLine(
	ctx context.Context, req *pcv1.MatchBankLineRequest,
) (*pcv1.MatchBankLineResponse, error) {
	by := kernelgrpc.AuditEntry(ctx, kernelgrpc.Now(s.now))
	var proposed *approval.Approval
	var err error
	switch {
	case (req.GetPayoutId() == "") == (req.GetMerchantRef() == ""):
		err = fault.Field("/payout_id", "exclusive", "give either payout_id or merchant_ref")
	case (req.GetOutcome() == "") != (req.GetMerchantRef() == ""):
		err = fault.Field("/outcome", "required", "must be given with merchant_ref, and only with it")
	case req.GetMerchantRef() == "" && req.GetReturnIban()+req.GetReturnName() != "":
		err = fault.Field("/return_iban", "not_allowed", "return_iban and return_name must be given only with merchant_ref")
	case req.GetMerchantRef() != "":
		proposed, err = s.approvals.MatchTransfer(ctx, financeusecase.TransferMatch{
			Account: req.GetAccount(), Ref: req.GetRef(), Merchant: pc.Ref(req.GetMerchantRef()), Outcome: req.GetOutcome(),
			Name: req.GetReturnName(), IBAN: req.GetReturnIban(),
		}, ProposedBy(ctx, "", by.At))
	default:
		op := delegation.SystemOperation(audit.OperatorActor, "", by.At)
		op.Audit = by
		err = s.lines.MatchPayout(ctx, op, req.GetAccount(), req.GetRef(), money.PayoutID(req.GetPayoutId()))
	}
	if err != nil {
		return nil, err
	}
	return &pcv1.MatchBankLineResponse{Approval: ApprovalMessage(proposed)}, nil
}

// CloseBankLine answers with nothing.
func (s *ApprovalOperator) CloseBankLine(
	ctx context.Context, req *pcv1.CloseBankLineRequest,
) (*pcv1.CloseBankLineResponse, error) {
	if req.GetCollected() && req.GetRepeated() {
		return nil, fault.Field("/repeated", "exclusive", "give either collected or repeated")
	}
	by := kernelgrpc.AuditEntry(ctx, kernelgrpc.Now(s.now))
	err := s.lines.Close(ctx, by, req.GetAccount(), req.GetRef(), bank.Resolution{
		Text: req.GetResolution(), Collected: req.GetCollected(), Repeated: req.GetRepeated(),
	})
	if err != nil {
		return nil, err
	}
	return &pcv1.CloseBankLineResponse{}, nil
}
