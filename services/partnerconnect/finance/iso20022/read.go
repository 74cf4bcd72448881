package iso20022

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// ErrMalformed is a file that is not one of the messages that are read, or contradicts itself.
var ErrMalformed = errors.New("iso20022: malformed file")

// Limits of a file. Statements of busy accounts come in parts of some thousand entries.
const (
	MaxSize    = 16 << 20
	maxDepth   = 32
	maxRecords = 100_000
)

const namespace = "urn:iso:std:iso:20022:tech:xsd:"

// A File is one document of a bank: a status report, statements, or notifications.
type File struct {
	MessageID  string
	CreatedAt  time.Time
	Report     *StatusReport
	Statements []Statement // also of a notification, which has no balances
}

// Read reads all documents of a file of a bank, at least one; ErrMalformed. Banks join the statements of several days.
func Read(b []byte) ([]File, error) {
	if len(b) > MaxSize {
		return nil, fmt.Errorf("%w: it is longer than %d bytes", ErrMalformed, MaxSize)
	}
	documents, err := decode(b)
	if err != nil {
		return nil, err
	}
	files := make([]File, len(documents))
	for i, d := range documents {
		if files[i], err = d.file(); err != nil {
			return nil, err
		}
	}
	return files, nil
}

type document struct {
	XMLName      xml.Name
	Report       *reportXML    `xml:"CstmrPmtStsRpt"`
	Statement    *statementXML `xml:"BkToCstmrStmt"`
	Notification *statementXML `xml:"BkToCstmrDbtCdtNtfctn"`
}

func (d document) file() (File, error) {
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

type header struct {
	MessageID string `xml:"GrpHdr>MsgId"`
	CreatedAt string `xml:"GrpHdr>CreDtTm"`
}

func (h header) file() (File, error) {
	at, err := parseTime(h.CreatedAt)
	id := strings.TrimSpace(h.MessageID)
	if err != nil || id == "" || len(id) > maxID {
		return File{}, fmt.Errorf("%w: GrpHdr needs MsgId and CreDtTm", ErrMalformed)
	}
	return File{MessageID: id, CreatedAt: at}, nil
}

// The forms of xs:dateTime and xs:date.
var layouts = []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", time.DateOnly, "2006-01-02Z07:00"}

// midnight is how xs:dateTime may state the end of a day.
const midnight = "T24:00:00"

// parseAsWritten reads a time or a day with the zone that it states. Those without one are of UTC.
func parseAsWritten(s string) (time.Time, error) {
	for _, layout := range layouts {
		if t, err := time.Parse(layout, strings.TrimSpace(s)); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%w: a time or a day cannot be read", ErrMalformed)
}

// parseTime reads a time, or the beginning of a day.
func parseTime(s string) (time.Time, error) {
	t, err := parseAsWritten(strings.Replace(s, midnight, "T00:00:00", 1))
	if strings.Contains(s, midnight) {
		t = t.AddDate(0, 0, 1)
	}
	return t.UTC(), err
}

// parseDay reads the day of a time or a day, as it is written: a zone does not shift it, and the end of a day belongs
// to it.
func parseDay(s string) (time.Time, error) {
	t, err := parseAsWritten(strings.Replace(s, midnight, "T00:00:00", 1))
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC), err
}

// decode decodes the XML documents of a file, and refuses anything else in it.
func decode(b []byte) (all []document, err error) {
	raw := xml.NewDecoder(bytes.NewReader(b))
	raw.CharsetReader = readASCII
	d := xml.NewTokenDecoder(&bounded{d: raw})
	for {
		var next document
		switch err := d.Decode(&next); {
		case errors.Is(err, io.EOF) && len(all) > 0:
			return all, nil
		case err != nil:
			return nil, malformed(err)
		}
		all = append(all, next)
	}
}

// malformed is why a document cannot be decoded, without its content.
func malformed(err error) error {
	var syntax *xml.SyntaxError
	switch {
	case errors.Is(err, ErrMalformed):
		return err
	case errors.As(err, &syntax):
		return fmt.Errorf("%w: not well-formed XML at line %d", ErrMalformed, syntax.Line)
	}
	return fmt.Errorf(
		"%w: not well-formed XML in UTF-8 or US-ASCII, or an element of another type than its message has", ErrMalformed,
	)
}

// readASCII reads the encodings besides utf-8 that are UTF-8 as they are.
func readASCII(charset string, r io.Reader) (io.Reader, error) {
	switch strings.ToLower(charset) {
	case "us-ascii", "ascii", "utf8":
		return r, nil
	}
	return nil, errors.New("want UTF-8 or US-ASCII")
}

// bounded reads tokens of documents that are within the bounds, and have no document type: so there are no entities.
// Between documents there is only white space.
type bounded struct {
	d              *xml.Decoder
	depth, records int
}

const byteOrderMark = "\ufeff"

// Token returns the next token.
func (r *bounded) Token() (xml.Token, error) {
	t, err := r.d.RawToken()
	if err != nil {
		return t, err
	}
	switch t := t.(type) {
	case xml.Directive:
		return nil, fmt.Errorf("%w: document types are refused", ErrMalformed)
	case xml.CharData:
		if r.depth == 0 && strings.TrimSpace(strings.ReplaceAll(string(t), byteOrderMark, "")) != "" {
			return nil, fmt.Errorf("%w: not well-formed XML: there is text outside of its documents", ErrMalformed)
		}
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
