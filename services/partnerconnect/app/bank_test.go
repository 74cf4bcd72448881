package app_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/testkit/wait"
)

const houseAccount = "PL61109010140000071219812874"

// Live mode without a bank takes no payout, and says what it lacks before anything is stored.
func TestLivePayoutsNeedABank(t *testing.T) {
	t.Parallel()
	l := startLive(t)
	rows := func() string { return l.dump("t::text", "payouts", "events", "ledger_entries") }
	before := rows()
	a := l.payout(l.key, l.ref, `{"amount":100,"currency":"PLN","external_ref":"x"}`)
	if a.status != http.StatusServiceUnavailable || a.text(t, "code") != "live_mode_unavailable" ||
		a.text(t, "part") != "bank_rail" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if rows() != before {
		t.Error("something was stored")
	}
}

// A payout of live mode leaves in a payment order, and is paid once the bank's statement has it; operators read which
// lines are unmatched.
func TestPayoutsByFiles(t *testing.T) {
	t.Parallel()
	var dir string
	b := startBank(t, func(t *testing.T, cfg *configuration) {
		dir = t.TempDir()
		cfg.Bank.Dir, cfg.Bank.Holder, cfg.Bank.Accounts = dir, "Partnerline", "PLN:"+houseAccount+":WBKPPLPP"
	})
	key := b.simple("a")
	ref := b.funded(key, 10_000)
	payout := b.payout(key, ref, `{"amount":100,"currency":"PLN","external_ref":"x"}`).text(t, "payout_id")
	b.exec(`UPDATE payouts SET livemode = true WHERE id = $1`, payout)
	id := strings.TrimPrefix(payout, "pyt_")
	wait.Until(t, "there is a payment order", func() bool {
		files, err := filepath.Glob(filepath.Join(dir, "out", "*.xml"))
		if err != nil || len(files) == 0 {
			return false
		}
		order, err := os.ReadFile(files[0])
		return err == nil && strings.Contains(string(order), "<EndToEndId>"+id+"</EndToEndId>")
	})
	entry := func(ref, indicator, details string) string {
		return `<Ntry><Amt Ccy="PLN">1.00</Amt><CdtDbtInd>` + indicator +
			`</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>` + ref + `</AcctSvcrRef><BkTxCd/>` + details + `</Ntry>`
	}
	statement := fmt.Sprintf(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>m</MsgId><CreDtTm>2026-11-20T23:00:00Z</CreDtTm></GrpHdr>
		<Stmt><Id>s</Id><Acct><Id><IBAN>%s</IBAN></Id><Ccy>PLN</Ccy></Acct>%s%s</Stmt></BkToCstmrStmt></Document>`,
		houseAccount,
		entry("a", "DBIT", "<NtryDtls><TxDtls><Refs><EndToEndId>"+id+"</EndToEndId></Refs></TxDtls></NtryDtls>"),
		entry("b", "CRDT", ""))
	written := filepath.Join(dir, "in", ".camt.xml")
	if err := os.WriteFile(written, []byte(statement), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(written, filepath.Join(dir, "in", "camt.xml")); err != nil {
		t.Fatal(err)
	}
	wait.Until(t, "the payout is paid", func() bool {
		return b.call("GET", "/merchants/"+ref+"/payouts/"+payout, key, "").text(t, "status") == "paid"
	})
	wait.Until(t, "a line is unmatched", func() bool {
		resp, err := b.operator.ListUnmatchedBankLines(b.internal(), &pcv1.ListUnmatchedBankLinesRequest{})
		if err != nil {
			t.Fatal(err)
		}
		if len(resp.GetData()) == 0 {
			return false
		}
		l := resp.GetData()[0]
		if l.GetRef() != "b/1" || l.GetAmount() != 100 || l.GetReason() != "unknown_payment" ||
			l.GetFileName() != "camt.xml" || l.GetAccount() != houseAccount || len(resp.GetData()) != 1 {
			t.Errorf("%v", resp)
		}
		return true
	})
	b.findsALine("b/1")
	b.intact()
}

// findsALine requires that one unmatched line is found by its account and reference, and by nothing less.
func (b *bank) findsALine(ref string) {
	b.t.Helper()
	for _, c := range []struct {
		account, ref, refused string
		lines                 int
	}{
		{houseAccount, ref, "", 1}, {houseAccount, "another", "", 0}, {"another", ref, "", 0},
		{houseAccount, "", "/ref", 0}, {"", ref, "/account", 0},
	} {
		resp, err := b.operator.ListUnmatchedBankLines(
			b.internal(), &pcv1.ListUnmatchedBankLinesRequest{Account: c.account, Ref: c.ref},
		)
		refused := ""
		if err != nil {
			refused = reason(b.t, err).Violations[0].Field
		}
		if len(resp.GetData()) != c.lines || refused != c.refused {
			b.t.Errorf("account %q, reference %q: %v, %v", c.account, c.ref, resp, err)
		}
	}
}

func TestBankSettings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*configuration)
		want   string
	}{
		"no holder":   {func(c *configuration) { c.Bank.Holder = "" }, "BANK_ACCOUNT_HOLDER"},
		"no accounts": {func(c *configuration) { c.Bank.Accounts = "" }, "BANK_ACCOUNTS"},
		"a wrong engine account": {func(c *configuration) { c.Bank.EngineAccounts = "DE89370400440532013000, DE1" },
			"BANK_ENGINE_ACCOUNTS: entry 2"},
		"a negative time": {func(c *configuration) { c.Bank.Collect = -1 }, "BANK_COLLECT"},
		"nothing wrong":   {func(*configuration) {}, ""},
		"no bank":         {func(c *configuration) { c.Bank.Dir, c.Bank.Holder, c.Bank.Accounts = "", "", "" }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := configuration{}
			cfg.Bank.Dir, cfg.Bank.Holder, cfg.Bank.Accounts = "/bank", "Partnerline", "PLN:"+houseAccount
			c.change(&cfg)
			err := cfg.Validate() // other settings are missing
			if c.want == "" && strings.Contains(err.Error(), "BANK_") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}
