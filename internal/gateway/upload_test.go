package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// uploadRoute is the route of an upload.
func uploadRoute() *route {
	t := (&pcv1.UploadDocumentRequest{}).ProtoReflect().Type()
	return &route{method: "POST", input: t.Descriptor(), body: t,
		variables: []protoreflect.FieldDescriptor{t.Descriptor().Fields().ByName("ref")}, upload: true}
}

// taking returns a gateway that keeps the files it takes.
func taking(taken *[]string) *Gateway {
	g := &Gateway{}
	g.uploads = uploads{func(_ context.Context, content io.Reader) (any, error) {
		b, err := io.ReadAll(content)
		if err != nil {
			return nil, err
		}
		*taken = append(*taken, string(b))
		return len(*taken), nil
	}, newShares(uploadsEach)}
	return g
}

// reading is a request to an upload route before its body is read.
func reading(g *Gateway, r *http.Request) *exchange {
	rt := uploadRoute()
	return &exchange{Gateway: g, w: httptest.NewRecorder(), r: r, route: rt}
}

// read reads a body, and returns the rest of it, the file's outcome, and what was refused.
func read(g *Gateway, body, contentType string) (rest string, up grpcserver.Upload, came bool, err error) {
	r := httptest.NewRequest(http.MethodPost, "/x", strings.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	x := reading(g, r)
	if err := x.readBody(); err != nil {
		return "", up, false, err
	}
	up, came = grpcserver.UploadOf(x.context())
	b, err := json.Marshal(x.body)
	return string(b), up, came, err
}

const boundary = "multipart/form-data; boundary=b"

// formOf writes parts of a name and a content; the one that is called file gets a filename.
func formOf(parts ...[2]string) string {
	var b strings.Builder
	for _, p := range parts {
		more := ""
		if p[0] == "file" {
			more = `; filename="a.pdf"`
		}
		fmt.Fprintf(&b, "--b\r\nContent-Disposition: form-data; name=%q%s\r\n\r\n%s\r\n", p[0], more, p[1])
	}
	return b.String() + "--b--\r\n"
}

// A form and JSON make the same call.
func TestFormsAreJSON(t *testing.T) {
	const want = `{"content_base64":"","document_type":"x","filename":"a.pdf","subject":"y"}`
	for name, c := range map[string][2]string{
		"form": {formOf([2]string{"document_type", "x"}, [2]string{"subject", "y"}, [2]string{"file", "ABC"}),
			boundary},
		"form, file first": {formOf([2]string{"file", "ABC"}, [2]string{"subject", "y"}, [2]string{"document_type", "x"}),
			boundary},
		"JSON": {`{"subject":"y","content_base64":"QUJD","filename":"a.pdf","document_type":"x"}`,
			"application/json; charset=utf-8"},
	} {
		t.Run(name, func(t *testing.T) {
			var taken []string
			rest, up, came, err := read(taking(&taken), c[0], c[1])
			if err != nil || rest != want || !came || up.Err != nil || up.File != 1 || len(taken) != 1 || taken[0] != "ABC" {
				t.Errorf("%s: %s, %v, %v, %q", name, rest, up, err, taken)
			}
		})
	}
}

// No form that breaks off passes for a whole one.
func TestFormsThatBreakOff(t *testing.T) {
	whole := formOf([2]string{"document_type", "x"}, [2]string{"file", "ABC"}, [2]string{"subject", "y"})
	for n := range len(whole) - len("\r\n") {
		var taken []string
		if rest, _, _, err := read(taking(&taken), whole[:n], boundary); err == nil ||
			fault.As(err).Reason != fault.InvalidParameter {
			t.Errorf("%q passes as %s: %v", whole[:n], rest, err)
		}
	}
	if _, _, _, err := read(taking(new([]string)), whole[:len(whole)-2], boundary); err != nil {
		t.Errorf("a line's end is missing at most: %v", err)
	}
}

// A file that is refused is for the handler to report, and the rest of the body is not read.
func TestRefusedFile(t *testing.T) {
	refused := errors.New("refused")
	g := &Gateway{}
	g.uploads = uploads{func(context.Context, io.Reader) (any, error) { return nil, refused }, newShares(uploadsEach)}
	for name, c := range map[string][2]string{
		"form":             {formOf([2]string{"file", "ABC"}), boundary},
		"form that is cut": {strings.TrimSuffix(formOf([2]string{"file", "ABC"}), "--b--\r\n"), boundary},
		"JSON":             {`{"content_base64":"QUJD"}`, "application/json"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, up, came, err := read(g, c[0], c[1]); err != nil || !came || !errors.Is(up.Err, refused) {
				t.Errorf("%s: %v, %t, %v", name, up, came, err)
			}
		})
	}
}

// A second file is refused where it was sent, whichever way the first came.
func TestSecondFile(t *testing.T) {
	t.Parallel()
	for name, parts := range map[string][][2]string{
		"two files":         {{"file", "ABC"}, {"file", "DEF"}},
		"a text and a file": {{"content_base64", "QUJD"}, {"file", "DEF"}},
	} {
		_, _, _, err := read(taking(new([]string)), formOf(parts...), boundary)
		if err == nil {
			t.Errorf("%s passes", name)
		} else if v := fault.As(err).Violations; len(v) != 1 || v[0].Field != "/file" || v[0].Code != "repeated" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A compressed body is refused as such, whatever it is said to be; of a call without a body the header does not matter.
func TestContentEncoding(t *testing.T) {
	t.Parallel()
	form := formOf([2]string{"file", "ABC"})
	for name, c := range map[string]struct {
		body, contentType, encoding string
		want                        fault.Reason
	}{
		"JSON":     {`{"subject":"y"}`, "application/json", "gzip", fault.UnsupportedMediaType},
		"form":     {form, boundary, "br", fault.UnsupportedMediaType},
		"identity": {form, boundary, "identity", ""},
		"no body":  {"", "", "gzip", ""},
	} {
		r := httptest.NewRequest(http.MethodPost, "/x", strings.NewReader(c.body))
		r.Header.Set("Content-Type", c.contentType)
		r.Header.Set("Content-Encoding", c.encoding)
		err := reading(taking(new([]string)), r).readBody()
		if (err == nil) != (c.want == "") || err != nil && fault.As(err).Reason != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A body of any length is capped, with or without Content-Length.
func TestUploadBodyIsCapped(t *testing.T) {
	content := strings.Repeat("A", MaxUpload)
	for name, c := range map[string][2]string{
		"form":         {formOf([2]string{"file", content}), boundary},
		"field":        {formOf([2]string{"subject", "y"}, [2]string{"file", "ABC"}) + content, boundary},
		"JSON":         {`{"content_base64":"` + content + `"}`, "application/json"},
		"JSON, member": {`{"content_base64":"QUJD","subject":"` + content + `"}`, "application/json"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, announced := range []bool{true, false} {
				r := httptest.NewRequest(http.MethodPost, "/x", io.MultiReader(strings.NewReader(c[0])))
				r.Header.Set("Content-Type", c[1])
				if r.ContentLength = -1; announced {
					r.ContentLength = int64(len(c[0]))
				}
				err := reading(taking(new([]string)), r).readBody()
				if name == "field" {
					if err != nil { // what follows the end of a form is not part of it
						t.Errorf("%s: %v", name, err)
					}
					continue
				}
				want := fault.FileTooLarge
				if name == "JSON, member" {
					want = fault.BodyTooLarge
				}
				if err == nil || fault.As(err).Reason != want {
					t.Errorf("%s, length announced %t: %v", name, announced, err)
				}
			}
		})
	}
}

// What a caller has under way takes nothing from others, and no upload of another waits for it.
func TestUploadsAtOnceAreShared(t *testing.T) {
	var taken []string
	g := taking(&taken)
	type call struct {
		body *io.PipeWriter
		done chan error
	}
	upload := func(caller string, body io.Reader) error {
		r := httptest.NewRequest(http.MethodPost, "/x", body)
		r.ContentLength = MaxUpload // whatever is said of it
		r.Header.Set("Content-Type", "application/json")
		ctx := grpcserver.WithPrincipal(r.Context(), grpcserver.Principal{Holder: caller})
		return reading(g, r.WithContext(ctx)).readBody()
	}
	var slow []call
	for range uploadsEach {
		reader, writer := io.Pipe()
		c := call{writer, make(chan error, 1)}
		go func() { c.done <- upload("slow", reader) }()
		_, _ = writer.Write([]byte("{")) // and no more for now
		slow = append(slow, c)
	}
	const whole = `{"content_base64":"QUJD","subject":"y"}`
	if err := upload("slow", strings.NewReader(whole)); err == nil || fault.As(err).Reason != fault.RateLimited ||
		fault.As(err).RetryAfter == 0 {
		t.Errorf("one more than its share: %v", err)
	}
	if err := upload("other", strings.NewReader(whole)); err != nil || len(taken) != 1 {
		t.Errorf("another caller: %v, %d files", err, len(taken))
	}
	for _, c := range slow {
		_ = c.body.Close()
		if err := <-c.done; err == nil {
			t.Error("a body that broke off was accepted")
		}
	}
	if err := upload("slow", strings.NewReader(whole)); err != nil {
		t.Errorf("once its uploads have ended: %v", err)
	}
}

// A caller that announces a large file and sends little is cut off early; one at the least pace has until the end.
func TestUploadDeadline(t *testing.T) {
	for _, c := range []struct {
		n    int64
		want time.Duration
	}{{0, uploadGrace}, {MaxUpload / 2, (uploadGrace + requestTimeout) / 2}, {MaxUpload, requestTimeout},
		{2 * MaxUpload, requestTimeout}} {
		t.Run(fmt.Sprint(c.n), func(t *testing.T) {
			if got := uploadDeadline(c.n); got != c.want {
				t.Errorf("after %d bytes: %s, want %s", c.n, got, c.want)
			}
		})
	}
}

// However many files come at once as JSON, what they take together is a fraction of them.
func TestJSONUploadsTakeLittleMemory(t *testing.T) {
	g := &Gateway{uploads: uploads{func(_ context.Context, content io.Reader) (any, error) {
		n, err := io.Copy(io.Discard, content)
		return n, err
	}, newShares(uploadsEach)}}
	body := `{"content_base64":"` + strings.Repeat("QUJD", 5<<20/3) + `"}`
	got := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r := httptest.NewRequest(http.MethodPost, "/x", strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			if err := reading(g, r).readBody(); err != nil {
				b.Fatal(err)
			}
		}
	})
	if most := int64(256 << 10); got.AllocedBytesPerOp() > most || got.N == 0 {
		t.Errorf("a file of 5 MiB takes %d bytes, want at most %d", got.AllocedBytesPerOp(), most)
	}
}

// Whatever comes as a form is either refused as what it is, or made into a JSON object whose fields are those that the
// library reads.
func FuzzForms(f *testing.F) {
	for _, s := range []string{
		formOf([2]string{"file", "ABC"}, [2]string{"subject", "y"}), formOf(), "--b\r\n\r\n\r\n--b--", "--b--", "", "\r\n--b",
		formOf([2]string{"", ""}),
		formOf([2]string{"subject", "\xff"}), formOf([2]string{"a", "1"}, [2]string{"a", "2"}),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, body string) {
		var taken []string
		rest, _, came, err := read(taking(&taken), body, boundary)
		if err != nil {
			if r := fault.As(err).Reason; r != fault.InvalidParameter && r != fault.ValidationFailed && r != fault.FileTooLarge {
				t.Fatalf("%q: %v", body, err)
			}
			return
		}
		if !strings.HasPrefix(rest, "{") || came != (len(taken) == 1) || len(taken) > 1 {
			t.Fatalf("%q became %s with files %q", body, rest, taken)
		}
		if _, err := multipart.NewReader(strings.NewReader(body), "b").ReadForm(MaxUpload); err != nil &&
			!errors.Is(err, multipart.ErrMessageTooLarge) {
			t.Fatalf("%q is no form, and passed: %v", body, err)
		}
	})
}
