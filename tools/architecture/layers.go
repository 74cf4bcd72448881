package architecture

import (
	"slices"
	"strings"
)

const (
	root     = "github.com/partnerline/partnerline/"
	services = root + "services/"
)

// A Layer is the part that a package plays in its service.
type Layer string

// The layers, from the outside in: each may import those below it.
const (
	Wiring    Layer = "wiring"    // cmd, app and the constructors of modules: where the layers meet
	Transport Layer = "transport" // translates calls, pages and messages
	UseCase   Layer = "use case"  // one method per verb; owns its transaction
	Store     Layer = "store"     // SQL
	Rules     Layer = "rules"     // types and pure decisions
	Adapter   Layer = "adapter"   // the outside world: registers, banks, object stores
	Shared    Layer = "shared"    // what no service owns
)

var layerNames = map[string]Layer{
	"app": Wiring, "wiring": Wiring,
	"grpcapi": Transport, "pages": Transport, "publicpage": Transport, "events": Transport, "results": Transport,
	"recovery": Transport,
	"usecase":  UseCase, "postgres": Store, "rowseal": Store,
	"grpcclient": Adapter, "krs": Adapter, "ceidg": Adapter, "messagehook": Adapter, "iso20022": Adapter,
	"bankdir": Adapter,
}

// Modules lists the modules of a service in their order: each is built on those before it and imports none of those
// after it, in any layer. The first is what all share: the root package, and what is below internal.
var Modules = map[string][]string{
	"partnerconnect": {"", "kernel", "merchant", "finance", "operations", "hosted"},
	"webhooks":       {""},
	"console":        {""},
	"dispatcher":     {""},
}

// A Location is where a package lies: its service, its module, its layer. Service is empty for what no service owns.
type Location struct {
	Service, Module string
	Layer           Layer
}

// Locate returns where a package lies.
func Locate(path string) Location {
	rest, ok := strings.CutPrefix(path, services)
	if !ok {
		return Location{Layer: Shared}
	}
	parts := strings.Split(rest, "/")
	p := Location{Service: parts[0], Layer: Rules}
	inside := parts[1:]
	if len(inside) > 0 && inside[0] == "cmd" {
		p.Layer = Wiring
		return p
	}
	if len(inside) > 0 && inside[0] == "internal" {
		inside = inside[1:]
		p.Layer = Adapter
	}
	if len(inside) > 0 && slices.Contains(Modules[p.Service], inside[0]) {
		p.Module = inside[0]
		if len(inside) == 1 && p.Service == "partnerconnect" {
			p.Layer = Wiring // the module's constructor
		}
	}
	for _, name := range inside {
		if l, ok := layerNames[name]; ok {
			p.Layer = l
		}
	}
	return p
}

// A Rule refuses imports. Each states why.
type Rule struct {
	From    func(Location) bool
	Imports []string // a package of this path, or below it
	Layers  []Layer  // a package of the same service in one of these layers
	Why     string
}

func in(layers ...Layer) func(Location) bool {
	return func(p Location) bool { return p.Service != "" && slices.Contains(layers, p.Layer) }
}

// Outside of the process: what pure code and translators do not touch.
var (
	database = []string{"github.com/jackc/pgx", root + "internal/pgdb"}
	rpc      = []string{"google.golang.org/grpc", "github.com/grpc-ecosystem", root + "proto/gen",
		root + "internal/gateway", root + "internal/grpcserver"}
	queue     = []string{"github.com/nats-io"}
	telemetry = []string{"go.opentelemetry.io", "github.com/prometheus"}
)

// Forbidden are the imports that the architecture refuses.
var Forbidden = []Rule{
	{From: in(Rules), Imports: slices.Concat(database, rpc, queue, telemetry),
		Why: "rules are pure: they are tested without a database, a transport or a clock"},
	{From: in(Rules), Layers: []Layer{Wiring, Transport, UseCase, Store, Adapter}, Why: "rules know nothing above them"},
	{From: in(Store), Imports: slices.Concat(rpc, queue), Why: "a store is SQL"},
	{From: in(Store), Layers: []Layer{Wiring, Transport, UseCase, Adapter},
		Why: "a store is below the use cases, which own the transactions"},
	{From: in(UseCase), Imports: rpc, Why: "use cases are called without a transport"},
	{From: in(UseCase), Layers: []Layer{Wiring, Transport}, Why: "use cases know nothing of who calls them"},
	{From: in(Transport), Imports: database, Why: "a transport translates: transactions are the use cases' own"},
	{From: in(Transport), Layers: []Layer{Wiring, Store},
		Why: "a transport translates: it reaches stores through use cases alone"},
	{From: in(Adapter), Layers: []Layer{Wiring, Transport}, Why: "app connects adapters"},
	{From: func(p Location) bool { return p.Service == "dispatcher" }, Imports: database,
		Why: "the dispatcher keeps nothing"},
	{From: func(p Location) bool { return p.Service == "console" }, Imports: slices.Concat(database, queue),
		Why: "the console calls the services, and reads no database of theirs"},
	{From: func(Location) bool { return true }, Imports: append([]string{root + "testkit", "testing"}, forTests...),
		Why: "test code is not shipped"},
}

// forTests are what the tests of several packages share, as net/http/httptest is servers.
var forTests = []string{root + "internal/person/persontest", root + "internal/eventtype/eventtypetest",
	services + "console/consoletest"}

// Refused returns why a package must not import another; empty when it may.
func Refused(from, imported string) string {
	p, q := Locate(from), Locate(imported)
	if !strings.HasPrefix(from, services) && !strings.HasPrefix(from, root+"internal") || slices.Contains(forTests, from) {
		return ""
	}
	switch {
	case q.Service != "" && p.Service == "":
		return "shared code serves all services and knows none"
	case q.Service != "" && q.Service != p.Service:
		return "services meet in proto"
	case q.Service != "" && (p.Module != "" || p.Layer != Wiring):
		modules := Modules[p.Service]
		if slices.Index(modules, q.Module) > slices.Index(modules, p.Module) {
			return "modules have an order, and " + q.Module + " is above " + p.Module
		}
	}
	for _, r := range Forbidden {
		if !r.From(p) {
			continue
		}
		if slices.ContainsFunc(r.Imports,
			func(i string) bool { return imported == i || strings.HasPrefix(imported, i+"/") }) ||
			q.Service == p.Service && q.Service != "" && slices.Contains(r.Layers, q.Layer) {
			return r.Why
		}
	}
	return ""
}
