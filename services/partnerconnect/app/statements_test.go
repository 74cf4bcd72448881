package app_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/iso4217"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
)

// The statement of a settlement: links that work without a key for a while, a page in two languages, and a file whose
// totals are the settlement's.
func TestStatement(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	first := b.paid(key, ref, 12_345)
	formula := b.register(key, ref, strings.Replace(b.order(777, ""), `"order-`, `"=order-`, 1)).text(t, "payment_id")
	b.advance(key, "payments", formula, "paid")
	b.refund(key, ref, first, `{"amount":300,"external_ref":"back"}`)
	b.call("POST", "/sandbox/payments/"+first+"/chargebacks", key, `{"amount":200}`)
	b.call("POST", "/sandbox/merchants/"+ref+"/settle", key, "")
	settlement := b.rowsOf(key, "/merchants/"+ref+"/settlements", "", 50)[0]
	id := settlement["settlement_id"].(string)
	path := "/merchants/" + ref + "/settlements/" + id + "/statement"
	a := b.call("GET", path, key, "")
	page, file := strings.TrimPrefix(a.text(t, "page_url"), publicBase),
		strings.TrimPrefix(a.text(t, "csv_url"), publicBase)
	expires, err := time.Parse(time.RFC3339, a.text(t, "expires_at"))
	if a.status != http.StatusOK || a.text(t, "settlement_id") != id || err != nil ||
		time.Until(expires) > 15*time.Minute || time.Until(expires) < 10*time.Minute {
		t.Fatalf("%d %s, %v", a.status, a.body, err)
	}

	sent := b.call("GET", file, "", "")
	if sent.status != http.StatusOK || sent.header.Get("Content-Type") != "text/csv; charset=utf-8" ||
		sent.header.Get("Content-Disposition") != "attachment; filename="+id+".csv" ||
		sent.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", sent.status, sent.header)
	}
	rows, err := csv.NewReader(strings.NewReader(sent.body)).ReadAll()
	if err != nil || len(rows) != 1+4+1 || rows[1][0] != "payment" || rows[1][7] != "123.45" || rows[5][0] != "total" {
		t.Fatalf("%v, %v", rows, err)
	}
	cells := 0
	for _, row := range rows[1:] {
		if strings.HasPrefix(row[3], "'=order-") {
			cells++
		}
		if row[10] != "PLN" {
			t.Errorf("%v", row)
		}
	}
	if cells != 1 {
		t.Errorf("a reference is a formula: %s", sent.body)
	}
	amount := func(name string) int64 { return int64(settlement[name].(float64)) }
	for column, want := range map[int]int64{7: amount("gross") - amount("refunds") - amount("chargebacks"),
		8: amount("fees"), 9: amount("net")} {
		if got := rows[5][column]; got != iso4217.Decimal(want, "PLN", ".") {
			t.Errorf("column %s: %s, the ledger has %d", rows[0][column], got, want)
		}
	}
	var posted int64
	if err := b.pool.QueryRow(t.Context(),
		`SELECT sum(l.amount) FROM ledger_lines l JOIN ledger_entries e ON e.id = l.entry_id
		WHERE e.settlement_id = $1 AND l.account = 'available'`, id).Scan(&posted); err != nil ||
		rows[5][9] != iso4217.Decimal(posted, "PLN", ".") {
		t.Errorf("the ledger posted %d, %v", posted, err)
	}

	for language, texts := range map[string][]string{
		"en": {`<html lang="en">`, "Settlement statement", "Test mode", "123.45", "Chargebacks", "Net", "=order-",
			iso4217.Decimal(amount("net"), "PLN", ".") + " PLN"},
		"pl": {`<html lang="pl">`, "Zestawienie rozliczenia", "Tryb testowy", "123,45", "Obciążenia zwrotne", "Netto",
			iso4217.Decimal(amount("net"), "PLN", ",") + " PLN"},
	} {
		b.subtest(language, func(t *testing.T) {
			for _, shown := range []answer{b.call("GET", page, "", "", "Accept-Language", language),
				b.call("GET", page+"?lang="+language, "", "", "Accept-Language", "de")} {
				checkPageHeaders(t, shown)
				for _, text := range texts {
					if shown.status != http.StatusOK || !strings.Contains(shown.body, text) {
						t.Errorf("%d, no %q in %s", shown.status, text, shown.body)
					}
				}
			}
		})
	}
	stylesheet := b.call("GET", page, "", "").body
	_, stylesheet, _ = strings.Cut(stylesheet, `rel="stylesheet" href="`)
	stylesheet, _, _ = strings.Cut(stylesheet, `"`)
	if a := b.call("GET", "/statements/"+stylesheet, "", ""); a.status != http.StatusOK ||
		!strings.Contains(a.body, "@media print") {
		t.Errorf("%s: %d", stylesheet, a.status)
	}

	link := func(token string) string { return "/statements/" + token }
	verified, err := b.links.Verify(strings.TrimPrefix(page, "/statements/"), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	expired, payment, unknown := verified, verified, verified
	expired.ExpiresAt = time.Now().Add(-time.Second)
	payment.Purpose = "payment"
	unknown.ID = "stl_none"
	for name, c := range map[string]struct {
		path string
		want int
	}{
		"expired": {link(b.links.Token(expired)), 410}, "of a payment": {link(b.links.Token(payment)), 404},
		"of another settlement": {link(b.links.Token(unknown)), 404},
		"forged":                {page + "x", 404}, "another file": {page + "/x.csv", 404}, "no link": {"/statements/", 404},
	} {
		b.subtest(name, func(t *testing.T) {
			if a := b.call("GET", c.path, "", ""); a.status != c.want {
				t.Errorf("%d, want %d: %s", a.status, c.want, a.body)
			}
		})
	}
	if got := outcome(t, b.call("GET", "/merchants/"+ref+"/settlements/stl_none/statement", key,
		"")); got != "404 settlement_not_found" {
		t.Error(got)
	}
	other := b.merchant(key, allowed)
	if got := outcome(t, b.call("GET", fmt.Sprintf("/merchants/%s/settlements/%s/statement", other, id), key,
		"")); got != "404 settlement_not_found" {
		t.Errorf("of another merchant: %s", got)
	}
}

// The file of a settlement with many transactions is sent as it is read: no more than a batch is in memory, as with a
// half of them. The page shows the first ones and the totals of all. Each has more than a kilobyte, so that a file in
// memory differs by more than what else the program has in memory from time to time.
func TestStatementOfAHugeSettlement(t *testing.T) {
	b := startBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	payment := b.paid(key, ref, 10_000)
	b.call("POST", "/sandbox/merchants/"+ref+"/settle", key, "")
	id := b.rowsOf(key, "/merchants/"+ref+"/settlements", "", 50)[0]["settlement_id"].(string)
	const many, some = 5000, 2200
	transactions := func(n int) {
		b.exec(`WITH made AS (INSERT INTO ledger_entries (merchant_ref, currency, kind, payment_id, posted_at)
				SELECT $1, 'PLN', 'payment_refunded', $2, now() - interval '1 hour' FROM generate_series(1, $4::int)
				RETURNING id, kind),
			lines AS (INSERT INTO ledger_lines (entry_id, kind, account, amount, balance)
				SELECT id, kind, a.account, a.amount, 0 FROM made, (VALUES ('available', 1), ('clearing', -1)) a (account, amount)),
			rows AS (INSERT INTO transactions (id, entry_id, merchant_ref, type, amount, fee, currency, status,
					payment_id, settlement_id, external_ref, occurred_at, available_on)
				SELECT 'txn_' || lpad(id::text, 26, '0'), id, $1, 'adjustment', 1, 0, 'PLN', 'settled', $2, $3,
					'line-' || id || repeat('x', 1500), now() - id % 60 * interval '1 minute', '2026-01-01' FROM made)
			UPDATE settlements SET gross = gross + $4, net = net + $4, transaction_count = transaction_count + $4
			WHERE id = $3`, ref, payment, id, n)
	}
	path := filepath.Join(t.TempDir(), "statement.csv")
	read := func() (page string, w sampled) {
		w.each = 512 << 10
		links := b.call("GET", "/merchants/"+ref+"/settlements/"+id+"/statement", key, "")
		address := b.url + strings.TrimPrefix(links.text(t, "csv_url"), publicBase)
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		sent, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = sent.Body.Close() }()
		to, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w.Writer = to
		if _, err := io.Copy(&w, sent.Body); err != nil {
			t.Fatal(err)
		}
		if err := to.Close(); err != nil {
			t.Fatal(err)
		}
		return strings.TrimPrefix(links.text(t, "page_url"), publicBase), w
	}
	transactions(some)
	_, small := read()
	transactions(many - some)
	page, w := read()
	t.Logf("the heap was %d KiB for a file of %d KiB, and %d KiB for one of %d KiB",
		small.heap>>10, small.n>>10, w.heap>>10, w.n>>10)
	if small.heap == 0 || w.n < 2*small.n || w.heap > small.heap+uint64(w.n-small.n) {
		t.Error("the file is in memory")
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil || len(rows) != 1+1+many+1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	seen, last := map[string]bool{}, ""
	for _, row := range rows[1 : len(rows)-1] {
		if seen[row[1]] || row[2] < last {
			t.Fatalf("%v is there twice, or out of order after %s", row, last)
		}
		seen[row[1]], last = true, row[2]
	}
	total := iso4217.Decimal(10_000+many, "PLN", ".")
	if got := rows[len(rows)-1]; got[0] != "total" || got[7] != total {
		t.Errorf("the last row is %v, want the total %s", got, total)
	}

	shown := b.call("GET", page, "", "", "Accept-Language", "en").body
	if lines := strings.Count(shown, "line-"); lines != ledger.StatementLines ||
		!strings.Contains(shown, fmt.Sprintf("The first 500 of %d transactions", many+1)) ||
		!strings.Contains(shown, total) {
		t.Errorf("the page shows %d transactions: %.3000s", lines, shown)
	}
}
