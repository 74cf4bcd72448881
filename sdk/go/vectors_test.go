package partnerline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// vectors is the file that all client libraries run.
type vectors struct {
	Keys  map[string]string
	Calls []struct {
		Name   string
		Client struct {
			ConnectVersion string `json:"connect_version"`
			MaxRetries     *int   `json:"max_retries"`
			TimeoutMS      int    `json:"timeout_ms"`
		}
		Random    []float64
		Call      vectorCall
		Exchanges []exchange
		WaitsMS   []float64 `json:"waits_ms"`
		Result    any
		Printed   *struct{ Has, Lacks string }
		Error     *vectorError
	}
	Clients []struct {
		Name       string
		Keys       []string
		Livemode   bool
		ConnectURL string `json:"partner_connect_url"`
		Call       *vectorCall
		Contains   string
	}
}

type vectorCall struct {
	Resource, Method string
	Args             []string
	Params           map[string]json.RawMessage
	Options          struct {
		OnBehalfOf     string `json:"on_behalf_of"`
		IdempotencyKey string `json:"idempotency_key"`
		IfMatch        string `json:"if_match"`
		MaxRetries     *int   `json:"max_retries"`
	}
}

type vectorError struct {
	Kind, Contains string
	Status         int
	Code           Code
	Title, Detail  string
	Fields         []FieldError
	RequestID      string `json:"request_id"`
	RetryAfterS    int    `json:"retry_after_s"`
}

type exchange struct {
	Request *struct {
		Method, Path, Key string
		Query             map[string][]string
		Headers           map[string]*string
		Body              json.RawMessage
		Parts             []part
	}
	Answer struct {
		Status  int
		Headers map[string]string
		Body    json.RawMessage
		Text    string
		Fails   string
	}
}

type part struct{ Name, Filename, Text string }

func loadVectors(t *testing.T) (v vectors) {
	t.Helper()
	_ = os.Getenv("REPOSITORY_STATE") // the test cache knows no files outside of the module: see testkit/repository
	b, err := os.ReadFile("../testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVectors(t *testing.T) {
	v := loadVectors(t)
	if len(v.Calls) < 40 {
		t.Fatalf("only %d calls", len(v.Calls))
	}
	for _, c := range v.Calls {
		t.Run(c.Name, func(t *testing.T) {
			s := &script{t: t, keys: v.Keys, exchanges: c.Exchanges}
			server := httptest.NewServer(s)
			t.Cleanup(server.Close)
			opts := []Option{WithKey(v.Keys["webhooks"]), WithPartnerConnectURL(server.URL), WithWebhooksURL(server.URL + "/")}
			if c.Client.ConnectVersion != "" {
				opts = append(opts, WithConnectVersion(c.Client.ConnectVersion))
			}
			if c.Client.MaxRetries != nil {
				opts = append(opts, WithMaxRetries(*c.Client.MaxRetries))
			}
			if c.Client.TimeoutMS > 0 {
				opts = append(opts, WithTimeout(time.Duration(c.Client.TimeoutMS)*time.Millisecond))
			}
			client := New(v.Keys["partner connect"], opts...)
			var waits []float64
			client.core.sleep = func(_ context.Context, d time.Duration) error {
				waits = append(waits, float64(d)/float64(time.Millisecond))
				return nil
			}
			client.core.random = func() float64 {
				if len(c.Random) == 0 {
					return 0.5
				}
				return c.Random[len(waits)]
			}
			result, err := c.Call.do(t, client)
			checkOutcome(t, c.Result, c.Error, plain(t, result), err)
			if c.Printed != nil {
				checkPrinted(t, result, c.Printed.Has, c.Printed.Lacks)
			}
			for _, key := range v.Keys {
				if text := fmt.Sprintf("%+v %#v", client, client); strings.Contains(text, key) {
					t.Errorf("the client is printed with its key: %s", text)
				}
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.n != len(c.Exchanges) {
				t.Errorf("%d requests, want %d", s.n, len(c.Exchanges))
			}
			if !slices.Equal(waits, c.WaitsMS) && len(waits)+len(c.WaitsMS) > 0 {
				t.Errorf("waits %v, want %v", waits, c.WaitsMS)
			}
		})
	}
}

func checkOutcome(t *testing.T, want any, wantErr *vectorError, got any, err error) {
	t.Helper()
	if wantErr == nil {
		if err != nil {
			t.Fatal(err)
		}
		if !within(want, got) {
			t.Errorf("result %v, want %v", got, want)
		}
		return
	}
	if err == nil {
		t.Fatalf("no error, result %v", got)
	}
	var e *Error
	switch api := errors.As(err, &e); {
	case api != (wantErr.Kind == "api"):
		t.Errorf("%v, want kind %s", err, wantErr.Kind)
	case !api:
		if decoding := strings.Contains(err.Error(), "not what the API documents"); !strings.Contains(err.Error(),
			wantErr.Contains) || decoding != (wantErr.Kind == "decode") {
			t.Errorf("%v, want kind %s with %q", err, wantErr.Kind, wantErr.Contains)
		}
	default:
		fields := wantErr.Fields == nil || slices.Equal(e.Fields, wantErr.Fields)
		if e.Status != wantErr.Status || e.Code != wantErr.Code || wantErr.Code != "" &&
			!errors.Is(err, wantErr.Code) || !fields ||
			wantErr.Title != "" && e.Title != wantErr.Title || wantErr.Detail != "" && e.Detail != wantErr.Detail ||
			wantErr.RequestID != "" && e.RequestID != wantErr.RequestID ||
			e.RetryAfter != time.Duration(wantErr.RetryAfterS)*time.Second {
			t.Errorf("%+v, want %+v", e, wantErr)
		}
	}
}

// checkPrinted checks what printing and logging a result shows.
func checkPrinted(t *testing.T, result any, has, lacks string) {
	t.Helper()
	var logged bytes.Buffer
	texts := map[string]string{}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		texts[verb] = fmt.Sprintf(verb, result)
	}
	for name, h := range map[string]slog.Handler{"slog as text": slog.NewTextHandler(&logged, nil),
		"slog as JSON": slog.NewJSONHandler(&logged, nil)} {
		logged.Reset()
		slog.New(h).Info("made", "endpoint", result)
		texts[name] = logged.String()
		if !strings.Contains(texts[name], "redacted") {
			t.Errorf("%s hides that there is a secret: %s", name, texts[name])
		}
	}
	for name, text := range texts {
		if !strings.Contains(text, has) || strings.Contains(text, lacks) {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// within reports whether got has all that want has.
func within(want, got any) bool {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		for k, v := range w {
			ok = ok && within(v, g[k])
		}
		return ok
	case []any:
		g, ok := got.([]any)
		return ok && slices.EqualFunc(w, g, within)
	}
	return reflect.DeepEqual(want, got)
}

// do calls the method that a vector names.
func (c vectorCall) do(t *testing.T, client *Client) (any, error) {
	t.Helper()
	method := reflect.ValueOf(client).Elem().FieldByName(goName(c.Resource)).MethodByName(goName(c.Method))
	if !method.IsValid() {
		t.Fatalf("there is no %s.%s", c.Resource, c.Method)
	}
	in := []reflect.Value{reflect.ValueOf(t.Context())}
	for _, a := range c.Args {
		in = append(in, reflect.ValueOf(a))
	}
	if len(in) < method.Type().NumIn()-1 {
		in = append(in, c.params(t, method.Type().In(len(in))))
	}
	var opts []CallOption
	for value, option := range map[string]func(string) CallOption{c.Options.OnBehalfOf: OnBehalfOf,
		c.Options.IdempotencyKey: IdempotencyKey, c.Options.IfMatch: IfMatch} {
		if value != "" {
			opts = append(opts, option(value))
		}
	}
	if c.Options.MaxRetries != nil {
		opts = append(opts, CallMaxRetries(*c.Options.MaxRetries))
	}
	out := method.CallSlice(append(in, reflect.ValueOf(opts)))
	if method.Type().Out(0).Kind() == reflect.Func {
		return collect(out[0])
	}
	err, _ := out[len(out)-1].Interface().(error)
	if err != nil || len(out) == 1 {
		return nil, err
	}
	return out[0].Interface(), nil
}

func (c vectorCall) params(t *testing.T, of reflect.Type) reflect.Value {
	t.Helper()
	p := reflect.New(of)
	members := maps.Clone(c.Params)
	if file, ok := members["file"]; ok {
		var content struct{ Text string }
		var name string
		if json.Unmarshal(file, &content) != nil || json.Unmarshal(members["filename"], &name) != nil {
			t.Fatal("a file has a text and a filename")
		}
		p.Elem().FieldByName("File").Set(reflect.ValueOf(io.Reader(strings.NewReader(content.Text))))
		p.Elem().FieldByName("Filename").SetString(name)
		delete(members, "file")
		delete(members, "filename")
	}
	b, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(p.Interface()); err != nil && c.Params != nil {
		t.Fatal(err)
	}
	return p.Elem()
}

// collect reads an iterator to its end.
func collect(seq reflect.Value) (any, error) {
	entries := []any{}
	for v, e := range seq.Seq2() {
		if err, ok := e.Interface().(error); ok && err != nil {
			return entries, err
		}
		b, err := json.Marshal(v.Interface())
		if err != nil {
			return nil, err
		}
		var entry any
		if err := json.Unmarshal(b, &entry); err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

// plain is a value as JSON has it. A page has no names of its own in JSON.
func plain(t *testing.T, v any) (out any) {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	b = bytes.Replace(bytes.Replace(b, []byte(`{"Data":`), []byte(`{"data":`), 1), []byte(`"NextPageToken":`),
		[]byte(`"next_page_token":`), 1)
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func goName(snake string) string {
	var b strings.Builder
	for w := range strings.SplitSeq(snake, "_") {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

// script is a server that expects the requests of a vector and answers them.
type script struct {
	t         *testing.T
	keys      map[string]string
	exchanges []exchange

	mu        sync.Mutex // guards all below: the server may still run the handler of a lost connection
	n         int
	first     *http.Request // the last that was not a repeat
	firstBody []byte
}

// next is the exchange that a request begins.
func (s *script) next(r *http.Request, body []byte, err error) (exchange, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil || s.n == len(s.exchanges) {
		s.t.Errorf("unexpected request %s %s (%v)", r.Method, r.URL, err)
		return exchange{}, false
	}
	x := s.exchanges[s.n]
	s.n++
	if x.Request == nil {
		if r.Method != s.first.Method || r.URL.String() != s.first.URL.String() ||
			!reflect.DeepEqual(r.Header, s.first.Header) || !bytes.Equal(body, s.firstBody) {
			s.t.Errorf("the repeat differs: %v %s", r.Header, body)
		}
	} else {
		s.first, s.firstBody = r, body
		s.check(x, r, body)
	}
	return x, true
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	x, ok := s.next(r, body, err)
	if !ok {
		return
	}
	switch x.Answer.Fails {
	case "connection":
		panic(http.ErrAbortHandler)
	case "timeout":
		<-r.Context().Done()
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if x.Answer.Status >= 400 {
		w.Header().Set("Content-Type", "application/problem+json")
	}
	for k, v := range x.Answer.Headers {
		w.Header().Set(k, v)
	}
	w.WriteHeader(x.Answer.Status)
	_, _ = w.Write(append(x.Answer.Body, x.Answer.Text...))
}

func (s *script) check(x exchange, r *http.Request, body []byte) {
	want := x.Request
	if r.Method != want.Method || r.URL.EscapedPath() != want.Path {
		s.t.Errorf("%s %s, want %s %s", r.Method, r.URL.EscapedPath(), want.Method, want.Path)
	}
	if got := map[string][]string(r.URL.Query()); len(got)+len(want.Query) > 0 && !reflect.DeepEqual(got, want.Query) {
		s.t.Errorf("query %v, want %v", got, want.Query)
	}
	headers := map[string]*string{"Accept": new("application/json"), "User-Agent": new("partnerline-go/" + Version),
		"Authorization": new("Bearer " + s.keys["partner connect"])}
	if want.Key != "" {
		headers["Authorization"] = new("Bearer " + s.keys[want.Key])
	}
	maps.Copy(headers, want.Headers)
	for name, value := range headers {
		got := r.Header.Values(name)
		if value == nil && len(got) > 0 || value != nil &&
			(len(got) != 1 || *value != got[0] && (*value != "*" || got[0] == "")) {
			s.t.Errorf("%s is %q", name, got)
		}
	}
	if want.Parts != nil {
		if got := parts(s.t, r.Header.Get("Content-Type"), body); !reflect.DeepEqual(got, want.Parts) {
			s.t.Errorf("parts %v, want %v", got, want.Parts)
		}
		return
	}
	var wantBody, gotBody any
	switch {
	case want.Body == nil:
	case string(want.Body) == "null":
		if len(body) > 0 {
			s.t.Errorf("body %s, want none", body)
		}
	case json.Unmarshal(want.Body, &wantBody) != nil || json.Unmarshal(body, &gotBody) != nil ||
		!reflect.DeepEqual(gotBody, wantBody):
		s.t.Errorf("body %s, want %s", body, want.Body)
	}
}

// parts reads a form, sorted by name.
func parts(t *testing.T, contentType string, body []byte) (out []part) {
	t.Helper()
	_, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Error(err)
		return nil
	}
	for form := multipart.NewReader(bytes.NewReader(body), params["boundary"]); ; {
		p, err := form.NextPart()
		if err != nil {
			slices.SortFunc(out, func(a, b part) int { return strings.Compare(a.Name, b.Name) })
			return out
		}
		content, err := io.ReadAll(p)
		if err != nil {
			t.Error(err)
		}
		out = append(out, part{p.FormName(), p.FileName(), string(content)})
	}
}

func TestClients(t *testing.T) {
	for _, c := range loadVectors(t).Clients {
		t.Run(c.Name, func(t *testing.T) {
			var opts []Option
			for _, k := range c.Keys[1:] {
				opts = append(opts, WithKey(k))
			}
			if c.ConnectURL != "" {
				opts = append(opts, WithPartnerConnectURL(c.ConnectURL))
			}
			client := New(c.Keys[0], opts...)
			if c.Contains == "" {
				if client.core.fault != nil || client.Livemode() != c.Livemode {
					t.Errorf("livemode %t, %v", client.Livemode(), client.core.fault)
				}
				return
			}
			_, err := client.Me.Get(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.Contains) {
				t.Fatalf("%v, want %q", err, c.Contains)
			}
			for _, k := range c.Keys {
				if k != "" && strings.Contains(err.Error(), k) {
					t.Error("the error has the key")
				}
			}
		})
	}
}
