package iso20022

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/partnerline/partnerline/internal/iso4217"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
)

// OrderNamespace is that of payment orders.
const OrderNamespace = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"

// An Order asks a bank to transfer money from one account: the file is one batch of payments in one currency.
type Order struct {
	MessageID string // ours, unique, at most 35 characters
	CreatedAt time.Time
	ExecuteOn time.Time // the day
	Debtor    Debtor
	Currency  string
	Payments  []Payment
}

// A Debtor is who pays, and from which account.
type Debtor struct {
	Name, IBAN, BIC string // without a BIC the bank is known by the IBAN
}

// A Payment is one transfer of an order.
type Payment struct {
	EndToEndID string // ours, unique; the statement has it
	Amount     int64  // minor units
	Name, IBAN string // of the creditor
	Remittance string
}

// Validate returns why no bank would accept the debtor; all faults at once.
func (d Debtor) Validate() error {
	var faults []error
	if Text(d.Name, maxName) == "" {
		faults = append(faults, errors.New("name: must have letters"))
	}
	if iban, ok := field.NormalIBAN(d.IBAN); !ok || iban != d.IBAN {
		faults = append(faults, errors.New("iban: want an IBAN without blanks"))
	}
	if d.BIC != "" && !field.ValidBIC(d.BIC) {
		faults = append(faults, errors.New("bic: want 8 or 11 capital letters and digits"))
	}
	return errors.Join(faults...)
}

// Validate returns why no bank would accept the payment.
func (p Payment) Validate() error {
	iban, ok := field.NormalIBAN(p.IBAN)
	switch {
	case !validID(p.EndToEndID):
		return errors.New("its id is not one that banks return unchanged")
	case p.Amount < 1 || p.Amount > MaxAmount:
		return errors.New("its amount is out of range")
	case Text(p.Name, maxName) == "":
		return errors.New("the creditor's name has no letters")
	case !ok || iban != p.IBAN:
		return errors.New("the creditor's IBAN is not valid")
	}
	return nil
}

// Validate returns why no bank would accept the order.
func (o Order) Validate() error {
	if !validID(o.MessageID) {
		return errors.New("iso20022: the id of the order is not one that banks return unchanged")
	}
	if err := o.Debtor.Validate(); err != nil {
		return fmt.Errorf("iso20022: debtor: %w", err)
	}
	if _, ok := iso4217.Exponent(o.Currency); !ok {
		return errors.New("iso20022: the currency of the order is unknown")
	}
	if len(o.Payments) == 0 {
		return errors.New("iso20022: the order has no payments")
	}
	seen, sum := map[string]bool{}, int64(0)
	for _, p := range o.Payments {
		err := p.Validate()
		if sum += p.Amount; err == nil && sum > MaxAmount {
			err = errors.New("the sum of the order is out of range")
		}
		if err == nil && seen[p.EndToEndID] {
			err = errors.New("its id is in the order twice")
		}
		if err != nil {
			return fmt.Errorf("iso20022: payment %q: %w", p.EndToEndID, err)
		}
		seen[p.EndToEndID] = true
	}
	return nil
}

// Encode returns the file of the order: the same bytes for the same order.
func (o Order) Encode() ([]byte, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	var sum int64
	batch := paymentInformation{
		ID: o.MessageID, Method: "TRF", Booking: true, Execution: o.ExecuteOn.Format(time.DateOnly),
		Debtor:     Text(o.Debtor.Name, maxName),
		DebtorIBAN: o.Debtor.IBAN, DebtorCurrency: o.Currency, DebtorAgent: newAgent(o.Debtor.BIC), Charges: "SHAR",
	}
	if o.Currency == "EUR" {
		batch.ServiceLevel, batch.Charges = &serviceLevel{"SEPA"}, "SLEV"
	}
	for _, p := range o.Payments {
		sum += p.Amount
		batch.Transfers = append(batch.Transfers, transfer{
			InstructionID: p.EndToEndID, EndToEndID: p.EndToEndID, Amount: newAmount(p.Amount, o.Currency),
			Creditor: Text(p.Name, maxName),
			IBAN:     p.IBAN, Remittance: newRemittance(p.Remittance),
		})
	}
	batch.Count, batch.Sum = strconv.Itoa(len(o.Payments)), iso4217.Decimal(sum, o.Currency, ".")
	var b bytes.Buffer
	b.WriteString(xml.Header)
	enc := xml.NewEncoder(&b)
	enc.Indent("", "  ")
	if err := enc.Encode(orderDocument{
		Namespace: OrderNamespace, MessageID: o.MessageID, CreatedAt: o.CreatedAt.UTC().Format("2006-01-02T15:04:05Z"),
		Count: batch.Count,
		Sum:   batch.Sum, Initiator: batch.Debtor, Batch: batch,
	}); err != nil {
		return nil, fmt.Errorf("iso20022: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// The elements of an order, in the order of the schema.
type orderDocument struct {
	XMLName   xml.Name           `xml:"Document"`
	Namespace string             `xml:"xmlns,attr"`
	MessageID string             `xml:"CstmrCdtTrfInitn>GrpHdr>MsgId"`
	CreatedAt string             `xml:"CstmrCdtTrfInitn>GrpHdr>CreDtTm"`
	Count     string             `xml:"CstmrCdtTrfInitn>GrpHdr>NbOfTxs"`
	Sum       string             `xml:"CstmrCdtTrfInitn>GrpHdr>CtrlSum"`
	Initiator string             `xml:"CstmrCdtTrfInitn>GrpHdr>InitgPty>Nm"`
	Batch     paymentInformation `xml:"CstmrCdtTrfInitn>PmtInf"`
}

type serviceLevel struct {
	Code string `xml:"SvcLvl>Cd"`
}

type paymentInformation struct {
	ID             string        `xml:"PmtInfId"`
	Method         string        `xml:"PmtMtd"`
	Booking        bool          `xml:"BtchBookg"`
	Count          string        `xml:"NbOfTxs"`
	Sum            string        `xml:"CtrlSum"`
	ServiceLevel   *serviceLevel `xml:"PmtTpInf"`
	Execution      string        `xml:"ReqdExctnDt>Dt"`
	Debtor         string        `xml:"Dbtr>Nm"`
	DebtorIBAN     string        `xml:"DbtrAcct>Id>IBAN"`
	DebtorCurrency string        `xml:"DbtrAcct>Ccy"`
	DebtorAgent    agent         `xml:"DbtrAgt>FinInstnId"`
	Charges        string        `xml:"ChrgBr"`
	Transfers      []transfer    `xml:"CdtTrfTxInf"`
}

// An agent is a bank: by its BIC, or without one by the IBAN of the account.
type agent struct {
	BIC   string   `xml:"BICFI,omitempty"`
	Other *otherID `xml:"Othr"`
}

type otherID struct {
	ID string `xml:"Id"`
}

func newAgent(bic string) agent {
	if bic == "" {
		return agent{Other: &otherID{"NOTPROVIDED"}}
	}
	return agent{BIC: bic}
}

type transfer struct {
	InstructionID string      `xml:"PmtId>InstrId"`
	EndToEndID    string      `xml:"PmtId>EndToEndId"`
	Amount        amount      `xml:"Amt>InstdAmt"`
	Creditor      string      `xml:"Cdtr>Nm"`
	IBAN          string      `xml:"CdtrAcct>Id>IBAN"`
	Remittance    *remittance `xml:"RmtInf"`
}

type remittance struct {
	Text string `xml:"Ustrd"`
}

func newRemittance(s string) *remittance {
	if s = Text(s, maxRemittance); s == "" {
		return nil
	}
	return &remittance{s}
}
