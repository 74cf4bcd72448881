package architecture

import (
	"go/types"
	"strings"
	"testing"
)

const money = "(*services/partnerconnect/finance/usecase."

// given lists use cases that take an error, each with its reason.
var given = map[string]string{
	money + "Payments).RegisterPayment": "an order with the reference of another one is a conflict, whatever its form",
	money + "Payments).CreateRefund":    "as RegisterPayment",
	money + "Payouts).RequestPayout":    "as RegisterPayment",
}

// What a call names is found before the form of its request is checked. Its transport does both in turn, and gives the
// use case no error to report.
func TestUseCasesTakeNoErrors(t *testing.T) {
	takes := map[string]bool{}
	for _, pkg := range load(t) {
		if Locate(pkg.PkgPath).Layer != UseCase {
			continue
		}
		for _, f := range functions(pkg.Types) {
			for i := range f.Signature().Params().Len() {
				if types.Identical(f.Signature().Params().At(i).Type(), types.Universe.Lookup("error").Type()) {
					takes[strings.ReplaceAll(f.FullName(), root, "")] = true
				}
			}
		}
	}
	for name := range takes {
		if given[name] == "" {
			t.Errorf("%s takes an error: check the form of the request before it is called, or say here why not", name)
		}
	}
	for name, reason := range given {
		if !takes[name] {
			t.Errorf("%s takes no error and is no exception any more (%s)", name, reason)
		}
	}
}

// functions are the exported functions of a package, and the exported methods of its types.
func functions(pkg *types.Package) (list []*types.Func) {
	for _, name := range pkg.Scope().Names() {
		switch o := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			list = append(list, o)
		case *types.TypeName:
			if named, ok := o.Type().(*types.Named); ok {
				for m := range named.Methods() {
					list = append(list, m)
				}
			}
		}
	}
	exported := list[:0]
	for _, f := range list {
		if f.Exported() {
			exported = append(exported, f)
		}
	}
	return exported
}
