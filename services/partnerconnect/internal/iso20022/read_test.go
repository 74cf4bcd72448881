package iso20022

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

func day(d int) time.Time { return time.Date(2026, 11, d, 0, 0, 0, 0, time.UTC) }

func read(t *testing.T, name string) File {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	f, err := Read(b)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestStatusReport(t *testing.T) {
	const first, second = "01jd4q2w00bbbbbbbbbbbbbbbb", "01jd4q2w00cccccccccccccccc"
	for name, want := range map[string]map[string]Verdict{
		"accepted": {first: {Status: "ACSP"}, second: {Status: "ACSP"}},
		"rejected": {first: {Status: "RJCT", Reason: "FF01", Text: "Schema line 7"}, second: {Status: "RJCT", Reason: "FF01", Text: "Schema line 7"}},
		"partial":  {first: {Status: "RJCT", Reason: "BLOKADA"}, second: {Status: "ACSC"}, "another": {Status: "PART"}},
	} {
		t.Run(name, func(t *testing.T) {
			f := read(t, "pain.002-"+name+".xml")
			if f.MessageID != "REPORT-"+name || !f.CreatedAt.Equal(time.Date(2026, 11, 20, 10, 30, 0, 0, time.UTC)) || f.Report.OrderID != "01jd4q2w00aaaaaaaaaaaaaaaa" {
				t.Errorf("%+v, %+v", f, f.Report)
			}
			for id, v := range want {
				if got := f.Report.Of(id); got != v {
					t.Errorf("%s: %+v, want %+v", id, got, v)
				}
			}
		})
	}
	for status, want := range map[Status][2]bool{"RJCT": {true, false}, "CANC": {true, false}, "ACSC": {false, true}, "ACCC": {false, true}, "PART": {}, "ACSP": {}, "": {}} {
		t.Run("status "+string(status), func(t *testing.T) {
			if got := [2]bool{status.Rejected(), status.Executed()}; got != want {
				t.Errorf("rejected, executed: %v, want %v", got, want)
			}
		})
	}
}

func TestStatement(t *testing.T) {
	f := read(t, "camt.053.xml")
	created := time.Date(2026, 11, 20, 22, 30, 0, 0, time.UTC)
	const batch = "01jd4q2w00aaaaaaaaaaaaaaaa"
	want := []Statement{{
		ID: "2026/225", IBAN: "PL61109010140000071219812874", Currency: "PLN", CreatedAt: created,
		Opening: &Balance{100_000, day(20)}, Closing: &Balance{81_456, day(20)},
		Entries: []Entry{
			{Ref: "B20261120-0001", Amount: -30_000, BookedOn: day(20), ValueOn: day(20), Code: "PMNTICDTDMCT", Details: []Detail{
				{Amount: -10_000, EndToEndID: "01jd4q2w00bbbbbbbbbbbbbbbb", BatchID: batch, Creditor: Party{"Kanarina Kanarek", "PL27114020040000300201355387"}, Remittance: "Partnerline payout"},
				{Amount: -20_000, EndToEndID: "01jd4q2w00cccccccccccccccc", BatchID: batch, Creditor: Party{"Ptasie Radio sp. z o.o.", "DE89370400440532013000"}},
			}},
			{Ref: "B20261120-0002", Amount: 10_000, BookedOn: day(20), Code: "PMNTICDTRRTN", Details: []Detail{
				{Amount: 10_000, EndToEndID: "01jd4q2w00bbbbbbbbbbbbbbbb", Returned: true, ReturnReason: "AC04"},
			}},
			{Ref: "3", Amount: 2_000, Reversal: true, BookedOn: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), Code: "STORNO", Details: []Detail{
				{Amount: 2_000, Remittance: "Storno opłaty"},
			}},
			{Ref: "2026/225#4", Amount: -544, Code: "ACMTMDOPCHRG", Details: []Detail{{Amount: -544, Remittance: "Opłata za prowadzenie rachunku"}}},
		},
	}, {
		ID: "2026/225-JPY", IBAN: "GB29NWBK60161331926819", Currency: "JPY", CreatedAt: created,
		Opening: &Balance{-500, day(19)}, Closing: &Balance{1500, day(20)},
		Entries: []Entry{{Ref: "J1", Amount: 2000, Code: "PMNTRCDTXBCT", Details: []Detail{{
			Amount: 2000, Debtor: Party{"Bank of Canaries", "DE89370400440532013000"}, UltimateDebtor: "Żółw & Ska", Creditor: Party{Name: "Partnerline"},
			UltimateCreditor: "Kanarek Rowery", Remittance: "Weryfikacja mrc_1",
		}}}},
	}}
	if f.MessageID != "STMT20261120001" || !reflect.DeepEqual(f.Statements, want) {
		t.Errorf("%s: %+v\nwant %+v", f.MessageID, f.Statements, want)
	}
}

func TestNotification(t *testing.T) {
	f := read(t, "camt.054.xml")
	want := []Statement{{
		ID: "NTF1-1", Notification: true, IBAN: "PL61109010140000071219812874", Currency: "PLN", CreatedAt: time.Date(2026, 11, 20, 11, 0, 0, 0, time.UTC),
		Entries: []Entry{{Ref: "B20261120-0001", Amount: -30_000, Details: []Detail{{Amount: -30_000, BatchID: "01jd4q2w00aaaaaaaaaaaaaaaa"}}}},
	}}
	if !reflect.DeepEqual(f.Statements, want) || f.Statements[0].Complete() {
		t.Errorf("%+v\nwant %+v", f.Statements, want)
	}
}

// Files that are refused: what they are made of, and that the error never has their content.
func TestMalformedFiles(t *testing.T) {
	statement, err := os.ReadFile(filepath.Join("testdata", "camt.053.xml"))
	if err != nil {
		t.Fatal(err)
	}
	replaced := func(from, to string) string {
		if !bytes.Contains(statement, []byte(from)) {
			t.Fatalf("the statement has no %q", from)
		}
		return strings.Replace(string(statement), from, to, 1)
	}
	const open = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>m</MsgId><CreDtTm>2026-11-20T10:00:00</CreDtTm></GrpHdr>`
	for name, c := range map[string]struct{ file, want string }{
		"empty":                        {"", "no well-formed XML"},
		"no XML":                       {"Kanarek", "no well-formed XML"},
		"cut off":                      {string(statement[:len(statement)/2]), "no well-formed XML"},
		"another version":              {replaced("camt.053.001.08", "camt.053.001.02"), "want the message"},
		"a message under another name": {replaced("camt.053.001.08", "camt.054.001.08"), "want the message"},
		"an entity of its own":         {`<!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/passwd">]>` + open, "document types"},
		"an entity that is unknown":    {open + "<Stmt><Id>&x;</Id></Stmt>", "line 1"},
		"another encoding":             {strings.Replace(string(statement), "UTF-8", "ISO-8859-2", 1), "no well-formed XML"},
		"too long":                     {strings.Repeat(" ", MaxSize+1), "longer"},
		"too deep":                     {open + strings.Repeat("<a>", maxDepth), "deeper"},
		"too many records":             {open + "<Stmt>" + strings.Repeat("<Ntry/>", maxRecords), "records"},
		"no statement":                 {open + "</BkToCstmrStmt></Document>", "no statement"},
		"no header":                    {replaced("<MsgId>STMT20261120001</MsgId>", ""), "GrpHdr"},
		"an account without IBAN":      {replaced("PL61109010140000071219812874", "PL00109010140000071219812874"), "IBAN"},
		"balances that do not agree":   {replaced("814.56", "814.57"), "closing balance"},
		"an entry twice":               {replaced("B20261120-0002", "B20261120-0001"), "reference of another"},
		"an entry in another currency": {replaced(`<Amt Ccy="PLN">300.00`, `<Amt Ccy="EUR">300.00`), "currency"},
		"a negative amount":            {replaced(`<Amt Ccy="PLN">300.00`, `<Amt Ccy="PLN">-300.00`), "decimal"},
		"half a minor unit":            {replaced(`<Amt Ccy="PLN">300.00`, `<Amt Ccy="PLN">300.005`), "digits"},
		"an exponent":                  {replaced(`<Amt Ccy="PLN">300.00`, `<Amt Ccy="PLN">3e2`), "decimal"},
		"neither credit nor debit":     {replaced("<CdtDbtInd>DBIT</CdtDbtInd>", "<CdtDbtInd>Kanarek</CdtDbtInd>"), "CdtDbtInd"},
		"a day that is none":           {replaced("<Dt>2026-11-20</Dt></BookgDt>", "<Dt>Kanarek</Dt></BookgDt>"), "day"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read([]byte(c.file))
			if !errors.Is(err, ErrMalformed) || !strings.Contains(fmt.Sprint(err), c.want) || strings.Contains(fmt.Sprint(err), "Kanarek") {
				t.Errorf("%v, want one that says %q", err, c.want)
			}
		})
	}
}

// What is read is within its bounds and adds up, whatever the file is.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.xml")
	if err != nil || len(files) < 9 {
		f.Fatal(files, err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := Read(b)
		if err != nil {
			if !errors.Is(err, ErrMalformed) {
				t.Errorf("%v is no ErrMalformed", err)
			}
			return
		}
		if (got.Report == nil) == (len(got.Statements) == 0) {
			t.Errorf("neither a report nor a statement, or both: %+v", got)
		}
		for _, s := range got.Statements {
			for _, e := range s.Entries {
				var sum int64
				for _, d := range e.Details {
					sum += d.Amount
				}
				if e.Ref == "" || len(e.Details) == 0 || sum != e.Amount {
					t.Errorf("an entry does not add up: %+v", e)
				}
			}
		}
	})
}
