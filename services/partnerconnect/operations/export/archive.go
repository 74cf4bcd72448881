package export

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"embed"
	"encoding/csv"
	"encoding/json"
	"io"
	"path"
	"time"

	"github.com/partnerline/partnerline/internal/iso4217"
	"github.com/partnerline/partnerline/internal/plaintext"
)

// An Archive is a zip that is written as it is read. It keeps no more in memory than the compressed CSV of one table.
type Archive struct {
	zip *zip.Writer
	at  time.Time
}

// NewArchive returns an archive of a moment that is written to w.
func NewArchive(w io.Writer, at time.Time) *Archive { return &Archive{zip.NewWriter(w), at} }

// Close ends the archive. Without it, it cannot be opened.
func (a *Archive) Close() error { return a.zip.Close() }

// File begins a file, which ends with the next one.
func (a *Archive) File(name string) (io.Writer, error) {
	return a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: a.at})
}

//go:embed texts
var texts embed.FS

// Readme explains the files, in each language in a file of its own.
func (a *Archive) Readme() error {
	entries, err := texts.ReadDir("texts")
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := texts.ReadFile(path.Join("texts", e.Name()))
		if err != nil {
			return err
		}
		if err := a.Text(e.Name(), string(text)); err != nil {
			return err
		}
	}
	return nil
}

// Text is a file with a text.
func (a *Archive) Text(name, text string) error {
	w, err := a.File(name)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}

// JSON is a file with a value.
func (a *Archive) JSON(name string, value any) error {
	w, err := a.File(name)
	if err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(value)
}

// Table is a file in JSON, an array of objects, and one in CSV. rows gives each row once, with as many cells as there
// are columns. If rows were read twice, a record that changes meanwhile would differ between the files; so the CSV is
// kept, compressed, until the JSON is written.
func (a *Archive) Table(name string, columns []string, rows func(each func(Row) error) error) error {
	w, err := a.File(name + ".json")
	if err != nil {
		return err
	}
	var kept bytes.Buffer
	compressor, err := flate.NewWriter(&kept, flate.DefaultCompression)
	if err != nil {
		return err
	}
	c := csv.NewWriter(compressor)
	c.UseCRLF = true
	if err := c.Write(columns); err != nil {
		return err
	}
	separator := "["
	err = rows(func(r Row) error {
		b, err := r.object(columns)
		if err != nil {
			return err
		}
		if _, err = io.WriteString(w, separator+"\n"+string(b)); err != nil {
			return err
		}
		separator = ","
		cells, err := r.cells()
		if err != nil {
			return err
		}
		return c.Write(cells)
	})
	if err != nil {
		return err
	}
	end := "\n]\n"
	if separator == "[" {
		end = "[]\n"
	}
	if _, err = io.WriteString(w, end); err != nil {
		return err
	}
	if c.Flush(); c.Error() != nil {
		return c.Error()
	}
	if err := compressor.Close(); err != nil {
		return err
	}
	if w, err = a.File(name + ".csv"); err == nil {
		_, err = io.Copy(w, flate.NewReader(&kept))
	}
	return err
}

// A Row is what a table has of a record: texts, amounts, numbers, times and metadata.
type Row []any

// An Amount is money as a decimal with the digits of its currency, and a point.
type Amount struct {
	Minor    int64
	Currency string
}

// MarshalText implements [encoding.TextMarshaler].
func (a Amount) MarshalText() ([]byte, error) {
	return []byte(iso4217.Decimal(a.Minor, a.Currency, ".")), nil
}

// object is the row as JSON, in the order of the columns.
func (r Row) object(columns []string) ([]byte, error) {
	b := []byte{'{'}
	for i, name := range columns {
		if i > 0 {
			b = append(b, ',')
		}
		value, err := json.Marshal(inUTC(r[i]))
		if err != nil {
			return nil, err
		}
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, key...), ':'), value...)
	}
	return append(b, '}'), nil
}

// cells are the row as CSV. A spreadsheet takes no text of a person for a formula.
func (r Row) cells() ([]string, error) {
	out := make([]string, len(r))
	for i, value := range r {
		b, err := json.Marshal(inUTC(value))
		if err != nil {
			return nil, err
		}
		var text string
		switch value.(type) {
		case Amount, time.Time, *time.Time:
			err = json.Unmarshal(b, &text) // null leaves it empty
		default:
			if json.Unmarshal(b, &text) != nil {
				text = string(b) // a number or an object
				break
			}
			text = plaintext.Cell(text)
		}
		if err != nil {
			return nil, err
		}
		out[i] = text
	}
	return out, nil
}

// inUTC is a value with its time in UTC.
func inUTC(value any) any {
	switch t := value.(type) {
	case time.Time:
		return t.UTC()
	case *time.Time:
		if t != nil {
			return t.UTC()
		}
	}
	return value
}
