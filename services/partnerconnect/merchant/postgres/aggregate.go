package postgres

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// What belongs to an onboarding is read only with one that the view holds: the queries do the same for a foreign ref as
// for one that does not exist.
const (
	selectDocuments = `
		SELECT d.id, d.required_code, d.details, d.object, d.content_type, d.size_bytes, d.sha256, d.status, d.reason_code,
		       d.created_at
		FROM   documents d JOIN onboardings o ON o.ref = d.onboarding_ref WHERE ` + kernelpg.InView + ` ORDER BY d.id`
	selectInvitations = `
		SELECT i.id, i.role, i.status, i.person, i.member_id, i.document_ids, i.locale, i.resent_count, i.last_sent_at,
		       i.expires_at,
		       i.created_at, i.updated_at, i.signature
		FROM   invitations i JOIN onboardings o ON o.ref = i.onboarding_ref WHERE ` + kernelpg.InView + ` ORDER BY i.id`
)

// A Row is an onboarding as it is stored, with what a change of it needs.
type Row struct {
	onboarding.Onboarding
	dataKey  []byte          // sealed; nil: it was erased
	segments []sealedSegment // in the order of segments
}

// load reads an onboarding and all that belongs to it in one round trip to the database. args are viewArgs.
func (s *OnboardingStore) load(
	ctx context.Context, q pgdb.Querier, sql string, args pgx.StrictNamedArgs,
) (row Row, err error) {
	b := &pgx.Batch{}
	b.Queue(sql, args)
	b.Queue(selectDocuments, args)
	b.Queue(selectInvitations, args)
	results := q.SendBatch(ctx, b)
	defer func() { err = errors.Join(err, results.Close()) }()

	if row, err = s.scanOnboarding(results.QueryRow()); err != nil || row.dataKey == nil {
		return row, err // what belongs to it is erased with the key
	}
	key, err := s.keys.OpenDataKey(row.dataKey, rowseal.DataKeyAssociatedData(row.Ref))
	if err != nil {
		return Row{}, err
	}
	documents, err := results.Query()
	if err != nil {
		return Row{}, err
	}
	if row.Documents, err = pgx.CollectRows(documents,
		func(r pgx.CollectableRow) (onboarding.Document, error) { return scanDocument(r, key) }); err != nil {
		return Row{}, err
	}
	invitations, err := results.Query()
	if err != nil {
		return Row{}, err
	}
	row.Invitations, err = pgx.CollectRows(invitations,
		func(r pgx.CollectableRow) (onboarding.Invitation, error) { return scanInvitation(r, key) })
	return row, err
}

// documentDetails is what a document's row seals: its texts may name people.
type documentDetails struct {
	Type     string `json:"type,omitempty"`
	Subject  string `json:"subject,omitempty"`
	Filename string `json:"filename"`
	Secret   []byte `json:"secret"`
}

func scanDocument(row pgx.CollectableRow, key rowseal.Opener) (onboarding.Document, error) {
	var d onboarding.Document
	var details, sum []byte
	if err := row.Scan(&d.ID, &d.RequiredCode, &details, &d.Object, &d.ContentType, &d.Size, &sum, &d.Status,
		&d.ReasonCode, &d.CreatedAt); err != nil {
		return d, err
	}
	d.SHA256 = [sha256.Size]byte(sum) // its length is a constraint
	var open documentDetails
	err := rowseal.OpenJSON(key, details, &open, rowseal.AssociatedData("documents", string(d.ID), "details"))
	d.Type, d.Subject, d.Filename = open.Type, open.Subject, open.Filename
	copy(d.Secret[:], open.Secret)
	return d, err
}

func scanInvitation(row pgx.CollectableRow, key rowseal.Opener) (onboarding.Invitation, error) {
	var v onboarding.Invitation
	var person, signature []byte
	if err := row.Scan(&v.ID, &v.Role, &v.Status, &person, &v.MemberID, &v.DocumentIDs, &v.Locale, &v.ResentCount,
		&v.LastSentAt, &v.ExpiresAt,
		&v.CreatedAt, &v.UpdatedAt, &signature); err != nil {
		return v, err
	}
	if err := rowseal.OpenJSON(key, signature, &v.Signature,
		rowseal.AssociatedData("invitations", string(v.ID), "signature")); err != nil {
		return v, err
	}
	return v, rowseal.OpenJSON(key, person, &v.Person, rowseal.AssociatedData("invitations", string(v.ID), "person"))
}

const (
	insertDocument = `
		INSERT INTO documents (id, onboarding_ref, required_code, details, object, content_type, size_bytes, sha256, status,
		                       reason_code, created_at)
		VALUES (@id, @ref, @required_code, @details, @object, @content_type, @size, @sha256, @status, @reason_code,
		        @created_at)`
	updateDocument = `UPDATE documents SET status = @status, reason_code = @reason_code WHERE id = @id`
	deleteDocument = `DELETE FROM documents WHERE id = @id`
	// An upload that is stored keeps its object; a document that goes takes it along.
	keepObject   = `DELETE FROM object_deletions WHERE key = @key`
	deleteObject = `INSERT INTO object_deletions (key, delete_after) VALUES (@key, @now)
		ON CONFLICT (key) DO UPDATE SET delete_after = excluded.delete_after`
)

// errUploadLapsed is an upload that took so long that its object may be gone.
var errUploadLapsed = errors.New("the upload took too long; its object is being deleted")

// saveDocuments stores what is different between two states of an onboarding's documents.
func saveDocuments(ctx context.Context, tx pgx.Tx, key rowseal.RowKey, before, after onboarding.Onboarding) error {
	for _, d := range after.Documents {
		i := slices.IndexFunc(before.Documents, func(b onboarding.Document) bool { return b.ID == d.ID })
		switch {
		case i < 0:
			details, err := rowseal.SealJSON(key, documentDetails{d.Type, d.Subject, d.Filename, d.Secret[:]},
				rowseal.AssociatedData("documents", string(d.ID), "details"))
			if err != nil {
				return err
			}
			if tag, err := tx.Exec(ctx, keepObject, pgx.StrictNamedArgs{"key": d.Object}); err != nil ||
				tag.RowsAffected() == 0 {
				return errors.Join(err, errUploadLapsed)
			}
			_, err = tx.Exec(ctx, insertDocument, pgx.StrictNamedArgs{
				"id": d.ID, "ref": after.Ref, "required_code": d.RequiredCode, "details": details, "object": d.Object,
				"content_type": d.ContentType,
				"size":         d.Size, "sha256": d.SHA256[:], "status": d.Status, "reason_code": d.ReasonCode,
				"created_at": d.CreatedAt,
			})
			if err != nil {
				return err
			}
		case before.Documents[i] != d:
			if _, err := tx.Exec(ctx, updateDocument,
				pgx.StrictNamedArgs{"id": d.ID, "status": d.Status, "reason_code": d.ReasonCode}); err != nil {
				return err
			}
		}
	}
	for _, d := range before.Documents {
		if slices.ContainsFunc(after.Documents, func(a onboarding.Document) bool { return a.ID == d.ID }) {
			continue
		}
		_, err := tx.Exec(ctx, deleteDocument, pgx.StrictNamedArgs{"id": d.ID})
		if err == nil {
			_, err = tx.Exec(ctx, deleteObject, pgx.StrictNamedArgs{"key": d.Object, "now": after.UpdatedAt})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

const (
	insertInvitation = `
		INSERT INTO invitations (id, onboarding_ref, role, status, person, member_id, document_ids, locale, resent_count,
		                         last_sent_at,
		       expires_at, created_at, updated_at)
		VALUES (@id, @ref, @role, @status, @person, @member, @documents, @locale, @resent, @sent, @expires, @created,
		        @updated)`
	updateInvitation = `
		UPDATE invitations SET status = @status, resent_count = @resent, last_sent_at = @sent, expires_at = @expires,
		       updated_at = @updated,
		       signature = @signature
		WHERE  id = @id`
)

// saveInvitations stores what is different between two states of an onboarding's invitations; none ever goes.
func saveInvitations(ctx context.Context, tx pgx.Tx, key rowseal.RowKey, before, after onboarding.Onboarding) error {
	for i, v := range after.Invitations {
		if i < len(before.Invitations) {
			b := before.Invitations[i]
			if b.Status == v.Status && b.ResentCount == v.ResentCount && b.UpdatedAt.Equal(v.UpdatedAt) {
				continue
			}
			var signature []byte
			if v.Signature != nil {
				var err error
				if signature, err = rowseal.SealJSON(key, v.Signature,
					rowseal.AssociatedData("invitations", string(v.ID), "signature")); err != nil {
					return err
				}
			}
			_, err := tx.Exec(ctx, updateInvitation, pgx.StrictNamedArgs{
				"signature": signature, "id": v.ID, "status": v.Status, "resent": v.ResentCount, "sent": v.LastSentAt,
				"expires": v.ExpiresAt, "updated": v.UpdatedAt,
			})
			if err != nil {
				return err
			}
			continue
		}
		person, err := rowseal.SealJSON(key, v.Person, rowseal.AssociatedData("invitations", string(v.ID), "person"))
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, insertInvitation, pgx.StrictNamedArgs{
			"id": v.ID, "ref": after.Ref, "role": v.Role, "status": v.Status, "person": person, "member": v.MemberID,
			"documents": orEmpty(v.DocumentIDs),
			"locale":    v.Locale, "resent": v.ResentCount, "sent": v.LastSentAt, "expires": v.ExpiresAt, "created": v.CreatedAt,
			"updated": v.UpdatedAt,
		})
		if err != nil {
			return fmt.Errorf("invitation: %w", err)
		}
	}
	return nil
}
