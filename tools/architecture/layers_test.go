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
		services + "partnerconnect/money":               {"partnerconnect", "money", Rules},
		services + "partnerconnect/money/postgres":      {"partnerconnect", "money", Store},
		services + "partnerconnect/money/usecase":       {"partnerconnect", "money", UseCase},
		services + "partnerconnect/money/grpcapi":       {"partnerconnect", "money", Transport},
		services + "partnerconnect/hostedflow/pages":    {"partnerconnect", "hostedflow", Transport},
		services + "partnerconnect/internal/krs":        {"partnerconnect", "", Adapter},
		services + "partnerconnect/internal/transport":  {"partnerconnect", "", Transport},
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
		"rules and the database":               {pc + "money", "github.com/jackc/pgx/v5", true},
		"rules and contracts":                  {pc + "money", root + "proto/gen/partnerconnect/v1", true},
		"rules and their store":                {pc + "money", pc + "money/postgres", true},
		"rules of a lower area":                {pc + "money", pc + "delegation", false},
		"rules of a higher area":               {pc + "delegation", pc + "money", true},
		"store and its rules":                  {pc + "money/postgres", pc + "money", false},
		"store and use case":                   {pc + "money/postgres", pc + "money/usecase", true},
		"use case and its store":               {pc + "money/usecase", pc + "money/postgres", false},
		"use case and gRPC":                    {pc + "money/usecase", "google.golang.org/grpc/codes", true},
		"use case of another area":             {pc + "money/usecase", pc + "delegation/usecase", false},
		"transport and a store":                {pc + "money/grpcapi", pc + "money/postgres", true},
		"transport and the database":           {pc + "money/grpcapi", "github.com/jackc/pgx/v5", true},
		"transport and a use case":             {pc + "money/grpcapi", pc + "money/usecase", false},
		"app and everything":                   {pc + "app", pc + "money/postgres", false},
		"another service":                      {pc + "app", services + "webhooks/app", true},
		"shared code and a service":            {root + "internal/gateway", pc + "money", true},
		"the dispatcher and a database":        {services + "dispatcher/internal/consumer", "github.com/jackc/pgx/v5/pgxpool", true},
		"the console and a database":           {services + "console/pages", "github.com/jackc/pgx/v5", true},
		"the console's pages and its clients":  {services + "console/pages", services + "console/internal/operators", false},
		"test code":                            {pc + "app", root + "testkit/pgtest", true},
		"a package whose name begins likewise": {pc + "money", "github.com/jackc/pgxsomething", false},
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

// The table of areas in docs/architecture.md is that of the code, in its order.
func TestAreasAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| [^|]+ \\|$").FindAllStringSubmatch(string(text), -1) {
		documented = append(documented, row[1])
	}
	if want := Areas["partnerconnect"][1:]; !slices.Equal(documented, want) {
		t.Errorf("docs/architecture.md lists the areas %q; want %q", documented, want)
	}
}
