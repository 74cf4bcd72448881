package architecture

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestPackagesAreLocatedInLayers(t *testing.T) {
	for path, want := range map[string]Location{
		root + "internal/gateway":                       {"", "", Shared},
		services + "partnerconnect":                     {"partnerconnect", "", Rules},
		services + "partnerconnect/finance":             {"partnerconnect", "finance", Wiring},
		services + "partnerconnect/finance/money":       {"partnerconnect", "finance", Rules},
		services + "partnerconnect/finance/postgres":    {"partnerconnect", "finance", Store},
		services + "partnerconnect/finance/usecase":     {"partnerconnect", "finance", UseCase},
		services + "partnerconnect/finance/grpcapi":     {"partnerconnect", "finance", Transport},
		services + "partnerconnect/hosted/pages":        {"partnerconnect", "hosted", Transport},
		services + "partnerconnect/kernel/krs":          {"partnerconnect", "kernel", Adapter},
		services + "partnerconnect/internal/objects":    {"partnerconnect", "", Adapter},
		services + "partnerconnect/internal/wiring":     {"partnerconnect", "", Wiring},
		services + "partnerconnect/app":                 {"partnerconnect", "", Wiring},
		services + "partnerconnect/cmd/partnerconnectd": {"partnerconnect", "", Wiring},
		services + "webhooks/internal/usecase":          {"webhooks", "", UseCase},
		services + "dispatcher/internal/sender/direct":  {"dispatcher", "", Adapter},
	} {
		t.Run(strings.TrimPrefix(path, root), func(t *testing.T) {
			if got := Locate(path); got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		})
	}
}

// Each rule refuses what it is for, and lets its neighbour pass.
func TestLayerRulesRefuseTheirViolations(t *testing.T) {
	pc := services + "partnerconnect/"
	for name, c := range map[string]struct {
		from, imported string
		refused        bool
	}{
		"rules and the database":            {pc + "finance/money", "github.com/jackc/pgx/v5", true},
		"rules and contracts":               {pc + "finance/money", root + "proto/gen/partnerconnect/v1", true},
		"rules and their store":             {pc + "finance/money", pc + "finance/postgres", true},
		"rules of a lower module":           {pc + "finance/money", pc + "merchant/delegation", false},
		"rules of a higher module":          {pc + "merchant/delegation", pc + "finance/money", true},
		"rules and what all share":          {pc + "kernel/access", pc + "internal/objects", true},
		"use case of a higher module":       {pc + "finance/usecase", pc + "operations/approval", true},
		"store of a higher module":          {pc + "merchant/usecase", pc + "hosted/postgres", true},
		"transport and a higher module":     {pc + "kernel/grpcapi", pc + "merchant/onboarding", true},
		"what all share and a module":       {pc + "internal/objects", pc + "kernel/access", true},
		"a constructor and a lower module":  {pc + "finance", pc + "merchant", false},
		"a constructor and a higher module": {pc + "merchant", pc + "finance", true},
		"use case and a constructor":        {pc + "finance/usecase", pc + "merchant", true},
		"store and its rules":               {pc + "finance/postgres", pc + "finance/money", false},
		"store and use case":                {pc + "finance/postgres", pc + "finance/usecase", true},
		"use case and its store":            {pc + "finance/usecase", pc + "finance/postgres", false},
		"use case and gRPC":                 {pc + "finance/usecase", "google.golang.org/grpc/codes", true},
		"use case of a lower module":        {pc + "finance/usecase", pc + "merchant/usecase", false},
		"transport and a store":             {pc + "finance/grpcapi", pc + "finance/postgres", true},
		"transport and the database":        {pc + "finance/grpcapi", "github.com/jackc/pgx/v5", true},
		"transport and a use case":          {pc + "finance/grpcapi", pc + "finance/usecase", false},
		"app and everything":                {pc + "app", pc + "finance/postgres", false},
		"another service":                   {pc + "app", services + "webhooks/app", true},
		"shared code and a service":         {root + "internal/gateway", pc + "finance/money", true},
		"the dispatcher and a database": {services + "dispatcher/internal/consumer",
			"github.com/jackc/pgx/v5/pgxpool", true},
		"the console and a database":           {services + "console/pages", "github.com/jackc/pgx/v5", true},
		"the console's pages and its clients":  {services + "console/pages", services + "console/internal/operators", false},
		"test code":                            {pc + "app", root + "testkit/pgtest", true},
		"a package whose name begins likewise": {pc + "finance/money", "github.com/jackc/pgxsomething", false},
		"tests of the whole system":            {root + "e2e/stack", pc + "app", false},
	} {
		t.Run(name, func(t *testing.T) {
			if why := Refused(c.from, c.imported); (why != "") != c.refused {
				t.Errorf("refused: %q", why)
			}
		})
	}
}

func TestImports(t *testing.T) {
	p := load(t)
	n := 0
	for _, pkg := range p {
		for imported := range pkg.Imports {
			n++
			if why := Refused(pkg.PkgPath, imported); why != "" {
				t.Errorf("%s imports %s: %s", strings.TrimPrefix(pkg.PkgPath, root), strings.TrimPrefix(imported, root), why)
			}
		}
	}
	if n < 1000 {
		t.Fatalf("only %d imports were checked", n)
	}
}

// The table of modules in docs/architecture.md is that of the code, in its order.
func TestModulesAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	_, table, _ := strings.Cut(string(text), "| module | packages of rules |")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\|").FindAllStringSubmatch(table, -1) {
		documented = append(documented, row[1])
	}
	if want := Modules["partnerconnect"][1:]; !slices.Equal(documented, want) {
		t.Errorf("docs/architecture.md lists the modules %q; want %q", documented, want)
	}
}
