package grpcclient

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// DialProvider returns a connection to a provider; it connects when it is used.
func DialProvider(
	part provider.Part, address, token string, creds credentials.TransportCredentials,
) (*grpc.ClientConn, error) {
	conn, err := grpcclient.Dial(address, token, creds, grpc.WithUnaryInterceptor(grpcclient.Propagate))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", part, err)
	}
	return conn, nil
}

// final are the codes of refusals for good.
var final = []codes.Code{codes.InvalidArgument, codes.FailedPrecondition, codes.OutOfRange}

// reason is what a provider's reason looks like.
var reason = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// DefaultReason is that of a refusal which gives none.
const DefaultReason = "refused_by_provider"

// Failure turns the error of a call into a *provider.Failure; more lists further codes that are final for this call.
// The message of the provider, which may name a person, is left out.
func Failure(err error, more ...codes.Code) error {
	if err == nil {
		return nil
	}
	s := status.Convert(err)
	f := &provider.Failure{
		Code: codeName(s.Code()), Final: slices.Contains(append(more, final...), s.Code()), Reason: DefaultReason,
		Cause: fmt.Errorf("the provider answered %s", s.Code()),
	}
	for _, d := range s.Details() {
		if info, ok := d.(*errdetails.ErrorInfo); ok && reason.MatchString(strings.ToLower(info.GetReason())) {
			f.Reason = strings.ToLower(info.GetReason())
		}
	}
	return f
}

// Malformed is the failure of an answer that breaks the contract.
func Malformed(what string) error {
	return &provider.Failure{Code: "malformed_answer", Cause: fmt.Errorf("the provider answered with %s", what)}
}

// CheckPage returns what is wrong with the address of a provider's page. It must be https, unless the page is on the
// browser's own machine.
func CheckPage(page string) error {
	u := field.ParseURL(page)
	if u == nil || u.Scheme != "https" && (u.Scheme != "http" || !envconfig.ThisMachine(u.Hostname())) {
		return Malformed("a page_url that is not https")
	}
	return nil
}

var word = regexp.MustCompile(`([a-z])([A-Z])`)

// codeName is a code in snake case.
func codeName(c codes.Code) string {
	return strings.ToLower(word.ReplaceAllString(c.String(), "${1}_${2}"))
}
