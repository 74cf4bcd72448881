package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

const insertMessageRow = `
	INSERT INTO messages (id, onboarding_ref, invitation_id, medium, template, content, due_at, created_at)
	VALUES (@id, @ref, @invitation, @medium, @template, @content, @now, @now)`

// messageContent is what a message's row seals.
type messageContent struct {
	To         string          `json:"to"`
	Locale     string          `json:"locale,omitempty"`
	Invitation pc.InvitationID `json:"invitation,omitempty"`
	CodeKey    string          `json:"code_key,omitempty"`
}

// InsertMessage stores a message in the transaction that gives reason for it.
func InsertMessage(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, ref pc.Ref, m message.Message, now time.Time,
) error {
	content, err := rowseal.SealJSON(key, messageContent{m.To, m.Locale, m.Invitation, m.CodeKey},
		rowseal.AssociatedData("messages", string(m.ID), "content"))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, insertMessageRow, pgx.StrictNamedArgs{
		"id": m.ID, "ref": ref, "invitation": m.Invitation, "medium": m.Medium, "template": m.Template, "content": content,
		"now": now,
	})
	return err
}

const (
	// A message that is being sent is due again only after a while, so that programs do not send it twice at once; it may
	// be sent twice when one dies in between.
	takeMessages = `
		UPDATE messages m SET attempts = m.attempts + 1, due_at = @again
		FROM   (
			SELECT w.id, o.livemode, o.data_key FROM messages w JOIN onboardings o ON o.ref = w.onboarding_ref
			WHERE  w.sent_at IS NULL AND w.due_at <= @now
			  AND  (w.medium, o.livemode) IN (SELECT * FROM unnest(@media::text[], @modes::boolean[]))
			ORDER  BY w.due_at LIMIT @limit FOR UPDATE OF w SKIP LOCKED) due
		WHERE  m.id = due.id
		RETURNING m.id, m.medium, m.template, m.content, m.attempts, m.created_at, m.onboarding_ref, due.livemode,
		          due.data_key`
	messageSent = `UPDATE messages SET sent_at = @now, provider_message_id = @provider
		WHERE id = @id AND sent_at IS NULL AND failure IS NULL`
	messageDeferred = `UPDATE messages SET due_at = @due WHERE id = @id AND sent_at IS NULL AND failure IS NULL`
	// What failed is never due: infinity keeps it out of the range that is searched for due ones.
	messageFailed = `
		UPDATE messages SET failure = @failure, failed_at = @now, due_at = 'infinity'
		WHERE id = @id AND sent_at IS NULL AND failure IS NULL`
)

// TakeMessages returns messages that are due, which then are due again at d.Again unless MessageSent, MessageDeferred
// or MessageFailed says otherwise.
func (s *MessageStore) TakeMessages(ctx context.Context, d message.Due) ([]message.DueMessage, error) {
	rows, _ := s.pool.Query(ctx, takeMessages, pgx.StrictNamedArgs{
		"now": d.Now, "again": d.Again, "limit": d.Limit,
		"media": pgdb.Column(d.Routes, func(r message.Route) message.Medium { return r.Medium }),
		"modes": pgdb.Column(d.Routes, func(r message.Route) bool { return r.Livemode }),
	})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (message.DueMessage, error) {
		var m message.DueMessage
		var content, dataKey []byte
		err := row.Scan(&m.ID, &m.Medium, &m.Template, &content, &m.Attempt, &m.CreatedAt, &m.Onboarding, &m.Route.Livemode,
			&dataKey)
		if err != nil {
			return m, err
		}
		m.Route.Medium = m.Medium
		// One that cannot be read delays no other.
		m.Unreadable = s.OpenMessage(&m.Message, m.Onboarding, content, dataKey)
		return m, nil
	})
}

func (s *MessageStore) OpenMessage(m *message.Message, ref pc.Ref, content, dataKey []byte) error {
	if content == nil || dataKey == nil {
		return nil // erased
	}
	key, err := s.keys.OpenDataKey(dataKey, rowseal.DataKeyAssociatedData(ref))
	if err != nil {
		return err
	}
	var c messageContent
	err = rowseal.OpenJSON(key, content, &c, rowseal.AssociatedData("messages", string(m.ID), "content"))
	m.To, m.Locale, m.Invitation, m.CodeKey = c.To, c.Locale, c.Invitation, c.CodeKey
	return err
}

// MessageSent notes that a provider accepted a message.
func (s *MessageStore) MessageSent(ctx context.Context, id message.MessageID, provider string, now time.Time) error {
	_, err := s.pool.Exec(ctx, messageSent, pgx.StrictNamedArgs{"id": id, "provider": provider, "now": now})
	return err
}

// MessageDeferred puts the next attempt at a message off.
func (s *MessageStore) MessageDeferred(ctx context.Context, id message.MessageID, due time.Time) error {
	_, err := s.pool.Exec(ctx, messageDeferred, pgx.StrictNamedArgs{"id": id, "due": due})
	return err
}

// MessageFailed ends a message that was not sent, and returns whether that is new: there is no further attempt.
func (s *MessageStore) MessageFailed(
	ctx context.Context, tx pgx.Tx, id message.MessageID, f message.Failure, now time.Time,
) (bool, error) {
	tag, err := tx.Exec(ctx, messageFailed, pgx.StrictNamedArgs{"id": id, "failure": f, "now": now})
	return tag.RowsAffected() > 0, err
}

const (
	selectRoute = `
		SELECT m.onboarding_ref AS onboarding, m.medium, o.livemode
		FROM   messages m JOIN onboardings o ON o.ref = m.onboarding_ref WHERE m.id = @id`
	messageDelivered = `
		UPDATE messages SET delivered_at = @now, sent_at = coalesce(sent_at, @now)
		WHERE id = @id AND delivered_at IS NULL AND failure IS NULL`
	// A bounce says that the provider had accepted the message, whether that was noted or not.
	messageBounced = `
		UPDATE messages SET failure = 'bounced', failed_at = @now, sent_at = coalesce(sent_at, @now), due_at = 'infinity'
		WHERE  id = @id AND failure IS DISTINCT FROM 'bounced'`
)

// A Routed message is the route by which a message goes, and its onboarding.
type Routed struct {
	Onboarding pc.Ref
	message.Route
}

// RouteOf returns how a message goes; [message.ErrNotFound].
func (s *MessageStore) RouteOf(ctx context.Context, id message.MessageID) (Routed, error) {
	return pgdb.Get[Routed](ctx, s.pool, message.ErrNotFound, selectRoute, pgx.StrictNamedArgs{"id": id})
}

// MessageDelivered notes that an accepted message arrived, and returns whether that is new.
func (s *MessageStore) MessageDelivered(
	ctx context.Context, tx pgx.Tx, id message.MessageID, now time.Time,
) (bool, error) {
	tag, err := tx.Exec(ctx, messageDelivered, pgx.StrictNamedArgs{"id": id, "now": now})
	return tag.RowsAffected() > 0, err
}

// MessageBounced notes that an accepted message came back, and returns whether that is new.
func (s *MessageStore) MessageBounced(
	ctx context.Context, tx pgx.Tx, id message.MessageID, now time.Time,
) (bool, error) {
	tag, err := tx.Exec(ctx, messageBounced, pgx.StrictNamedArgs{"id": id, "now": now})
	return tag.RowsAffected() > 0, err
}

const deleteMessages = `
	DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE created_at < @before ORDER BY created_at LIMIT @limit)`

// DropMessages deletes messages from before a time, at most limit, and returns how many.
func (s *MessageStore) DropMessages(ctx context.Context, before time.Time, limit int) (int, error) {
	tag, err := s.pool.Exec(ctx, deleteMessages, pgx.StrictNamedArgs{"before": before, "limit": limit})
	return int(tag.RowsAffected()), err
}

const (
	messageColumns = `
		m.id, m.medium, m.template, m.content, m.provider_message_id, m.created_at, m.sent_at, m.delivered_at, m.failed_at,
		coalesce(m.failure, ''), o.data_key
		FROM   messages m JOIN onboardings o ON o.ref = m.onboarding_ref
		WHERE  m.onboarding_ref = @ref`
	selectMessages = `SELECT ` + messageColumns + ` ORDER BY m.id`
	// The notice of another payout account asks for nothing, and what is obsolete is waited for no more.
	selectNewest = `SELECT DISTINCT ON (m.invitation_id) ` + messageColumns + `
		AND    m.template <> 'account_change' AND m.failure IS DISTINCT FROM 'obsolete' ORDER BY m.invitation_id, m.id DESC`
)

// Messages returns all messages of an onboarding, oldest first; erased ones have no receiver.
func (s *MessageStore) Messages(ctx context.Context, ref pc.Ref) ([]message.StoredMessage, error) {
	return s.messages(ctx, s.pool, selectMessages, ref)
}

// NewestMessages returns the newest message to each person of an onboarding.
func (s *MessageStore) NewestMessages(
	ctx context.Context, q pgdb.Querier, ref pc.Ref,
) ([]message.StoredMessage, error) {
	return s.messages(ctx, q, selectNewest, ref)
}

func (s *MessageStore) messages(
	ctx context.Context, q pgdb.Querier, sql string, ref pc.Ref,
) ([]message.StoredMessage, error) {
	rows, _ := q.Query(ctx, sql, pgx.StrictNamedArgs{"ref": ref})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (message.StoredMessage, error) {
		var m message.StoredMessage
		var content, dataKey []byte
		if err := row.Scan(&m.ID, &m.Medium, &m.Template, &content, &m.ProviderID, &m.CreatedAt, &m.SentAt, &m.DeliveredAt,
			&m.FailedAt, &m.Failure, &dataKey); err != nil {
			return m, err
		}
		return m, s.OpenMessage(&m.Message, ref, content, dataKey)
	})
}
