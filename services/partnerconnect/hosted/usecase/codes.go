package usecase

import (
	"context"
	"crypto/hmac"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

// SendCode sends a one-time code to the visitor; [hostedflow.CodeTooSoon], [hostedflow.ErrCodesUsedUp], and what a
// page can say of it.
func (s *Sessions) SendCode(ctx context.Context, v *hostedflow.Visit, use hostedflow.CodeUse) error {
	medium, to := v.Recipient(use)
	if to == "" {
		return hostedflow.ContactUnknown
	}
	if err := s.live.Require(v.Onboarding.Livemode, provider.MessageSender); err != nil {
		return err
	}
	m, origin := message.CodeMessage(medium, to, v.Language, s.keys), hostedflow.FromSession
	m.Invitation = v.Session.Invitation
	switch {
	case v.Session.EmailAt != nil:
	case v.KnownDevice:
		origin = hostedflow.FromDevice
	default:
		origin = hostedflow.FromStranger
	}
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		hash := v.Secret.CodeHash(use, m.Code(s.keys))
		if stored, err := s.store.PutCode(ctx, tx, v.Session.ID, use, hash, v.Now); err != nil {
			return err
		} else if !stored {
			return s.notSent(ctx, tx, v, use)
		}
		if err := s.takeShare(ctx, tx, hostedflow.CodeRequest{
			Merchant: v.Session.Merchant, Invitation: v.Session.Invitation, Medium: medium, Origin: origin, Network: v.Network,
			At: v.Now,
		}); err != nil {
			return err
		}
		return s.store.InsertMessage(ctx, tx, v.Session.Merchant, m, v.Now)
	})
	if errors.Is(err, hostedflow.ErrCodesUsedUp) && origin == hostedflow.FromStranger && !v.Invited() {
		return hostedflow.CodesUsedUp
	}
	return err
}

// notSent is why another code is not sent: the last one was sent a moment ago, or too many were in this session.
func (s *Sessions) notSent(ctx context.Context, tx pgx.Tx, v *hostedflow.Visit, use hostedflow.CodeUse) error {
	last, err := s.store.CodeSentAt(ctx, tx, v.Session.ID, use)
	if err != nil {
		return err
	}
	if wait := last.Add(hostedflow.CodeResend).Sub(v.Now); wait > 0 {
		return hostedflow.CodeTooSoon{Wait: wait}
	}
	return hostedflow.ErrCodesUsedUp
}

// takeShare counts a message against the share of who asks for it; [hostedflow.ErrCodesUsedUp].
func (s *Sessions) takeShare(ctx context.Context, tx pgx.Tx, r hostedflow.CodeRequest) error {
	ofNetwork, ofHour, ofDay, err := s.store.CountCodeRequests(ctx, tx, r)
	if err != nil {
		return err
	}
	if !hostedflow.CodeShares[r.Origin].Left(ofNetwork, ofHour, ofDay) {
		return hostedflow.ErrCodesUsedUp
	}
	return s.store.InsertCodeRequest(ctx, tx, r)
}

// VerifyCode spends a right code: the session has proved then what the code is for. A wrong one counts as a try;
// [hostedflow.ErrCodeWrong], or [hostedflow.ErrCodeSpent] when there is no code, or no try is left.
func (s *Sessions) VerifyCode(ctx context.Context, v *hostedflow.Visit, use hostedflow.CodeUse, code string) error {
	return s.verifyCodes(ctx, v, sentCode{use, code})
}

// VerifyCodes is VerifyCode for several codes, all of which are spent, or none. Its error is a
// [hostedflow.CodeRefused].
func (s *Sessions) VerifyCodes(
	ctx context.Context, v *hostedflow.Visit, c Codes, byEmail, byPhone hostedflow.CodeUse,
) error {
	return s.verifyCodes(ctx, v, sentCode{byEmail, c.Email}, sentCode{byPhone, c.Phone})
}

// Codes are the two codes that prove both contacts once more.
type Codes struct{ Email, Phone string }

// SendCodes sends both codes.
func (s *Sessions) SendCodes(ctx context.Context, v *hostedflow.Visit, byEmail, byPhone hostedflow.CodeUse) error {
	if err := s.SendCode(ctx, v, byEmail); err != nil {
		return err
	}
	return s.SendCode(ctx, v, byPhone)
}

// A sentCode is one that a person entered.
type sentCode struct {
	use  hostedflow.CodeUse
	code string
}

func (s *Sessions) verifyCodes(ctx context.Context, v *hostedflow.Visit, codes ...sentCode) error {
	var wrong error // the tries count: the transaction commits
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		wrong = nil
		for _, c := range codes {
			why, left, err := s.tryCode(ctx, tx, v, c)
			switch {
			case err != nil:
				return err
			case why != nil && wrong == nil:
				wrong = hostedflow.CodeRefused{Use: c.use, Why: why, Left: left}
			}
		}
		for i := 0; i < len(codes) && wrong == nil; i++ {
			if err := s.store.SpendCode(ctx, tx, v.Session.ID, codes[i].use, v.Now); err != nil {
				return err
			}
		}
		return nil
	})
	if err = errors.Join(err, wrong); err != nil {
		return err
	}
	for _, c := range codes {
		switch c.use {
		case hostedflow.CodeForEmail:
			v.Session.EmailAt = &v.Now
		case hostedflow.CodeForPhone:
			v.Session.PhoneAt = &v.Now
		}
	}
	return nil
}

// tryCode counts a try, and returns why the code does not count, and how many tries are left.
func (s *Sessions) tryCode(
	ctx context.Context, tx pgx.Tx, v *hostedflow.Visit, c sentCode,
) (why error, left int, err error) {
	sent, tries, err := s.store.TryCode(ctx, tx, v.Session.ID, c.use, v.Now)
	right := hmac.Equal(sent, v.Secret.CodeHash(c.use, hostedflow.Digits(c.code)))
	switch {
	case err == nil && !right && tries == hostedflow.CodeTries:
		err = hostedflow.ErrCodeSpent
	case err == nil && !right:
		err = hostedflow.ErrCodeWrong
	}
	if errors.Is(err, hostedflow.ErrCodeSpent) || errors.Is(err, hostedflow.ErrCodeWrong) {
		return err, hostedflow.CodeTries - tries, nil
	}
	return nil, 0, err
}

// SentCode reports whether a code was sent that can still be entered. In test mode, where no message is sent, it
// returns the code: several people may sign at the same time, each with a code of their own.
func (s *Sessions) SentCode(
	ctx context.Context, v *hostedflow.Visit, use hostedflow.CodeUse,
) (sent bool, code string, err error) {
	hash, err := s.store.SentCode(ctx, v.Session.ID, use, v.Now)
	if err != nil || hash == nil || v.Onboarding.Livemode {
		return hash != nil, "", err
	}
	messages, err := s.store.LastCodes(ctx, v.Session.Merchant)
	for _, m := range messages {
		if c := m.Code(s.keys); hmac.Equal(hash, v.Secret.CodeHash(use, c)) {
			return true, c, err
		}
	}
	return true, "", err
}
