package app

import (
	"testing"
	"time"
)

// No recovery, asked for or automatic, sends what happened before the endpoint existed.
func TestRecoveryBeginsWithTheEndpoint(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	s.publish(3)
	s.stored()
	e := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()
	id, created := e["id"].(string), e["created_at"]
	path := s.public + "/api/v1/webhooks/" + id
	hourAgo := time.Now().Add(-time.Hour).UTC().Format(time.RFC3339)
	miss := func(n int) {
		t.Helper()
		s.call("PATCH", path, s.key, map[string]any{"is_active": false}).want(t, 200)
		s.publish(n)
		s.stored()
	}
	receive := func(n int) {
		t.Helper()
		list := d.next(n)
		s.stored() // else nothing is pending yet
		d.report(list, 1, delivered)
		s.eventually("nothing is pending", func() bool { return s.endpoint(id)["health"].(map[string]any)["pending"] == 0.0 })
	}
	done := func(job map[string]any, requeued float64) {
		t.Helper()
		url := s.public + "/api/v1/recoveries/" + job["id"].(string)
		s.eventually("the recovery is done",
			func() bool { return s.call("GET", url, s.key, nil).want(t, 200).data()["status"] == "completed" })
		if r := s.call("GET", url, s.key, nil).data(); r["requeued"] != requeued || r["since"] != job["since"] ||
			r["since_clamped"] != job["since_clamped"] {
			t.Errorf("recovery %v, want %v requeued since %v", r, requeued, job["since"])
		}
	}

	miss(2)
	s.call("PATCH", path, s.key, map[string]any{"is_active": true}).want(t, 200)
	job := s.call("POST", path+"/recover", s.key, map[string]any{"since": hourAgo}).want(t, 202).data()
	if job["since"] != created || job["since_clamped"] != true {
		t.Errorf("asked for from an hour ago: %v, the endpoint is from %v", job, created)
	}
	receive(2)
	done(job, 2)
	job = s.call("POST", path+"/recover", s.key, map[string]any{"since": created}).want(t, 202).data()
	if job["since"] != created || job["since_clamped"] != false {
		t.Errorf("asked for from the creation: %v", job)
	}
	done(job, 0)
	s.call("POST", path+"/recover", s.key, map[string]any{"since": hourAgo, "until": created}).wantProblem(t, 422,
		"validation_failed", "/until")

	// What the endpoint is noted to have missed may lie before it, where a program of an earlier version noted it.
	s.operator().recoverWithin(id, 24*time.Hour)
	miss(1)
	s.exec(`UPDATE endpoints SET missed_since = created_at - interval '1 hour'`)
	auto := s.operator().resume(id).GetRecovery()
	at, err := time.Parse(time.RFC3339Nano, created.(string))
	if err != nil || !auto.GetSinceClamped() || !auto.GetSince().AsTime().Equal(at) {
		t.Errorf("automatic: %v, %v", auto, err)
	}
	receive(1)
	// So may a job that such a program began.
	miss(1)
	s.exec(`UPDATE endpoints SET missed_since = NULL`)
	s.call("PATCH", path, s.key, map[string]any{"is_active": true}).want(t, 200)
	s.exec(`INSERT INTO recoveries (id, endpoint_id, tenant_id, livemode, status, since, until, statuses, cursor_at, created_at, stepped_at)
	        SELECT 'rcv_1', id, tenant_id, livemode, 'running', now() - interval '1 hour', now(), '{never_attempted}', now() - interval '1 hour', now(), now() FROM endpoints`)
	receive(1)
	if n := s.query(`SELECT count(*) FROM deliveries`); n != 4 {
		t.Errorf("%d deliveries, want the four of events after the creation", n)
	}
}

// A recovery whose steps fail, as when what it is to count takes too long, stops no others.
func TestARecoveryThatFailsStopsNoOthers(t *testing.T) {
	t.Parallel()
	s := start(t)
	ids := []string{}
	for range 2 {
		id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
		s.call("PATCH", s.public+"/api/v1/webhooks/"+id, s.key, map[string]any{"is_active": false}).want(t, 200)
		ids = append(ids, id)
	}
	s.publish(1)
	s.stored()
	s.exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`)
	s.exec(`CREATE TRIGGER refuse BEFORE UPDATE OF matched ON recoveries
	        FOR EACH ROW WHEN (NEW.endpoint_id = '` + ids[0] + `') EXECUTE FUNCTION refuse()`)
	hourAgo := time.Now().Add(-time.Hour).UTC().Format(time.RFC3339)
	for _, id := range ids {
		path := s.public + "/api/v1/webhooks/" + id
		s.call("PATCH", path, s.key, map[string]any{"is_active": true}).want(t, 200)
		s.call("POST", path+"/recover", s.key, map[string]any{"since": hourAgo}).want(t, 202)
	}
	if d := s.dispatcher().next(1)[0]; d.GetEndpointId() != ids[1] {
		t.Errorf("endpoint %s gets what it missed", d.GetEndpointId())
	}
}

// exec changes what no call of the API changes.
func (s *service) exec(sql string) {
	s.t.Helper()
	if _, err := s.pool.Exec(s.t.Context(), sql); err != nil {
		s.t.Fatal(err)
	}
}
