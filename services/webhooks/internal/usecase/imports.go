package usecase

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/internal/endpointfault"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/migration"
)

// An ImportOutcome is what became of an endpoint of an export.
type ImportOutcome string

// The outcomes of an import.
const (
	ImportCreated ImportOutcome = "created"
	ImportPresent ImportOutcome = "present"
	ImportRefused ImportOutcome = "refused"
)

// An ImportedEndpoint is an endpoint of an export, and what became of it.
type ImportedEndpoint struct {
	SourceID string
	Outcome  ImportOutcome
	webhooks.Endpoint
	Notes []migration.Note
}

// An Import is what an export asks for.
type Import struct {
	Source string
	Export []byte
	migration.Options
	DryRun bool
}

// Imports makes endpoints of the exports of other senders.
type Imports struct{ endpoints *Endpoints }

// NewImports returns the use case.
func NewImports(endpoints *Endpoints) *Imports { return &Imports{endpoints} }

// errDryRun ends the transaction of a dry run.
var errDryRun = errors.New("nothing is stored")

// ImportEndpoints makes the tenants and endpoints of an export, each in a transaction of its own, and says what became
// of each. An endpoint that is there is left as it is.
func (u *Imports) ImportEndpoints(
	ctx context.Context, in Import, by webhooks.Operator,
) (list []ImportedEndpoint, notes []migration.Note, err error) {
	plan, err := migration.Read(in.Source, in.Export)
	if err != nil {
		return nil, nil, fault.Field("/export", "invalid_export", err.Error())
	}
	notes = plan.Notes
	for _, t := range plan.Tenants {
		id, named := in.TenantOf(in.Source, t)
		name := "tenant " + string(id) + " (" + t.SourceID + ")"
		for _, n := range t.Notes {
			notes = append(notes, migration.Note{What: name + ": " + n.What, Why: n.Why})
		}
		sc := webhooks.Scope{Tenant: id, Livemode: in.Livemode}
		if err := u.importTenant(ctx, sc, t.Name, named, in.DryRun, by); errors.Is(err, webhooks.ErrTenantNotFound) {
			notes = append(notes, migration.Note{What: name, Why: "there is no such tenant; its endpoints are left out"})
			continue
		} else if err != nil {
			return list, notes, err
		}
		planned := 0 // of a dry run, whose endpoints are not counted by the limit
		for _, e := range t.Endpoints {
			made, err := u.importEndpoint(ctx, in, sc, e, planned, by)
			if err != nil {
				return list, notes, err
			}
			if in.DryRun && made.Outcome == ImportCreated {
				planned++
			}
			list = append(list, made)
		}
	}
	return list, notes, nil
}

// importTenant makes a tenant that is not there; ErrTenantNotFound if it is to exist.
func (u *Imports) importTenant(
	ctx context.Context, sc webhooks.Scope, name string, named, dry bool, by webhooks.Operator,
) error {
	exists, err := u.endpoints.store.Tenants.Exists(ctx, sc.Tenant)
	switch {
	case err != nil || exists:
		return err
	case named:
		return webhooks.ErrTenantNotFound
	case dry:
		return nil
	}
	at := now()
	return u.endpoints.store.InTx(ctx, func(tx *postgres.Store) error {
		if _, err := tx.Tenants.Create(ctx, sc.Tenant, name, at); err != nil {
			return err
		}
		return tx.Audit.Insert(ctx, by, string(sc.Tenant), sc.Tenant, at)
	})
}

// importEndpoint makes an endpoint that is not there. A refusal is an outcome; an error ends the import.
func (u *Imports) importEndpoint(
	ctx context.Context, in Import, sc webhooks.Scope, from *migration.Endpoint, planned int, by webhooks.Operator,
) (ImportedEndpoint, error) {
	in.Settle(from, sc.Tenant)
	out := ImportedEndpoint{SourceID: from.SourceID, Outcome: ImportCreated, Notes: from.Notes}
	e, err := webhooks.NewEndpoint(migration.EndpointID(in.Source, sc, from.SourceID), sc, from.Fields, now())
	if err == nil {
		err = u.endpoints.checkAddress(ctx, "/url", e.URL)
	}
	if err == nil {
		err = u.endpoints.requireProof(&e, nil)
	}
	if e.AwaitsProof {
		out.Notes = append(out.Notes, migration.Note{What: "is_active", Why: webhooks.ErrOwnershipUnproven.Message})
	}
	out.Endpoint = e
	if err == nil {
		err = u.endpoints.store.InTx(ctx, func(tx *postgres.Store) error {
			if err := tx.Tenants.Lock(ctx, sc.Tenant); err != nil { // an import at the same time waits, and finds it
				return err
			}
			have, err := tx.Endpoints.Find(ctx, sc, e.ID)
			if err == nil {
				out.Outcome, out.Endpoint = ImportPresent, have
				targets, err := tx.Secrets.Targets(ctx, []string{string(have.ID)}, e.CreatedAt)
				out.Notes = slices.Concat(from.Notes, differences(have, e, targets, from.Keys))
				return err
			}
			if !errors.Is(err, webhooks.ErrEndpointNotFound) {
				return err
			}
			if in.DryRun {
				if _, err := tx.Tenants.Create(ctx, sc.Tenant, string(sc.Tenant), e.CreatedAt); err != nil {
					return err
				}
			}
			if err := u.endpoints.insert(ctx, tx, newEndpoint{e, from.Fields, from.Keys}, planned); err != nil {
				return err
			}
			if in.DryRun {
				return errDryRun
			}
			return tx.Audit.Insert(ctx, by, string(e.ID), sc.Tenant, e.CreatedAt)
		})
	}
	var refusal *fault.Error
	switch {
	case err == nil || errors.Is(err, errDryRun):
		return out, nil
	case !errors.As(err, &refusal) || !slices.Contains(refusals, refusal.Reason):
		return out, err
	}
	out.Outcome, out.Endpoint = ImportRefused, webhooks.Endpoint{Scope: sc, URL: *from.Fields.URL}
	for _, v := range refusal.Violations {
		out.Notes = append(out.Notes, migration.Note{What: strings.TrimPrefix(v.Field, "/"), Why: v.Message})
	}
	if len(refusal.Violations) == 0 {
		out.Notes = append(out.Notes, migration.Note{What: "endpoint", Why: refusal.Message})
	}
	return out, nil
}

// refusals are the reasons for which one endpoint cannot be made, while others can.
var refusals = []fault.Reason{
	fault.ValidationFailed, endpointfault.URLNotAllowed, endpointfault.EndpointLimitReached,
}

// differences are what of an endpoint that was imported before differs from the export now.
func differences(
	have, want webhooks.Endpoint, targets []webhooks.Target, keys []webhooks.SigningKey,
) (notes []migration.Note) {
	signs := func(k webhooks.SigningKey) bool {
		return slices.ContainsFunc(targets, func(t webhooks.Target) bool {
			return slices.ContainsFunc(t.Keys, func(have webhooks.SigningKey) bool { return bytes.Equal(have.Raw, k.Raw) })
		})
	}
	text := func(d *string) string {
		if d == nil {
			return ""
		}
		return *d
	}
	for _, field := range []struct {
		name string
		same bool
	}{
		{"url", have.URL == want.URL},
		{"events", slices.Equal(have.Events, want.Events)},
		{"description", text(have.Description) == text(want.Description)},
		{"is_active", have.IsActive == want.IsActive},
		{"rate_limit", have.RateLimit == want.RateLimit},
		{"header_names", slices.Equal(have.HeaderNames, want.HeaderNames)},
		{"secret", len(keys) == 0 || signs(keys[0])},
	} {
		if !field.same {
			notes = append(notes, migration.Note{
				What: field.name, Why: "differs from the export, and is left as it is; delete the endpoint to import it again",
			})
		}
	}
	return notes
}
