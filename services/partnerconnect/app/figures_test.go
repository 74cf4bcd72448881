package app_test

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/testkit/wait"
)

var sample = regexp.MustCompile(`(?m)^(\w+)(?:\{([^}]*)\})? (\S+)$`)

// series returns what the program shows of a metric, by the values of some of its labels; those that are 0 are left
// out.
func (s *system) series(metric string, labels ...string) map[string]float64 {
	s.t.Helper()
	out := map[string]float64{}
	for _, m := range sample.FindAllStringSubmatch(s.call("GET", s.admin+"/metrics", "", "").body, -1) {
		value, err := strconv.ParseFloat(m[3], 64)
		if m[1] != metric || err != nil || value == 0 {
			continue
		}
		of := map[string]string{}
		for _, pair := range regexp.MustCompile(`(\w+)="([^"]*)"`).FindAllStringSubmatch(m[2], -1) {
			of[pair[1]] = pair[2]
		}
		var key []string
		for _, l := range labels {
			key = append(key, of[l])
		}
		out[strings.Join(key, " ")] += value
	}
	return out
}

// bySQL returns the rows of a statement of a text and a number.
func (s *system) bySQL(sql string) map[string]float64 {
	s.t.Helper()
	out := map[string]float64{}
	rows, err := s.pool.Query(s.t.Context(), sql)
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var key string
		var n float64
		if err := rows.Scan(&key, &n); err != nil {
			s.t.Fatal(err)
		}
		out[key] = n
	}
	if rows.Err() != nil {
		s.t.Fatal(rows.Err())
	}
	return out
}

// After a walk, the metrics of the business agree with the rows, and no series names anything of a tenant.
func TestFiguresAgreeWithTheRows(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	if n := b.series("partnerconnect_money_moved_total", "object", "status"); len(n) > 0 {
		t.Fatalf("before the first: %v", n)
	}
	key := b.simple("a")
	b.create(key, strings.Replace(fullBody, "shop-1", "another", 1))
	ref := b.funded(key, 100_000)
	id := b.paid(key, ref, 1000)
	for _, call := range []struct {
		answer answer
		want   int
	}{
		{b.refund(key, ref, id, `{"amount":250,"external_ref":"r"}`), http.StatusCreated},
		{b.call("POST", "/sandbox/payments/"+id+"/chargebacks", key, `{"amount":300}`), http.StatusCreated},
		{b.register(key, ref, b.order(700, "")), http.StatusCreated},
		{b.payout(key, ref, `{"amount":9100,"currency":"PLN","external_ref":"p"}`), http.StatusCreated},
	} {
		if call.answer.status != call.want {
			t.Fatalf("%d %s", call.answer.status, call.answer.body)
		}
	}
	for _, c := range []struct {
		metric string
		labels []string
		sql    string
	}{
		{"partnerconnect_money_moved_total", []string{"mode", "object", "status", "currency"}, `
			SELECT concat_ws(' ', CASE WHEN livemode THEN 'live' ELSE 'test' END, split_part(type, '.', 1),
			       b ->> 'status', b ->> 'currency'), count(*)
			FROM (SELECT *, convert_from(body, 'UTF8')::jsonb -> 'data' AS b FROM events) e
			WHERE type ~ '^(payment|refund|chargeback|payout)[.]' GROUP BY 1`},
		{"partnerconnect_onboardings_moved_total", []string{"mode", "status"}, `
			SELECT concat_ws(' ', CASE WHEN livemode THEN 'live' ELSE 'test' END, 
			       convert_from(body, 'UTF8')::jsonb -> 'data' ->> 'status'), count(*)
			FROM events WHERE type = 'onboarding.status_changed' GROUP BY 1`},
		{"partnerconnect_onboardings_activation_seconds_count", []string{"mode"}, `
			SELECT 'test', count(*) FROM onboardings WHERE status = 'active'`},
		{"partnerconnect_onboardings_under_way", []string{"mode", "status"}, `
			SELECT 'test ' || status, count(*) FROM onboardings WHERE status <> 'active' GROUP BY 1`},
		{"partnerconnect_onboardings_at_step", []string{"mode", "step"}, `
			SELECT 'test ' || step, count(*) FROM onboardings WHERE status <> 'active' GROUP BY 1`},
		{"partnerconnect_money_open", []string{"mode", "object", "status", "currency"}, `
			SELECT 'test payment ' || status || ' ' || currency, count(*) FROM payments
			WHERE status IN ('registered', 'pending') GROUP BY 1
			UNION ALL SELECT 'test payout ' || status || ' ' || currency, count(*) FROM payouts
			WHERE status IN ('requested', 'processing') GROUP BY 1
			UNION ALL SELECT 'test refund ' || status || ' ' || currency, count(*) FROM refunds
			WHERE status = 'pending' GROUP BY 1`},
		{"partnerconnect_money_open_amount", []string{"object", "currency"}, `
			SELECT 'payment ' || currency, sum(amount) FROM payments WHERE status IN ('registered', 'pending') GROUP BY 1
			UNION ALL SELECT 'payout ' || currency, sum(amount) FROM payouts
			WHERE status IN ('requested', 'processing') GROUP BY 1
			UNION ALL SELECT 'refund ' || currency, sum(amount) FROM refunds WHERE status = 'pending' GROUP BY 1`},
	} {
		t.Run(c.metric, func(t *testing.T) {
			s := b.in(t)
			wait.Until(t, "they agree", func() bool {
				want, got := s.bySQL(c.sql), s.series(c.metric, c.labels...)
				return len(want) > 0 && maps.Equal(want, got)
			})
		})
	}
	if steps := b.series("partnerconnect_onboardings_at_step", "step"); steps["contact"] != 1 {
		t.Errorf("a draft waits for its contact to be proved: %v", steps)
	}
	amounts := b.series("partnerconnect_money_moved_amount_total", "object", "status", "currency")
	for series, want := range map[string]float64{
		"payment registered PLN": 101_700, "payment paid PLN": 101_000, "payment partially_refunded PLN": 250,
		"refund succeeded PLN":        250,
		"chargeback charged_back PLN": 300, "payout requested PLN": 9100,
	} {
		if amounts[series] != want {
			t.Errorf("%s: %v, want %v; all %v", series, amounts[series], want, amounts)
		}
	}
	age := b.series("partnerconnect_money_open_age_seconds", "mode", "object", "status")
	open := b.series("partnerconnect_money_open", "mode", "object", "status")
	if !slices.Equal(slices.Sorted(maps.Keys(age)), slices.Sorted(maps.Keys(open))) {
		t.Errorf("open are %v, with the ages %v", open, age)
	}
	page := b.call("GET", b.admin+"/metrics", "", "").body
	named := regexp.MustCompile(`"[^"\s]*(?:mrc|ptn|chn|pay|pyt|rfd|cbk|inv)_[^"\s]*"`)
	if ids := named.FindAllString(page, -1); len(ids) > 0 {
		t.Errorf("labels with ids: %s", fmt.Sprint(ids))
	}
}

// Before the first statement, the account of the bank agrees with the ledger, and its statement is as old as the
// program.
func TestBankMetricsFromTheStart(t *testing.T) {
	t.Parallel()
	b := startBank(t, func(t *testing.T, cfg *configuration) {
		cfg.Bank.Dir, cfg.Bank.Holder, cfg.Bank.Accounts = t.TempDir(), "Partnerline", "PLN:"+houseAccount
	})
	page := b.call("GET", b.admin+"/metrics", "", "").body
	for _, series := range []string{
		`partnerconnect_bank_difference\{currency="PLN"\} 0`, `partnerconnect_bank_at_engine\{currency="PLN"\} 0`,
		`partnerconnect_bank_statement_age_seconds\{currency="PLN"\} [0-9.e-]+`,
		`integrity_intact\{kind="ledger"\} 1`, `integrity_age_seconds\{kind="audit"\} [0-9.e-]+`,
	} {
		if !regexp.MustCompile("(?m)^" + series + "$").MatchString(page) {
			t.Errorf("want %s", series)
		}
	}
}
