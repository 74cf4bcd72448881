package usecase

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/work"
)

// Approvals carries out acts that may need a second person by the policy: immediately if they do not, and else once
// that person confirms them.
type Approvals struct {
	pool     *pgxpool.Pool
	policy   approval.Policy
	store    postgres.Store
	reviews  *Reviews
	payments *financeusecase.Payments
	lines    *financeusecase.Lines
	keep     onboarding.Retention
}

// NewApprovals returns the use cases; keep says how long personal data cannot be erased.
func NewApprovals(
	pool *pgxpool.Pool, policy approval.Policy, reviews *Reviews, payments *financeusecase.Payments,
	lines *financeusecase.Lines, keep onboarding.Retention,
) *Approvals {
	return &Approvals{pool: pool, policy: policy, reviews: reviews, payments: payments, lines: lines, keep: keep}
}

// By is who acts, and why.
type By struct {
	Audit  audit.Entry
	Person string // subject of the person; empty: none, as with the internal token
	Roles  []string
	Reason string
}

// decides returns an error unless the person decides on approvals of a kind. Without a person the rules of approvals
// refuse.
func (by By) decides(k approval.Kind) error {
	if by.Person == "" {
		return nil
	}
	return k.Decides(by.Roles)
}

// Approve makes a merchant active, or returns the approval that another person must confirm first.
func (s *Approvals) Approve(
	ctx context.Context, ref pc.Ref, seen onboarding.Seen, by By,
) (o onboarding.Onboarding, proposed *approval.Approval, err error) {
	o, err = s.reviews.Approve(ctx, ref, by.Audit, func(tx pgx.Tx, o onboarding.Onboarding) error {
		proposed = nil // of an attempt that was repeated
		if err := seen.Check(&o); err != nil {
			return err
		}
		if !s.policy.Requires(o.Livemode) {
			return nil
		}
		if err := review.Approve(&o); err != nil {
			return err
		}
		proposed, err = s.propose(ctx, tx, by, approval.Action{
			Kind: approval.Activation, Merchant: o.Ref, Livemode: o.Livemode, Subject: string(o.Ref),
			Terms: approval.Terms{Version: o.Version},
		})
		return err
	})
	return o, proposed, err
}

// RefundPayment gives some of a payment back, or all that is left of it for an amount of 0, or returns the approval
// that another person must confirm first. Its amount is what was left when it was proposed.
func (s *Approvals) RefundPayment(
	ctx context.Context, op delegation.Operation, id money.PaymentID, amount int64, by By,
) (m delegation.Merchant, p money.Payment, proposed *approval.Approval, err error) {
	m, p, err = s.payments.RefundPayment(ctx, op, id, amount, &by.Person, func(
		tx pgx.Tx, p money.Payment, amount int64,
	) error {
		proposed = nil
		ofPayment, byPerson, err := s.payments.SoleRefunds(ctx, tx, p, by.Person, op.Now.Add(-approval.RefundWindow))
		if err != nil ||
			!s.policy.Refund(p.Livemode, p.Currency, amount, approval.Refunded{OfPayment: ofPayment, ByPerson: byPerson}) {
			return err
		}
		if err := p.Refund(amount, op.Now); err != nil {
			return err
		}
		proposed, err = s.propose(ctx, tx, by, approval.Action{
			Kind: approval.Refund, Merchant: p.Merchant, Livemode: p.Livemode, Subject: string(p.ID),
			Terms: approval.Terms{Amount: amount, Currency: p.Currency},
		})
		return err
	})
	return m, p, proposed, err
}

// BookTransfer notes a verification transfer that no statement had, or returns the approval that another person must
// confirm first: one that matched verifies where payouts go.
func (s *Approvals) BookTransfer(
	ctx context.Context, ref pc.Ref, outcome string, by By,
) (o onboarding.Onboarding, proposed *approval.Approval, err error) {
	o, err = s.reviews.BookTransfer(ctx, ref, outcome, by.Audit, s.verifies(ctx, by, outcome, &proposed))
	return o, proposed, err
}

// MatchTransfer explains a line of the bank by a verification transfer, and returns its amount. It is noted as
// BookTransfer does. Nothing leaves for an account that the operator names before another person confirms it.
func (s *Approvals) MatchTransfer(
	ctx context.Context, t financeusecase.TransferMatch, by By,
) (proposed *approval.Approval, err error) {
	err = s.lines.MatchTransfer(ctx, by.Audit, t, financeusecase.TransferGates{
		Receive: s.verifies(ctx, by, t.Outcome, &proposed),
		Return: func(tx pgx.Tx, o onboarding.Onboarding, l bank.Line) (string, error) {
			proposed = nil // of an attempt that was repeated
			if !s.policy.Requires(o.Livemode) {
				return "", nil
			}
			action := approval.Action{
				Kind: approval.TransferReturn, Merchant: o.Ref, Livemode: o.Livemode, Subject: string(o.Ref), Terms: approval.Terms{
					Amount: l.Amount, Currency: l.Currency, Version: o.Version, Account: l.Account, Line: l.Ref, Outcome: t.Outcome,
				},
			}
			if err := s.onlyReturn(ctx, tx, l, action, by.Audit.At); err != nil {
				return "", err
			}
			proposed, err = s.propose(ctx, tx, by, action)
			if proposed == nil {
				return "", err
			}
			return string(proposed.ID), err
		},
	})
	return proposed, err
}

// onlyReturn refuses a return of a line while another return of it waits for a second person: the line keeps one
// account, and it must stay the one that the second person has seen.
func (s *Approvals) onlyReturn(
	ctx context.Context, tx pgx.Tx, l bank.Line, action approval.Action, now time.Time,
) error {
	if l.Sender == nil || l.Sender.Proposed == nil {
		return nil
	}
	a, err := s.store.Approval(ctx, tx, approval.ID(l.Sender.Proposed.Approval))
	switch {
	case errors.Is(err, approval.ErrNotFound):
		return nil
	case err != nil:
		return err
	case a.At(now).Status != approval.Pending || a.Action == action:
		return nil
	}
	return bank.ErrReturnProposed.WithExtension("approval_id", string(a.ID))
}

// verifies proposes, in the transaction of a transfer, that it verifies the account; into is the approval then.
func (s *Approvals) verifies(
	ctx context.Context, by By, outcome string, into **approval.Approval,
) func(tx pgx.Tx, o onboarding.Onboarding) error {
	return func(tx pgx.Tx, o onboarding.Onboarding) (err error) {
		*into = nil // of an attempt that was repeated
		if outcome != signing.TransferMatched || !s.policy.Requires(o.Livemode) {
			return nil
		}
		version := o.Version
		if err := signing.ReceiveTransfer(&o, outcome, by.Audit.At); err != nil {
			return err
		}
		*into, err = s.propose(ctx, tx, by, approval.Action{
			Kind: approval.PayoutAccount, Merchant: o.Ref, Livemode: o.Livemode, Subject: string(o.Ref),
			Terms: approval.Terms{Version: version},
		})
		return err
	}
}

// Reveal returns fields in clear, in their order, of an applicant, or of the person of an invitation when one is named,
// and notes in the same transaction who saw them and why. A national id that needs a second person is left out, and the
// approval that another must confirm is returned, until that has been done.
func (s *Approvals) Reveal(
	ctx context.Context, ref pc.Ref, invitation pc.InvitationID, fields []string, by By,
) (shown []review.Revealed, proposed *approval.Approval, err error) {
	entry := by.Audit
	entry.Key = strings.Join(fields, ",")
	if invitation != "" {
		entry.Key = string(invitation) + ": " + entry.Key
	}
	err = s.reviews.Read(ctx, ref, entry, func(tx pgx.Tx, o onboarding.Onboarding) error {
		proposed = nil // of an attempt that was repeated
		if invitation != "" {
			shown, err = review.RevealInvited(o, invitation, fields)
			return err
		}
		allowed := fields
		if slices.Contains(fields, review.NationalID) && s.policy.Requires(o.Livemode) {
			action := approval.Action{
				Kind: approval.RevealNationalID, Merchant: o.Ref, Livemode: o.Livemode, Subject: string(o.Ref),
				Terms: approval.Terms{Person: by.Person},
			}
			confirmed, err := s.store.Confirmed(ctx, tx, action, by.Audit.At.Add(-approval.RevealedFor))
			if err != nil {
				return err
			}
			if !confirmed {
				allowed = slices.DeleteFunc(slices.Clone(fields), func(f string) bool { return f == review.NationalID })
				if proposed, err = s.propose(ctx, tx, by, action); !errors.Is(err, pc.ErrUnchanged) {
					return err
				}
			}
		}
		shown = review.Reveal(o, allowed)
		return nil
	})
	return shown, proposed, err
}

// Erase erases the personal data of a merchant at a person's demand, or returns the approval that another person must
// confirm first. The error says why it cannot be erased: [onboarding.Retention.CheckErasure], or that money is not
// settled.
func (s *Approvals) Erase(
	ctx context.Context, ref pc.Ref, by By,
) (o onboarding.Onboarding, proposed *approval.Approval, err error) {
	o, err = s.reviews.Erase(ctx, ref, s.keep, by.Audit, func(tx pgx.Tx, o onboarding.Onboarding) error {
		proposed = nil // of an attempt that was repeated
		if !s.policy.Requires(o.Livemode) {
			return nil
		}
		if err := s.keep.CheckErasure(o, by.Audit.At); err != nil {
			return err
		}
		proposed, err = s.propose(ctx, tx, by, approval.Action{
			Kind: approval.Erasure, Merchant: o.Ref, Livemode: o.Livemode, Subject: string(o.Ref),
			Terms: approval.Terms{Version: o.Version},
		})
		return err
	})
	return o, proposed, err
}

// propose stores a proposal. Its error is pc.ErrUnchanged when it is stored: what is proposed is not done in this
// transaction.
func (s *Approvals) propose(ctx context.Context, tx pgx.Tx, by By, action approval.Action) (*approval.Approval, error) {
	a, err := approval.Propose(action, by.Person, by.Reason, by.Audit.At)
	if err != nil {
		return nil, err
	}
	a.ProposedByName = by.Audit.Name
	if a, err = s.store.Propose(ctx, tx, a); err != nil {
		return nil, err
	}
	return &a, pc.ErrUnchanged
}

// Confirm does what another person proposed. The confirmation is in the transaction of the act, so that one of several
// concurrent ones commits.
func (s *Approvals) Confirm(ctx context.Context, id approval.ID, by By) (approval.Approval, error) {
	a, err := s.store.Approval(ctx, s.pool, id)
	if err != nil {
		return a, err
	}
	if err := by.decides(a.Kind); err != nil {
		return a, err
	}
	confirm := func(tx pgx.Tx) error {
		if a, err = s.store.Lock(ctx, tx, id); err != nil {
			return err
		}
		if err := a.Confirm(by.Person, by.Audit.At); err != nil {
			return err
		}
		a.DecidedByName = by.Audit.Name
		return s.store.Decide(ctx, tx, a)
	}
	ofOnboarding := func(tx pgx.Tx, o onboarding.Onboarding) error {
		if err := confirm(tx); err != nil {
			return err
		}
		if o.Version != a.Terms.Version {
			return approval.ErrChanged
		}
		return nil
	}
	switch a.Kind {
	case approval.Activation:
		_, err = s.reviews.Approve(ctx, a.Merchant, by.Audit, ofOnboarding)
	case approval.PayoutAccount:
		_, err = s.reviews.BookTransfer(ctx, a.Merchant, signing.TransferMatched, by.Audit, ofOnboarding)
	case approval.TransferReturn:
		err = s.lines.MatchTransfer(ctx, by.Audit, financeusecase.TransferMatch{
			Account: a.Terms.Account, Ref: a.Terms.Line, Merchant: a.Merchant, Outcome: a.Terms.Outcome, Proposal: string(a.ID),
		}, financeusecase.TransferGates{
			Return:  func(tx pgx.Tx, o onboarding.Onboarding, _ bank.Line) (string, error) { return "", ofOnboarding(tx, o) },
			Receive: func(pgx.Tx, onboarding.Onboarding) error { return nil }, // it is confirmed with the return
		})
	case approval.Erasure:
		_, err = s.reviews.Erase(ctx, a.Merchant, s.keep, by.Audit, ofOnboarding)
	case approval.Refund:
		op := delegation.SystemOperation(by.Audit.Actor, "", by.Audit.At)
		op.Audit = by.Audit
		_, _, err = s.payments.RefundPayment(
			ctx, op, money.PaymentID(a.Subject), a.Terms.Amount, nil,
			func(tx pgx.Tx, _ money.Payment, _ int64) error { return confirm(tx) },
		)
	case approval.RevealNationalID:
		err = s.reviews.Read(ctx, a.Merchant, by.Audit, func(tx pgx.Tx, _ onboarding.Onboarding) error { return confirm(tx) })
	default:
		err = fmt.Errorf("approval %s is of the unknown kind %s", a.ID, a.Kind)
	}
	return a, err
}

// Reject ends what was proposed.
func (s *Approvals) Reject(ctx context.Context, id approval.ID, by By) (a approval.Approval, err error) {
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if a, err = s.store.Lock(ctx, tx, id); err != nil {
			return err
		}
		if err := by.decides(a.Kind); err != nil {
			return err
		}
		if err := a.Reject(by.Person, by.Reason, by.Audit.At); err != nil {
			return err
		}
		a.DecidedByName = by.Audit.Name
		if err := s.store.Decide(ctx, tx, a); err != nil {
			return err
		}
		entry := by.Audit
		entry.Merchant = a.Merchant
		return kernelpg.InsertAudit(ctx, tx, entry)
	})
	return a, err
}

// Details returns an approval; ErrNotFound. While it waits, a person whose role decides on its kind also gets its
// subject, masked, and an entry in the audit trail.
func (s *Approvals) Details(
	ctx context.Context, id approval.ID, by By,
) (a approval.Approval, subject []review.Revealed, err error) {
	if a, err = s.store.Approval(ctx, s.pool, id); err != nil {
		return a, nil, err
	}
	a = a.At(by.Audit.At)
	if shown := a.Status == approval.Pending && by.decides(a.Kind) == nil; !shown {
		return a, nil, nil
	}
	if subject, err = s.reviews.Subject(ctx, a.Merchant); err != nil {
		return a, nil, err
	}
	entry := by.Audit
	entry.Merchant = a.Merchant
	return a, subject, kernelpg.InsertAudit(ctx, s.pool, entry)
}

// CountWork counts what waits for a person: what w asks for, and the approvals of a query.
func (s *Approvals) CountWork(ctx context.Context, w work.Query, of approval.Query) (postgres.Waiting, error) {
	return postgres.WorkStore{}.Count(ctx, s.pool, w, of)
}

// Changes returns what the confirmation of each of a list changes; labels are those of its merchants.
func (s *Approvals) Changes(
	ctx context.Context, list []approval.Approval, labels map[pc.Ref]review.Label,
) (map[approval.ID][]approval.Change, error) {
	var refunded []money.PaymentID
	var returned []bank.LineKey
	for _, a := range list {
		switch {
		case a.Status != approval.Pending:
		case a.Kind == approval.Refund:
			refunded = append(refunded, money.PaymentID(a.Subject))
		case a.Kind == approval.TransferReturn:
			returned = append(returned, bank.LineKey{Account: a.Terms.Account, Ref: a.Terms.Line})
		}
	}
	payments, err := s.payments.PaymentsOf(ctx, refunded)
	if err != nil {
		return nil, err
	}
	returnedTo, err := s.returnedTo(ctx, returned)
	if err != nil {
		return nil, err
	}
	out := map[approval.ID][]approval.Change{}
	for _, a := range list {
		label, known := labels[a.Merchant]
		if a.Status != approval.Pending || !known {
			continue
		}
		p := payments[money.PaymentID(a.Subject)]
		now := approval.Current{
			Status: string(label.Status), Account: label.Account, Replaced: label.Replaced,
			GivenBack: p.Refunded + p.Refunding, Amount: p.Amount, ReturnedTo: returnedTo[a.ID],
		}
		out[a.ID] = a.Changes(now)
	}
	return out, nil
}

// returnedTo are the accounts to which lines of the bank are returned, masked, by the approvals that do it. A line that
// is explained has none.
func (s *Approvals) returnedTo(ctx context.Context, keys []bank.LineKey) (map[approval.ID]string, error) {
	lines, err := s.lines.UnmatchedOf(ctx, keys)
	out := make(map[approval.ID]string, len(lines))
	for _, l := range lines {
		if l.Sender != nil && l.Sender.Proposed != nil {
			out[approval.ID(l.Sender.Proposed.Approval)] = field.MaskIBAN(l.Sender.Proposed.IBAN)
		}
	}
	return out, err
}

// UnmatchedLines returns lines of the bank that nothing explains, the oldest first, or only one. A return of a line is
// shown with it while it waits for a second person.
func (s *Approvals) UnmatchedLines(
	ctx context.Context, now time.Time, only bank.LineKey, limit int,
) ([]bank.Line, error) {
	lines, err := s.lines.ListUnmatched(ctx, only, limit)
	if err != nil {
		return nil, err
	}
	var proposed []string
	for _, l := range lines {
		if l.Sender != nil && l.Sender.Proposed != nil {
			proposed = append(proposed, l.Sender.Proposed.Approval)
		}
	}
	waiting, err := s.store.Waiting(ctx, s.pool, proposed, now)
	for _, l := range lines {
		if l.Sender != nil && l.Sender.Proposed != nil && !slices.Contains(waiting, l.Sender.Proposed.Approval) {
			l.Sender.Proposed = nil
		}
	}
	return lines, err
}

// List returns a page of approvals, newest first.
func (s *Approvals) List(ctx context.Context, q approval.Query) ([]approval.Approval, error) {
	return s.store.Approvals(ctx, s.pool, q)
}
