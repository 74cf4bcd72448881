package app_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"sync"
	"testing"
)

// A clamd is a double of the virus scanner's daemon. What it answers the scanned content decides: see verdict.
type clamd struct {
	listener net.Listener
	running  sync.WaitGroup
	mu       sync.Mutex
	scanned  int
}

// Contents by which a file asks the double for an answer.
const (
	virus   = "X5O!-not-really-a-virus"
	garbage = "answer-with-garbage"
	hangUp  = "hang-up-without-an-answer"
)

func startClamd(t *testing.T) *clamd {
	t.Helper()
	c := &clamd{listener: listener(t)}
	c.running.Go(func() {
		for {
			conn, err := c.listener.Accept()
			if err != nil {
				return
			}
			c.running.Go(func() { c.serve(conn) })
		}
	})
	t.Cleanup(func() {
		_ = c.listener.Close()
		c.running.Wait()
	})
	return c
}

func (c *clamd) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	r := bufio.NewReader(conn)
	if command, err := r.ReadString(0); err != nil || command != "zINSTREAM\x00" {
		return
	}
	var content bytes.Buffer
	for {
		var size uint32
		if err := binary.Read(r, binary.BigEndian, &size); err != nil {
			return
		}
		if size == 0 {
			break
		}
		if _, err := io.CopyN(&content, r, int64(size)); err != nil {
			return
		}
	}
	c.mu.Lock()
	c.scanned += content.Len()
	c.mu.Unlock()
	if answer, err := verdict(content.Bytes()); err == nil {
		_, _ = io.WriteString(conn, answer+"\x00")
	}
}

func verdict(content []byte) (string, error) {
	switch {
	case bytes.Contains(content, []byte(virus)):
		return "stream: Tests.Not-A-Virus FOUND", nil
	case bytes.Contains(content, []byte(garbage)):
		return "INSTREAM size limit exceeded. ERROR", nil
	case bytes.Contains(content, []byte(hangUp)):
		return "", errors.New("hangs up")
	}
	return "stream: OK", nil
}

// saying is a pdf that holds a text.
func saying(s string) []byte { return append(file(100, '.'), s...) }
