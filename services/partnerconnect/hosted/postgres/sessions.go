package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

const (
	spendLink     = `INSERT INTO spent_links (link_id, spent_at) VALUES (@link, @now) ON CONFLICT DO NOTHING`
	insertSession = `
		INSERT INTO hosted_sessions (id, onboarding_ref, purpose, invitation_id, link_id, network, email_at, created_at,
		                             last_seen_at)
		VALUES (@id, @ref, @purpose, @invitation, @link, @network, @email_at, @now, @now)`
	// Of the sessions that have proved nothing, the newest stay. What another transaction displaces at the same time is
	// left to it.
	displaceSessions = `
		DELETE FROM hosted_sessions WHERE id IN (
			SELECT id FROM hosted_sessions WHERE id IN (
				(SELECT id FROM hosted_sessions
				 WHERE onboarding_ref = @ref AND link_id = @link AND network = @network AND email_at IS NULL
				 ORDER BY created_at DESC, id OFFSET @per_network)
				UNION ALL
				(SELECT id FROM hosted_sessions WHERE onboarding_ref = @ref AND link_id = @link AND email_at IS NULL
				 ORDER BY created_at DESC, id OFFSET @per_link)
				UNION ALL
				(SELECT id FROM hosted_sessions WHERE onboarding_ref = @ref AND email_at IS NULL
				 ORDER BY created_at DESC, id OFFSET @per_onboarding))
			FOR UPDATE SKIP LOCKED)`
)

// SpendLink notes that a link was redeemed; first is false when it was before.
func (s *Store) SpendLink(ctx context.Context, tx pgx.Tx, link string, now time.Time) (first bool, err error) {
	tag, err := tx.Exec(ctx, spendLink, pgx.StrictNamedArgs{"link": link, "now": now})
	return tag.RowsAffected() == 1, err
}

// InsertSession stores a new session.
func (s *Store) InsertSession(ctx context.Context, tx pgx.Tx, x hostedflow.Session) error {
	_, err := tx.Exec(ctx, insertSession, pgx.StrictNamedArgs{
		"id": x.ID[:], "ref": x.Merchant, "purpose": x.Purpose, "invitation": x.Invitation, "link": x.LinkID,
		"network":  x.Network,
		"email_at": x.EmailAt, "now": x.CreatedAt,
	})
	return err
}

// DisplaceSessions deletes the oldest sessions that have proved nothing, where there are too many beside a session.
func (s *Store) DisplaceSessions(ctx context.Context, tx pgx.Tx, x hostedflow.Session) error {
	_, err := tx.Exec(ctx, displaceSessions, pgx.StrictNamedArgs{
		"ref": x.Merchant, "link": x.LinkID, "network": x.Network, "per_network": hostedflow.UnprovenPerNetwork,
		"per_link":       hostedflow.UnprovenPerLink,
		"per_onboarding": hostedflow.UnprovenPerOnboarding,
	})
	return err
}

// LinkSpent reports whether a link was redeemed.
func (s *Store) LinkSpent(ctx context.Context, id string) (spent bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM spent_links WHERE link_id = @link)`,
		pgx.StrictNamedArgs{"link": id}).Scan(&spent)
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
	return pgx.StrictNamedArgs{
		"id": id[:], "idle": now.Add(-hostedflow.SessionIdle), "old": now.Add(-hostedflow.SessionLife),
	}
}

func (s *Store) session(
	ctx context.Context, statement string, id hostedflow.SessionID, args pgx.StrictNamedArgs,
) (hostedflow.Session, error) {
	x := hostedflow.Session{ID: id}
	err := s.pool.QueryRow(ctx, statement, args).Scan(&x.Merchant, &x.Purpose, &x.Invitation, &x.LinkID, &x.EmailAt,
		&x.PhoneAt, &x.CreatedAt, &x.LastSeenAt)
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

const insertForm = `
	INSERT INTO hosted_forms (name, sent_at) VALUES (decode(@name, 'hex'), @now) ON CONFLICT DO NOTHING`

// SendForm stores that a form was sent; false when it was before.
func (s *Store) SendForm(ctx context.Context, q pgdb.Querier, name string, now time.Time) (first bool, err error) {
	tag, err := q.Exec(ctx, insertForm, pgx.StrictNamedArgs{"name": name, "now": now})
	return tag.RowsAffected() == 1, err
}

// DropSessions deletes sessions, forms, spent links and counted requests for codes that are past their use, at most
// limit of each.
func (s *Store) DropSessions(ctx context.Context, now time.Time, limit int) (int, error) {
	const (
		oldSessions = `DELETE FROM hosted_sessions WHERE id IN (SELECT id FROM hosted_sessions WHERE last_seen_at < @before
			       ORDER BY last_seen_at LIMIT @limit)`
		oldRequests = `DELETE FROM code_requests WHERE id IN (SELECT id FROM code_requests WHERE requested_at < @before
			       ORDER BY requested_at LIMIT @limit)`
		oldLinks = `DELETE FROM spent_links WHERE link_id IN (SELECT link_id FROM spent_links WHERE spent_at < @before
			       ORDER BY spent_at LIMIT @limit)`

		oldForms = `
			DELETE FROM hosted_forms
			WHERE  name IN (SELECT name FROM hosted_forms WHERE sent_at < @before ORDER BY sent_at LIMIT @limit)`
	)
	sessions, err := s.pool.Exec(ctx, oldSessions,
		pgx.StrictNamedArgs{"before": now.Add(-hostedflow.SessionIdle), "limit": limit})
	if err != nil {
		return 0, err
	}
	requests, err := s.pool.Exec(ctx, oldRequests, pgx.StrictNamedArgs{"before": now.Add(-24 * time.Hour), "limit": limit})
	if err != nil {
		return 0, err
	}
	forms, err := s.pool.Exec(ctx, oldForms, pgx.StrictNamedArgs{"before": now.Add(-24 * time.Hour), "limit": limit})
	if err != nil {
		return 0, err
	}
	links, err := s.pool.Exec(ctx, oldLinks,
		pgx.StrictNamedArgs{"before": now.Add(-2 * onboarding.InvitationTTL), "limit": limit})
	return int(max(sessions.RowsAffected(), requests.RowsAffected(), forms.RowsAffected(), links.RowsAffected())), err
}

// Now is the time of the database.
func (s *Store) Now(ctx context.Context) (now time.Time, err error) {
	err = s.pool.QueryRow(ctx, `SELECT now()`).Scan(&now)
	return now, err
}
