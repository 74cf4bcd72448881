package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	merchantpg "github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
)

const (
	// A code that was sent less than a minute ago stays, and so does the last of ten.
	putCode = `
		INSERT INTO hosted_codes (session_id, use, hash, tries, sent, sent_at, expires_at)
		VALUES (@id, @use, @hash, 0, 1, @now, @expires)
		ON CONFLICT (session_id, use) DO UPDATE
		SET    hash = excluded.hash, tries = 0, sent = hosted_codes.sent + 1, sent_at = excluded.sent_at,
		       expires_at = excluded.expires_at
		WHERE  hosted_codes.sent_at <= @latest AND hosted_codes.sent < @most`
	sessionDataKey = `SELECT data_key FROM onboardings WHERE ref = @ref`
	// The row is locked, so that those who ask at once are counted one after the other.
	lockForCodes  = `SELECT FROM onboardings WHERE ref = @ref FOR NO KEY UPDATE`
	countRequests = `
		SELECT count(*) FILTER (WHERE requested_at > @hour AND network = @network),
		       count(*) FILTER (WHERE requested_at > @hour), count(*)
		FROM   code_requests
		WHERE  onboarding_ref = @ref AND invitation_id = @invitation AND medium = @medium AND origin = @origin
		       AND requested_at > @day`
	insertRequest = `
		INSERT INTO code_requests (onboarding_ref, invitation_id, medium, origin, network, requested_at)
		VALUES (@ref, @invitation, @medium, @origin, @network, @now)`
)

const codeSentAt = `SELECT sent_at FROM hosted_codes WHERE session_id = @id AND use = @use`

// CodeSentAt returns when the last code for a use was sent.
func (s *Store) CodeSentAt(
	ctx context.Context, tx pgx.Tx, id hostedflow.SessionID, use hostedflow.CodeUse,
) (at time.Time, err error) {
	err = tx.QueryRow(ctx, codeSentAt, pgx.StrictNamedArgs{"id": id[:], "use": use}).Scan(&at)
	return at, err
}

// PutCode stores the hash of a one-time code; false when one was sent less than a minute ago, or too many in the
// session.
func (s *Store) PutCode(
	ctx context.Context, tx pgx.Tx, id hostedflow.SessionID, use hostedflow.CodeUse, hash []byte, now time.Time,
) (bool, error) {
	tag, err := tx.Exec(ctx, putCode, pgx.StrictNamedArgs{
		"id": id[:], "use": use, "hash": hash, "now": now, "expires": now.Add(hostedflow.CodeLife),
		"latest": now.Add(-hostedflow.CodeResend),
		"most":   hostedflow.CodesPerUse,
	})
	return tag.RowsAffected() > 0, err
}

// CountCodeRequests counts the requests like r before it: from its network within the hour, within the hour, and within
// the day.
func (s *Store) CountCodeRequests(
	ctx context.Context, tx pgx.Tx, r hostedflow.CodeRequest,
) (ofNetwork, ofHour, ofDay int, err error) {
	if _, err = tx.Exec(ctx, lockForCodes, pgx.StrictNamedArgs{"ref": r.Merchant}); err != nil {
		return 0, 0, 0, err
	}
	err = tx.QueryRow(ctx, countRequests, pgx.StrictNamedArgs{
		"ref": r.Merchant, "invitation": r.Invitation, "medium": r.Medium, "origin": r.Origin, "network": r.Network,
		"hour": r.At.Add(-time.Hour), "day": r.At.Add(-24 * time.Hour),
	}).Scan(&ofNetwork, &ofHour, &ofDay)
	return ofNetwork, ofHour, ofDay, err
}

// InsertCodeRequest counts one more.
func (s *Store) InsertCodeRequest(ctx context.Context, tx pgx.Tx, r hostedflow.CodeRequest) error {
	_, err := tx.Exec(ctx, insertRequest, pgx.StrictNamedArgs{
		"ref": r.Merchant, "invitation": r.Invitation, "medium": r.Medium, "origin": r.Origin, "network": r.Network,
		"now": r.At,
	})
	return err
}

// InsertMessage stores a message of an onboarding, sealed with its key, to be sent.
func (s *Store) InsertMessage(ctx context.Context, tx pgx.Tx, ref pc.Ref, m message.Message, now time.Time) error {
	var sealed []byte
	if err := tx.QueryRow(ctx, sessionDataKey, pgx.StrictNamedArgs{"ref": ref}).Scan(&sealed); err != nil {
		return err
	}
	key, err := rowseal.OpenRowKey(s.keys, ref, sealed)
	if err != nil {
		return err
	}
	return merchantpg.InsertMessage(ctx, tx, key, ref, m, now)
}

const (
	tryCode = `
		UPDATE hosted_codes SET tries = tries + 1
		WHERE session_id = @id AND use = @use AND tries < @most AND expires_at > @now
		RETURNING hash, tries`
	spendCode  = `DELETE FROM hosted_codes WHERE session_id = @id AND use = @use`
	proveEmail = `UPDATE hosted_sessions SET email_at = @now WHERE id = @id`
	provePhone = `UPDATE hosted_sessions SET phone_at = @now WHERE id = @id`
)

// TryCode counts a try and returns the hash of the code that was sent; ErrCodeSpent when there is none, or no try is
// left.
func (s *Store) TryCode(
	ctx context.Context, tx pgx.Tx, id hostedflow.SessionID, use hostedflow.CodeUse, now time.Time,
) (hash []byte, tries int, err error) {
	args := pgx.StrictNamedArgs{"id": id[:], "use": use, "most": hostedflow.CodeTries, "now": now}
	err = tx.QueryRow(ctx, tryCode, args).Scan(&hash, &tries)
	if errors.Is(err, pgx.ErrNoRows) {
		err = hostedflow.ErrCodeSpent
	}
	return hash, tries, err
}

// SpendCode deletes a code, and notes what the session has proved by it.
func (s *Store) SpendCode(
	ctx context.Context, tx pgx.Tx, id hostedflow.SessionID, use hostedflow.CodeUse, now time.Time,
) error {
	if _, err := tx.Exec(ctx, spendCode, pgx.StrictNamedArgs{"id": id[:], "use": use}); err != nil {
		return err
	}
	prove := map[hostedflow.CodeUse]string{hostedflow.CodeForEmail: proveEmail, hostedflow.CodeForPhone: provePhone}[use]
	if prove == "" {
		return nil
	}
	_, err := tx.Exec(ctx, prove, pgx.StrictNamedArgs{"id": id[:], "now": now})
	return err
}

const sentCode = `SELECT hash FROM hosted_codes
	WHERE session_id = @id AND use = @use AND expires_at > @now AND tries < @most`

// SentCode returns the hash of the code for the use that was sent and can still be entered; nil when there is none.
func (s *Store) SentCode(
	ctx context.Context, id hostedflow.SessionID, use hostedflow.CodeUse, now time.Time,
) (hash []byte, err error) {
	err = s.pool.QueryRow(ctx, sentCode,
		pgx.StrictNamedArgs{"id": id[:], "use": use, "now": now, "most": hostedflow.CodeTries}).Scan(&hash)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return hash, err
}

const renewLink = `
	INSERT INTO link_renewals (onboarding_ref, renewed_at) VALUES (@ref, @now)
	ON CONFLICT (onboarding_ref) DO UPDATE SET renewed_at = excluded.renewed_at WHERE link_renewals.renewed_at <= @latest`

// RenewLink notes that a link was renewed; false when that was less than a minute ago.
func (s *Store) RenewLink(ctx context.Context, tx pgx.Tx, ref pc.Ref, now time.Time) (bool, error) {
	tag, err := tx.Exec(ctx, renewLink,
		pgx.StrictNamedArgs{"ref": ref, "now": now, "latest": now.Add(-hostedflow.CodeResend)})
	return tag.RowsAffected() > 0, err
}

const lastCodes = `
	SELECT m.id, m.content, o.data_key FROM messages m JOIN onboardings o ON o.ref = m.onboarding_ref
	WHERE  m.onboarding_ref = @ref AND m.template = 'code' ORDER BY m.id DESC LIMIT @limit`

// LastCodes returns the messages with one-time codes that were sent last to the people of an onboarding, newest first.
func (s *Store) LastCodes(ctx context.Context, ref pc.Ref) ([]message.Message, error) {
	rows, _ := s.pool.Query(ctx, lastCodes, pgx.StrictNamedArgs{"ref": ref, "limit": hostedflow.CodesPerHour})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (m message.Message, err error) {
		var content, dataKey []byte
		if err := row.Scan(&m.ID, &content, &dataKey); err != nil {
			return m, err
		}
		return m, s.messages.OpenMessage(&m, ref, content, dataKey)
	})
}
