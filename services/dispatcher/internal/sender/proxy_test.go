package sender_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
)

// serveProxy serves one connection as an HTTP proxy, or responds with a status; 0 is silence.
func serveProxy(c net.Conn, status int) {
	reader := bufio.NewReader(c)
	r, err := http.ReadRequest(reader)
	if err != nil {
		return
	}
	switch {
	case status == 0:
		until(c)
		return
	case status != 200:
		_, _ = fmt.Fprintf(c, "HTTP/1.1 %d Proxy\r\nContent-Length: 0\r\n\r\n", status)
		return
	}
	out, err := net.Dial("tcp", r.Host)
	if err != nil {
		return
	}
	defer out.Close()
	if r.Method == http.MethodConnect {
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
	} else if r.Write(out) != nil {
		return
	}
	var wg sync.WaitGroup
	wg.Go(func() { _, _ = io.Copy(out, reader); _ = out.Close() })
	wg.Go(func() { _, _ = io.Copy(c, out); _ = c.Close() })
	wg.Wait()
}
