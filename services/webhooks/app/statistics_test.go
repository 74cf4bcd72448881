package app

import (
	"net/url"
	"strings"
	"testing"
	"time"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// The statistics of an endpoint are those of its deliveries, for its tenant and mode only; hours and days in which
// nothing ended are there with zeros.
func TestStatisticsOfAnEndpoint(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	path := s.public + "/api/v1/webhooks/" + id + "/statistics"
	s.publish(4)
	list := d.next(4)
	delivered := attemptsOf(list[:3], 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	for i, took := range []int64{10_000, 20_000, 60_000} {
		delivered[i].Timing = &dispatchv1.Timing{TotalUs: took}
	}
	d.publish(&dispatchv1.AttemptBatch{Attempts: delivered})
	d.report(list[3:], 1, dispatchv1.Outcome_OUTCOME_FAILED)
	// What an hour of yesterday and one before what is kept would have had.
	yesterday := time.Now().UTC().Truncate(24 * time.Hour).Add(-time.Hour)
	if _, err := s.pool.Exec(t.Context(), `INSERT INTO endpoint_hours (endpoint_id, hour, delivered, failed, took_us)
		VALUES ($1, $2, 5, 1, 5000000), ($1, $2 - interval '32 days', 100, 100, 0)`, id, yesterday); err != nil {
		t.Fatal(err)
	}
	statistics := func(key string, query ...string) map[string]any {
		t.Helper()
		return s.call("GET", path+"?"+strings.Join(query, "&"), key, nil).want(t, 200).data()
	}
	sum := func(data map[string]any) (intervals int, delivered, failed float64) {
		for _, e := range data["intervals"].([]any) {
			i := e.(map[string]any)
			intervals, delivered, failed = intervals+1, delivered+i["delivered"].(float64), failed+i["failed"].(float64)
		}
		return intervals, delivered, failed
	}
	// The hour may end between the deliveries and the call: the last two hours are looked at.
	since := url.QueryEscape(time.Now().Add(-time.Hour).Format(time.RFC3339))
	s.eventually("all are counted", func() bool {
		_, delivered, failed := sum(statistics(s.key, "from="+since))
		return delivered+failed >= 4
	})
	var rows [2]float64
	if err := s.pool.QueryRow(t.Context(), `
		SELECT count(*) FILTER (WHERE status = 'delivered'), count(*) FILTER (WHERE status = 'failed')
		FROM deliveries WHERE endpoint_id = $1`, id).Scan(&rows[0], &rows[1]); err != nil ||
		rows != [2]float64{3, 1} {
		t.Fatalf("%v, %v", rows, err)
	}
	days := statistics(s.key, "interval=day")
	if n, ok, bad := sum(days); n != 31 || ok != rows[0]+5 || bad != rows[1]+1 || days["interval"] != "day" {
		t.Errorf("%d days with %v delivered and %v failed: %v", n, ok, bad, days)
	}
	all := days["intervals"].([]any)
	for _, e := range all {
		i, mean := e.(map[string]any), 30.0
		if at, err := time.Parse(time.RFC3339, i["began_at"].(string)); err != nil {
			t.Error(err)
		} else if at.Equal(yesterday.Add(-23 * time.Hour)) {
			mean = 1000
		}
		if i["delivered"] != 0.0 && i["mean_duration_ms"] != mean {
			t.Errorf("%v, want a mean of %v", i, mean)
		}
	}
	if first := all[0].(map[string]any); first["delivered"] != 0.0 || first["failed"] != 0.0 ||
		first["mean_duration_ms"] != nil {
		t.Errorf("a day in which nothing ended: %v", first)
	}
	if n, _, _ := sum(statistics(s.key)); n != 24 {
		t.Errorf("%d hours", n)
	}
	for query, field := range map[string]string{
		"interval=minute":                "interval",
		"from=2020-01-01T00:00:00Z":      "from",
		"from=2099-01-01T00:00:00Z":      "from",
		"to=2020-01-01T00:00:00Z":        "to",
		"from=" + since + "&to=" + since: "to",
	} {
		s.call("GET", path+"?"+query, s.key, nil).wantProblem(t, 400, "invalid_parameter", field)
	}
	for name, key := range map[string]string{"another tenant": s.other, "the other mode": s.keyLive} {
		if a := s.call("GET", path, key, nil); a.Status != 404 || a.Body["code"] != "endpoint_not_found" {
			t.Errorf("%s gets %s", name, a.Raw)
		}
	}
}

// The partner of an endpoint gets its statistics, which partner connect asks for.
func TestStatisticsOfAPartner(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.putPartner()
	e := s.endpointOfPartner(nil, "webhook.test")
	client := webhooksv1.NewEndpointServiceClient(s.grpc)
	r, err := client.GetEndpointStatistics(
		s.as(partner, "false"),
		&webhooksv1.GetEndpointStatisticsRequest{Id: e.GetId(), Interval: "day"},
	)
	if err != nil || len(r.GetData().GetIntervals()) != 31 {
		t.Errorf("%v, %v", r, err)
	}
}
