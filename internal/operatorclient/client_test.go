package operatorclient

import (
	"reflect"
	"testing"

	"github.com/partnerline/partnerline/internal/grpcserver"
)

// A method that two services have would be ambiguous, and one of a service that the client lacks is missing.
func TestPartnerConnectHasEveryMethod(t *testing.T) {
	t.Parallel()
	client, n := reflect.TypeFor[PartnerConnect](), 0
	for _, service := range grpcserver.OperatorServices("partnerconnect.v1") {
		for i := range service.Methods().Len() {
			n++
			m := service.Methods().Get(i)
			if _, ok := client.MethodByName(string(m.Name())); !ok {
				t.Errorf("the client lacks %s", m.FullName())
			}
		}
	}
	if n < 70 {
		t.Errorf("only %d methods", n)
	}
}
