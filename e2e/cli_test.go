package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/partnerline/partnerline/e2e/procs"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	"github.com/partnerline/partnerline/sdk/go/verify"
	"github.com/partnerline/partnerline/testkit/receiver"
	"github.com/partnerline/partnerline/testkit/repository"
	"github.com/partnerline/partnerline/testkit/wait"
)

// commandLine is the built program with a configuration of its own.
type commandLine struct {
	t            *testing.T
	program, dir string
	ran          map[string]map[string]bool // commands that were carried out, like `endpoints list`, with their flags
}

// lineProgram is the path of the command line, which is compiled once for all tests.
var lineProgram = sync.OnceValues(func() (string, error) {
	ctx := context.Background()
	dir, err := bin.Dir(ctx)
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "partnerline"), procs.Compile(ctx, dir, "./sdk/cli/cmd/partnerline")
})

func newCommandLine(t *testing.T) *commandLine {
	t.Helper()
	program, err := lineProgram()
	if err != nil {
		t.Fatal(err)
	}
	return &commandLine{
		t: t, program: program, dir: filepath.Join(t.TempDir(), "config"),
		ran: map[string]map[string]bool{},
	}
}

func (c *commandLine) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(context.WithoutCancel(c.t.Context()), c.program, args...) // what listens ends in a cleanup
	cmd.Env = append(os.Environ(), "PARTNERLINE_CONFIG_DIR="+c.dir)
	return cmd
}

// run carries out a command and returns what it wrote, and its exit status.
func (c *commandLine) run(input string, args ...string) (out, errs string, status int) {
	c.t.Helper()
	cmd := c.command(args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		c.t.Fatal(err)
	}
	c.note(args)
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}

// note remembers that a command was carried out, and with which flags.
func (c *commandLine) note(args []string) {
	name := commandOf(args)
	if c.ran[name] == nil {
		c.ran[name] = map[string]bool{}
	}
	for _, flag := range flagsOf(args) {
		c.ran[name][flag] = true
	}
}

// flagsOf are the names of the flags of a command line.
func flagsOf(args []string) (flags []string) {
	for _, a := range args {
		if name, _, _ := strings.Cut(a, "="); strings.HasPrefix(name, "--") {
			flags = append(flags, name)
		}
	}
	return flags
}

// commandOf are the words of a command line before its first argument, flag or id.
func commandOf(args []string) string {
	n := 0
	for n < len(args) && regexp.MustCompile(`^[a-z-]+$`).MatchString(args[n]) && !strings.HasPrefix(args[n], "-") {
		n++
	}
	return strings.Join(args[:n], " ")
}

// json carries out a command that succeeds, and returns the object that it wrote.
func (c *commandLine) json(args ...string) map[string]any {
	c.t.Helper()
	out, errs, status := c.run("", append(args, "--json")...)
	var v map[string]any
	if err := json.Unmarshal([]byte(out), &v); err != nil || status != 0 {
		c.t.Fatalf("%v: status %d, %v: %s%s", args, status, err, out, errs)
	}
	return v
}

// list is json for a list.
func (c *commandLine) list(args ...string) []map[string]any {
	c.t.Helper()
	out, errs, status := c.run("", append(args, "--json")...)
	var v []map[string]any
	if err := json.Unmarshal([]byte(out), &v); err != nil || status != 0 {
		c.t.Fatalf("%v: status %d, %v: %s%s", args, status, err, out, errs)
	}
	return v
}

func (c *commandLine) has(v map[string]any, members ...string) map[string]any {
	c.t.Helper()
	for _, name := range members {
		if _, ok := v[name]; !ok {
			c.t.Errorf("there is no %s in %v", name, v)
		}
	}
	return v
}

// listener is a running `partnerline listen --json` or `events tail --json`.
type listener struct {
	t     *testing.T
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

func (c *commandLine) start(args ...string) *listener {
	c.t.Helper()
	cmd := c.command(append(args, "--json")...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	cmd.Stderr = c.t.Output()
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.note(args)
	l := &listener{c.t, cmd, bufio.NewScanner(out)}
	c.t.Cleanup(func() { l.stop() })
	return l
}

// stop interrupts the program, which ends with status 0.
func (l *listener) stop() {
	if l.cmd.ProcessState != nil {
		return
	}
	_ = l.cmd.Process.Signal(syscall.SIGINT)
	if err := l.cmd.Wait(); err != nil {
		l.t.Errorf("ended with %v", err)
	}
}

func (l *listener) next() map[string]any {
	l.t.Helper()
	var v map[string]any
	if !l.lines.Scan() {
		l.t.Fatal("it ended")
	}
	if err := json.Unmarshal(l.lines.Bytes(), &v); err != nil {
		l.t.Fatal(err)
	}
	return v
}

// lineSystem is the system as processes, with a tenant and a partner who are logged in.
func lineSystem(t *testing.T) (*procs.System, *commandLine) {
	t.Helper()
	s, err := procs.Start(t.Context(), procs.Options{
		Dir: filepath.Join(t.TempDir(), "system"), Bin: programs(t), Webhooks: 1, PartnerConnects: 1,
		Environ: map[string][]string{procs.Webhooks: {"PUBLIC_BASE_URL=http://localhost"}}, // for the portal
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	tenant, err1 := s.CreateTenant(t.Context(), "ten_line")
	partner, err2 := s.CreatePartner(t.Context(), "ptn_line", "chn_line", "ten_line")
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	c := newCommandLine(t)
	for url, key := range map[string]string{s.Webhooks[0].URL("HTTP_ADDR"): tenant,
		s.PartnerConnects[0].URL("HTTP_ADDR"): partner} {
		if out, errs, status := c.run(key+"\n", "login", "--url", url); status != 0 || strings.Contains(out+errs, key) {
			t.Fatalf("login: %d %s%s", status, out, errs)
		}
	}
	return s, c
}

func publishLine(ctx context.Context, s *procs.System, key string) (string, error) {
	conn, err := s.Dial(s.Webhooks[0].Addr("GRPC_ADDR"))
	if err != nil {
		return "", err
	}
	data, err := structpb.NewStruct(map[string]any{"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f",
		"status": "completed"})
	if err != nil {
		return "", err
	}
	resp, err := eventsv1.NewEventServiceClient(conn).Publish(s.Internal(ctx),
		&eventsv1.PublishRequest{Tenant: "ten_line", Type: "verification.completed", Data: data, IdempotencyKey: key},
		grpc.WaitForReady(true))
	return resp.GetEventId(), err
}

// An event is forwarded within a second of its publication, signed; while the service is killed and comes back none is
// missed, and none comes twice.
func TestListen(t *testing.T) {
	t.Parallel()
	s, c := lineSystem(t)
	r := receiver.New(t)
	l := c.start("listen", "--forward-to", strings.TrimPrefix(r.URL(), "http://")+"/webhooks")
	secret, _ := l.next()["secret"].(string)
	ours, err1 := verify.New(secret)
	theirs, err2 := standardwebhooks.NewWebhook(secret)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}

	first, err := publishLine(t.Context(), s, "first")
	if err != nil {
		t.Fatal(err)
	}
	row := l.next()
	if row["id"] != first || row["type"] != "verification.completed" || row["result"] != "200" || row["ok"] != true {
		t.Errorf("%v", row)
	}
	want := []string{first}
	for round := range 3 {
		s.Webhooks[0].Kill()
		if err := s.Webhooks[0].Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		for n := range 20 {
			id, err := publishLine(t.Context(), s, fmt.Sprintf("%d-%d", round, n))
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, id)
		}
	}
	got := []string{first}
	for len(got) < len(want) {
		got = append(got, l.next()["id"].(string))
	}
	l.stop()
	if l.lines.Scan() {
		t.Errorf("and then %s", l.lines.Text())
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	list := r.Requests()
	if len(list) != len(want) {
		t.Errorf("%d requests for %d events", len(list), len(want))
	}
	for _, req := range list {
		if err := errors.Join(ours.Request(req.Header, req.Body), theirs.Verify(req.Body, req.Header)); err != nil ||
			req.Path != "/webhooks" {
			t.Errorf("%s: %v", req.Path, err)
		}
	}
}

// Every command of docs/cli.md does what it says, and what it writes with --json has the members that scripts rely on.
func TestCommandLine(t *testing.T) {
	t.Parallel()
	s, c := lineSystem(t)
	r := receiver.New(t)
	c.list("profiles")

	endpoint := c.has(c.json("endpoints", "create", "--url", r.URL(), "--events",
		"verification.completed,verification.test"), "data", "meta")
	id := endpoint["data"].(map[string]any)["id"].(string)
	c.has(c.list("endpoints", "list")[0], "id", "url", "events", "is_active", "failure_count")
	c.has(c.json("endpoints", "get", id), "id", "health")
	if v := c.json("endpoints", "update", id, "--description", "a shop"); v["description"] != "a shop" ||
		v["is_active"] != true {
		t.Errorf("updated to %v", v)
	}
	v := c.json("endpoints", "update", id, "--order-by", "event.type", "--order-on-failure", "stop")
	if v["order_by"] != "event.type" || v["order_on_failure"] != "stop" {
		t.Errorf("updated to %v", v)
	}
	c.json("endpoints", "rotate-secret", id, "--overlap", "60")
	rotated := c.json("signing-keys", "rotate", "--overlap", "600")
	if v := c.json("endpoints", "update", id, "--signatures", "hmac,ed25519"); len(v["signatures"].([]any)) != 2 {
		t.Errorf("signatures %v", v["signatures"])
	}
	if listed := c.json("signing-keys", "list"); listed["jwks_url"] == nil ||
		len(listed["keys"].([]any)) != len(rotated["keys"].([]any)) {
		t.Errorf("signing keys %v, after the rotation %v", listed, rotated)
	}
	c.json("endpoints", "test", id)
	closed := c.json("endpoints", "create", "--url", "http://127.0.0.1:9/", "--events", "verification.test")
	failing := closed["data"].(map[string]any)["id"].(string)
	if shown, _, status := c.run("", "endpoints", "test", failing, "--wait"); status != 0 ||
		!regexp.MustCompile(`(?s)remedy +Check that your server runs.* tcp\b`).MatchString(shown) {
		t.Errorf("status %d: %s", status, shown)
	}
	c.json("endpoints", "delete", failing)
	optionsLine(t, c)

	before, err := publishLine(t.Context(), s, "before")
	if err != nil {
		t.Fatal(err)
	}
	tail := c.start("events", "tail", "--type", "verification.completed", "--after", before)
	if v := c.has(c.json("trigger", "verification.completed"), "type",
		"verification_session_id"); v["status"] != "completed" {
		t.Errorf("triggered %v", v)
	}
	c.has(tail.next(), "id", "type", "created_at", "api_version", "tenant", "livemode", "data")
	tail.stop()
	r.WaitFor(t, 3)
	deliveries := c.list("deliveries", "list", id)
	delivery := c.has(deliveries[0], "id", "event_type", "status", "attempt_count")["id"].(string)
	for c.json("deliveries", "show", delivery)["status"] == "pending" { // until the outcome is stored
	}
	facts := regexp.MustCompile(`(?s)status +delivered\n.*\nattempts:\nRUN +NUMBER +STARTED_AT +RESULT +TOOK *\n` +
		`1 +1 +20\S+Z +200 +\d+ ms`)
	if shown, _, status := c.run("", "deliveries", "show", delivery); status != 0 || !facts.MatchString(shown) {
		t.Errorf("status %d: %s", status, shown)
	}
	c.list("deliveries", "list", id, "--status", "failed")
	if _, errs, status := c.run("", "deliveries", "skip", delivery); status == 0 ||
		!strings.Contains(errs, "nothing to skip") {
		t.Errorf("skipping what was delivered: %d, %s", status, errs)
	}
	c.json("deliveries", "resend", delivery)
	recovery := c.json("endpoints", "recover", id, "--since", "1h", "--statuses", "pending")
	if recovery["status"] != "running" {
		t.Errorf("recovering %v", recovery)
	}
	c.has(c.json("recoveries", "get", recovery["id"].(string)), "status", "requeued")
	c.json("recoveries", "cancel", recovery["id"].(string))
	c.has(c.list("events", "list", "--type", "verification.completed")[0], "id", "type", "data")
	session := c.json("verifications", "create", "--kind", "identity")["id"].(string)
	failed := c.json(
		"verifications", "advance", session, "--to", "failed", "--check", "document=failed",
		"--reason", "document_unreadable",
	)
	if failed["status"] != "failed" || c.json("verifications", "get", session)["status"] != "failed" {
		t.Errorf("failed is %v", failed)
	}
	if v := c.list("verifications", "list", "--status", "completed"); len(v) != 1 {
		t.Errorf("completed are %v", v)
	}
	_, types, _ := c.run("", "trigger", "verification.done") // the refusal names those that can be triggered
	offered := regexp.MustCompile(`verification\.[a-z_]+`).FindAllString(types[strings.Index(types, "use one of"):], -1)
	if len(offered) < 8 {
		t.Errorf("%q names %v", types, offered)
	}
	for _, eventType := range offered {
		if v := c.json("trigger", eventType); v["type"] != eventType {
			t.Errorf("triggered %v", v)
		}
	}
	if link, errs, status := c.run("", "portal", "open", "--role", "viewer"); !strings.HasPrefix(link, "http") {
		t.Errorf("portal open: %d %s%s", status, link, errs)
	}
	if v := c.json("endpoints", "update", id, "--active=false"); v["is_active"] != false {
		t.Errorf("updated to %v", v)
	}
	if v := c.json("endpoints", "delete", id); v["status"] != "deleted" {
		t.Errorf("%v", v)
	}

	onboarding := c.has(c.json("onboardings", "create", "--external-ref", "shop-1", "--applicant-type", "sole_trader"),
		"ref", "status", "channel")
	ref := onboarding["ref"].(string)
	c.has(c.list("onboardings", "list")[0], "ref", "status", "partner_external_ref")
	c.has(c.json("onboardings", "get", ref), "ref", "next_action")
	c.has(c.json("onboardings", "finalize", ref), "missing", "next_action")
	file := filepath.Join(t.TempDir(), "extract.pdf")
	if err := os.WriteFile(file, []byte("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.has(c.json("onboardings", "documents", "upload", ref, file, "--type", "company_extract", "--subject", "company"),
		"document_id")
	link, _, status := c.run("", "open", ref)
	if status != 0 || !strings.HasPrefix(link, "http") {
		t.Errorf("open: %d %s", status, link)
	}
	other := c.json("onboardings", "create", "--external-ref", "shop-2")["ref"].(string)
	if v := c.json("onboardings", "cancel", other); v["status"] != "cancelled" {
		t.Errorf("%v", v)
	}
	partnerLine(t, c, ref)
	c.note([]string{"listen", "--forward-to"}) // by TestListen
	c.documented()
}

// optionsLine carries out the commands for the options of endpoints, with a receiver that answers challenges.
func optionsLine(t *testing.T, c *commandLine) {
	t.Helper()
	r := receiver.New(t)
	r.Respond(answersChallenges)
	created := c.json("endpoints", "create", "--url", r.URL(), "--events", "verification.failed")
	id := created["data"].(map[string]any)["id"].(string)
	previews := c.list("endpoints", "preview-body", "--body-preset", "slack", "--type", "verification.failed")
	if len(previews) != 1 {
		t.Fatalf("previews are %v", previews)
	}
	var message struct{ Text string }
	body, _ := previews[0]["body"].(string)
	if err := json.Unmarshal([]byte(body), &message); err != nil || message.Text == "" ||
		previews[0]["type"] != "verification.failed" || previews[0]["error"] != nil {
		t.Errorf("%v: %v", previews[0], err)
	}
	failed, _, status := c.run("", "endpoints", "preview-body", "--body-expression", "{'text': event.data.nothing}")
	if status != 0 || !strings.Contains(failed, "no such key: nothing") {
		t.Errorf("status %d: %s", status, failed)
	}
	if v := c.json("endpoints", "source-addresses"); v["stated"] != false || len(v["addresses"].([]any)) != 0 {
		t.Errorf("source addresses are %v", v)
	}
	wait.Until(t, "a challenge may be sent, 5 seconds after the change", func() bool {
		sent, errs, status := c.run("", "endpoints", "verify", id)
		if status != 0 && !strings.Contains(errs, "repeat in 5 seconds") {
			t.Fatalf("status %d: %s", status, errs)
		}
		return status == 0 && regexp.MustCompile(`delivery_id +dlv_`).MatchString(sent)
	})
	wait.Until(t, "the proof", func() bool {
		return c.json("endpoints", "get", id)["ownership"].(map[string]any)["state"] == "proven"
	})
	wait.Until(t, "the challenge in the statistics", func() bool {
		v := c.json("endpoints", "statistics", id, "--interval", "day")
		days := v["intervals"].([]any)
		delivered := 0.0
		for _, day := range days {
			c.has(day.(map[string]any), "began_at", "delivered", "failed", "mean_duration_ms")
			delivered += day.(map[string]any)["delivered"].(float64)
		}
		return v["interval"] == "day" && len(days) >= 31 && delivered == 1
	})
	v := c.json("endpoints", "update", id, "--body-expression", "{'text': event.type}")
	if body, _ := v["body"].(map[string]any); body["expression"] != "{'text': event.type}" || body["preset"] != nil {
		t.Errorf("updated to %v", v)
	}
	c.json("endpoints", "delete", id)
}

// partnerLine carries out the commands of a partner for a merchant.
func partnerLine(t *testing.T, c *commandLine, ref string) {
	t.Helper()
	if v := c.json("sandbox", "advance", ref, "--to", "active"); v["status"] != "active" {
		t.Errorf("advanced to %v", v)
	}
	c.has(c.json("me"), "partner", "scopes", "channels")
	if v := c.list("merchants", "list", "--status", "active"); len(v) != 1 || v[0]["merchant_ref"] != ref {
		t.Errorf("active merchants are %v", v)
	}
	c.has(c.json("merchants", "get", ref), "merchant_ref", "can")
	c.has(c.json("merchants", "delegation", ref), "status")
	first := c.has(c.list("feed", "list", "--limit", "1")[0], "id", "type", "data")
	if v := c.list("feed", "list", "--after", first["id"].(string)); len(v) == 0 || v[0]["id"] == first["id"] {
		t.Errorf("after %v are %v", first, v)
	}
	payment := c.json("payments", "create", "--merchant", ref, "--amount", "1999", "--currency", "PLN",
		"--external-ref", "order-1",
		"--description", "A bell", "--email", "c@example.com", "--return-url", "https://shop.example.com/")
	pay := c.has(payment, "payment_id", "status", "amount")["payment_id"].(string)
	c.has(c.json("payments", "get", pay, "--merchant", ref), "payment_id")
	if v := c.json("payments", "cancel", pay, "--merchant", ref); v["status"] != "cancelled" {
		t.Errorf("%v", v)
	}
	moneyLine(t, c, ref)
}

// moneyLine takes a payment to a refund, a chargeback and a payout.
func moneyLine(t *testing.T, c *commandLine, ref string) {
	t.Helper()
	pay := c.json(
		"payments", "create", "--merchant", ref, "--amount", "9900", "--currency", "PLN", "--external-ref", "order-2",
		"--description", "A bike", "--email", "c@example.com", "--return-url", "https://shop.example.com/",
	)["payment_id"].(string)
	if v := c.json("sandbox", "advance", pay, "--to", "paid"); v["status"] != "paid" {
		t.Errorf("%v", v)
	}
	if v := c.list("payments", "list", "--merchant", ref, "--status", "paid"); len(v) != 1 || v[0]["payment_id"] != pay {
		t.Errorf("paid are %v", v)
	}
	refund := c.json(
		"refunds", "create", pay, "--merchant", ref, "--amount", "500", "--external-ref", "refund-1",
	)["refund_id"].(string)
	if v := c.list("refunds", "list", pay, "--merchant", ref); len(v) != 1 || v[0]["refund_id"] != refund {
		t.Errorf("refunds are %v", v)
	}
	c.has(c.json("refunds", "get", pay, refund, "--merchant", ref), "status")
	chargeback := c.json("sandbox", "charge-back", pay, "--amount", "500")["chargeback_id"].(string)
	if v := c.json("sandbox", "reverse", pay, chargeback); v["chargeback_id"] != chargeback {
		t.Errorf("reversed %v", v)
	}
	c.has(c.json("payouts", "opt-in", ref), "next_action")
	c.json("sandbox", "advance", ref, "--to", "payouts_opt_in")
	c.json("sandbox", "settle", ref)
	request := []string{
		"payouts", "request", ref, "--amount", "500", "--currency", "PLN",
		"--external-ref", "payout-1", "--idempotency-key", "payout-1",
	}
	payout := c.json(request...)["payout_id"].(string)
	if again := c.json(request...)["payout_id"]; again != payout {
		t.Errorf("%s was repeated as %s", payout, again)
	}
	if v := c.list("payouts", "list", ref); len(v) != 1 || v[0]["payout_id"] != payout {
		t.Errorf("payouts are %v", v)
	}
	if v := c.json("payouts", "get", ref, payout); v["status"] != "requested" {
		t.Errorf("%v", v)
	}
	if v := c.json("payouts", "cancel", ref, payout); v["status"] != "cancelled" {
		t.Errorf("%v", v)
	}
	if shown, _, status := c.run("", "balance", ref); status != 0 ||
		!regexp.MustCompile(`\nbalances:\nCURRENCY +AVAILABLE +PENDING +RESERVED\nPLN +\d`).MatchString(shown) {
		t.Errorf("status %d: %s", status, shown)
	}
	c.has(c.json("balance", ref), "balances")
	c.has(c.json("sandbox", "clock", "--by", "72h"), "as_of")
}

// What docs/cli.md walks through is done by the commands that it shows, pasted into one shell.
func TestWalkOfTheCommandLine(t *testing.T) {
	t.Parallel()
	raw, err := repository.Read("docs/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	all := commands("cli", string(raw))
	if len(all) != 3 {
		t.Fatalf("the page has %d blocks", len(all))
	}
	_, c := lineSystem(t)
	r := receiver.New(t)
	port := r.URL()[strings.LastIndex(r.URL(), ":")+1:]
	environment := fmt.Sprintf("export PORT=%s PARTNERLINE_CONFIG_DIR='%s' PATH='%s':\"$PATH\"\n",
		port, c.dir, filepath.Dir(c.program))
	until := func(command, says string) shellCommand {
		wait := "until " + command + " >shown; grep " + says + " shown; do sleep 0.1; done; cat shown"
		return shellCommand{name: says, shell: wait}
	}
	arrived := until("partnerline deliveries list $ENDPOINT", "dlv_")
	ended := until("partnerline deliveries show $DELIVERY", "delivered")
	out := runCommands(t, environment, []shellCommand{all[0], all[1], arrived, all[2], ended})
	out[3] += out[4]
	for i, wants := range map[int][]string{
		0: {
			"next_action.url", `status +active`, `\nPLN +0 +1981 +0\n`, `settlements +1`, `payout_id .*\n(.*\n)*status +paid`,
		},
		1: {`status +completed`, `\nchecks:\n`},
		3: {`event_type +verification.completed`, `\nattempts:\n.*\n1 +1 .* 200 `},
	} {
		for _, want := range wants {
			if !regexp.MustCompile(want).MatchString(out[i]) {
				t.Errorf("%q is not in what block %d writes:\n%s", want, i, out[i])
			}
		}
	}
}

// documented checks that the commands of docs/cli.md were carried out, each flag that is there included. Those of
// completion have a test of their own.
func (c *commandLine) documented() {
	c.t.Helper()
	text, err := repository.Read("docs/cli.md")
	if err != nil {
		c.t.Fatal(err)
	}
	n := 0
	for _, m := range regexp.MustCompile("(?m)^partnerline (.*)$").FindAllStringSubmatch(string(text), -1) {
		args := strings.Fields(m[1])
		name := commandOf(args)
		if n++; c.ran[name] == nil && !strings.HasPrefix(name, "completion") {
			c.t.Errorf("partnerline %s is documented and was not carried out", name)
		}
		for _, flag := range flagsOf(args) {
			if !c.ran[name][flag] {
				c.t.Errorf("partnerline %s is documented with %s and was not carried out with it", name, flag)
			}
		}
	}
	if n < 20 {
		c.t.Errorf("only %d commands are documented", n)
	}
}

// Every cause of a failed attempt that the client library has is a text in `deliveries show`.
func TestCausesOfTheCommandLine(t *testing.T) {
	t.Parallel()
	library, err1 := repository.Read("sdk/go/enums.gen.go")
	line, err2 := repository.Read("sdk/cli/internal/command/deliveries.go")
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	values := regexp.MustCompile(`AttemptError = ("\w+")`).FindAllSubmatch(library, -1)
	if len(values) < 10 {
		t.Fatalf("the library has %d causes", len(values))
	}
	for _, v := range values {
		if !bytes.Contains(line, append(v[1], ':')) {
			t.Errorf("%s has no text", v[1])
		}
	}
}

// What is refused is said with its remedy, and by the exit status.
func TestCommandLineRefusals(t *testing.T) {
	t.Parallel()
	s, c := lineSystem(t)
	url := s.Webhooks[0].URL("HTTP_ADDR")
	for name, row := range map[string]struct {
		args   []string
		status int
		says   []string
	}{
		"no such command":     {[]string{"endpoint"}, 2, []string{"unknown command"}},
		"no such subcommand":  {[]string{"endpoints", "make"}, 2, []string{"endpoints has no command"}},
		"an argument missing": {[]string{"endpoints", "get"}, 2, []string{"ID is missing"}},
		"an unknown flag":     {[]string{"listen", "--to", "x"}, 2, []string{"unknown flag"}},
		"not this machine":    {[]string{"listen", "--forward-to", "ftp://x"}, 2, []string{"localhost:3000"}},
		"a partner's event":   {[]string{"trigger", "payment.completed"}, 2, []string{"cannot be triggered", "sandbox"}},
		"the test event":      {[]string{"trigger", "verification.test"}, 2, []string{"endpoints test"}},
		"no such type":        {[]string{"trigger", "verification.done"}, 2, []string{"verification.completed"}},
		"no sandbox of it":    {[]string{"sandbox", "advance", "evt_1"}, 2, []string{"mrc_", "verifications advance"}},
		"no result":           {[]string{"verifications", "advance", "x", "--check", "y"}, 2, []string{"document=passed"}},
		"an unknown member":   {[]string{"verifications", "create", "--data", `{"kinds":"identity"}`}, 2, []string{"kinds"}},
		"no payments of it":   {[]string{"payments", "list"}, 2, []string{"--merchant"}},
		"no merchant":         {[]string{"payments", "get", "pay_1"}, 2, []string{"--merchant"}},
		"not found": {[]string{"endpoints", "get", "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f"}, 3,
			[]string{"endpoint_not_found (404)", url + "/problems/endpoint_not_found", "request: req_"}},
		"fields": {[]string{"endpoints", "create", "--url", "x", "--events", "nothing"}, 3,
			[]string{"validation_failed (422)", "/events/0"}},
		"a stream from no id": {[]string{"events", "tail", "--after", "x"}, 3, []string{"invalid_parameter (400)", "after:"}},
		"no key in a profile": {[]string{"endpoints", "list", "--profile", "other"}, 4, []string{"partnerline login"}},
	} {
		t.Run(name, func(t *testing.T) {
			out, errs, status := c.run("", row.args...)
			if status != row.status || out != "" {
				t.Errorf("status %d, want %d: %s%s", status, row.status, out, errs)
			}
			for _, text := range row.says {
				if !strings.Contains(errs, text) {
					t.Errorf("%q does not say %q", errs, text)
				}
			}
			if strings.Contains(errs, "\x1b") {
				t.Errorf("colors without a terminal: %q", errs)
			}
		})
	}
	t.Run("JSON", func(t *testing.T) {
		_, errs, _ := c.run("", "endpoints", "get", "x", "--json")
		var problem struct{ Code, Type string }
		if err := json.Unmarshal([]byte(errs), &problem); err != nil || problem.Code != "endpoint_not_found" {
			t.Errorf("%s: %v", errs, err)
		}
	})
	t.Run("a wrong key is not stored", func(t *testing.T) {
		if _, errs, status := c.run("vk_test_wrong\n", "login", "--url", url, "--profile", "wrong"); status != 4 ||
			!strings.Contains(errs, "invalid_credentials") {
			t.Errorf("%d: %s", status, errs)
		}
		if out, _, _ := c.run("", "profiles"); strings.Contains(out, "wrong") {
			t.Errorf("stored: %s", out)
		}
	})
	connect := s.PartnerConnects[0].URL("HTTP_ADDR")
	t.Run("a key at the other API", func(t *testing.T) {
		for at, row := range map[string][2]string{
			url:     {"pk_test_any\n", "this address is Webhooks, the key is of partner connect"},
			connect: {"vk_test_any\n", "this address is partner connect, the key is of Webhooks"},
		} {
			_, errs, status := c.run(row[0], "login", "--url", at, "--profile", "swapped")
			if status != 2 || !strings.Contains(errs, row[1]) || !strings.Contains(errs, "partnerline login --url") {
				t.Errorf("%d: %s", status, errs)
			}
		}
		if out, _, _ := c.run("", "profiles"); strings.Contains(out, "swapped") {
			t.Errorf("stored: %s", out)
		}
		cmd := c.command("merchants", "list")
		cmd.Env = append(cmd.Env, "PARTNERLINE_PARTNER_CONNECT_URL="+url)
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "this address is Webhooks") {
			t.Errorf("%v: %s", err, out)
		}
	})
	t.Run("an address of something else", func(t *testing.T) {
		other := httptest.NewServer(http.NotFoundHandler())
		defer other.Close()
		_, errs, status := c.run("pk_test_any\n", "login", "--url", other.URL, "--profile", "other")
		if status != 2 || !strings.Contains(errs, "neither Webhooks nor partner connect is at "+other.URL) {
			t.Errorf("%d: %s", status, errs)
		}
	})
	t.Run("a file that others may read", func(t *testing.T) {
		file := filepath.Join(c.dir, "config.json")
		if err := os.Chmod(file, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, errs, status := c.run("", "profiles"); status != 1 || !strings.Contains(errs, "chmod 600") {
			t.Errorf("%d: %s", status, errs)
		}
	})
}

// Completion scripts are accepted by the shells that are there; bash always is.
func TestCompletion(t *testing.T) {
	t.Parallel()
	c := newCommandLine(t)
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			script, errs, status := c.run("", "completion", shell)
			if status != 0 || !strings.Contains(script, "partnerline") {
				t.Fatalf("%d: %s", status, errs)
			}
			if _, err := exec.LookPath(shell); err != nil && shell != "bash" {
				return
			}
			check := exec.CommandContext(t.Context(), shell, "-n")
			check.Stdin = strings.NewReader(script)
			if out, err := check.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
