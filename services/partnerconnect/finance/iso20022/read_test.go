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
	return one(t, string(b))
}

// one reads a file that has one document.
func one(t *testing.T, content string) File {
	t.Helper()
	files, err := Read([]byte(content))
	if err != nil || len(files) != 1 {
		t.Fatalf("%d documents, %v", len(files), err)
	}
	return files[0]
}

// is reports whether an id is another one, in any case.
func is(want string) func(string) bool {
	return func(id string) bool { return strings.EqualFold(id, want) }
}

func TestStatusReport(t *testing.T) {
	const first, second = "01jd4q2w00bbbbbbbbbbbbbbbb", "01jd4q2w00cccccccccccccccc"
	for name, want := range map[string]map[string]Verdict{
		"accepted": {first: {Status: "ACSP"}, second: {Status: "ACSP"}},
		"rejected": {first: {Status: "RJCT", Reason: "FF01", Text: "Schema line 7"},
			second: {Status: "RJCT", Reason: "FF01", Text: "Schema line 7"}},
		"partial": {first: {Status: "RJCT", Reason: "BLOKADA"}, second: {Status: "ACSC"}, "another": {Status: "PART"}},
	} {
		t.Run(name, func(t *testing.T) {
			f := read(t, "pain.002-"+name+".xml")
			if f.MessageID != "REPORT-"+name || !f.CreatedAt.Equal(time.Date(2026, 11, 20, 10, 30, 0, 0, time.UTC)) ||
				f.Report.OrderID != "01jd4q2w00aaaaaaaaaaaaaaaa" {
				t.Errorf("%+v, %+v", f, f.Report)
			}
			for id, v := range want {
				if got := f.Report.Of(is("01jd4q2w00aaaaaaaaaaaaaaaa"), is(id)); got != v {
					t.Errorf("%s: %+v, want %+v", id, got, v)
				}
			}
		})
	}
	for status, want := range map[Status][2]bool{"RJCT": {true, false}, "CANC": {true, false}, "ACSC": {false, true},
		"ACCC": {false, true}, "PART": {}, "ACSP": {}, "": {}} {
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
		ID: "2026/225", Part: "225", IBAN: "PL61109010140000071219812874", Currency: "PLN", CreatedAt: created,
		Opening: &Balance{100_000, day(20)}, Closing: &Balance{81_456, day(20)},
		Entries: []Entry{
			{Ref: "B20261120-0001", BankRef: "B20261120-0001", Amount: -30_000, BookedOn: day(20), ValueOn: day(20),
				Code: "PMNTICDTDMCT", Details: []Detail{
					{
						Amount: -10_000, BankRef: "B20261120-0001", EndToEndID: "01jd4q2w00bbbbbbbbbbbbbbbb", BatchID: batch,
						Creditor: Party{"Kanarina Kanarek", "PL27114020040000300201355387"}, Remittance: "Partnerline payout",
					},
					{
						Amount: -20_000, BankRef: "B20261120-0001", EndToEndID: "01jd4q2w00cccccccccccccccc", BatchID: batch,
						Creditor: Party{"Ptasie Radio sp. z o.o.", "DE89370400440532013000"},
					},
				}},
			{Ref: "B20261120-0002", BankRef: "B20261120-0002", Amount: 10_000, BookedOn: day(20),
				Code: "PMNTICDTRRTN", Details: []Detail{
					{
						Amount: 10_000, BankRef: "B20261120-0002", EndToEndID: "01jd4q2w00bbbbbbbbbbbbbbbb", Returned: true,
						ReturnReason: "AC04",
					},
				}},
			{Ref: "3", Amount: 2_000, Reversal: true, BookedOn: day(20), Code: "STORNO", Details: []Detail{
				{Amount: 2_000, Remittance: "Storno opłaty"},
			}},
			{Ref: "2026/225#4", Amount: -544, Code: "ACMTMDOPCHRG",
				Details: []Detail{{Amount: -544, Remittance: "Opłata za prowadzenie rachunku"}}},
		},
	}, {
		ID: "2026/225-JPY", IBAN: "GB29NWBK60161331926819", Currency: "JPY", CreatedAt: created,
		Opening: &Balance{-500, day(19)}, Closing: &Balance{1500, day(20)},
		Entries: []Entry{{Ref: "J1", Amount: 2000, Code: "PMNTRCDTXBCT", Details: []Detail{{
			Amount: 2000, Debtor: Party{"Bank of Canaries", "DE89370400440532013000"}, UltimateDebtor: "Żółw & Ska",
			Creditor:         Party{Name: "Partnerline"},
			UltimateCreditor: "Kanarek Rowery", Remittance: "Weryfikacja\nmrc_1",
		}}}},
	}}
	if f.MessageID != "STMT20261120001" || !reflect.DeepEqual(f.Statements, want) {
		t.Errorf("%s: %+v\nwant %+v", f.MessageID, f.Statements, want)
	}
}

func TestNotification(t *testing.T) {
	f := read(t, "camt.054.xml")
	want := []Statement{{
		ID: "NTF1-1", Notification: true, IBAN: "PL61109010140000071219812874", Currency: "PLN",
		CreatedAt: time.Date(2026, 11, 20, 11, 0, 0, 0, time.UTC),
		Entries: []Entry{
			{
				Ref: "B20261120-0001", BankRef: "B20261120-0001", Amount: -30_000,
				Details: []Detail{{Amount: -30_000, BankRef: "B20261120-0001", BatchID: "01jd4q2w00aaaaaaaaaaaaaaaa"}},
			},
		},
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
		"empty":                        {"", "not well-formed XML"},
		"no XML":                       {"Kanarek", "not well-formed XML"},
		"cut off":                      {string(statement[:len(statement)/2]), "not well-formed XML"},
		"another version":              {replaced("camt.053.001.08", "camt.053.001.02"), "want the message"},
		"a message under another name": {replaced("camt.053.001.08", "camt.054.001.08"), "want the message"},
		"an entity of its own": {`<!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/passwd">]>` + open,
			"document types"},
		"an entity that is unknown":    {open + "<Stmt><Id>&x;</Id></Stmt>", "line 1"},
		"another encoding":             {strings.Replace(string(statement), "UTF-8", "ISO-8859-2", 1), "not well-formed XML"},
		"too long":                     {strings.Repeat(" ", MaxSize+1), "longer"},
		"too deep":                     {open + strings.Repeat("<a>", maxDepth), "deeper"},
		"too many records":             {open + "<Stmt>" + strings.Repeat("<Ntry/>", maxRecords), "records"},
		"no statement":                 {open + "</BkToCstmrStmt></Document>", "no statement"},
		"no header":                    {replaced("<MsgId>STMT20261120001</MsgId>", ""), "GrpHdr"},
		"an account without IBAN":      {replaced("PL61109010140000071219812874", "PL00109010140000071219812874"), "IBAN"},
		"balances that do not agree":   {replaced("814.56", "814.57"), "closing balance"},
		"text behind the document":     {string(statement) + "Kanarek", "outside of its documents"},
		"a tag behind the document":    {string(statement) + "<", "not well-formed XML"},
		"another document cut off":     {string(statement) + string(statement[:len(statement)/2]), "not well-formed XML"},
		"an entry in another currency": {replaced(`<Amt Ccy="PLN">300.00`, `<Amt Ccy="EUR">300.00`), "currency"},
		"a negative amount":            {replaced(`<Amt Ccy="PLN">300.00`, `<Amt Ccy="PLN">-300.00`), "decimal"},
		"half a minor unit":            {replaced(`<Amt Ccy="PLN">300.00`, `<Amt Ccy="PLN">300.005`), "digits"},
		"an exponent":                  {replaced(`<Amt Ccy="PLN">300.00`, `<Amt Ccy="PLN">3e2`), "decimal"},
		"neither credit nor debit": {replaced("<CdtDbtInd>DBIT</CdtDbtInd>", "<CdtDbtInd>Kanarek</CdtDbtInd>"),
			"CdtDbtInd"},
		"a day that is none": {replaced("<Dt>2026-11-20</Dt></BookgDt>", "<Dt>Kanarek</Dt></BookgDt>"), "day"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read([]byte(c.file))
			if !errors.Is(err, ErrMalformed) || !strings.Contains(fmt.Sprint(err), c.want) ||
				strings.Contains(fmt.Sprint(err), "Kanarek") {
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
		files, err := Read(b)
		if (err == nil) == (len(files) == 0) {
			t.Errorf("%d documents, %v", len(files), err)
		}
		if err != nil && !errors.Is(err, ErrMalformed) {
			t.Errorf("%v is no ErrMalformed", err)
		}
		for _, got := range files {
			addsUp(t, got)
		}
	})
}

func addsUp(t *testing.T, got File) {
	t.Helper()
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
}

// What the types of the schema allow is read: such files differ only in form.
func TestForms(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("testdata", "camt.053.xml"))
	if err != nil {
		t.Fatal(err)
	}
	plain := one(t, string(b))
	const booked, sum = "<BookgDt><Dt>2026-11-20</Dt></BookgDt>", `<Amt Ccy="PLN">300.00</Amt>`
	for name, c := range map[string][2]string{
		"a day with a zone":            {booked, "<BookgDt><Dt>2026-11-20+01:00</Dt></BookgDt>"},
		"a day in UTC":                 {booked, "<BookgDt><Dt> 2026-11-20Z </Dt></BookgDt>"},
		"midnight of another zone":     {booked, "<BookgDt><DtTm>2026-11-20T00:00:00+01:00</DtTm></BookgDt>"},
		"midnight far away":            {booked, "<BookgDt><DtTm>2026-11-20T00:00:00.000-11:00</DtTm></BookgDt>"},
		"the end of the day":           {booked, "<BookgDt><DtTm>2026-11-20T24:00:00</DtTm></BookgDt>"},
		"an amount with a plus":        {sum, `<Amt Ccy="PLN">+300.00</Amt>`},
		"an amount without cents":      {sum, `<Amt Ccy="PLN">0300.</Amt>`},
		"another writing of UTF-8":     {"UTF-8", "utf8"},
		"ASCII":                        {"UTF-8", "US-ASCII"},
		"a mark of the order of bytes": {"<?xml", "\ufeff<?xml"},
		"an IBAN as another number": {
			"<IBAN>PL61109010140000071219812874</IBAN>", "<Othr><Id>PL61 1090 1014 0000 0712 1981 2874</Id></Othr>",
		},
		"a Polish number without PL": {
			"<IBAN>PL61109010140000071219812874</IBAN>", "<Othr><Id>61109010140000071219812874</Id></Othr>",
		},
		"a padded id": {
			"01jd4q2w00bbbbbbbbbbbbbbbb</EndToEndId>", "01jd4q2w00bbbbbbbbbbbbbbbb   </EndToEndId>",
		},
		"a comment behind the document": {"</Document>", "</Document><!-- end -->"},
		"a reference that says nothing": {"<NtryRef>3</NtryRef>", "<NtryRef>3</NtryRef><AcctSvcrRef>NONREF</AcctSvcrRef>"},
		"and one of zeros":              {"<NtryRef>3</NtryRef>", "<NtryRef>3</NtryRef><AcctSvcrRef>0000</AcctSvcrRef>"},
	} {
		t.Run(name, func(t *testing.T) {
			if !bytes.Contains(b, []byte(c[0])) {
				t.Fatalf("the statement has no %q", c[0])
			}
			if got := one(t, strings.Replace(string(b), c[0], c[1], 1)); !reflect.DeepEqual(got, plain) {
				t.Errorf("%+v\nwant %+v", got, plain)
			}
		})
	}
	for _, s := range []string{".44", "+.44", "0.440"} {
		if n, err := (amount{Currency: "PLN", Value: s}).minor(); n != 44 || err != nil {
			t.Errorf("%q: %d, %v", s, n, err)
		}
	}
	if got, err := parseTime("2026-11-20T24:00:00+01:00"); err != nil ||
		!got.Equal(time.Date(2026, 11, 20, 23, 0, 0, 0, time.UTC)) {
		t.Errorf("the end of a day: %v, %v", got, err)
	}
}

// Days that were joined into one file are read, all of them.
func TestSeveralDocuments(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("testdata", "camt.053.xml"))
	if err != nil {
		t.Fatal(err)
	}
	second := strings.Replace(string(b), "STMT20261120001", "STMT20261120002", 1)
	files, err := Read([]byte(string(b) + "\n" + second))
	if err != nil || len(files) != 2 || files[0].MessageID != "STMT20261120001" ||
		files[1].MessageID != "STMT20261120002" {
		t.Errorf("%d documents, %v", len(files), err)
	}
}

// The texts of a transfer are wherever its bank puts them.
func TestTexts(t *testing.T) {
	const open = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
		<GrpHdr><MsgId>m</MsgId><CreDtTm>2026-11-20T10:00:00</CreDtTm></GrpHdr>
		<Stmt><Id>1</Id><Acct><Id><IBAN>PL61109010140000071219812874</IBAN></Id></Acct>
		<Ntry><Amt Ccy="PLN">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>`
	for name, c := range map[string]struct{ details, entry, want string }{
		"unstructured": {"<RmtInf><Ustrd>PLabc</Ustrd></RmtInf>", "", "PLabc"},
		"in two parts": {"<RmtInf><Ustrd>PLabc</Ustrd><Ustrd>def</Ustrd></RmtInf>", "", "PLabc\ndef"},
		"structured": {
			"<RmtInf><Strd><CdtrRefInf><Ref>PLabc</Ref></CdtrRefInf></Strd></RmtInf>", "", "PLabc",
		},
		"structured, and the bank's": {
			"<RmtInf><Ustrd>PRZELEW</Ustrd><Strd><CdtrRefInf><Ref>PLabc</Ref></CdtrRefInf></Strd></RmtInf>", "", "PRZELEW PLabc",
		},
		"additional": {"<RmtInf><Strd><AddtlRmtInf>PLabc</AddtlRmtInf></Strd></RmtInf>", "", "PLabc"},
		"of the entry": {
			"<Refs><EndToEndId>x</EndToEndId></Refs>", "<AddtlNtryInf>PLabc</AddtlNtryInf>", "PLabc",
		},
		"twice": {
			"<RmtInf><Ustrd>PLabc</Ustrd></RmtInf>", "<AddtlNtryInf>PLabc</AddtlNtryInf>", "PLabc",
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := one(
				t, open+"<NtryDtls><TxDtls>"+c.details+"</TxDtls></NtryDtls>"+c.entry+"</Ntry></Stmt></BkToCstmrStmt></Document>",
			)
			if got := f.Statements[0].Entries[0].Details[0].Remittance; got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	f := one(t, open+`<NtryDtls><TxDtls><RltdPties><DbtrAcct>
		<Id><Othr><Id>27114020040000300201355387</Id></Othr></Id><Nm>Ada</Nm>
		</DbtrAcct></RltdPties></TxDtls></NtryDtls>
		</Ntry></Stmt></BkToCstmrStmt></Document>`)
	if got := f.Statements[0].Entries[0].Details[0].Debtor; got != (Party{"Ada", "PL27114020040000300201355387"}) {
		t.Errorf("%+v", got)
	}
}
