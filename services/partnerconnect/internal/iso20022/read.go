package iso20022

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"time"
)

// ErrMalformed is a file that is not one of the messages that are read, or contradicts itself.
var ErrMalformed = errors.New("iso20022: malformed file")

// What a file may have. Statements of busy accounts come in parts of some thousand entries.
const (
	MaxSize    = 16 << 20
	maxDepth   = 32
	maxRecords = 100_000
)

const namespace = "urn:iso:std:iso:20022:tech:xsd:"

// A File is what a bank sent: a status report, statements, or notifications.
type File struct {
	MessageID  string
	CreatedAt  time.Time
	Report     *StatusReport
	Statements []Statement // also of a notification, which has no balances
}

// Read reads a file of a bank; ErrMalformed.
func Read(b []byte) (File, error) {
	if len(b) > MaxSize {
		return File{}, fmt.Errorf("%w: it is longer than %d bytes", ErrMalformed, MaxSize)
	}
	var d document
	if err := decode(b, &d); err != nil {
		return File{}, err
	}
	message := strings.TrimPrefix(d.XMLName.Space, namespace)
	switch {
	case message == "pain.002.001.10" && d.Report != nil:
		return d.Report.file()
	case message == "camt.053.001.08" && d.Statement != nil:
		return d.Statement.file(d.Statement.Statements, false)
	case message == "camt.054.001.08" && d.Notification != nil:
		return d.Notification.file(d.Notification.Notifications, true)
	}
	return File{}, fmt.Errorf("%w: want the message pain.002.001.10, camt.053.001.08 or camt.054.001.08", ErrMalformed)
}

type document struct {
	XMLName      xml.Name
	Report       *reportXML    `xml:"CstmrPmtStsRpt"`
	Statement    *statementXML `xml:"BkToCstmrStmt"`
	Notification *statementXML `xml:"BkToCstmrDbtCdtNtfctn"`
}

type header struct {
	MessageID string `xml:"GrpHdr>MsgId"`
	CreatedAt string `xml:"GrpHdr>CreDtTm"`
}

func (h header) file() (File, error) {
	at, err := parseTime(h.CreatedAt)
	if err != nil || h.MessageID == "" || len(h.MessageID) > maxID {
		return File{}, fmt.Errorf("%w: GrpHdr needs MsgId and CreDtTm", ErrMalformed)
	}
	return File{MessageID: h.MessageID, CreatedAt: at}, nil
}

// parseTime reads a time, or a day. Times without a zone are those of UTC.
func parseTime(s string) (time.Time, error) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", time.DateOnly} {
		if t, err := time.Parse(layout, strings.TrimSpace(s)); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("%w: a time or a day cannot be read", ErrMalformed)
}

// decode decodes one XML document and nothing behind it.
func decode(b []byte, into any) error {
	d := xml.NewTokenDecoder(&bounded{d: xml.NewDecoder(bytes.NewReader(b))})
	if err := d.Decode(into); err != nil {
		if errors.Is(err, ErrMalformed) {
			return err
		}
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			return fmt.Errorf("%w: no well-formed XML at line %d", ErrMalformed, syntax.Line)
		}
		return fmt.Errorf("%w: no well-formed XML, or an element of another type than its message has", ErrMalformed)
	}
	return nil
}

// bounded reads tokens of a document that is within the bounds, and has no document type: so there are no entities.
type bounded struct {
	d              *xml.Decoder
	depth, records int
}

// Token returns the next token.
func (r *bounded) Token() (xml.Token, error) {
	t, err := r.d.RawToken()
	if err != nil {
		return t, err
	}
	switch t := t.(type) {
	case xml.Directive:
		return nil, fmt.Errorf("%w: document types are refused", ErrMalformed)
	case xml.EndElement:
		r.depth--
	case xml.StartElement:
		if r.depth++; r.depth > maxDepth {
			return nil, fmt.Errorf("%w: its elements are nested deeper than %d", ErrMalformed, maxDepth)
		}
		switch t.Name.Local {
		case "Stmt", "Ntfctn", "Bal", "Ntry", "NtryDtls", "TxDtls", "OrgnlPmtInfAndSts", "TxInfAndSts", "StsRsnInf":
			if r.records++; r.records > maxRecords {
				return nil, fmt.Errorf("%w: it has more than %d records", ErrMalformed, maxRecords)
			}
		}
	}
	return t, nil
}
