package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

const selectScopeOfEndpoint = `SELECT tenant_id, livemode FROM endpoints WHERE id = @id`

// ScopeOfEndpoint returns whose an endpoint is; ErrEndpointNotFound when nobody's.
func (s *Store) ScopeOfEndpoint(ctx context.Context, id webhooks.EndpointID) (webhooks.Scope, error) {
	var sc webhooks.Scope
	if uuid.Validate(string(id)) != nil {
		return sc, webhooks.ErrEndpointNotFound
	}
	err := s.pool.QueryRow(ctx, selectScopeOfEndpoint, pgx.StrictNamedArgs{"id": id}).Scan(&sc.Tenant, &sc.Livemode)
	if errors.Is(err, pgx.ErrNoRows) {
		return sc, webhooks.ErrEndpointNotFound
	}
	return sc, err
}

// Act is what an operator does to an endpoint, and why.
type Act struct {
	Active        bool // what the endpoint is to be
	Actor, Reason string
	At            time.Time
}

// SetActive makes an endpoint active or inactive and stores a notice of it, in one transaction; nothing happens when
// the endpoint is so already. It returns the recovery that started, if any.
func (s *Store) SetActive(ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID, act Act) (e webhooks.Endpoint, r *webhooks.Recovery, err error) {
	kind := webhooks.NoticePaused
	if act.Active {
		kind = webhooks.NoticeResumed
	}
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		changed := false
		e, r, err = changeEndpoint(ctx, tx, sc, id, func(e *webhooks.Endpoint) error {
			changed = e.IsActive != act.Active
			return e.SetActive(act.Active, act.At)
		})
		if err != nil || !changed {
			return err
		}
		return storeNotices(ctx, tx, []EndpointNotice{{Notice: kind, Endpoint: e, Actor: act.Actor, Reason: act.Reason}}, act.At)
	})
	return e, r, err
}

const setRecoveryWindow = `UPDATE endpoints SET recovery_window_s = nullif(@window_s, 0) WHERE id = @id`

// SetRecoveryWindow says how far back a re-activation of an endpoint recovers what it missed; 0: not at all.
func (s *Store) SetRecoveryWindow(ctx context.Context, id webhooks.EndpointID, window time.Duration) error {
	tag, err := s.pool.Exec(ctx, setRecoveryWindow, pgx.StrictNamedArgs{"id": id, "window_s": int(window / time.Second)})
	if err == nil && tag.RowsAffected() == 0 {
		return webhooks.ErrEndpointNotFound
	}
	return err
}
