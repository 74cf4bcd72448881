package pagekit

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"iter"

	"github.com/partnerline/partnerline/internal/plaintext"
)

// SendCSV sends a table as a file, as RFC 4180 has it, row by row as they come. A cell that a spreadsheet would take
// for a formula is made a text. An error of the first row is returned before anything is sent; a later one breaks the
// download off.
func (x *Exchange) SendCSV(shown, file string, columns []string, rows iter.Seq2[[]string, error]) error {
	next, stop := iter.Pull2(rows)
	defer stop()
	row, err, more := next()
	if err != nil {
		return err
	}
	x.Stream(shown, "text/csv; charset=utf-8", file, func(_ context.Context, to io.Writer) error {
		w := csv.NewWriter(to)
		w.UseCRLF = true
		err := w.Write(columns)
		for more && err == nil {
			cells := make([]string, len(row))
			for i, text := range row {
				cells[i] = plaintext.Cell(text)
			}
			if err = w.Write(cells); err == nil {
				row, err, more = next()
			}
		}
		w.Flush()
		return errors.Join(err, w.Error())
	})
	return nil
}
