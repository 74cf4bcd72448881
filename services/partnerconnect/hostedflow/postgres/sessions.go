package postgres

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
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/message"
	messagepg "github.com/partnerline/partnerline/services/partnerconnect/message/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
)

const (
	spendLink     = `INSERT INTO spent_links (link_id, spent_at) VALUES (@link, @now) ON CONFLICT DO NOTHING`
	insertSession = `
		INSERT INTO hosted_sessions (id, onboarding_ref, purpose, invitation_id, link_id, network, email_at, created_at, last_seen_at)
		VALUES (@id, @ref, @purpose, @invitation, @link, @network, @email_at, @now, @now)`
	// Of the sessions that have proved nothing, the newest stay. What another transaction displaces at the same time is left to it.
	displaceSessions = `
		DELETE FROM hosted_sessions WHERE id IN (
			SELECT id FROM hosted_sessions WHERE id IN (
				(SELECT id FROM hosted_sessions WHERE onboarding_ref = @ref AND link_id = @link AND network = @network AND email_at IS NULL
				 ORDER BY created_at DESC, id OFFSET @per_network)
				UNION ALL
				(SELECT id FROM hosted_sessions WHERE onboarding_ref = @ref AND link_id = @link AND email_at IS NULL
				 ORDER BY created_at DESC, id OFFSET @per_link)
				UNION ALL
				(SELECT id FROM hosted_sessions WHERE onboarding_ref = @ref AND email_at IS NULL
				 ORDER BY created_at DESC, id OFFSET @per_onboarding))
			FOR UPDATE SKIP LOCKED)`
)

// OpenSession redeems a link into a session. first is false when the link was redeemed before: the session is opened all the same,
// and proves nothing yet. A session that has proved nothing takes the place of the oldest such one when there are too many.
func (s *Store) OpenSession(ctx context.Context, x hostedflow.Session) (first bool, err error) {
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, spendLink, pgx.StrictNamedArgs{"link": x.LinkID, "now": x.CreatedAt})
		if err != nil {
			return err
		}
		if first = tag.RowsAffected() == 1; !first {
			x.EmailAt = nil // a link proves an address once
		}
		if _, err = tx.Exec(ctx, insertSession, pgx.StrictNamedArgs{
			"id": x.ID[:], "ref": x.Merchant, "purpose": x.Purpose, "invitation": x.Invitation, "link": x.LinkID, "network": x.Network,
			"email_at": x.EmailAt, "now": x.CreatedAt,
		}); err != nil || x.EmailAt != nil {
			return err
		}
		_, err = tx.Exec(ctx, displaceSessions, pgx.StrictNamedArgs{
			"ref": x.Merchant, "link": x.LinkID, "network": x.Network, "per_network": hostedflow.UnprovenPerNetwork, "per_link": hostedflow.UnprovenPerLink,
			"per_onboarding": hostedflow.UnprovenPerOnboarding,
		})
		return err
	})
	return first, err
}

// LinkSpent reports whether a link was redeemed.
func (s *Store) LinkSpent(ctx context.Context, id string) (spent bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM spent_links WHERE link_id = @link)`, pgx.StrictNamedArgs{"link": id}).Scan(&spent)
	return spent, err
}

const useSession = `
	UPDATE hosted_sessions SET last_seen_at = @now WHERE id = @id AND last_seen_at > @idle AND created_at > @old
	RETURNING onboarding_ref, purpose, invitation_id, link_id, email_at, phone_at, created_at, last_seen_at`

const findSession = `
	SELECT onboarding_ref, purpose, invitation_id, link_id, email_at, phone_at, created_at, last_seen_at
	FROM   hosted_sessions WHERE id = @id AND last_seen_at > @idle AND created_at > @old`

// UseSession returns a session that is alive and notes that it was seen; ErrNoSession.
func (s *Store) UseSession(ctx context.Context, id hostedflow.SessionID, now time.Time) (hostedflow.Session, error) {
	args := aliveSession(id, now)
	args["now"] = now
	return s.session(ctx, useSession, id, args)
}

// FindSession is UseSession for what is to leave no trace.
func (s *Store) FindSession(ctx context.Context, id hostedflow.SessionID, now time.Time) (hostedflow.Session, error) {
	return s.session(ctx, findSession, id, aliveSession(id, now))
}

func aliveSession(id hostedflow.SessionID, now time.Time) pgx.StrictNamedArgs {
	return pgx.StrictNamedArgs{"id": id[:], "idle": now.Add(-hostedflow.SessionIdle), "old": now.Add(-hostedflow.SessionLife)}
}

func (s *Store) session(ctx context.Context, statement string, id hostedflow.SessionID, args pgx.StrictNamedArgs) (hostedflow.Session, error) {
	x := hostedflow.Session{ID: id}
	err := s.pool.QueryRow(ctx, statement, args).Scan(&x.Merchant, &x.Purpose, &x.Invitation, &x.LinkID, &x.EmailAt, &x.PhoneAt, &x.CreatedAt, &x.LastSeenAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return x, hostedflow.ErrNoSession
	}
	return x, err
}

// EndSession signs a browser out.
func (s *Store) EndSession(ctx context.Context, id hostedflow.SessionID) error {
	_, err := s.pool.Exec(ctx, `DELETE FROM hosted_sessions WHERE id = @id`, pgx.StrictNamedArgs{"id": id[:]})
	return err
}

const (
	// A code that was sent less than a minute ago stays, and so does the last of ten.
	putCode = `
		INSERT INTO hosted_codes (session_id, use, hash, tries, sent, sent_at, expires_at)
		VALUES (@id, @use, @hash, 0, 1, @now, @expires)
		ON CONFLICT (session_id, use) DO UPDATE
		SET    hash = excluded.hash, tries = 0, sent = hosted_codes.sent + 1, sent_at = excluded.sent_at, expires_at = excluded.expires_at
		WHERE  hosted_codes.sent_at <= @latest AND hosted_codes.sent < @most`
	sessionDataKey = `SELECT data_key FROM onboardings WHERE ref = @ref`
	// The row is locked, so that those who ask at once are counted one after the other.
	lockForCodes  = `SELECT FROM onboardings WHERE ref = @ref FOR NO KEY UPDATE`
	countRequests = `
		SELECT count(*) FILTER (WHERE requested_at > @hour AND network = @network), count(*) FILTER (WHERE requested_at > @hour), count(*)
		FROM   code_requests
		WHERE  onboarding_ref = @ref AND invitation_id = @invitation AND medium = @medium AND origin = @origin AND requested_at > @day`
	insertRequest = `
		INSERT INTO code_requests (onboarding_ref, invitation_id, medium, origin, network, requested_at)
		VALUES (@ref, @invitation, @medium, @origin, @network, @now)`
)

// SendCode stores the hash of a one-time code together with the message that brings it; ErrCodeTooSoon, ErrCodesUsedUp.
func (s *Store) SendCode(ctx context.Context, r hostedflow.CodeRequest, now time.Time) error {
	x := r.Session
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, putCode, pgx.StrictNamedArgs{
			"id": x.ID[:], "use": r.Use, "hash": r.Hash, "now": now, "expires": now.Add(hostedflow.CodeLife), "latest": now.Add(-hostedflow.CodeResend),
			"most": hostedflow.CodesPerUse,
		})
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return hostedflow.ErrCodeTooSoon
		}
		if err := takeShare(ctx, tx, x.Merchant, x.Invitation, r.Message.Medium, r.Origin, r.Network, now); err != nil {
			return err
		}
		return s.sendMessage(ctx, tx, x.Merchant, r.Message, now)
	})
}

// takeShare counts a message against the share of who asks for it; ErrCodesUsedUp.
func takeShare(ctx context.Context, tx pgx.Tx, ref pc.Ref, v pc.InvitationID, m message.Medium, origin hostedflow.CodeOrigin, network string, now time.Time) error {
	if _, err := tx.Exec(ctx, lockForCodes, pgx.StrictNamedArgs{"ref": ref}); err != nil {
		return err
	}
	var ofNetwork, ofHour, ofDay int
	err := tx.QueryRow(ctx, countRequests, pgx.StrictNamedArgs{
		"ref": ref, "invitation": v, "medium": m, "origin": origin, "network": network, "hour": now.Add(-time.Hour), "day": now.Add(-24 * time.Hour),
	}).Scan(&ofNetwork, &ofHour, &ofDay)
	if err != nil {
		return err
	}
	if share := hostedflow.CodeShares[origin]; ofNetwork >= share.PerNetwork || ofHour >= share.PerHour || ofDay >= share.PerDay {
		return hostedflow.ErrCodesUsedUp
	}
	_, err = tx.Exec(ctx, insertRequest, pgx.StrictNamedArgs{
		"ref": ref, "invitation": v, "medium": m, "origin": origin, "network": network, "now": now,
	})
	return err
}

func (s *Store) sendMessage(ctx context.Context, tx pgx.Tx, ref pc.Ref, m message.Message, now time.Time) error {
	var sealed []byte
	if err := tx.QueryRow(ctx, sessionDataKey, pgx.StrictNamedArgs{"ref": ref}).Scan(&sealed); err != nil {
		return err
	}
	key, err := rowseal.OpenRowKey(s.keys, ref, sealed)
	if err != nil {
		return err
	}
	return messagepg.InsertMessage(ctx, tx, key, ref, m, now)
}

const (
	tryCode = `
		UPDATE hosted_codes SET tries = tries + 1 WHERE session_id = @id AND use = @use AND tries < @most AND expires_at > @now
		RETURNING hash, tries`
	spendCode  = `DELETE FROM hosted_codes WHERE session_id = @id AND use = @use`
	proveEmail = `UPDATE hosted_sessions SET email_at = @now WHERE id = @id`
	provePhone = `UPDATE hosted_sessions SET phone_at = @now WHERE id = @id`
)

// TryCode compares a code with the one that was sent, in constant time, and counts the try. ErrCodeWrong; ErrCodeSpent when there is no
// code, or no try is left. A right one is spent, and the session has proved what it was for.
func (s *Store) TryCode(ctx context.Context, id hostedflow.SessionID, use hostedflow.CodeUse, hash []byte, now time.Time) error {
	var verdict error
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		args := pgx.StrictNamedArgs{"id": id[:], "use": use, "most": hostedflow.CodeTries, "now": now}
		var sent []byte
		var tries int
		err := tx.QueryRow(ctx, tryCode, args).Scan(&sent, &tries)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return hostedflow.ErrCodeSpent
		case err != nil:
			return err
		case !hmac.Equal(sent, hash):
			verdict = hostedflow.ErrCodeWrong
			if tries == hostedflow.CodeTries {
				verdict = hostedflow.ErrCodeSpent
			}
			return nil // the try counts: it commits
		}
		if _, err := tx.Exec(ctx, spendCode, pgx.StrictNamedArgs{"id": id[:], "use": use}); err != nil {
			return err
		}
		prove := map[hostedflow.CodeUse]string{hostedflow.CodeForEmail: proveEmail, hostedflow.CodeForPhone: provePhone}[use]
		if prove == "" {
			return nil
		}
		_, err = tx.Exec(ctx, prove, pgx.StrictNamedArgs{"id": id[:], "now": now})
		return err
	})
	if err != nil {
		return err
	}
	return verdict
}

const sentCode = `SELECT hash FROM hosted_codes WHERE session_id = @id AND use = @use AND expires_at > @now AND tries < @most`

// SentCode returns the hash of the code for the use that was sent and can still be entered; nil when there is none.
func (s *Store) SentCode(ctx context.Context, id hostedflow.SessionID, use hostedflow.CodeUse, now time.Time) (hash []byte, err error) {
	err = s.pool.QueryRow(ctx, sentCode, pgx.StrictNamedArgs{"id": id[:], "use": use, "now": now, "most": hostedflow.CodeTries}).Scan(&hash)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return hash, err
}

const renewLink = `
	INSERT INTO link_renewals (onboarding_ref, renewed_at) VALUES (@ref, @now)
	ON CONFLICT (onboarding_ref) DO UPDATE SET renewed_at = excluded.renewed_at WHERE link_renewals.renewed_at <= @latest`

// RenewLink sends a new link to the registered contact, every minute and within the share of who asks; more often it does nothing,
// and the answer does not show it.
func (s *Store) RenewLink(ctx context.Context, ref pc.Ref, m message.Message, origin hostedflow.CodeOrigin, network string, now time.Time) error {
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, renewLink, pgx.StrictNamedArgs{"ref": ref, "now": now, "latest": now.Add(-hostedflow.CodeResend)})
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		if err := takeShare(ctx, tx, ref, "", m.Medium, origin, network, now); err != nil {
			return err
		}
		return s.sendMessage(ctx, tx, ref, m, now)
	})
	if errors.Is(err, hostedflow.ErrCodesUsedUp) {
		return nil
	}
	return err
}

// DropSessions deletes sessions, spent links and counted requests for codes that are past their use, at most limit of each.
func (s *Store) DropSessions(ctx context.Context, now time.Time, limit int) (int, error) {
	const (
		oldSessions = `DELETE FROM hosted_sessions WHERE id IN (SELECT id FROM hosted_sessions WHERE last_seen_at < @before ORDER BY last_seen_at LIMIT @limit)`
		oldRequests = `DELETE FROM code_requests WHERE id IN (SELECT id FROM code_requests WHERE requested_at < @before ORDER BY requested_at LIMIT @limit)`
		oldLinks    = `DELETE FROM spent_links WHERE link_id IN (SELECT link_id FROM spent_links WHERE spent_at < @before ORDER BY spent_at LIMIT @limit)`
	)
	sessions, err := s.pool.Exec(ctx, oldSessions, pgx.StrictNamedArgs{"before": now.Add(-hostedflow.SessionIdle), "limit": limit})
	if err != nil {
		return 0, err
	}
	requests, err := s.pool.Exec(ctx, oldRequests, pgx.StrictNamedArgs{"before": now.Add(-24 * time.Hour), "limit": limit})
	if err != nil {
		return 0, err
	}
	links, err := s.pool.Exec(ctx, oldLinks, pgx.StrictNamedArgs{"before": now.Add(-2 * onboarding.InvitationTTL), "limit": limit})
	return int(max(sessions.RowsAffected(), requests.RowsAffected(), links.RowsAffected())), err
}

const lastCodes = `
	SELECT m.id, m.content, o.data_key FROM messages m JOIN onboardings o ON o.ref = m.onboarding_ref
	WHERE  m.onboarding_ref = @ref AND m.template = 'code' ORDER BY m.id DESC LIMIT @limit`

// ShownCode returns the one-time code that fits among those that were sent last: the sandbox shows it, as no message leaves the house
// there. Several people may sign at once, each with a code of their own. Empty: none fits.
func (s *Store) ShownCode(ctx context.Context, ref pc.Ref, fits func(code string) bool) (string, error) {
	rows, err := s.pool.Query(ctx, lastCodes, pgx.StrictNamedArgs{"ref": ref, "limit": hostedflow.CodesPerHour})
	if err != nil {
		return "", err
	}
	codes, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (string, error) {
		var m message.Message
		var content, dataKey []byte
		if err := row.Scan(&m.ID, &content, &dataKey); err != nil {
			return "", err
		}
		err := s.OpenMessage(&m, ref, content, dataKey)
		return m.Code, err
	})
	if err != nil {
		return "", err
	}
	if i := slices.IndexFunc(codes, fits); i >= 0 {
		return codes[i], nil
	}
	return "", nil
}
