package architecture

import (
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// single lists interfaces with one implementation of ours that stay, each with its reason.
var single = map[string]string{
	"services/partnerconnect/finance/usecase.SandboxRail": "the rail of test mode: tests have one that fails",
	"services/partnerconnect/finance/usecase.Engine":      "the payment engine of the adopter: tests have another one",
	"services/partnerconnect/merchant/usecase.Scanner":    "the virus scanner of the installation",
	"services/partnerconnect/merchant/usecase.Sessions":   "the verification service: another program",

	"services/webhooks/internal/usecase.Enqueuer": "JetStream, where deliveries wait for a dispatcher",

	"services/console/consoletest.PartnerConnect": "partner connect: tests of pages have planes that answer some methods",
}

// An interface with one implementation, which is ours, hides nothing and costs a jump. An interface has a second
// implementation that ships, or the outside world behind it.
func TestInterfacesHaveTwoSides(t *testing.T) {
	list := load(t)
	concrete := concretes(list)
	seen := map[string]bool{}
	for _, pkg := range list {
		for name, i := range interfaces(pkg) {
			full := strings.TrimPrefix(pkg.PkgPath, root) + "." + name
			var by []string
			for _, c := range concrete {
				if types.Implements(c, i) || types.Implements(types.NewPointer(c), i) {
					by = append(by, strings.TrimPrefix(c.Obj().Pkg().Path(), root)+"."+c.Obj().Name())
				}
			}
			reason, known := single[full]
			seen[full] = true
			switch {
			case len(by) == 1 && !known:
				t.Errorf("%s has one implementation, %s: name the type instead, or say here why not", full, by[0])
			case len(by) != 1 && known:
				t.Errorf("%s has %d implementations and is no exception any more (%s)", full, len(by), reason)
			}
		}
	}
	for name := range single {
		if !seen[name] {
			t.Errorf("%s is listed as an exception and does not exist", name)
		}
	}
}

// interfaces returns the interfaces with methods that a package declares, without constraints.
func interfaces(pkg *packages.Package) map[string]*types.Interface {
	out := map[string]*types.Interface{}
	scope := pkg.Types.Scope()
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || t.IsAlias() {
			continue
		}
		named, ok := t.Type().(*types.Named)
		if !ok || named.TypeParams().Len() > 0 {
			continue
		}
		if i, ok := named.Underlying().(*types.Interface); ok && i.NumMethods() > 0 && i.IsMethodSet() {
			out[name] = i
		}
	}
	return out
}

// concretes are the types of all packages but the wiring, which only embeds those of others.
func concretes(list []*packages.Package) (out []*types.Named) {
	for _, pkg := range list {
		if Locate(pkg.PkgPath).Layer == Wiring {
			continue
		}
		scope := pkg.Types.Scope()
		for _, name := range scope.Names() {
			t, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || t.IsAlias() {
				continue
			}
			if named, ok := t.Type().(*types.Named); ok && named.TypeParams().Len() == 0 && !types.IsInterface(named) {
				out = append(out, named)
			}
		}
	}
	return out
}
