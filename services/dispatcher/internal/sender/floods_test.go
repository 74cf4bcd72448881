package sender_test

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/partnerline/partnerline/services/dispatcher"
)

// status is a header block with a status alone.
func status(code string) []byte {
	var b bytes.Buffer
	_ = hpack.NewEncoder(&b).WriteField(hpack.HeaderField{Name: ":status", Value: code})
	return b.Bytes()
}

func answer200(f *http2.Framer, stream uint32) error {
	return f.WriteHeaders(http2.HeadersFrameParam{
		StreamID: stream, BlockFragment: status("200"), EndStream: true, EndHeaders: true,
	})
}

// speakHTTP2 serves one connection: request gets the stream of each request once it is complete. It returns when
// request does not want more.
func speakHTTP2(c net.Conn, request func(f *http2.Framer, stream uint32) (more bool)) {
	if _, err := io.ReadFull(c, make([]byte, len(http2.ClientPreface))); err != nil {
		return
	}
	f := http2.NewFramer(c, c)
	f.AllowIllegalWrites = true
	if f.WriteSettings() != nil {
		return
	}
	for {
		frame, err := f.ReadFrame()
		if err != nil {
			return
		}
		h := frame.Header()
		if h.Flags.Has(http2.FlagDataEndStream) && (h.Type == http2.FrameData || h.Type == http2.FrameHeaders) {
			if !request(f, h.StreamID) {
				return
			}
		}
	}
}

// A connection on which a receiver sends more than answers is closed, whether an attempt is under way or not, and the
// next attempt has another one.
func TestFloods(t *testing.T) {
	t.Parallel()
	type framer = http2.Framer
	frames := map[string]func(f *framer, stream, n uint32) error{
		"types that do not exist": func(f *framer, _, _ uint32) error { return f.WriteRawFrame(0xbe, 0, 0, nil) },
		"PING":                    func(f *framer, _, _ uint32) error { return f.WritePing(false, [8]byte{}) },
		"PING acknowledgements":   func(f *framer, _, _ uint32) error { return f.WritePing(true, [8]byte{}) },
		"SETTINGS":                func(f *framer, _, _ uint32) error { return f.WriteSettings() },
		"header tables": func(f *framer, _, n uint32) error {
			return f.WriteSettings(http2.Setting{ID: http2.SettingHeaderTableSize, Val: n % 2 * 4096})
		},
		"WINDOW_UPDATE of a stream that has ended": func(f *framer, stream, _ uint32) error {
			return f.WriteWindowUpdate(stream+1000, 1)
		},
		"PRIORITY": func(f *framer, stream, _ uint32) error {
			return f.WriteRawFrame(http2.FramePriority, 0, stream, make([]byte, 5))
		},
		"RST_STREAM of no stream": func(f *framer, stream, _ uint32) error {
			return f.WriteRSTStream(stream+1000, http2.ErrCodeCancel)
		},
		"headers of no stream": func(f *framer, stream, _ uint32) error {
			return f.WriteHeaders(http2.HeadersFrameParam{
				StreamID: stream + 1000, BlockFragment: status("200"), EndHeaders: true,
			})
		},
		"1xx": func(f *framer, stream, _ uint32) error {
			return f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: status("103"), EndHeaders: true})
		},
		"CONTINUATION": func(f *framer, stream, n uint32) error {
			if n == 0 {
				return f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: status("200")})
			}
			return f.WriteContinuation(stream, false, nil)
		},
		"empty DATA": func(f *framer, stream, n uint32) error {
			if n == 0 {
				return f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: status("200"), EndHeaders: true})
			}
			return f.WriteData(stream, false, nil)
		},
		"GOAWAY": func(f *framer, stream, _ uint32) error { return f.WriteGoAway(stream, http2.ErrCodeNo, nil) },
	}
	for name, flood := range frames {
		for when, first := range map[string]bool{"before the answer": false, "after it": true} {
			t.Run(name+" "+when, func(t *testing.T) {
				t.Parallel()
				var once sync.Once
				ended := make(chan uint32, 1)
				address, trust := rawTLS(t, func(c net.Conn) {
					speakHTTP2(c, func(f *http2.Framer, stream uint32) bool {
						flooding := false
						once.Do(func() { flooding = true })
						if !flooding || first {
							_ = answer200(f, stream)
						}
						if !flooding {
							return true
						}
						// What is sent to us must be read, or the flood would end by itself.
						go func() { _, _ = io.Copy(io.Discard, c) }()
						n := uint32(0)
						for flood(f, stream, n) == nil {
							n++
						}
						ended <- n
						return false
					})
				}, plain, "h2")
				s := newSender(t, trust)
				s.Send(t.Context(), request(t, address))
				select {
				case n := <-ended:
					t.Logf("%d frames", n)
				case <-time.After(30 * time.Second):
					t.Fatal("the connection stays open")
				}
				if got := s.Send(t.Context(), request(t, address)); got.Failure != dispatcher.NoFailure {
					t.Errorf("the next attempt: %q (%v)", got.Failure, got.Cause)
				}
			})
		}
	}
}

// A receiver that answers many attempts at once, each with more than is read, keeps its connection.
func TestLongAnswersAtOnce(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	from := map[string]int{}
	body := strings.Repeat("x", 300<<10)
	address, trust := servers["http2"](t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		from[r.RemoteAddr]++
		mu.Unlock()
		_, _ = io.WriteString(w, body)
	}))
	s := newSender(t, trust, timeout(30*time.Second))
	s.Send(t.Context(), request(t, address)) // negotiates HTTP/2
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			got := s.Send(t.Context(), request(t, address))
			if got.Failure != dispatcher.NoFailure || !got.Truncated || len(got.Body) != 16<<10 {
				t.Errorf("failure %q (%v), %d bytes kept", got.Failure, got.Cause, len(got.Body))
			}
		})
	}
	wg.Wait()
	if len(from) != 1 {
		t.Errorf("%d connections", len(from))
	}
}
