package pagekit

import (
	"bytes"
	"mime/multipart"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// A repeat has the name of what it repeats; any other form, page, content or session has another one.
func TestSending(t *testing.T) {
	t.Parallel()
	name := func(session, path string, values url.Values) string {
		t.Helper()
		r := httptest.NewRequest("POST", path, strings.NewReader(values.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if err := r.ParseForm(); err != nil {
			t.Fatal(err)
		}
		got, ok := Sending(r, session)
		if ok != (values.Get(OnceInput) != "") {
			t.Errorf("%v: %t", values, ok)
		}
		return got
	}
	base := url.Values{OnceInput: {Page{}.Once()}, "do": {"create"}, "name": {"a"}}
	seen := map[string]string{name("s", "/a", base): "the first"}
	if name("s", "/a", url.Values{"name": {"a"}, "do": {"create"}, OnceInput: base[OnceInput]}) != name("s", "/a", base) {
		t.Error("a repeat has another name")
	}
	for what, got := range map[string]string{
		"another session": name("t", "/a", base), "another page": name("s", "/b", base), "another query": name("s",
			"/a?x=1", base),
		"another form":    name("s", "/a", url.Values{OnceInput: {Page{}.Once()}, "do": {"create"}, "name": {"a"}}),
		"other content":   name("s", "/a", url.Values{OnceInput: base[OnceInput], "do": {"create"}, "name": {"b"}}),
		"no form's input": name("s", "/a", url.Values{"do": {"create"}, "name": {"a"}}),
	} {
		if other, known := seen[got]; known {
			t.Errorf("%s has the name of %s", what, other)
		}
		seen[got] = what
	}
}

// Of files, their names and contents count.
func TestSendingWithFiles(t *testing.T) {
	t.Parallel()
	name := func(file, content string) string {
		t.Helper()
		var b bytes.Buffer
		w := multipart.NewWriter(&b)
		part, err := w.CreateFormFile("logo", file)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write([]byte(content))
		_ = w.WriteField(OnceInput, "x")
		_ = w.Close()
		r := httptest.NewRequest("POST", "/a", &b)
		r.Header.Set("Content-Type", w.FormDataContentType())
		if err := r.ParseMultipartForm(1 << 10); err != nil {
			t.Fatal(err)
		}
		got, ok := Sending(r, "s")
		if !ok {
			t.Error("the form has no name")
		}
		return got
	}
	first := name("a.png", "one")
	if name("a.png", "one") != first || name("b.png", "one") == first || name("a.png", "another") == first ||
		name("a.png", "two") == first {
		t.Error("files make no difference, or a repeat does")
	}
}
