package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/partnerline/partnerline/e2e/walk"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/operatorclient"
	"github.com/partnerline/partnerline/internal/streams"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// identityDone reports whether the identity step of an onboarding is done, as its partner sees it.
func (s *system) identityDone(ref string) bool {
	s.t.Helper()
	for _, step := range s.partner("GET", "/onboarding/"+ref, nil, http.StatusOK)["hosted_steps"].([]any) {
		if step := step.(map[string]any); step["step"] == "identity_verification" {
			return step["status"] == "completed"
		}
	}
	s.t.Fatal("there is no such step")
	return false
}

// visitor is the merchant of a new onboarding, at the identity page.
func (s *system) visitor() (*walk.Visitor, string) {
	s.t.Helper()
	ref, _ := s.partner("POST", "/onboarding",
		object{"partner_external_ref": ids.New("x_"), "applicant_type": "natural_person"}, http.StatusCreated)["ref"].(string)
	s.partner("POST", "/sandbox/onboarding/"+ref+"/advance", object{"to": "in_progress"}, http.StatusOK)
	v, err := walk.Visit(s.t.Context(), s.finalize(ref))
	if err != nil {
		s.t.Fatal(err)
	}
	return v, ref
}

// A merchant whose session has ended goes on although every event of it was lost: the consumer was away, and the stream
// was emptied. What is open is asked for when the merchant opens the page, on an operator's call, and on a schedule.
func TestLostVerificationEvents(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"))
	nc, err := nats.Connect(s.NATSURL())
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	url, err := s.PartnerConnectDatabase()
	if err != nil {
		t.Fatal(err)
	}
	db, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close(t.Context()) }()
	conn, err := grpc.NewClient(s.Env.PartnerGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	operator := operatorclient.NewPartnerConnect(conn)
	internal := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+s.Env.InternalToken)

	lose := emptied
	// strand lets sessions end while the consumer is away and EVENTS loses their events.
	strand := func(t *testing.T, verified bool, visitors ...*walk.Visitor) {
		t.Helper()
		s.eventually("the consumer exists", func() bool {
			_, err := js.Consumer(t.Context(), streams.Events, "partnerconnect")
			return err == nil
		})
		if _, err := js.PauseConsumer(t.Context(), streams.Events, "partnerconnect", time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		for _, v := range visitors {
			if err := v.StartIdentity(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := v.EndIdentity(t.Context(), verified); err != nil {
				t.Fatal(err)
			}
		}
		// Once the outbox is empty, all that was to be lost is in the stream.
		webhooks, err := s.WebhooksDatabase()
		if err != nil {
			t.Fatal(err)
		}
		events, err := pgx.Connect(t.Context(), webhooks)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = events.Close(t.Context()) }()
		s.eventually("all events are in the stream", func() bool {
			var waiting int
			return events.QueryRow(t.Context(), `SELECT count(*) FROM outbox`).Scan(&waiting) == nil && waiting == 0
		})
		stream, err := js.Stream(t.Context(), streams.Events)
		if err != nil {
			t.Fatal(err)
		}
		lose(t, s, js, stream)
		if _, err := js.ResumeConsumer(t.Context(), streams.Events, "partnerconnect"); err != nil {
			t.Fatal(err)
		}
	}
	// rested lets the time pass in which a page does not ask again, and keeps the schedule away.
	rested := func(t *testing.T, ref, due string) {
		t.Helper()
		if _, err := db.Exec(t.Context(),
			`UPDATE verification_sessions SET asked_at = now() - interval '1 minute', reconcile_at = now() + $2::interval
			WHERE onboarding_ref = $1 AND reconcile_at IS NOT NULL`, ref, due); err != nil {
			t.Fatal(err)
		}
	}

	t.Run("the page", func(t *testing.T) {
		v, ref := s.visitor()
		strand(t, true, v)
		rested(t, ref, "1 hour")
		if err := v.Reload(t.Context()); err != nil || v.Page() != "declarations" || !s.identityDone(ref) {
			t.Errorf("the page is %s, %v", v.Page(), err)
		}
	})
	t.Run("the page, after a failure", func(t *testing.T) {
		v, ref := s.visitor()
		strand(t, false, v)
		rested(t, ref, "1 hour")
		if err := v.Reload(t.Context()); err != nil || v.Page() != "identity" {
			t.Fatalf("the page is %s, %v", v.Page(), err)
		}
		if err := v.StartIdentity(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := v.EndIdentity(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		s.eventually("the second session counts", func() bool { return s.identityDone(ref) })
	})
	t.Run("an operator", func(t *testing.T) {
		v, ref := s.visitor()
		other, otherRef := s.visitor()
		strand(t, true, v, other)
		rested(t, ref, "1 hour")
		rested(t, otherRef, "1 hour")
		r, err := operator.ReconcileVerifications(internal, &pcv1.ReconcileVerificationsRequest{Ref: ref})
		if err != nil || r.GetMoved() != 1 || r.GetSession().GetVerdict() != "verified" ||
			r.GetSession().GetChecks()["sanctions"] != "passed" || !s.identityDone(ref) {
			t.Errorf("one merchant: %v, %v", r, err)
		}
		if s.identityDone(otherRef) {
			t.Error("the other merchant moved, too")
		}
		if r, err = operator.ReconcileVerifications(internal, &pcv1.ReconcileVerificationsRequest{}); err != nil ||
			r.GetMoved() != 1 || !s.identityDone(otherRef) {
			t.Errorf("all merchants: %v, %v", r, err)
		}
		if r, err = operator.ReconcileVerifications(internal, &pcv1.ReconcileVerificationsRequest{}); err != nil ||
			r.GetMoved() != 0 {
			t.Errorf("again: %v, %v", r, err)
		}
		audited, err := operator.ListAccess(internal, &pcv1.ListAccessRequest{Ref: ref})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, e := range audited.GetData() {
			found = found || e.GetActor() == "operator" && e.GetOperation() == "MerchantOperatorService.ReconcileVerifications"
		}
		if !found {
			t.Errorf("no entry of the audit trail names the operator: %v", audited.GetData())
		}
	})
	t.Run("the schedule", func(t *testing.T) {
		v, ref := s.visitor()
		strand(t, true, v)
		rested(t, ref, "0")
		s.eventually("the schedule finds it", func() bool { return s.identityDone(ref) })
	})
	t.Run("pushed out by another tenant", func(t *testing.T) {
		v, ref := s.visitor()
		lose = pushedOut
		strand(t, true, v)
		rested(t, ref, "0")
		s.eventually("the schedule finds it", func() bool { return s.identityDone(ref) })
	})
}

// emptied removes all events of the stream.
func emptied(t *testing.T, _ *system, _ jetstream.JetStream, events jetstream.Stream) {
	t.Helper()
	if err := events.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// pushedOut publishes events of another tenant until they are all that the stream has room for.
func pushedOut(t *testing.T, s *system, js jetstream.JetStream, events jetstream.Stream) {
	t.Helper()
	config := events.CachedInfo().Config
	config.MaxBytes = 256 << 10
	if _, err := js.UpdateStream(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	conn, err := grpc.NewClient(s.Env.VerificationGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	internal := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+s.Env.InternalToken)
	data, err := structpb.NewStruct(map[string]any{
		"verification_session_id": uuid.NewString(), "status": "completed", "padding": strings.Repeat("x", 60_000),
	})
	if err != nil {
		t.Fatal(err)
	}
	last := events.CachedInfo().State.LastSeq
	s.eventually("what was there is pushed out", func() bool {
		_, err := eventsv1.NewEventServiceClient(conn).Publish(internal, &eventsv1.PublishRequest{
			Tenant: s.Env.TenantIDOther, Type: "verification.completed", Data: data,
		})
		if err != nil {
			t.Fatal(err)
		}
		info, err := events.Info(t.Context())
		return err == nil && info.State.FirstSeq > last
	})
}
