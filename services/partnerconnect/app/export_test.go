package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// unzipped are the files of an archive, each read to its end.
func unzipped(t *testing.T, archive []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatalf("%v: %.200q", err, archive)
	}
	out := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r) // which checks its sum
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		out[f.Name] = string(b)
	}
	return out
}

// exported is what an operator exports of a merchant.
func (s *system) exported(ref string) ([]byte, error) {
	s.t.Helper()
	stream, err := s.operator.ExportMerchant(s.internal(), &pcv1.ExportMerchantRequest{Ref: ref})
	if err != nil {
		s.t.Fatal(err)
	}
	var out []byte
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		out = append(out, part.GetChunk()...)
	}
}

// tableOf checks that a table says the same as JSON and as CSV, and returns its rows.
func tableOf(t *testing.T, files map[string]string, name string) (rows []map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(files[name+".json"]), &rows); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	cells, err := csv.NewReader(strings.NewReader(files[name+".csv"])).ReadAll()
	if err != nil || len(cells) != len(rows)+1 {
		t.Fatalf("%s: %d rows of JSON, %d lines of CSV, %v", name, len(rows), len(cells), err)
	}
	for i, row := range rows {
		for j, column := range cells[0] {
			want := ""
			switch v := row[column].(type) {
			case nil:
			case string:
				if want = v; want != "" && strings.Contains("=+-@", v[:1]) && !strings.HasPrefix(cells[i+1][j], v) {
					want = "'" + v
				}
			case map[string]any:
				want = text(v)
			default:
				want = fmt.Sprint(v)
			}
			if cells[i+1][j] != want {
				t.Errorf("%s: %s is %q as CSV and %v as JSON", name, column, cells[i+1][j], row[column])
			}
		}
	}
	return rows
}

// A merchant downloads in the portal what it and its partner put in, its money to the last entry, and its documents;
// nothing of another merchant, of other people's numbers, and no code.
func TestExport(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	b.importCompanies()
	key := b.simple("a")
	m, other := b.system.merchant(key), b.system.merchant(key)
	b.must(http.StatusOK, "PATCH", "/onboarding/"+m.ref, key, text(personalData("company")))
	b.must(http.StatusOK, "PUT", "/onboarding/"+m.ref+"/representation", key,
		text(personal["PUT /onboarding/{ref}/representation"]))
	b.must(http.StatusCreated, "POST", "/onboarding/"+m.ref+"/invitations", key,
		text(personal["POST /onboarding/{ref}/invitations"]))
	uploaded := personal["POST /onboarding/{ref}/documents"]
	document := b.must(http.StatusCreated, "POST", "/onboarding/"+m.ref+"/documents", key,
		text(uploaded)).text(t, "document_id")
	for _, ref := range []string{m.ref, other.ref} {
		b.put(ref, allowed)
	}
	now := time.Now().UTC()
	if _, err := b.store.Changer.Change(t.Context(), access.SystemView, pc.Ref(m.ref), now,
		audit.Entry{At: now, Actor: audit.SystemActor}, func(o *onboarding.Onboarding) error {
			o.Identity = onboarding.Identity{NationalID: onboarding.NationalID{Scheme: "PL_PESEL", Country: "PL",
				Value: "44051401359"}}
			o.Identity.Document.Number, o.Identity.PlaceOfBirth.City = "ABA300000", "Kanargrad"
			return nil
		}); err != nil {
		t.Fatal(err)
	}
	payment := b.register(key, m.ref, b.order(100_000, `,"metadata":{"order":"7"}`)).text(t, "payment_id")
	b.advance(key, "payments", payment, "paid")
	strange := b.paid(key, other.ref, 5000)
	refunded := b.refund(key, m.ref, payment, `{"amount":2500,"external_ref":"=HYPERLINK(1)"}`).text(t, "refund_id")
	charged := b.must(http.StatusCreated, "POST", "/sandbox/payments/"+payment+"/chargebacks", key,
		`{"amount":300}`).text(t, "chargeback_id")
	b.must(http.StatusOK, "POST", "/sandbox/merchants/"+m.ref+"/settle", key, "")
	payout := b.payout(key, m.ref, `{"amount":50000,"currency":"PLN","external_ref":"out"}`).text(t, "payout_id")
	b.simple("b")
	if _, err := b.pool.Exec(t.Context(),
		`INSERT INTO audit_entries (at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address)
		VALUES (now(), 'partner', 'key_b', 'ptn_b', $1, 'OnboardingService.GetOnboarding', 'onboarding_not_found', 'req_b', '10.0.0.1')`, m.ref); err != nil {
		t.Fatal(err)
	}

	g := b.signIn(m.ref)
	code := b.mailedCode(m.ref)
	if !strings.Contains(g.answer.body, `href="export"`) {
		t.Errorf("the portal does not lead to the export: %s", g.answer.body)
	}
	if a := g.open("/connect/flow/export"); a.status != http.StatusOK || !strings.Contains(a.body, "Download your data") {
		t.Fatalf("%d %s", a.status, a.body)
	}
	page := *g
	a := g.send(map[string]string{"do": "export"})
	if a.status != http.StatusOK || a.header.Get("Content-Type") != "application/zip" ||
		!strings.Contains(a.header.Get("Content-Disposition"), "attachment; filename="+m.ref+"-") {
		t.Fatalf("%d %v %.500s", a.status, a.header, a.body)
	}
	files := unzipped(t, []byte(a.body))

	var profile map[string]any
	if err := json.Unmarshal([]byte(files["data.json"]), &profile); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Kanarzysława", "kanarek@kanarkowo.example", "+48987650123", "Kanarki i klatki", "1234563218", "Kanarek sp. z o.o.",
		"1971-07-17", "44051401359", "ABA300000", "Kanargrad",
		"PL61109010140000071219812874", "Kanarczyk", "kanarian@kanardom.example", "ptasia.pdf", "Ptasi temat",
		`"payouts_opt_in": {`, `"status": "granted"`, `"mode": "`, document,
	} {
		if !strings.Contains(files["data.json"], want) {
			t.Errorf("data.json has no %q", want)
		}
	}
	if d, _ := profile["delegation"].(map[string]any); d["status"] != "active" || d["agreement"] != "agr_1" {
		t.Errorf("delegation %v", d)
	}
	content, _ := base64.StdEncoding.DecodeString(uploaded["content_base64"].(string))
	if got := files["documents/"+document+".pdf"]; got != string(content) {
		t.Errorf("the document is %q", got)
	}
	for name, language := range map[string]string{"README.en.txt": "YOUR DATA", "README.pl.txt": "TWOJE DANE"} {
		if !strings.HasPrefix(files[name], language) {
			t.Errorf("%s: %.80s", name, files[name])
		}
	}
	one := func(table string, want object) {
		t.Helper()
		for _, row := range tableOf(t, files, table) {
			if !slices.ContainsFunc(slices.Collect(maps.Keys(want)), func(k string) bool { return row[k] != want[k] }) {
				return
			}
		}
		t.Errorf("%s has no row with %v:\n%s", table, want, files[table+".json"])
	}
	one("payments", object{"payment_id": payment, "amount": "1000.00", "fee": "9.00", "refunded": "25.00",
		"charged_back": "3.00", "currency": "PLN", "acted_by": "partner"})
	one("refunds", object{"refund_id": refunded, "payment_id": payment, "amount": "25.00",
		"external_ref": "=HYPERLINK(1)"})
	one("chargebacks", object{"chargeback_id": charged, "amount": "3.00", "status": "charged_back"})
	one("payouts", object{"payout_id": payout, "amount": "500.00", "iban": "PL61109010140000071219812874"})
	one("settlements", object{"gross": "1000.00", "fees": "9.00", "refunds": "25.00", "chargebacks": "3.00",
		"net": "963.00", "transactions": 3.0})
	one("transactions", object{"type": "payment", "amount": "1000.00", "net": "991.00", "status": "settled"})
	one("ledger", object{"kind": "payout_requested", "account": "available", "amount": "-500.00", "balance": "463.00"})
	one("ledger", object{"kind": "payout_requested", "account": "reserved", "amount": "500.00", "balance": "500.00"})
	one("messages", object{"template": "code", "medium": "email", "to": "kanarek@kanarkowo.example"})
	one("messages", object{"template": "code", "medium": "sms", "to": "+48987650123"})
	one("access", object{"who": "partner", "partner_id": "ptn_a", "operation": "PaymentService.RegisterPayment",
		"outcome": "ok"})
	one("access", object{"who": "merchant", "operation": "Hosted.ExportData"})
	if !strings.Contains(files["refunds.csv"], "'=HYPERLINK(1)") {
		t.Errorf("a formula: %s", files["refunds.csv"])
	}
	for name, content := range files {
		for what, secret := range map[string]string{
			"the other merchant": other.ref, "its payment": strange, "the number of another signatory": "02270803624",
			"another partner": "ptn_b", "the house's account": `"fees"`,
			"a cookie": strings.SplitN(g.cookie, "=", 2)[1], "an IP address": "127.0.0.1",
		} {
			if what == "the house's account" && !strings.HasPrefix(name, "ledger") {
				continue
			}
			if strings.Contains(content, secret) {
				t.Errorf("%s has %s", name, what)
			}
		}
		if strings.HasPrefix(name, "messages") && strings.Contains(content, `"`+code+`"`) {
			t.Errorf("%s has a code", name)
		}
		if name != "data.json" && strings.Contains(content, "secret") && !strings.HasPrefix(name, "README") {
			t.Errorf("%s has a secret", name)
		}
	}

	// An operator gets the same, and is in the trail, too.
	archive, err := b.exported(m.ref)
	if err != nil {
		t.Fatal(err)
	}
	again := unzipped(t, archive)
	if got, want := slices.Sorted(maps.Keys(again)), slices.Sorted(maps.Keys(files)); !slices.Equal(got, want) ||
		again["payments.csv"] != files["payments.csv"] {
		t.Errorf("the operator gets %v, the merchant %v", got, want)
	}
	if n := b.count(`SELECT count(*) FROM audit_entries
		WHERE merchant_ref = $1 AND operation = 'ReviewOperatorService.ExportMerchant'
			AND actor = 'operator'`, m.ref); n != 1 {
		t.Errorf("%d entries of the operator", n)
	}
	if other, err := b.exported(other.ref); err != nil || strings.Contains(fmt.Sprint(unzipped(t, other)), m.ref) {
		t.Errorf("the export of the other merchant: %v", err)
	}

	// The sixth download of a day is refused, with a text and a time.
	for n := 2; n <= 6; n++ {
		*g = page
		a = g.send(map[string]string{"do": "export"})
		if (a.status == http.StatusOK) != (n <= 5) {
			t.Fatalf("download %d: %d %.300s", n, a.status, a.body)
		}
	}
	if a.status != http.StatusUnprocessableEntity || !strings.Contains(a.body, "as often as a day allows") ||
		a.header.Get("Retry-After") == "" {
		t.Errorf("%d %v %s", a.status, a.header, a.body)
	}
	if n := b.count(`SELECT count(*) FROM audit_entries WHERE merchant_ref = $1 AND operation = 'Hosted.ExportData'`,
		m.ref); n != 5 {
		t.Errorf("%d downloads are in the trail", n)
	}
	b.exec(`UPDATE exports SET exported_at = exported_at - interval '1 day'`)
	*g = page
	if a := g.send(map[string]string{"do": "export"}); a.status != http.StatusOK {
		t.Errorf("a day later: %d %s", a.status, a.body)
	}
	if n := b.count(`SELECT count(*) FROM exports WHERE merchant_ref = $1`, m.ref); n != 1 {
		t.Errorf("%d rows are left", n)
	}
}

// Before the account, and for invited people, there is no export; after the erasure nothing is left to be exported.
func TestExportIsRefused(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	b.importCompanies()
	key := b.simple("a")
	draft := b.system.merchant(key)
	g := b.visitor(key, draft.ref)
	if a := g.request("POST", "/connect/flow/export", nil); strings.Contains(a.header.Get("Content-Type"), "zip") ||
		g.page() == "export" {
		t.Errorf("%s: %d %s", g.at, a.status, a.body)
	}
	erased := b.merchant(key, consent{delegation.RevokedDelegation, delegation.OptInRevoked, delegation.ClosedMerchant})
	if found, err := b.store.Changer.Shred(t.Context(), onboarding.Retention{Closed: time.Hour},
		time.Now().Add(day)); !found || err != nil {
		t.Fatal(found, err)
	}
	for name, c := range map[string]struct {
		ref  string
		want fault.Reason
	}{
		"erased":           {erased, fault.InvalidState},
		"no such merchant": {"mrc_" + strings.Repeat("0", 26), pc.OnboardingNotFound},
		"no ref":           {"mrc_x", fault.ValidationFailed},
	} {
		b.subtest(name, func(t *testing.T) {
			_, err := b.exported(c.ref)
			if f, ours := grpcserver.FromStatus(status.Convert(err)); !ours || f.Reason != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// sampled counts what is written, and the greatest heap while it is, looked at each time that so much was written.
type sampled struct {
	io.Writer
	each  int
	n, at int
	heap  uint64
}

func (s *sampled) Write(p []byte) (int, error) {
	if s.n += len(p); s.n >= s.at {
		s.at = s.n + s.each
		s.heap = max(s.heap, liveHeap())
	}
	return s.Writer.Write(p)
}

// liveHeap is what the heap holds once garbage is collected: the least of several readings, since what else runs
// allocates between a collection and its reading.
func liveHeap() uint64 {
	least := uint64(math.MaxUint64)
	for range 3 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		least = min(least, m.HeapAlloc)
	}
	return least
}

// Of a merchant with many entries everything is in the archive, page by page, and no more is in memory than a page and
// a table's CSV, compressed: writing takes hardly more than with a sixth of the entries. Each has more than a kilobyte,
// so that a table in memory differs by more than what else the program has in memory from time to time.
func TestExportOfAHugeMerchant(t *testing.T) {
	b := startBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	payment := b.paid(key, ref, 1000)
	const many, some, few = 3000, 500, 1201
	entries := func(from, to int) {
		b.exec(`INSERT INTO audit_entries
				(at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address)
			SELECT now() - interval '1 hour', 'partner', '', 'ptn_a', $1, 'AccountService.GetBalance', 'ok',
				md5(n::text) || repeat('x', 1200), ''
			FROM generate_series($2::int, $3::int) n`, ref, from, to)
	}
	id := ` || lpad(n::text, 26, '0')`
	b.exec(`INSERT INTO refunds (id, payment_id, merchant_ref, livemode, amount, currency, external_ref, fingerprint, status, reason_code, acted_by, partner_id,
			delegation, created_at, updated_at)
		SELECT 'rfd_'`+id+`, $1, $2, false, 1, 'PLN', 'r' || n, '', 'succeeded', '', 'merchant', '', '', now() - interval `+
		`'1 hour', now() FROM generate_series(1, $3::int) n`, payment, ref, few)
	b.exec(`INSERT INTO chargebacks (id, engine_id, payment_id, merchant_ref, livemode, amount, currency, status, reason_code, created_at, updated_at)
		SELECT 'cbk_'`+id+`, n, $1, $2, false, 1, 'PLN', 'charged_back', 'fraud', now() - interval '1 hour', now() FROM `+
		`generate_series(1, $3::int) n`, payment, ref, few)
	b.exec(`WITH made AS (INSERT INTO ledger_entries (merchant_ref, currency, kind, payment_id, posted_at)
			SELECT $2, 'PLN', 'payment_refunded', $1, now() - interval '1 hour' FROM generate_series(1, $3::int) RETURNING id, kind)
		INSERT INTO ledger_lines (entry_id, kind, account, amount, balance)
		SELECT id, kind, a.account, a.amount, 0 FROM made, (VALUES ('available', -1), ('pending', 2), ('clearing', -1)) a (account, amount)`, payment, ref, few)

	export := func() (files map[string]string, heap uint64, tables int) {
		by := audit.Entry{At: time.Now().UTC(), Actor: audit.OperatorActor, Operation: "Test"}
		x, err := b.store.ExportsOf(nil).ExportMerchant(t.Context(), pc.Ref(ref), by)
		if err != nil {
			t.Fatal(err)
		}
		archive, err := os.Create(filepath.Join(t.TempDir(), "export.zip"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = archive.Close() }()
		w := sampled{Writer: archive, each: 16 << 10}
		if err := x.Write(t.Context(), &w); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(archive.Name())
		if err != nil {
			t.Fatal(err)
		}
		files = unzipped(t, content)
		return files, w.heap, len(files["access.json"] + files["access.csv"])
	}
	entries(1, some)
	_, before, small := export()
	entries(some+1, many)
	files, heap, all := export()
	t.Logf("the heap was %d KiB for tables of %d KiB, and %d KiB for %d KiB", before>>10, small>>10, heap>>10, all>>10)
	if before == 0 || all < 5*small || heap > before+uint64(all-small)/3 {
		t.Error("the tables are in memory")
	}
	for name, want := range map[string]int{"access": many, "refunds": few, "chargebacks": few, "ledger": 2 * few} {
		var rows []struct { // what distinguishes two of them
			Request    json.RawMessage `json:"request_id"`
			Refund     json.RawMessage `json:"refund_id"`
			Chargeback json.RawMessage `json:"chargeback_id"`
			Entry      json.RawMessage `json:"entry"`
			Account    json.RawMessage `json:"account"`
		}
		if err := json.Unmarshal([]byte(files[name+".json"]), &rows); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, r := range rows {
			fields := []string{string(r.Request), string(r.Refund), string(r.Chargeback), string(r.Entry), string(r.Account)}
			seen[strings.Join(fields, " ")] = true
		}
		if len(seen) < want || strings.Count(files[name+".csv"], "\r\n") != len(rows)+1 {
			t.Errorf("%s: %d of %d rows, %d different", name, len(rows), want, len(seen))
		}
	}
}
