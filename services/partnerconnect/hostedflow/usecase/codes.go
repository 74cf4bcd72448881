package usecase

import (
	"context"
	"crypto/hmac"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/message"
)

// SendCode sends a one-time code to the visitor; [hostedflow.ErrCodeTooSoon], [hostedflow.ErrCodesUsedUp], and what a page can say of it.
func (s *Sessions) SendCode(ctx context.Context, v *hostedflow.Visit, use hostedflow.CodeUse) error {
	medium, to := v.Recipient(use)
	if to == "" {
		return hostedflow.ContactUnknown
	}
	code, origin := hostedflow.NewCode(), hostedflow.FromSession
	switch {
	case v.Session.EmailAt != nil:
	case v.KnownDevice:
		origin = hostedflow.FromDevice
	default:
		origin = hostedflow.FromStranger
	}
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if stored, err := s.store.PutCode(ctx, tx, v.Session.ID, use, v.Secret.CodeHash(use, code), v.Now); err != nil {
			return err
		} else if !stored {
			return hostedflow.ErrCodeTooSoon
		}
		if err := s.takeShare(ctx, tx, v.Session.Merchant, v.Session.Invitation, medium, origin, v.Network, v.Now); err != nil {
			return err
		}
		return s.store.InsertMessage(ctx, tx, v.Session.Merchant, message.CodeMessage(medium, to, v.Language, code), v.Now)
	})
	if errors.Is(err, hostedflow.ErrCodesUsedUp) && origin == hostedflow.FromStranger && !v.Invited() {
		return hostedflow.CodesUsedUp
	}
	return err
}

// takeShare counts a message against the share of who asks for it; [hostedflow.ErrCodesUsedUp].
func (s *Sessions) takeShare(ctx context.Context, tx pgx.Tx, ref pc.Ref, i pc.InvitationID, m message.Medium, origin hostedflow.CodeOrigin, network string, now time.Time) error {
	ofNetwork, ofHour, ofDay, err := s.store.CountCodeRequests(ctx, tx, ref, i, m, origin, network, now)
	if err != nil {
		return err
	}
	if !hostedflow.CodeShares[origin].Left(ofNetwork, ofHour, ofDay) {
		return hostedflow.ErrCodesUsedUp
	}
	return s.store.InsertCodeRequest(ctx, tx, ref, i, m, origin, network, now)
}

// VerifyCode spends a right code: the session has proved then what the code is for. A wrong one counts as a try; [hostedflow.ErrCodeWrong],
// or [hostedflow.ErrCodeSpent] when there is no code, or no try is left.
func (s *Sessions) VerifyCode(ctx context.Context, v *hostedflow.Visit, use hostedflow.CodeUse, code string) error {
	var wrong error // the try counts: the transaction commits
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		sent, tries, err := s.store.TryCode(ctx, tx, v.Session.ID, use, v.Now)
		switch {
		case err != nil:
			return err
		case !hmac.Equal(sent, v.Secret.CodeHash(use, hostedflow.Digits(code))) && tries == hostedflow.CodeTries:
			wrong = hostedflow.ErrCodeSpent
			return nil
		case !hmac.Equal(sent, v.Secret.CodeHash(use, hostedflow.Digits(code))):
			wrong = hostedflow.ErrCodeWrong
			return nil
		}
		return s.store.SpendCode(ctx, tx, v.Session.ID, use, v.Now)
	})
	if err = errors.Join(err, wrong); err != nil {
		return err
	}
	switch use {
	case hostedflow.CodeForEmail:
		v.Session.EmailAt = &v.Now
	case hostedflow.CodeForPhone:
		v.Session.PhoneAt = &v.Now
	case hostedflow.CodeForSign:
	}
	return nil
}

// SentCode reports whether a code was sent that can still be entered. In test mode, where no message is sent, it returns the code: several
// people may sign at once, each with a code of their own.
func (s *Sessions) SentCode(ctx context.Context, v *hostedflow.Visit, use hostedflow.CodeUse) (sent bool, code string, err error) {
	hash, err := s.store.SentCode(ctx, v.Session.ID, use, v.Now)
	if err != nil || hash == nil || v.Onboarding.Livemode {
		return hash != nil, "", err
	}
	codes, err := s.store.LastCodes(ctx, v.Session.Merchant)
	if i := slices.IndexFunc(codes, func(c string) bool { return hmac.Equal(hash, v.Secret.CodeHash(use, c)) }); i >= 0 {
		code = codes[i]
	}
	return true, code, err
}
