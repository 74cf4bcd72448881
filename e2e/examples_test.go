package e2e

import (
	"bytes"
	"encoding/json"
	"flag"
	"html"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/e2e/abuse"
	generator "github.com/partnerline/partnerline/e2e/openapi"
	"github.com/partnerline/partnerline/proto/openapi"
)

var recordExamples = flag.Bool("record-examples", false, "write the examples of the documents again")

// The examples of the documents do what they say: the command that the reference shows is run as it is, each refused
// request is sent again, and what comes is the status and the answer of the example, so that no refactoring changes an
// answer unseen. `go test -run TestExamples -record-examples .` writes them again.
func TestExamples(t *testing.T) {
	t.Parallel()
	b := newBattery(start(t, t.TempDir(), cluster.Server(t).URL("postgres")), 1)
	for file, document := range map[string][]byte{"partnerconnect": openapi.PartnerConnect, "webhooks": openapi.Webhooks} {
		commands := b.commands(t, file)
		operations, err := abuse.Load(document)
		if err != nil {
			t.Fatal(err)
		}
		recorded := generator.Examples{}
		examples, err := generator.Recorded(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range operations {
			t.Run(op.ID, func(t *testing.T) {
				if *recordExamples {
					recorded[op.ID] = b.recordExamples(t, op)
					return
				}
				if len(examples[op.ID]) < 3 {
					t.Fatalf("%d examples, want a success and two errors", len(examples[op.ID]))
				}
				for _, e := range examples[op.ID] {
					if e.Name == "success" {
						t.Run("command", func(t *testing.T) { b.shell(t, op, e, commands[op.ID]["curl"]) })
						continue
					}
					t.Run(e.Name, func(t *testing.T) { b.repeat(t, op, e) })
				}
			})
		}
		for _, op := range operations { // afterwards: what they make changes the balance that an example shows
			if line := commands[op.ID]["cli"]; line != "" && !*recordExamples {
				t.Run(op.ID+"/command line", func(t *testing.T) { b.line(t, op, line) })
			}
		}
		if *recordExamples {
			raw, err := generator.EncodeExamples(recorded)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile("openapi/examples/"+file+".json", raw, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// variant is what makes a request of an operation an example.
type variant struct {
	name, summary string
	applies       func(op abuse.Operation) bool
	change        func(r *http.Request)
}

// variants are the likely errors, the most likely first; a success comes before them.
var variants = []variant{
	{"not_found", "There is no such object", func(op abuse.Operation) bool { return len(op.Variables()) > 0 },
		func(*http.Request) {}},
	{"missing_members", "Nothing that the call needs", func(op abuse.Operation) bool { return op.Body != nil },
		func(r *http.Request) { setBody(r, `{}`) }},
	{"unknown_field", "A member that the API does not know", func(op abuse.Operation) bool { return op.Body != nil },
		func(r *http.Request) { setBody(r, `{"nope":1}`) }},
	{"bad_page_token", "A page token of another list", paged,
		func(r *http.Request) { r.URL.RawQuery = "page_token=eyJsaXN0IjoicGF5bWVudHMifQ" }},
	{"unknown_parameter", "A parameter that the API does not know", always,
		func(r *http.Request) { r.URL.RawQuery = "nope=1" }},
	{"no_key", "No Authorization header", always, func(r *http.Request) { r.Header.Del("Authorization") }},
	{"unreadable_json", "A body that breaks off", func(op abuse.Operation) bool { return op.Body != nil },
		func(r *http.Request) { setBody(r, `{`) }},
	{"not_acceptable", "A client that takes no JSON", always,
		func(r *http.Request) { r.Header.Set("Accept", "text/html") }},
}

func always(abuse.Operation) bool { return true }

func paged(op abuse.Operation) bool {
	return slices.ContainsFunc(op.Query, func(p abuse.Schema) bool { return p.Name == "page_token" })
}

func setBody(r *http.Request, text string) {
	r.Body, r.ContentLength, r.GetBody = io.NopCloser(strings.NewReader(text)), int64(len(text)), nil
}

// recordExamples sends the requests of an operation and returns them with their answers, without what differs from run
// to run.
func (b *battery) recordExamples(t *testing.T, op abuse.Operation) []generator.Example {
	t.Helper()
	n := &normalizer{ids: map[string]string{}, count: map[string]int{}}
	var out []generator.Example
	for _, path := range b.paths(op) {
		c, addr := b.caseOf(op, path)
		if e := b.example(t, n, op, "success", "Success", c.Base(), path, addr, func(*http.Request) {}); e.Status < 300 {
			out = append(out, e)
			break
		}
	}
	for _, v := range variants {
		if !v.applies(op) || len(out) == 3 {
			continue
		}
		path := b.paths(op)[0]
		if v.name == "not_found" {
			path = unknown(op)
		}
		c, addr := b.caseOf(op, path)
		if e := b.example(t, n, op, v.name, v.summary, c.Base(), path, addr, v.change); e.Status >= http.StatusBadRequest {
			out = append(out, e) // one of a body that changes something may need no member
		}
	}
	return out
}

func (b *battery) example(
	t *testing.T, n *normalizer, op abuse.Operation, name, summary string, base *abuse.Request, path map[string]string,
	addr string, change func(*http.Request),
) generator.Example {
	t.Helper()
	r := request(t.Context(), base, addr)
	change(r)
	sent, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(sent))
	e := generator.Example{Name: name, Summary: summary, Path: map[string]string{}, Header: map[string]string{},
		Query: map[string]string{}}
	for k, v := range path {
		if slices.Contains(op.Variables(), k) {
			e.Path[k] = n.text(k, v)
		}
	}
	for _, h := range []string{"On-Behalf-Of", "Idempotency-Key", "Accept"} {
		if v := r.Header.Get(h); v != "" {
			e.Header[h] = n.text(h, v)
		}
	}
	for k, v := range r.URL.Query() {
		e.Query[k] = v[0]
	}
	if json.Valid(sent) && len(sent) > 0 {
		e.Request = n.json(t, lasting(t, sent))
	} else if len(sent) > 0 {
		e.Request = json.RawMessage(strconv.Quote(string(sent)))
	}
	status, answer := b.answer(t, r)
	e.Status = status
	if len(answer) > 0 {
		e.Answer = n.json(t, answer)
	}
	return e
}

// lasting is a body without the times that it may lack: what is recorded is shown for years.
func lasting(t *testing.T, body []byte) []byte {
	t.Helper()
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		return body
	}
	delete(members, "valid_until")
	delete(members, "until")
	out, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (b *battery) answer(t *testing.T, r *http.Request) (int, []byte) {
	t.Helper()
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.Header.Get("Content-Type") == "text/event-stream" {
		return resp.StatusCode, nil // it has no end
	}
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, raw
}

// commands are those that the reference shows on its pages, by operation and language.
func (b *battery) commands(t *testing.T, api string) map[string]map[string]string {
	t.Helper()
	base := b.s.Env.PartnerBaseURL
	if api == "webhooks" {
		base = b.s.Env.VerificationBaseURL
	}
	out := map[string]map[string]string{}
	for _, page := range operationPages.FindAllStringSubmatch(get(t, base+"/docs"), -1) {
		text := get(t, base+"/"+page[0])
		blocks := codeBlocks.FindAllStringSubmatch(text, -1)
		out[page[1]] = map[string]string{}
		for i, language := range codeLanguages.FindAllStringSubmatch(text, -1) {
			out[page[1]][language[1]] = html.UnescapeString(blocks[i][1])
		}
	}
	return out
}

var (
	operationPages = regexp.MustCompile(`docs/reference/[a-z-]+/(\w+)`)
	codeLanguages  = regexp.MustCompile(`<input type="radio" name="language" id="in-\w+" value="(\w+)"`)
	codeBlocks     = regexp.MustCompile(`(?s)<div class="tab"><pre[^>]*><code>(.*?)</code>`)
)

func get(t *testing.T, url string) string {
	t.Helper()
	resp, err := http.Get(url) //nolint:noctx // a page of our own
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", url, resp.StatusCode, err)
	}
	return string(raw)
}

// shell runs a command as it is shown. The variables in it are what the guides say, and the ids of objects of the right
// kind.
func (b *battery) shell(t *testing.T, op abuse.Operation, e generator.Example, command string) {
	t.Helper()
	if command == "" {
		t.Fatal("the reference shows no command")
	}
	// An object may change before the command reads it: a delivery does with its first attempt.
	for range 5 {
		for _, path := range b.paths(op) {
			env := b.environment(op, path)
			within := "20"
			if e.Answer == nil && e.Status == http.StatusOK {
				within = "2" // a stream, which has no end
			}
			run := command + ` --silent --show-error --max-time ` + within + ` --write-out '%{stderr}%{http_code}'`
			cmd := exec.CommandContext(t.Context(), "bash", "-c", run)
			var answer, code bytes.Buffer
			cmd.Env, cmd.Stdout, cmd.Stderr = env, &answer, &code
			_ = cmd.Run() // its failure is no status
			status, _ := strconv.Atoi(statusAtEnd.FindString(code.String()))
			if same(t, e, status, answer.Bytes()) {
				return
			}
		}
	}
	t.Fatalf("with no object of the operation the answer is that of the example\n%s", command)
}

// line runs a command of the command line as it is shown; it succeeds with an object of the right kind.
func (b *battery) line(t *testing.T, op abuse.Operation, command string) {
	t.Helper()
	program, err := lineProgram()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "poa.pdf"), bytes.Repeat([]byte("%PDF-1.7\n"), 20), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range b.paths(op) {
		cmd := exec.CommandContext(t.Context(), "bash", "-c", command)
		cmd.Dir = dir
		cmd.Env = append(b.environment(op, path),
			"PATH="+filepath.Dir(program)+":"+os.Getenv("PATH"), "PARTNERLINE_CONFIG_DIR="+dir)
		out, err := cmd.CombinedOutput()
		if err == nil {
			return
		}
		t.Logf("%v: %s", err, out)
	}
	t.Fatalf("with no object of the operation it succeeds\n%s", command)
}

// environment has what commands take from it: what the guides say, and the ids of objects.
func (b *battery) environment(op abuse.Operation, path map[string]string) []string {
	c, _ := b.caseOf(op, path)
	env := append(os.Environ(), "REF="+b.merchant,
		"PARTNER_BASE_URL="+b.s.Env.PartnerBaseURL, "VERIFICATION_BASE_URL="+b.s.Env.VerificationBaseURL,
		"PARTNER_KEY="+c.Key, "VERIFICATION_API_KEY="+c.Key,
		"PARTNERLINE_PARTNER_CONNECT_URL="+b.s.Env.PartnerBaseURL, "PARTNERLINE_WEBHOOKS_URL="+b.s.Env.VerificationBaseURL,
		"PARTNERLINE_PARTNER_KEY="+c.Key, "PARTNERLINE_WEBHOOKS_KEY="+c.Key)
	for name, id := range path {
		env = append(env, strings.ToUpper(name)+"="+id)
	}
	return env
}

var statusAtEnd = regexp.MustCompile(`\d{3}\n?$`)

// repeat sends the request of an example that is refused.
func (b *battery) repeat(t *testing.T, op abuse.Operation, e generator.Example) {
	t.Helper()
	for _, path := range b.paths(op) {
		if e.Name == "not_found" {
			path = e.Path
		}
		c, addr := b.caseOf(op, path)
		r := request(t.Context(), c.Base(), addr)
		query := r.URL.Query()
		for k, v := range e.Query {
			query.Set(k, v)
		}
		r.URL.RawQuery = query.Encode()
		if accept := e.Header["Accept"]; accept != "" {
			r.Header.Set("Accept", accept)
		}
		if e.Name == "no_key" {
			r.Header.Del("Authorization")
		}
		if e.Request != nil {
			setBody(r, bodyOf(t, e.Request))
		}
		if status, answer := b.answer(t, r); same(t, e, status, answer) {
			return
		}
	}
	t.Fatalf("no path of the operation gets %d and the answer of the example", e.Status)
}

// same reports whether an answer is that of an example, but for what differs from run to run.
func same(t *testing.T, e generator.Example, status int, answer []byte) bool {
	t.Helper()
	got, want := "", ""
	if len(answer) > 0 && e.Answer != nil {
		if !json.Valid(answer) {
			t.Logf("%d %s", status, answer)
			return false
		}
		n := &normalizer{ids: map[string]string{}, count: map[string]int{}}
		got = unnumbered(t, n.json(t, answer))
	}
	if len(e.Answer) > 0 {
		want = unnumbered(t, e.Answer)
	}
	if status == e.Status && got == want {
		return true
	}
	t.Logf("%d %s\nwant %d %s", status, got, e.Status, want) // the next path may be of the right kind of applicant
	return false
}

// bodyOf is the body of an example; a text is what is no JSON.
func bodyOf(t *testing.T, body json.RawMessage) string {
	t.Helper()
	var text string
	if json.Unmarshal(body, &text) == nil {
		return text
	}
	return string(body)
}

// unnumbered is a normal answer without the numbers of ids, which depend on the examples that were recorded before.
func unnumbered(t *testing.T, answer []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, answer); err != nil {
		t.Fatal(err)
	}
	return numbered.ReplaceAllString(b.String(), "$1")
}

// numbered is an id that a normalizer wrote.
var numbered = regexp.MustCompile(`(06gzqrtrb1ygnfng6a3wv0d8|0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e)\d+`)

var (
	instant  = regexp.MustCompile(`20\d\d-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)`)
	day      = regexp.MustCompile(`20\d\d-\d\d-\d\d`)
	uuidText = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	prefixed = regexp.MustCompile(`\b[a-z]+(_[a-z]+)?[_-][0-9a-hjkmnp-tv-z]{20,}\b`)
)

// sentLink is one in the text of a message.
var sentLink = regexp.MustCompile(`http://127\.0\.0\.1:\d+/connect/\S+`)

// A normalizer replaces what differs from run to run by plausible values that do not.
type normalizer struct {
	ids   map[string]string
	count map[string]int
}

func (n *normalizer) json(t *testing.T, raw []byte) json.RawMessage {
	t.Helper()
	var v any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(n.value("", v)); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(out.Bytes())
}

func (n *normalizer) value(field string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			v[k] = n.value(k, v[k])
		}
		if _, message := v["message_id"]; message || field == "last_message" {
			v["status"] = "sent" // it is queued still, or not
		}
	case []any:
		if field == "data" {
			v = v[:min(len(v), 3)] // enough to see what a list is
		}
		for i := range v {
			v[i] = n.value(field, v[i])
		}
		return v
	case string:
		return n.text(field, v)
	case json.Number:
		if measured[field] {
			return json.Number("1.5")
		}
	}
	return v
}

// measured are the fields with numbers that no two runs have in common.
var measured = map[string]bool{"duration_ms": true, "dns": true, "connect": true, "tls": true, "first_byte": true,
	"success_rate_24h": true}

// exampleReceiver gets the webhooks of the examples.
const exampleReceiver = "https://shop.example.com/hooks"

func (n *normalizer) text(field, s string) string {
	switch {
	case s == "":
		return s
	case field == "secret":
		return "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
	case field == "public_key":
		return "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
	case field == "jwks_url":
		return "https://webhooks.example.com/.well-known/webhooks/ten_06gzqrtrb1ygnfng6a3wv0d811/test/jwks.json"
	case field == "sha256" || field == "snapshot_id":
		return strings.Repeat("9f86d081", 8)
	case field == "next_page_token":
		return "eyJsaXN0IjoicGF5bWVudHMifQ"
	case field == "Idempotency-Key":
		return "6f3f0a52-9a5e-4a5e-8d0c-0c6f0f0f7f10"
	case field == "key_prefix":
		return "pk_test_4f7xk2"
	case field == "external_ref" || field == "partner_external_ref":
		return "shop-4711"
	case field == "url" && (strings.Contains(s, "127.0.0.1:9/") || s == exampleReceiver):
		return exampleReceiver
	case field == "url" && strings.Contains(s, "/portal/"):
		return "https://webhooks.example.com/portal/9f86d081884c7d659a2feaa0"
	case field == "csv_url" || field == "page_url":
		return "https://connect.example.com/statements/9f86d081884c7d659a2feaa0"
	case field == "url":
		return "https://connect.example.com/hosted/9f86d081884c7d659a2feaa0"
	}
	s = sentLink.ReplaceAllString(s, "https://connect.example.com/hosted/9f86d081884c7d659a2feaa0")
	s = instant.ReplaceAllString(s, "2026-11-22T12:00:00.000Z")
	s = day.ReplaceAllString(s, "2026-11-22")
	s = uuidText.ReplaceAllStringFunc(s, func(id string) string { return n.id(id, "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e") })
	return prefixed.ReplaceAllStringFunc(s, func(id string) string {
		return n.id(id, id[:strings.LastIndexAny(id, "_-")+1]+"06gzqrtrb1ygnfng6a3wv0d8")
	})
}

// id is the same for the same id.
func (n *normalizer) id(id, begin string) string {
	if n.ids[id] == "" {
		n.count[begin]++
		n.ids[id] = begin + strconv.Itoa(n.count[begin]+10)
	}
	return n.ids[id]
}
