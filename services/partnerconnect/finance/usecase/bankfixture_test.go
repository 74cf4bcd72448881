package usecase_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bankdir"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/objects"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/testkit/s3server"
)

// start is when tests begin.
var startBank = time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)

var bankTester = audit.Entry{At: startBank, Actor: audit.PartnerActor, Operation: "Test"}

const (
	houseIBAN    = "PL61109010140000071219812874"
	merchantIBAN = "PL27114020040000300201355387"
	engineIBAN   = "GB29NWBK60161331926819"
)

// A bankFixture is a merchant of live mode with money, and a bank with which files are exchanged.
type bankFixture struct {
	t     *testing.T
	url   string
	keys  *keyring.Keyring
	pool  *pgxpool.Pool
	parts *wiring.Modules
	op    delegation.Operation
	dir   string
	bank  financeusecase.Files
	log   *bytes.Buffer
	now   time.Time
	n     int
}

func newBankFixture(t *testing.T) *bankFixture {
	t.Helper()
	dir := t.TempDir()
	bank, err := bankdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bank.Close() })
	return newFixtureOn(t, bank, dir)
}

// newBucketFixture is newFixture with a bucket instead of a directory.
func newBucketFixture(t *testing.T) *bankFixture {
	t.Helper()
	server := s3server.Start(t, "bank")
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	bank, err := bankdir.NewBucket(objects.S3Config{
		Endpoint: server.Endpoint, Region: "us-east-1", Bucket: "bank", AccessKey: s3server.AccessKey,
		SecretKey: s3server.SecretKey,
	}, "files", transport)
	if err != nil {
		t.Fatal(err)
	}
	return newFixtureOn(t, bank, filepath.Join(server.Dir, "files"))
}

// newFixtureOn is a fixture whose files lie in a directory.
func newFixtureOn(t *testing.T, bank financeusecase.Files, dir string) *bankFixture {
	t.Helper()
	f := &bankFixture{t: t, url: schema.New(t), dir: dir, bank: bank, log: &bytes.Buffer{}, now: startBank}
	f.pool = f.open()
	t.Cleanup(f.pool.Close)
	var err error
	if f.keys, err = keyring.Parse(keyring.NewKey("k1")); err != nil {
		t.Fatal(err)
	}
	f.parts = wiring.New(kernel.Database{
		Pool: f.pool, Keys: f.keys, Live: provider.Connected{}.Connect(provider.BankRail),
	}, money.Tariff{}, nil)
	partners := kernelpg.NewAccessStore(f.pool)
	p, err := partners.CreatePartner(t.Context(), f.pool,
		access.Partner{ID: "ptn_a", Name: "a", Tenant: "ten_a", CreatedAt: startBank})
	if err != nil {
		t.Fatal(err)
	}
	c, err := partners.CreateChannel(t.Context(), f.pool, access.Channel{
		ID: "chn_a", Partner: p.ID, Name: "a", ReturnOrigins: []string{"https://a.example"}, LinkTTL: time.Hour,
		Currencies: []string{"PLN"}, CreatedAt: startBank,
	})
	if err != nil {
		t.Fatal(err)
	}
	f.op = delegation.Operation{
		View: access.View{Channels: []pc.ChannelID{c.ID}}, Partner: p.ID, Audit: bankTester, Now: startBank,
		Needs: delegation.Needs{Delegation: true, OptIn: true, Active: true},
	}
	f.merchant(access.Owner{Partner: p, Channel: c})
	f.earn(100_000)
	// Money is earned in test mode: live payments need an engine.
	if _, err := f.pool.Exec(t.Context(), `UPDATE onboardings SET livemode = true`); err != nil {
		t.Fatal(err)
	}
	f.op.View.Livemode = true
	return f
}

func (f *bankFixture) open(tune ...func(*pgxpool.Config)) *pgxpool.Pool {
	f.t.Helper()
	pool, err := pgdb.Open(f.t.Context(), pgdb.Config{URL: envconfig.Secret(f.url)}, tune...)
	if err != nil {
		f.t.Fatal(err)
	}
	return pool
}

func (f *bankFixture) merchant(owner access.Owner) {
	f.t.Helper()
	o, e, err := onboarding.NewOnboarding(owner, false, "shop", onboarding.Data{
		ApplicantType: onboarding.NaturalPerson, Business: onboarding.Business{Name: "Kanarek Rowery"},
		PayoutAccount: onboarding.PayoutAccount{IBAN: merchantIBAN, HolderName: "Żaneta Kanarek"},
	})
	if err != nil {
		f.t.Fatal(err)
	}
	if _, _, err := f.parts.Changer.CreateOnboarding(f.t.Context(), o, e, bankTester); err != nil {
		f.t.Fatal(err)
	}
	f.op.Merchant = o.Ref
	f.changeMerchant(func(o *onboarding.Onboarding) {
		o.Status, o.Merchant = onboarding.Active, delegation.ActiveMerchant
		o.Delegation = &delegation.Delegation{
			ID: delegation.DelegationID(ids.New(delegation.DelegationPrefix)), Status: delegation.ActiveDelegation,
			GrantedAt: startBank,
			Agreement: delegation.AgreementRef{ID: "agr", Version: "1", SignedAt: startBank},
		}
		o.OptIn = delegation.PayoutsOptIn{Status: delegation.OptInGranted, GrantedAt: &startBank}
	})
}

func (f *bankFixture) changeMerchant(change func(o *onboarding.Onboarding)) {
	f.t.Helper()
	if _, err := f.parts.Changer.Change(f.t.Context(), access.SystemView, f.op.Merchant, startBank, bankTester,
		func(o *onboarding.Onboarding) error {
			change(o)
			return nil
		}); err != nil {
		f.t.Fatal(err)
	}
}

// earn has the merchant be paid an amount, without a fee, and settled.
func (f *bankFixture) earn(amount int64) {
	f.t.Helper()
	f.n++
	_, p, _, err := f.parts.Payments.RegisterPayment(f.t.Context(), f.op, money.PaymentOrder{
		Amount: amount, Currency: "PLN", ExternalRef: fmt.Sprint("o", f.n), Description: "Kanarek",
		Customer:  money.Customer{Email: "klient@example.pl"},
		ReturnURL: "https://shop.example/back",
	}, nil)
	if err != nil {
		f.t.Fatal(err)
	}
	system := delegation.SystemOperation(audit.SystemActor, "PayPayment", f.now)
	system.Merchant = f.op.Merchant
	if err := f.parts.Payments.PayPayment(f.t.Context(), system, p.ID, money.ByBLIK); err != nil {
		f.t.Fatal(err)
	}
	if _, err := f.parts.Accounts.RunSettlement(f.t.Context(), f.op.Merchant, true, f.now, bankTester); err != nil {
		f.t.Fatal(err)
	}
}

func (f *bankFixture) payout(amount int64) money.PayoutID {
	f.t.Helper()
	f.n++
	p, _, err := f.parts.Payouts.RequestPayout(f.t.Context(), f.op, money.PayoutOrder{
		Amount: amount, AmountSent: true, Currency: "PLN", ExternalRef: fmt.Sprint("p", f.n), Description: "Wypłata <1>",
	}, nil)
	if err != nil {
		f.t.Fatal(err)
	}
	return p.ID
}

var house = bank.House{
	Holder: "Partnerline", Accounts: []bank.Account{{Currency: "PLN", IBAN: houseIBAN, BIC: "WBKPPLPP"}},
	Engine: []string{engineIBAN},
}

// on returns the exchange on the connections of a pool.
func (f *bankFixture) on(pool *pgxpool.Pool) *financeusecase.Exchange {
	live := provider.Connected{}.Connect(provider.BankRail)
	parts := wiring.New(kernel.Database{Pool: pool, Keys: f.keys, Live: live}, money.Tariff{}, nil)
	return financeusecase.NewExchange(financeusecase.ExchangeConfig{
		House: house, Collect: time.Minute, Files: f.bank, Pool: pool, Money: postgres.NewMoneyStore(f.keys),
		Payouts:   parts.Payouts,
		Transfers: f.transfers(pool, parts, live), Log: f.logger(), Now: func() time.Time { return f.now },
	})
}

func (f *bankFixture) logger() *slog.Logger { return slog.New(slog.NewJSONHandler(f.log, nil)) }

func (f *bankFixture) transfers(
	pool *pgxpool.Pool, parts *wiring.Modules, live provider.Connected,
) *financeusecase.Transfers {
	return financeusecase.NewTransfers(financeusecase.NewLines(
		pool, house, postgres.NewBankStore(f.keys), parts.Payouts,
		financeusecase.NewMerchants(parts.Changer, parts.Onboardings),
	), live, f.logger())
}

func (f *bankFixture) step() {
	f.t.Helper()
	if err := f.on(f.pool).Step(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

func (f *bankFixture) files(folder string) []string {
	f.t.Helper()
	entries, err := os.ReadDir(filepath.Join(f.dir, folder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // a bucket has no empty folders
		f.t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// bring has the bank bring a file.
func (f *bankFixture) bring(name, content string) {
	f.t.Helper()
	if err := os.MkdirAll(filepath.Join(f.dir, "in"), 0o700); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(f.dir, "in", name), []byte(content), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

// ordered is what the files for the bank order, by end-to-end id.
func (f *bankFixture) ordered() (orders map[string][]string, batches []string) {
	f.t.Helper()
	orders = map[string][]string{}
	for _, name := range f.files("out") {
		b, err := os.ReadFile(filepath.Join(f.dir, "out", name))
		if err != nil {
			f.t.Fatal(err)
		}
		var doc struct {
			MessageID string `xml:"CstmrCdtTrfInitn>GrpHdr>MsgId"`
			Transfers []struct {
				ID     string `xml:"PmtId>EndToEndId"`
				Amount string `xml:"Amt>InstdAmt"`
				Name   string `xml:"Cdtr>Nm"`
				IBAN   string `xml:"CdtrAcct>Id>IBAN"`
			} `xml:"CstmrCdtTrfInitn>PmtInf>CdtTrfTxInf"`
		}
		if err := xml.Unmarshal(b, &doc); err != nil {
			f.t.Fatal(err)
		}
		batches = append(batches, doc.MessageID)
		for _, tr := range doc.Transfers {
			orders[tr.ID] = append(orders[tr.ID], strings.Join([]string{tr.Amount, tr.Name, tr.IBAN}, " "))
		}
	}
	return orders, batches
}

func (f *bankFixture) status(id money.PayoutID) money.Payout {
	f.t.Helper()
	p, err := f.parts.Payouts.GetPayout(f.t.Context(), f.op, id)
	if err != nil {
		f.t.Fatal(err)
	}
	return p
}

func (f *bankFixture) available() int64 {
	f.t.Helper()
	all, err := f.parts.Accounts.GetBalance(f.t.Context(), f.op)
	if err != nil {
		f.t.Fatal(err)
	}
	return all["PLN"].Available
}

func (f *bankFixture) unmatched() map[string]string {
	f.t.Helper()
	lines, err := f.explainer().lines.ListUnmatched(f.t.Context(), bank.LineKey{}, 100)
	if err != nil {
		f.t.Fatal(err)
	}
	out := map[string]string{}
	for _, l := range lines {
		out[l.Ref] = l.Reason
	}
	return out
}

// unlocked waits until the server knows that a program died, and has released its locks.
func (f *bankFixture) unlocked() {
	f.t.Helper()
	for held := true; held; {
		if err := f.pool.QueryRow(f.t.Context(),
			`SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
			WHERE d.datname = current_database() AND l.locktype = 'advisory')`).Scan(&held); err != nil {
			f.t.Fatal(err)
		}
	}
}

// intact checks all that the ledger promises.
func (f *bankFixture) intact() {
	f.t.Helper()
	r, err := f.parts.Accounts.VerifyLedger(f.t.Context(), audit.Entry{At: time.Now(), Actor: audit.SystemActor})
	if err != nil || len(r.Faults) > 0 {
		f.t.Fatalf("the ledger does not hold: %v, %v", r.Faults, err)
	}
}

// An entry of a statement that a test makes.
type entry struct {
	ref, id, batch string
	amount         int64
	reason         string // of a return
	sender         party
	forWhom        string // for whom the sender paid
	title          string
}

type party struct{ name, iban string }

func decimal(n int64) string { return fmt.Sprintf("%d.%02d", n/100, n%100) }

func (e entry) xml() string {
	amount, indicator, details := e.amount, "CRDT", ""
	if amount < 0 {
		amount, indicator = -amount, "DBIT"
	}
	if e.batch != "" {
		details += "<Btch><PmtInfId>" + e.batch + "</PmtInfId></Btch>"
	}
	if e.id != "" {
		details += "<TxDtls><Refs><EndToEndId>" + e.id + "</EndToEndId></Refs>"
		if e.reason != "" {
			details += "<RtrInf><Rsn><Cd>" + e.reason + "</Cd></Rsn></RtrInf>"
		}
		details += "</TxDtls>"
	}
	if e.title != "" {
		details += "<TxDtls><RltdPties><Dbtr><Pty><Nm>" + e.sender.name + "</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>" +
			e.sender.iban + "</IBAN></Id></DbtrAcct>"
		if e.forWhom != "" {
			details += "<UltmtDbtr><Pty><Nm>" + e.forWhom + "</Nm></Pty></UltmtDbtr>"
		}
		details += "</RltdPties><RmtInf><Ustrd>" + e.title + "</Ustrd></RmtInf></TxDtls>"
	}
	return fmt.Sprintf(`<Ntry><Amt Ccy="PLN">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>
		<AcctSvcrRef>%s</AcctSvcrRef><BkTxCd/><NtryDtls>%s</NtryDtls></Ntry>`, decimal(amount), indicator, e.ref, details)
}

// statement is a camt.053 that begins with a balance.
func statement(id string, opening int64, entries ...entry) string {
	body, closing := "", opening
	for _, e := range entries {
		body += e.xml()
		closing += e.amount
	}
	balance := func(code string, n int64) string {
		return fmt.Sprintf(
			`<Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy="PLN">%s</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt>`+
				`<Dt>2026-11-20</Dt></Dt></Bal>`, code, decimal(n),
		)
	}
	return fmt.Sprintf(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>m%[1]s</MsgId>
		<CreDtTm>2026-11-20T23:00:00Z</CreDtTm></GrpHdr><Stmt><Id>%[1]s</Id><Acct><Id><IBAN>%[2]s</IBAN></Id></Acct>%[3]s%[4]s%[5]s</Stmt></BkToCstmrStmt></Document>`,
		id, houseIBAN, balance("OPBD", opening), balance("CLBD", closing), body)
}

// notification is a camt.054.
func notification(id string, entries ...entry) string {
	body := ""
	for _, e := range entries {
		body += e.xml()
	}
	return fmt.Sprintf(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>m%[1]s</MsgId>
		<CreDtTm>2026-11-20T23:00:00Z</CreDtTm></GrpHdr><Ntfctn><Id>%[1]s</Id><Acct><Id><IBAN>%[2]s</IBAN></Id></Acct>%[3]s</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`,
		id, houseIBAN, body)
}

// report is a pain.002 of a batch: verdicts are status and reason by end-to-end id.
func report(batch, status string, verdicts map[string][2]string) string {
	body := ""
	for id, v := range verdicts {
		body += fmt.Sprintf(
			`<TxInfAndSts><OrgnlEndToEndId>%s</OrgnlEndToEndId><TxSts>%s</TxSts>`+
				`<StsRsnInf><Rsn><Cd>%s</Cd></Rsn></StsRsnInf></TxInfAndSts>`, id, v[0], v[1],
		)
	}
	return fmt.Sprintf(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>r</MsgId><CreDtTm>2026-11-20T12:00:00</CreDtTm></GrpHdr>
		<OrgnlGrpInfAndSts><OrgnlMsgId>%[1]s</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>%[2]s</GrpSts></OrgnlGrpInfAndSts>
		<OrgnlPmtInfAndSts><OrgnlPmtInfId>%[1]s</OrgnlPmtInfId>%[3]s</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`, batch,
		status, body)
}
