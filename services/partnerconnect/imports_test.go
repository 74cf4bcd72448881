package partnerconnect

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

const module = "github.com/partnerline/partnerline/services/partnerconnect"

// The dependency rule: cmd, app, adapters, domain, standard library; adapters never know one another.
func TestImports(t *testing.T) {
	var adapters []string
	for _, name := range []string{"audit", "grpcapi", "hosted", "krs", "mail", "objects", "postgres", "sweep", "verification", "files", "clamav"} {
		adapters = append(adapters, module+"/internal/"+name)
	}
	adapters = append(adapters, module+"/internal/pay", module+"/internal/rail")
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files++
		dir := filepath.ToSlash(filepath.Dir(path))
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			imported := strings.Trim(spec.Path.Value, `"`)
			if why := forbidden(dir, imported, adapters); why != "" {
				t.Errorf("%s imports %s: %s", path, imported, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 {
		t.Fatalf("only %d files were looked at", files)
	}
}

func forbidden(dir, imported string, adapters []string) string {
	host, _, _ := strings.Cut(imported, "/")
	standard := !strings.Contains(host, ".")
	switch {
	case strings.HasPrefix(imported, "github.com/partnerline/partnerline/testkit"):
		return "test code stays out of what ships"
	case dir == "." && !standard && imported != "github.com/partnerline/partnerline/internal/fault" &&
		imported != "github.com/partnerline/partnerline/internal/ids" && imported != "github.com/partnerline/partnerline/internal/keyterm" &&
		imported != "github.com/partnerline/partnerline/internal/steps" && imported != module+"/representation" &&
		imported != "golang.org/x/text/unicode/norm":
		return "the domain is pure: it must not depend on how it is stored or served"
	case strings.HasPrefix(dir, "internal/"):
		for _, a := range adapters {
			if strings.HasPrefix(imported, a) {
				return "adapters meet in app alone"
			}
		}
		if strings.HasPrefix(imported, module+"/app") {
			return "app knows the adapters, not the reverse"
		}
		if strings.HasPrefix(imported, "github.com/jackc/pgx") && dir != "internal/postgres" {
			return "one adapter speaks to the database"
		}
	case strings.HasPrefix(dir, "cmd/") && strings.HasPrefix(imported, module+"/internal"):
		return "a command knows app alone"
	}
	return ""
}
