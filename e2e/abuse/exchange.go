package abuse

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// An Answer is one response, read to its end.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	Method string // of the request
}

// A Client sends requests to one address, one after the other.
type Client struct {
	Addr string
	// Timeout is how long a response, or the end of a connection, may take.
	Timeout time.Duration

	conn   net.Conn
	reader *bufio.Reader
}

// Close closes the connection.
func (c *Client) Close() {
	if c.conn != nil {
		_ = c.conn.Close()
		c.conn = nil
	}
}

// ErrSilent means that neither a response arrived nor the end of the connection.
var ErrSilent = errors.New("neither a response nor the end of the connection")

// eventStream is the media type of answers that have no end.
const eventStream = "text/event-stream"

// maxAnswer is more than any page of a list.
const maxAnswer = 16 << 20

// Do sends a request and returns the responses: none when the server just closes the connection, several when it was
// several requests.
func (c *Client) Do(ctx context.Context, r *Request) ([]Answer, error) {
	reused := c.conn != nil && !r.Once()
	if !reused {
		c.Close()
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", c.Addr)
		if err != nil {
			return nil, err
		}
		c.conn, c.reader = conn, bufio.NewReader(conn)
	}
	answers, keep, err := c.exchange(r)
	if err != nil || !keep || r.Once() {
		c.Close()
	}
	return answers, err
}

func (c *Client) exchange(r *Request) (answers []Answer, keep bool, err error) {
	_ = c.conn.SetDeadline(time.Now().Add(c.Timeout))
	sent := make(chan struct{})
	go func() { // the server may respond, and stop reading, before it has everything
		defer close(sent)
		_, _ = io.WriteString(c.conn, r.Bytes())
		if tcp, ok := c.conn.(*net.TCPConn); ok && r.HalfClose {
			_ = tcp.CloseWrite()
		}
	}()
	defer func() {
		if err != nil {
			_ = c.conn.Close() // ends the writing
		}
		<-sent
	}()
	for range max(r.Answers, 1) {
		a, last, err := c.read(r.Method)
		if errors.Is(err, io.EOF) || isReset(err) {
			return answers, false, nil // closing the connection is an answer, too
		}
		if isTimeout(err) && len(answers) > 0 && r.Wire != "" {
			return answers, false, nil // the server has read fewer requests than we assumed
		}
		if isTimeout(err) {
			return answers, false, ErrSilent
		}
		if err != nil {
			return answers, false, fmt.Errorf("not HTTP: %w", err)
		}
		answers = append(answers, a)
		if last {
			return answers, false, nil
		}
	}
	return answers, true, nil
}

// read reads one final answer.
func (c *Client) read(method string) (Answer, bool, error) {
	for {
		if _, err := c.reader.Peek(1); err != nil {
			return Answer{}, true, err
		}
		resp, err := http.ReadResponse(c.reader, &http.Request{Method: method})
		if err != nil {
			return Answer{}, true, err
		}
		if resp.Header.Get("Content-Type") == eventStream {
			return Answer{Status: resp.StatusCode, Header: resp.Header, Method: method}, true, nil // it has no end
		}
		body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
		_ = resp.Body.Close()
		if err != nil {
			return Answer{}, true, err
		}
		if resp.StatusCode/100 == 1 && resp.StatusCode != http.StatusSwitchingProtocols {
			continue
		}
		return Answer{Status: resp.StatusCode, Header: resp.Header, Body: bytes.TrimSpace(body), Method: method},
			resp.Close, nil
	}
}

func isTimeout(err error) bool {
	var t net.Error
	return errors.As(err, &t) && t.Timeout()
}

// isReset reports that the server closed while we were still sending.
func isReset(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && !op.Timeout()
}
