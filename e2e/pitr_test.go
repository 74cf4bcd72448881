package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/pgserver"
	"github.com/partnerline/partnerline/testkit/receiver"
	"github.com/partnerline/partnerline/testkit/repository"
	"github.com/partnerline/partnerline/testkit/toolchain"
)

// An eras receiver fails until it is set up, and remembers under which ids it got which events.
type eras struct {
	*receiver.Receiver
	mu  sync.Mutex
	up  bool
	ids map[string]map[string]int // by event: X-Webhook-Id and how often
}

func newEras(t *testing.T) *eras {
	t.Helper()
	e := &eras{Receiver: receiver.New(t), ids: map[string]map[string]int{}}
	e.Respond(func(_ int, x receiver.Request) receiver.Response {
		e.mu.Lock()
		defer e.mu.Unlock()
		if !e.up {
			return receiver.Response{Status: http.StatusServiceUnavailable}
		}
		var event struct{ ID string }
		if err := json.Unmarshal(x.Body, &event); err != nil {
			t.Error(err)
		}
		if e.ids[event.ID] == nil {
			e.ids[event.ID] = map[string]int{}
		}
		e.ids[event.ID][x.Header.Get("X-Webhook-Id")]++
		return receiver.Response{Status: http.StatusOK}
	})
	return e
}

func (e *eras) set(up bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.up = up
}

// missing counts events that have not arrived.
func (e *eras) missing(events []string) (n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, id := range events {
		if e.ids[id] == nil {
			n++
		}
	}
	return n
}

// oneIDEach checks that each event came under one id, however often.
func (e *eras) oneIDEach(t *testing.T) {
	t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	for event, ids := range e.ids {
		if len(ids) != 1 {
			t.Errorf("event %s came under %d ids", event, len(ids))
		}
	}
}

// pitr is a system of one era, and what the commands of the page need.
type pitr struct {
	*procs.System
	t       *testing.T
	dir     string // of the whole test
	partner string
}

func (p *pitr) publish(n int) (events []string) {
	p.t.Helper()
	for range n {
		a := apicall.Call(p.t, "POST", p.Webhooks[0].URL("ADMIN_ADDR")+"/internal/v1/events", p.Token, map[string]any{
			"tenant": "ten_pitr", "type": "verification.completed", "livemode": false,
			"data": map[string]any{"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "status": "completed"},
		})
		events = append(events, a.Want(p.t, http.StatusAccepted).Body["event_id"].(string))
	}
	return events
}

// pay registers a payment and has it paid, which books it. It returns the merchant.
func (p *pitr) pay(ref string) string {
	p.t.Helper()
	call := func(path string, body any) map[string]any {
		p.t.Helper()
		a := apicall.Call(p.t, "POST", p.PartnerConnects[0].URL("HTTP_ADDR")+path, p.partner, body, "On-Behalf-Of", ref)
		if a.Status >= http.StatusBadRequest {
			p.t.Fatalf("%s: %d %s", path, a.Status, a.Raw)
		}
		return a.Body
	}
	if ref == "" {
		made := call("/onboarding", map[string]any{"partner_external_ref": "pitr", "applicant_type": "sole_trader"})
		ref = made["ref"].(string)
		call("/sandbox/onboarding/"+ref+"/advance", map[string]any{"to": "active"})
	}
	payment := call("/payments", map[string]any{
		"amount": 1999, "currency": "PLN", "external_ref": ids.New("order_"), "description": "A bell",
		"customer": map[string]any{"email": "c@example.com"}, "return_url": "https://shop.example.com/",
	})["payment_id"].(string)
	call("/sandbox/payments/"+payment+"/advance", map[string]any{"to": "paid"})
	return ref
}

// run runs commands of the page as the programs' operator does.
func (p *pitr) run(variables string, all ...shellCommand) []string {
	p.t.Helper()
	path := filepath.Join(p.dir, "bin") + ":" + p.Postgres.BinDir() + ":" + os.Getenv("PATH")
	environment := fmt.Sprintf("export PATH=%q PGHOST=127.0.0.1 PGPORT=%d PGUSER=%s PGDATABASE=postgres\n", path,
		p.Postgres.Port(), pgserver.Superuser) + "export INTERNAL_TOKEN=" + p.Token + "\n"
	return runCommands(p.t, environment+variables, all)
}

// openDir is a temporary folder that the user may enter whom Postgres runs as: the parents of t.TempDir are closed.
func openDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "pitr")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// give hands a folder to the user that Postgres runs as.
func (p *pitr) give(dir string) {
	p.t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		p.t.Fatal(err)
	}
	if os.Geteuid() != 0 {
		return
	}
	like := filepath.Join(p.Postgres.Dir(), "data")
	chown := exec.CommandContext(p.t.Context(), "chown", "-R", "--reference="+like, dir)
	if out, err := chown.CombinedOutput(); err != nil {
		p.t.Fatalf("%v: %s", err, out)
	}
}

func (p *pitr) query(sql string) (text string) {
	p.t.Helper()
	c, err := pgx.Connect(p.t.Context(), p.Postgres.URL("postgres"))
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = c.Close(context.Background()) }()
	if err := c.QueryRow(p.t.Context(), sql).Scan(&text); err != nil {
		p.t.Fatal(err)
	}
	return text
}

// start starts a system in a folder of the test, with the keys of another one.
func (p *pitr) start(name string, keys *procs.System, prepare func(context.Context, *procs.System) error) {
	p.t.Helper()
	o := procs.Options{
		Dir: filepath.Join(p.dir, name), Bin: programs(p.t), PartnerConnects: 1, Prepare: prepare,
		RetrySchedule: "5s,25s,25s,25s",
		Environ:       map[string][]string{procs.Webhooks: {"OVERDUE_AFTER=11s", "SWEEP_EVERY=1s"}},
	}
	for _, key := range []string{"ENCRYPTION_KEYS", "LINK_KEYS", "IDENTITY_HASH_KEY"} {
		if keys == nil {
			break
		}
		value, err := keys.Secret(key)
		if err != nil {
			p.t.Fatal(err)
		}
		o.Environ[procs.PartnerConnect] = append(o.Environ[procs.PartnerConnect], key+"="+value)
		if key == "ENCRYPTION_KEYS" {
			o.Environ[procs.Webhooks] = append(o.Environ[procs.Webhooks], key+"="+value)
		}
	}
	s, err := procs.Start(p.t.Context(), o)
	if err != nil {
		p.t.Fatal(err)
	}
	p.System = s
	p.t.Cleanup(func() { _ = s.Close(context.Background()) })
}

// recover restores what the page's commands have backed up to a time, and starts the programs on it.
func (p *pitr) recover(folders, until string, rest, restore shellCommand) {
	p.t.Helper()
	for _, list := range [][]*procs.Program{p.Webhooks, p.PartnerConnects, p.Dispatchers} {
		for _, one := range list {
			one.Kill()
		}
	}
	p.run(folders, rest)
	first := p.System
	if err := first.Close(p.t.Context()); err != nil {
		p.t.Log(err) // of programs that were killed
	}
	second := filepath.Join(p.dir, "second")
	data, documents := filepath.Join(second, "postgres", "data"), filepath.Join(second, "documents")
	for _, dir := range []string{data, documents} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			p.t.Fatal(err)
		}
	}
	p.run(folders+fmt.Sprintf("export UNTIL='%s' PGDATA=%s NEW_DOCUMENTS_DIR=%s\n", until, data, documents), restore)
	p.give(data)
	if err := os.Chmod(data, 0o700); err != nil {
		p.t.Fatal(err)
	}
	replayed, err := pgserver.Start(p.t.Context(), pgserver.Options{Dir: filepath.Join(second, "postgres")})
	if err != nil {
		p.t.Fatal(err)
	}
	p.System = &procs.System{Postgres: replayed}
	eventually(p.t, "the server is writable", func() bool {
		return p.query(`SELECT pg_is_in_recovery()::text`) == "false"
	})
	if err := replayed.Stop(p.t.Context()); err != nil {
		p.t.Fatal(err)
	}
	p.start("second", first, nil)
}

// verify runs the page's commands that verify audit trails and ledger: the first of webhooks, the others of partner
// connect.
func (p *pitr) verify(all shellCommand) {
	p.t.Helper()
	for i, line := range strings.Split(all.shell, "\n") {
		program := p.PartnerConnects[0]
		if i == 0 {
			program = p.Webhooks[0]
		}
		one := all
		one.shell = line
		one.compare(p.t, p.run("export GRPC_ADDR="+program.Addr("GRPC_ADDR")+"\n", one)[0])
	}
}

// backedUp starts a system that archives its WAL, with a tenant and a partner. It returns the key of the tenant.
func (p *pitr) backedUp(folders string, prepare shellCommand) (key string) {
	p.t.Helper()
	p.start("first", nil, func(ctx context.Context, s *procs.System) error {
		p.System = s
		p.give(filepath.Join(p.dir, "archive"))
		p.run(folders, prepare)
		if err := s.Postgres.Stop(ctx); err != nil {
			return err
		}
		return s.Postgres.Restart(ctx)
	})
	key, err := p.CreateTenant(p.t.Context(), "ten_pitr")
	if err == nil {
		p.partner, err = p.CreatePartner(p.t.Context(), "ptn_pitr", "chn_pitr", "ten_pitr")
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return key
}

// The commands of docs/backup.md restore a system to a point in time. Events that were accepted before it are delivered
// under their ids, later ones are gone, and audit trails and ledger are intact and go on.
func TestPointInTimeRecovery(t *testing.T) {
	long(t)
	toolchain.Needs(t, "jq")
	t.Parallel()
	raw, err := repository.Read("docs/backup.md")
	if err != nil {
		t.Fatal(err)
	}
	page := commands("backup", strings.ReplaceAll(string(raw), "\n   ", "\n"))
	if len(page) != 5 {
		t.Fatalf("the page has %d commands", len(page))
	}
	prepare, backUp, rest, restore, verify := page[0], page[1], page[2], page[3], page[4]

	p := &pitr{t: t, dir: openDir(t)}
	if err := procs.Compile(t.Context(), filepath.Join(p.dir, "bin"), "./services/webhooks/cmd/webhooksd",
		"./services/partnerconnect/cmd/partnerconnectd"); err != nil {
		t.Fatal(err)
	}
	backup := filepath.Join(p.dir, "backup")
	folders := fmt.Sprintf("export ARCHIVE=%s BACKUP=%s DOCUMENTS_DIR=%s\n", filepath.Join(p.dir, "archive"), backup,
		filepath.Join(p.dir, "first", "documents"))
	key := p.backedUp(folders, prepare)
	good, late := newEras(t), newEras(t)
	good.set(true)
	for _, r := range []*eras{good, late} {
		if _, _, err := p.CreateEndpoint(t.Context(), key, r.URL()); err != nil {
			t.Fatal(err)
		}
	}

	before := p.publish(20)
	if err := os.Mkdir(backup, 0o755); err != nil {
		t.Fatal(err)
	}
	merchant := p.pay("")
	p.run(folders, backUp)
	before = append(before, p.publish(20)...)
	eventually(t, "the receiver that is up has them", func() bool { return good.missing(before) == 0 })
	until := p.query(`SELECT clock_timestamp()::text`)
	late.set(true)
	after := p.publish(10)
	p.pay(merchant)
	eventually(t, "the receivers have what came after", func() bool {
		return good.missing(after) == 0 && late.missing(after) == 0
	})

	p.recover(folders, until, rest, restore)
	eventually(t, "each event from before the point has arrived", func() bool { return late.missing(before) == 0 })
	p.verify(verify)
	url := p.Webhooks[0].URL("HTTP_ADDR") + "/api/v1/events/"
	for _, id := range before {
		apicall.Call(t, "GET", url+id, key, nil).Want(t, http.StatusOK)
	}
	for _, id := range after {
		apicall.Call(t, "GET", url+id, key, nil).Want(t, http.StatusNotFound)
	}
	p.pay(merchant)
	again := p.publish(5)
	eventually(t, "what comes now arrives", func() bool { return good.missing(again) == 0 && late.missing(again) == 0 })
	good.oneIDEach(t)
	late.oneIDEach(t)
}
