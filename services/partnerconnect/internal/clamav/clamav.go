// Package clamav asks a ClamAV daemon about files, by its INSTREAM command (clamd(8)).
package clamav

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

const (
	piece     = 64 << 10
	maxAnswer = 4 << 10
	// scanTimeout is how long a scan may take.
	scanTimeout = 30 * time.Second
)

// A Client asks the daemon at an address: `host:port`, or the path of a socket.
type Client struct{ network, address string }

// New returns a client.
func New(address string) *Client {
	if strings.HasPrefix(address, "/") {
		return &Client{"unix", address}
	}
	return &Client{"tcp", address}
}

// Scan sends content and returns the name of what was found in it; empty for clean content. An error means that it is
// not known.
func (c *Client) Scan(ctx context.Context, content io.Reader) (found string, err error) {
	ctx, cancel := context.WithTimeout(ctx, scanTimeout)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, c.network, c.address)
	if err != nil {
		return "", fmt.Errorf("clamav: %w", err)
	}
	defer func() { _ = conn.Close() }()
	// The connection is closed when ctx ends, which ends every read and write on it.
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	// A daemon that has enough answers before the end is sent, and stops reading; its answer says more than the failed
	// write.
	sent := send(conn, content)
	answer, err := bufio.NewReader(io.LimitReader(conn, maxAnswer)).ReadString(0)
	if err != nil {
		return "", fmt.Errorf("clamav: %w", errors.Join(sent, err))
	}
	verdict := strings.TrimPrefix(strings.TrimRight(answer, "\x00"), "stream: ")
	switch {
	case verdict == "OK" && sent == nil:
		return "", nil
	case strings.HasSuffix(verdict, " FOUND"):
		return strings.TrimSuffix(verdict, " FOUND"), nil
	}
	return "", fmt.Errorf("clamav: it answered %q", verdict)
}

// send writes the command and the content in pieces, each behind its length, and an empty one at the end.
func send(w io.Writer, content io.Reader) error {
	if _, err := io.WriteString(w, "zINSTREAM\x00"); err != nil {
		return err
	}
	buf := make([]byte, 4+piece)
	for {
		n, err := io.ReadFull(content, buf[4:])
		if n > 0 {
			binary.BigEndian.PutUint32(buf, uint32(n))
			if _, err := w.Write(buf[:4+n]); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			_, err = w.Write(make([]byte, 4))
			return err
		}
		if err != nil {
			return err
		}
	}
}
