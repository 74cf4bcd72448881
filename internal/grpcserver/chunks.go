package grpcserver

import (
	"bufio"
	"io"
)

// chunk is how many bytes of a file a message has at most.
const chunk = 64 << 10

// SendChunks sends what write writes, in pieces. A piece is not used again once it is sent.
func SendChunks(send func(chunk []byte) error, write func(io.Writer) error) error {
	w := bufio.NewWriterSize(chunks(send), chunk)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

type chunks func([]byte) error

// Write implements [io.Writer].
func (c chunks) Write(b []byte) (int, error) {
	for sent := 0; sent < len(b); sent += chunk {
		if err := c(b[sent:min(sent+chunk, len(b))]); err != nil {
			return sent, err
		}
	}
	return len(b), nil
}
