package gateway

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/sync/semaphore"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// uploadRoute is the route of an upload.
func uploadRoute() *route {
	md := (&pcv1.UploadDocumentRequest{}).ProtoReflect().Descriptor()
	return &route{method: "POST", input: md, body: md, upload: true}
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
	}, semaphore.NewWeighted(jsonUploads)}
	return g
}

// read reads a request as readRequest would, and returns the rest of the body, the file's outcome, and what was refused.
func read(g *Gateway, body, contentType string) (rest string, up grpcserver.Upload, came bool, err error) {
	r := httptest.NewRequest(http.MethodPost, "/x", strings.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	ctx, err := g.readRequest(r.Context(), httptest.NewRecorder(), r, uploadRoute(), []string{"ref"})
	if err != nil {
		return "", up, false, err
	}
	up, came = grpcserver.UploadOf(ctx)
	b, err := io.ReadAll(r.Body)
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
		"form":             {formOf([2]string{"document_type", "x"}, [2]string{"subject", "y"}, [2]string{"file", "ABC"}), boundary},
		"form, file first": {formOf([2]string{"file", "ABC"}, [2]string{"subject", "y"}, [2]string{"document_type", "x"}), boundary},
		"JSON":             {`{"subject":"y","content_base64":"QUJD","filename":"a.pdf","document_type":"x"}`, "application/json; charset=utf-8"},
	} {
		var taken []string
		rest, up, came, err := read(taking(&taken), c[0], c[1])
		if err != nil || rest != want || !came || up.Err != nil || up.File != 1 || len(taken) != 1 || taken[0] != "ABC" {
			t.Errorf("%s: %s, %v, %v, %q", name, rest, up, err, taken)
		}
	}
}

// No form that breaks off passes for a whole one.
func TestFormsThatBreakOff(t *testing.T) {
	whole := formOf([2]string{"document_type", "x"}, [2]string{"file", "ABC"}, [2]string{"subject", "y"})
	for n := range len(whole) - len("\r\n") {
		var taken []string
		if rest, _, _, err := read(taking(&taken), whole[:n], boundary); err == nil || fault.As(err).Reason != fault.InvalidParameter {
			t.Errorf("%q passes as %s: %v", whole[:n], rest, err)
		}
	}
	if _, _, _, err := read(taking(new([]string)), whole[:len(whole)-2], boundary); err != nil {
		t.Errorf("a line's end is missing at most: %v", err)
	}
}

// A file that its taker refuses is the call's to judge, and the rest of the body is not waited for.
func TestRefusedFile(t *testing.T) {
	refused := errors.New("refused")
	g := &Gateway{}
	g.uploads = uploads{func(context.Context, io.Reader) (any, error) { return nil, refused }, semaphore.NewWeighted(jsonUploads)}
	for name, c := range map[string][2]string{
		"form":             {formOf([2]string{"file", "ABC"}), boundary},
		"form that is cut": {strings.TrimSuffix(formOf([2]string{"file", "ABC"}), "--b--\r\n"), boundary},
		"JSON":             {`{"content_base64":"QUJD"}`, "application/json"},
	} {
		if _, up, came, err := read(g, c[0], c[1]); err != nil || !came || !errors.Is(up.Err, refused) {
			t.Errorf("%s: %v, %t, %v", name, up, came, err)
		}
	}
}

// A body of any length is capped, whether its length is told or not.
func TestUploadBodyIsCapped(t *testing.T) {
	content := strings.Repeat("A", MaxUpload)
	for name, c := range map[string][2]string{
		"form":         {formOf([2]string{"file", content}), boundary},
		"field":        {formOf([2]string{"subject", "y"}, [2]string{"file", "ABC"}) + content, boundary},
		"JSON":         {`{"content_base64":"` + content + `"}`, "application/json"},
		"JSON, member": {`{"content_base64":"QUJD","subject":"` + content + `"}`, "application/json"},
	} {
		for _, told := range []bool{true, false} {
			r := httptest.NewRequest(http.MethodPost, "/x", io.MultiReader(strings.NewReader(c[0])))
			r.Header.Set("Content-Type", c[1])
			if r.ContentLength = -1; told {
				r.ContentLength = int64(len(c[0]))
			}
			_, err := taking(new([]string)).readRequest(r.Context(), httptest.NewRecorder(), r, uploadRoute(), []string{"ref"})
			if name == "field" {
				if err != nil { // what stands behind the end of a form is no part of it
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			if err == nil || fault.As(err).Reason != fault.FileTooLarge {
				t.Errorf("%s, length told %t: %v", name, told, err)
			}
		}
	}
}

// Whatever comes as a form is either refused as what it is, or made into a JSON object whose fields are those that the library reads.
func FuzzForms(f *testing.F) {
	for _, s := range []string{
		formOf([2]string{"file", "ABC"}, [2]string{"subject", "y"}), formOf(), "--b\r\n\r\n\r\n--b--", "--b--", "", "\r\n--b", formOf([2]string{"", ""}),
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
		if _, err := multipart.NewReader(strings.NewReader(body), "b").ReadForm(MaxUpload); err != nil && !errors.Is(err, multipart.ErrMessageTooLarge) {
			t.Fatalf("%q is no form, and passed: %v", body, err)
		}
	})
}
