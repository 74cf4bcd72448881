package screen

import (
	"context"
	"errors"
	"io"
	"time"
)

const (
	// FilePage is how many rows a call reads for a file.
	FilePage = 200
	// FileTimeout bounds the calls for a file as a whole.
	FileTimeout = time.Hour
)

// SendList sends all pages of a list as a table: page reads the one of a token, and says which follows.
func (x *Exchange) SendList(
	shown, file string, columns []string,
	page func(ctx context.Context, token string) (rows [][]string, next string, err error),
) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.As()), FileTimeout)
	defer cancel()
	err := x.SendCSV(shown, file, columns, func(yield func([]string, error) bool) {
		for token := ""; ; {
			list, next, err := page(ctx, token)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, row := range list {
				if !yield(row, nil) {
					return
				}
			}
			if token = next; token == "" {
				return
			}
		}
	})
	if err != nil {
		x.Missing(err)
	}
}

// SendPieces sends a file that a service streams, as the answer to a form. An error of the first piece is returned, so
// that the page says what is refused; a later one breaks the download off.
func (x *Exchange) SendPieces(shown, contentType, file string, next func() ([]byte, error)) error {
	piece, err := next()
	if err != nil {
		return err
	}
	x.Stream(shown, contentType, file, func(_ context.Context, w io.Writer) error {
		for err == nil {
			if _, err = w.Write(piece); err == nil {
				piece, err = next()
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	})
	return ErrAnswered
}
