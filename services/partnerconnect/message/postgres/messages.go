package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/message"
)

const insertMessageRow = `
	INSERT INTO messages (id, onboarding_ref, medium, template, content, due_at, created_at)
	VALUES (@id, @ref, @medium, @template, @content, @now, @now)`

// messageContent is what a message's row seals.
type messageContent struct {
	To         string          `json:"to"`
	Locale     string          `json:"locale,omitempty"`
	Invitation pc.InvitationID `json:"invitation,omitempty"`
	Code       string          `json:"code,omitempty"`
}

// InsertMessage stores a message in the transaction that gives reason for it.
func InsertMessage(ctx context.Context, tx pgx.Tx, key rowseal.RowKey, ref pc.Ref, m message.Message, now time.Time) error {
	content, err := rowseal.SealJSON(key, messageContent{m.To, m.Locale, m.Invitation, m.Code}, rowseal.Place("messages", string(m.ID), "content"))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, insertMessageRow, pgx.StrictNamedArgs{
		"id": m.ID, "ref": ref, "medium": m.Medium, "template": m.Template, "content": content, "now": now,
	})
	return err
}

const (
	// A message that is being sent is due again only after a while, so that programs do not send it twice at once; it may be sent
	// twice when one dies in between.
	takeMessages = `
		UPDATE messages m SET attempts = m.attempts + 1, due_at = @again
		FROM   (SELECT id FROM messages WHERE sent_at IS NULL AND due_at <= @now ORDER BY due_at LIMIT @limit FOR UPDATE SKIP LOCKED) due
		WHERE  m.id = due.id
		RETURNING m.id, m.medium, m.template, m.content, m.attempts, m.onboarding_ref,
		       (SELECT o.data_key FROM onboardings o WHERE o.ref = m.onboarding_ref)`
	messageSent   = `UPDATE messages SET sent_at = @now WHERE id = @id`
	messageFailed = `UPDATE messages SET due_at = @due WHERE id = @id AND sent_at IS NULL`
)

// TakeMessages returns messages that are due at now, at most limit; they are due again at again unless MessageSent or MessageFailed
// says otherwise.
func (s *Store) TakeMessages(ctx context.Context, now, again time.Time, limit int) ([]message.DueMessage, error) {
	rows, err := s.pool.Query(ctx, takeMessages, pgx.StrictNamedArgs{"now": now, "again": again, "limit": limit})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (message.DueMessage, error) {
		var m message.DueMessage
		var content, dataKey []byte
		if err := row.Scan(&m.ID, &m.Medium, &m.Template, &content, &m.Attempt, &m.Onboarding, &dataKey); err != nil {
			return m, err
		}
		// One that cannot be read holds up no other.
		m.Unreadable = s.OpenMessage(&m.Message, m.Onboarding, content, dataKey)
		return m, nil
	})
}

func (s *Store) OpenMessage(m *message.Message, ref pc.Ref, content, dataKey []byte) error {
	if content == nil || dataKey == nil {
		return nil // erased
	}
	key, err := s.keys.OpenDataKey(dataKey, rowseal.DataKeyPlace(ref))
	if err != nil {
		return err
	}
	var c messageContent
	err = rowseal.OpenJSON(key, content, &c, rowseal.Place("messages", string(m.ID), "content"))
	m.To, m.Locale, m.Invitation, m.Code = c.To, c.Locale, c.Invitation, c.Code
	return err
}

// MessageSent marks a message as sent.
func (s *Store) MessageSent(ctx context.Context, id message.MessageID, now time.Time) error {
	_, err := s.pool.Exec(ctx, messageSent, pgx.StrictNamedArgs{"id": id, "now": now})
	return err
}

// MessageFailed puts the next try of a message off.
func (s *Store) MessageFailed(ctx context.Context, id message.MessageID, due time.Time) error {
	_, err := s.pool.Exec(ctx, messageFailed, pgx.StrictNamedArgs{"id": id, "due": due})
	return err
}

const deleteMessages = `
	DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE created_at < @before ORDER BY created_at LIMIT @limit)`

// DropMessages deletes messages from before a time, at most limit, and returns how many.
func (s *Store) DropMessages(ctx context.Context, before time.Time, limit int) (int, error) {
	tag, err := s.pool.Exec(ctx, deleteMessages, pgx.StrictNamedArgs{"before": before, "limit": limit})
	return int(tag.RowsAffected()), err
}

const selectMessages = `
	SELECT m.id, m.medium, m.template, m.content, m.created_at, m.sent_at, o.data_key
	FROM   messages m JOIN onboardings o ON o.ref = m.onboarding_ref
	WHERE  m.onboarding_ref = @ref ORDER BY m.id`

// Messages returns all messages of an onboarding, oldest first; erased ones have no receiver.
func (s *Store) Messages(ctx context.Context, ref pc.Ref) ([]message.StoredMessage, error) {
	rows, err := s.pool.Query(ctx, selectMessages, pgx.StrictNamedArgs{"ref": ref})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (message.StoredMessage, error) {
		var m message.StoredMessage
		var content, dataKey []byte
		if err := row.Scan(&m.ID, &m.Medium, &m.Template, &content, &m.CreatedAt, &m.SentAt, &dataKey); err != nil {
			return m, err
		}
		return m, s.OpenMessage(&m.Message, ref, content, dataKey)
	})
}
