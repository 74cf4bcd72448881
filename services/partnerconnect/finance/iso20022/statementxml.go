package iso20022

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
)

// maxText is how much of a text is kept; the schema allows lists of texts without end.
const maxText = 500

// maxSum bounds sums, so that adding one more amount cannot overflow.
const maxSum = 1000 * MaxAmount

type statementXML struct {
	header
	Statements    []accountXML `xml:"Stmt"`
	Notifications []accountXML `xml:"Ntfctn"`
}

type accountXML struct {
	ID        string       `xml:"Id"`
	Page      string       `xml:"StmtPgntn>PgNb"`
	Number    string       `xml:"ElctrncSeqNb"`
	Legal     string       `xml:"LglSeqNb"`
	CreatedAt string       `xml:"CreDtTm"`
	Account   accountIDXML `xml:"Acct>Id"`
	Currency  string       `xml:"Acct>Ccy"`
	Balances  []balanceXML `xml:"Bal"`
	Entries   []entryXML   `xml:"Ntry"`
}

// An accountIDXML is an account. Some banks state an IBAN, or the digits of one, as another number.
type accountIDXML struct {
	IBAN  string `xml:"IBAN"`
	Other string `xml:"Othr>Id"`
}

// iban returns the IBAN in its normal form; empty when the account has none.
func (a accountIDXML) iban() string {
	n, _ := field.AccountNumber(a.IBAN + a.Other)
	return n
}

type dayXML struct {
	Day  string `xml:"Dt"`
	Time string `xml:"DtTm"`
}

func (d dayXML) parse() (time.Time, error) {
	if d.Day+d.Time == "" {
		return time.Time{}, nil
	}
	return parseDay(d.Day + d.Time)
}

type balanceXML struct {
	Type      string `xml:"Tp>CdOrPrtry>Cd"`
	Amount    amount `xml:"Amt"`
	Indicator string `xml:"CdtDbtInd"`
	On        dayXML `xml:"Dt"`
}

type entryXML struct {
	Ref         string `xml:"NtryRef"`
	BankRef     string `xml:"AcctSvcrRef"`
	Amount      amount `xml:"Amt"`
	Indicator   string `xml:"CdtDbtInd"`
	Reversal    bool   `xml:"RvslInd"`
	Status      string `xml:"Sts>Cd"`
	BookedOn    dayXML `xml:"BookgDt"`
	ValueOn     dayXML `xml:"ValDt"`
	Domain      string `xml:"BkTxCd>Domn>Cd"`
	Family      string `xml:"BkTxCd>Domn>Fmly>Cd"`
	SubFamily   string `xml:"BkTxCd>Domn>Fmly>SubFmlyCd"`
	Proprietary string `xml:"BkTxCd>Prtry>Cd"`
	Details     []struct {
		MessageID string      `xml:"Btch>MsgId"`
		BatchID   string      `xml:"Btch>PmtInfId"`
		Payments  []detailXML `xml:"TxDtls"`
	} `xml:"NtryDtls"`
	Text string `xml:"AddtlNtryInf"`
}

type partyXML struct {
	Name string `xml:"Pty>Nm"`
	Bank string `xml:"Agt>FinInstnId>Nm"`
}

func (p partyXML) name() string { return cut(strings.TrimSpace(p.Name+p.Bank), maxText) }

type partyAccountXML struct {
	ID   accountIDXML `xml:"Id"`
	Name string       `xml:"Nm"`
}

// party is a party and its account, which may have the name that the party does not state.
func party(p partyXML, a partyAccountXML) Party {
	return Party{cmp.Or(p.name(), cut(strings.TrimSpace(a.Name), maxText)), a.ID.iban()}
}

type detailXML struct {
	MessageID        string          `xml:"Refs>MsgId"`
	BankRef          string          `xml:"Refs>AcctSvcrRef"`
	BatchID          string          `xml:"Refs>PmtInfId"`
	InstructionID    string          `xml:"Refs>InstrId"`
	EndToEndID       string          `xml:"Refs>EndToEndId"`
	Amount           *amount         `xml:"Amt"`
	Indicator        string          `xml:"CdtDbtInd"`
	Debtor           partyXML        `xml:"RltdPties>Dbtr"`
	DebtorAccount    partyAccountXML `xml:"RltdPties>DbtrAcct"`
	UltimateDebtor   partyXML        `xml:"RltdPties>UltmtDbtr"`
	Creditor         partyXML        `xml:"RltdPties>Cdtr"`
	CreditorAccount  partyAccountXML `xml:"RltdPties>CdtrAcct"`
	UltimateCreditor partyXML        `xml:"RltdPties>UltmtCdtr"`
	Unstructured     []string        `xml:"RmtInf>Ustrd"`
	Structured       []string        `xml:"RmtInf>Strd>CdtrRefInf>Ref"`
	Additional       []string        `xml:"RmtInf>Strd>AddtlRmtInf"`
	Return           *struct {
		Code        string `xml:"Rsn>Cd"`
		Proprietary string `xml:"Rsn>Prtry"`
	} `xml:"RtrInf"`
	Text string `xml:"AddtlTxInf"`
}

func (x *statementXML) file(accounts []accountXML, notification bool) (File, error) {
	f, err := x.header.file()
	if err != nil {
		return f, err
	}
	if len(accounts) == 0 {
		return f, fmt.Errorf("%w: it has no statement", ErrMalformed)
	}
	for _, a := range accounts {
		s, err := a.statement(notification, f.CreatedAt)
		if err != nil {
			return f, err
		}
		f.Statements = append(f.Statements, s)
	}
	return f, nil
}

func (a accountXML) statement(notification bool, createdAt time.Time) (s Statement, err error) {
	s = Statement{
		ID: strings.TrimSpace(a.ID), Part: strings.Trim(
			strings.Join([]string{a.Number, a.Legal, a.Page}, "/"), "/",
		), Notification: notification,
		IBAN: a.Account.iban(), Currency: a.Currency, CreatedAt: createdAt,
	}
	if s.ID == "" || len(s.ID) > maxID || s.IBAN == "" && a.Account.Other == "" {
		return s, fmt.Errorf("%w: a statement needs Id and the IBAN of its account", ErrMalformed)
	}
	if a.CreatedAt != "" {
		if s.CreatedAt, err = parseTime(a.CreatedAt); err != nil {
			return s, err
		}
	}
	if s.Currency == "" && len(a.Balances) > 0 {
		s.Currency = a.Balances[0].Amount.Currency
	} else if s.Currency == "" && len(a.Entries) > 0 {
		s.Currency = a.Entries[0].Amount.Currency
	}
	if !notification {
		if err := s.takeBalances(a.Balances); err != nil {
			return s, err
		}
	}
	for i, x := range a.Entries {
		if x.Status != "BOOK" {
			continue
		}
		e, err := x.entry(s, i)
		if err != nil {
			return s, err
		}
		s.Entries = append(s.Entries, e)
	}
	return s, s.check()
}

// takeBalances takes the booked balances. The opening one is also stated as the previous closing one.
func (s *Statement) takeBalances(all []balanceXML) error {
	for _, b := range all {
		to := &s.Opening
		switch b.Type {
		case "OPBD":
		case "PRCD":
			if s.Opening != nil {
				continue
			}
		case "CLBD":
			to = &s.Closing
		default:
			continue
		}
		n, err := b.Amount.signed(b.Indicator)
		if err != nil {
			return err
		}
		on, err := b.On.parse()
		if err != nil {
			return err
		}
		if b.Amount.Currency != s.Currency {
			return fmt.Errorf("%w: a balance has another currency than its account", ErrMalformed)
		}
		*to = &Balance{Amount: n, On: on}
	}
	return nil
}

// check returns an error when a statement contradicts itself: its entries do not lead from the opening balance to the
// closing one.
func (s *Statement) check() error {
	sum := int64(0)
	for _, e := range s.Entries {
		if sum += e.Amount; sum > maxSum || sum < -maxSum {
			return fmt.Errorf("%w: the sum of the entries of a statement is out of range", ErrMalformed)
		}
	}
	if s.Complete() && s.Opening.Amount+sum != s.Closing.Amount {
		return fmt.Errorf("%w: the entries of a statement do not lead from its opening balance to its closing balance",
			ErrMalformed)
	}
	return nil
}

func (x entryXML) entry(s Statement, position int) (e Entry, err error) {
	e = Entry{BankRef: first(x.BankRef), Reversal: x.Reversal, Code: x.Domain + x.Family + x.SubFamily}
	e.Ref = first(e.BankRef, x.Ref, fmt.Sprintf("%s#%d", s.ID, position+1))
	if len(e.Ref) > 2*maxID {
		return e, fmt.Errorf("%w: the reference of an entry is longer than the message allows", ErrMalformed)
	}
	if e.Code == "" {
		e.Code = x.Proprietary
	}
	e.Code = cut(e.Code, maxID)
	if x.Amount.Currency != s.Currency {
		return e, fmt.Errorf("%w: an entry has another currency than its account", ErrMalformed)
	}
	if e.Amount, err = x.Amount.signed(x.Indicator); err != nil {
		return e, err
	}
	if e.BookedOn, err = x.BookedOn.parse(); err != nil {
		return e, err
	}
	if e.ValueOn, err = x.ValueOn.parse(); err != nil {
		return e, err
	}
	return e, x.details(&e)
}

// details takes the payments of an entry. An entry without payments is one payment of its amount. So is one whose
// payments do not make up its amount, as with fees and exchange.
func (x entryXML) details(e *Entry) error {
	whole, sum, exact := Detail{Amount: e.Amount, BankRef: e.BankRef, Remittance: texts(x.Text)}, int64(0), true
	for _, part := range x.Details {
		if whole.BatchID == "" {
			whole.BatchID = cut(first(part.BatchID, part.MessageID), maxID)
		}
		for _, p := range part.Payments {
			d, err := p.detail(x)
			if err != nil {
				return err
			}
			d.BankRef = cut(first(p.BankRef, e.BankRef), 2*maxID)
			d.BatchID = cut(first(p.BatchID, p.MessageID, part.BatchID, part.MessageID), maxID)
			exact = exact && (p.Amount == nil || p.Amount.Currency == x.Amount.Currency)
			if sum += d.Amount; sum > maxSum || sum < -maxSum {
				return fmt.Errorf("%w: the sum of the payments of an entry is out of range", ErrMalformed)
			}
			e.Details = append(e.Details, d)
		}
	}
	switch {
	case len(e.Details) == 1: // what the bank says of the entry, it says of the payment
		e.Details[0].Amount, e.Details[0].Remittance = e.Amount, texts(e.Details[0].Remittance, x.Text)
	case len(e.Details) == 0 || !exact || sum != e.Amount:
		e.Details = []Detail{whole}
	}
	return nil
}

func (p detailXML) detail(x entryXML) (d Detail, err error) {
	d = Detail{
		EndToEndID: cut(first(p.EndToEndID, p.InstructionID), 2*maxID), Debtor: party(p.Debtor, p.DebtorAccount),
		Creditor: party(p.Creditor, p.CreditorAccount), UltimateDebtor: p.UltimateDebtor.name(),
		UltimateCreditor: p.UltimateCreditor.name(), Returned: p.Return != nil,
		Remittance: texts(
			slices.Concat([]string{strings.Join(p.Unstructured, "\n")}, p.Structured, p.Additional, []string{p.Text})...,
		),
	}
	if p.Return != nil {
		d.ReturnReason = cut(p.Return.Code+p.Return.Proprietary, maxID)
	}
	if p.Amount == nil {
		return d, nil
	}
	d.Amount, err = p.Amount.signed(first(p.Indicator, x.Indicator))
	return d, err
}

// texts joins texts, each once, with a blank between them.
func texts(all ...string) string {
	var said []string
	for _, s := range all {
		if s = strings.TrimSpace(s); s != "" && !slices.Contains(said, s) {
			said = append(said, s)
		}
	}
	return cut(strings.Join(said, " "), maxText)
}

// saysNothing are what banks and payers state as a reference because they must state one. So are zeros.
var saysNothing = []string{"", "NONREF", "NOREF", "NOTPROVIDED", "NONE", "NA"}

// first returns the first reference that says something, without the blanks around it.
func first(all ...string) string {
	for _, s := range all {
		plain := strings.Map(func(c rune) rune {
			if c == ' ' || c == '-' || c == '_' || c == '/' || c == '.' {
				return -1
			}
			return unicode.ToUpper(c)
		}, s)
		if strings.Trim(plain, "0") != "" && !slices.Contains(saysNothing, plain) {
			return strings.TrimSpace(s)
		}
	}
	return ""
}

// cut returns at most limit bytes of a text, without half a character at its end.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for s = s[:limit]; !utf8.ValidString(s); {
		s = s[:len(s)-1]
	}
	return s
}
