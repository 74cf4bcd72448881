package iso20022

import (
	"fmt"
	"slices"
	"strings"
)

// A StatusReport is what a bank says of an order: of all of it, of its batches, of single payments. The most specific
// statement holds.
type StatusReport struct {
	OrderID string // the MessageID of the order
	Verdict        // of the whole order
	Batches []BatchStatus
}

// A BatchStatus is what a report says of a batch, and of its payments that it names.
type BatchStatus struct {
	ID string // that of the batch, which is the order's
	Verdict
	Payments []PaymentStatus
}

// A PaymentStatus is what a report says of one payment.
type PaymentStatus struct {
	EndToEndID string
	Verdict
}

// A Verdict is a status of ISO 20022, such as ACSC, and why.
type Verdict struct {
	Status Status
	Reason string // a code of ISO 20022, such as AC04, or the bank's own
	Text   string // the bank's words
}

// A Status is a code of the external code list of payment statuses. An empty one says nothing.
type Status string

// Rejected reports whether the payment is not going to be executed.
func (s Status) Rejected() bool { return s == "RJCT" || s == "CANC" }

// Executed reports whether the debtor's account was debited.
func (s Status) Executed() bool { return s == "ACSC" || s == "ACCC" }

// Of returns what the report says of a payment of ours: the verdict of the payment, otherwise that of its batch,
// otherwise that of the order. order and payment report whether an id of the report is that of our order, whose only
// batch has the same, and of our payment.
func (r StatusReport) Of(order, payment func(id string) bool) Verdict {
	v := r.Verdict
	if !order(r.OrderID) {
		v = Verdict{}
	}
	for _, b := range r.Batches {
		if b.Status != "" && order(b.ID) {
			v = b.Verdict
		}
		if i := slices.IndexFunc(b.Payments, func(p PaymentStatus) bool { return payment(p.EndToEndID) }); i >= 0 &&
			b.Payments[i].Status != "" {
			return b.Payments[i].Verdict
		}
	}
	return v
}

type reportXML struct {
	header
	OrderID string      `xml:"OrgnlGrpInfAndSts>OrgnlMsgId"`
	Message string      `xml:"OrgnlGrpInfAndSts>OrgnlMsgNmId"`
	Status  string      `xml:"OrgnlGrpInfAndSts>GrpSts"`
	Reasons []reasonXML `xml:"OrgnlGrpInfAndSts>StsRsnInf"`
	Batches []struct {
		ID       string      `xml:"OrgnlPmtInfId"`
		Status   string      `xml:"PmtInfSts"`
		Reasons  []reasonXML `xml:"StsRsnInf"`
		Payments []struct {
			InstructionID string      `xml:"OrgnlInstrId"`
			EndToEndID    string      `xml:"OrgnlEndToEndId"`
			Status        string      `xml:"TxSts"`
			Reasons       []reasonXML `xml:"StsRsnInf"`
		} `xml:"TxInfAndSts"`
	} `xml:"OrgnlPmtInfAndSts"`
}

type reasonXML struct {
	Code        string   `xml:"Rsn>Cd"`
	Proprietary string   `xml:"Rsn>Prtry"`
	Texts       []string `xml:"AddtlInf"`
}

func verdict(status string, reasons []reasonXML) Verdict {
	v := Verdict{Status: Status(strings.TrimSpace(status))}
	for _, r := range reasons {
		if v.Reason == "" {
			v.Reason = cut(r.Code+r.Proprietary, maxID)
		}
		v.Text = cut(strings.TrimSpace(v.Text+" "+strings.Join(r.Texts, " ")), maxText)
	}
	return v
}

func (x *reportXML) file() (File, error) {
	f, err := x.header.file()
	if err != nil {
		return f, err
	}
	id := strings.TrimSpace(x.OrderID)
	if id == "" || len(id) > 2*maxID {
		return f, fmt.Errorf("%w: OrgnlGrpInfAndSts needs OrgnlMsgId", ErrMalformed)
	}
	f.Report = &StatusReport{OrderID: id, Verdict: verdict(x.Status, x.Reasons)}
	for _, b := range x.Batches {
		batch := BatchStatus{ID: cut(strings.TrimSpace(b.ID), 2*maxID), Verdict: verdict(b.Status, b.Reasons)}
		for _, p := range b.Payments {
			id := cut(first(p.EndToEndID, p.InstructionID), 2*maxID) // the same, in our orders
			if id == "" {
				return f, fmt.Errorf("%w: TxInfAndSts needs OrgnlEndToEndId or OrgnlInstrId", ErrMalformed)
			}
			batch.Payments = append(batch.Payments, PaymentStatus{EndToEndID: id, Verdict: verdict(p.Status, p.Reasons)})
		}
		f.Report.Batches = append(f.Report.Batches, batch)
	}
	return f, nil
}
