package e2e

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/partnerline/partnerline/e2e/abuse"
	generator "github.com/partnerline/partnerline/e2e/openapi"
	"github.com/partnerline/partnerline/proto/openapi"
	"github.com/partnerline/partnerline/testkit/contract"
)

// everyOperation are those of the public documents, the second paths of verifications, and the internal route that
// publishes events.
func everyOperation() ([]abuse.Operation, error) {
	set := &descriptorpb.FileDescriptorSet{}
	protoregistry.GlobalFiles.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		set.File = append(set.File, protodesc.ToFileDescriptorProto(f))
		return true
	})
	internal, err := generator.Write(generator.API{Services: []string{"events.v1.EventService"}}, set,
		generator.Examples{})
	if err != nil {
		return nil, err
	}
	all, err := abuse.Load(openapi.PartnerConnect, openapi.Webhooks, internal)
	for _, op := range all {
		if path, ok := strings.CutPrefix(op.Path, "/api/v1/verifications"); ok {
			op.ID, op.Path = op.ID+"2", "/verifications"+path
			all = append(all, op)
		}
	}
	return all, err
}

// exchangeOf is a request and its answer as the contract sees them; false when the request is not one that net/http can
// read, as it was sent in pieces.
func exchangeOf(r *abuse.Request, a abuse.Answer) (contract.Exchange, bool) {
	req, err := http.ReadRequest(bufio.NewReader(strings.NewReader(r.Bytes())))
	if err != nil || r.Wire != "" {
		return contract.Exchange{}, false
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return contract.Exchange{}, false
	}
	return contract.Exchange{Method: req.Method, URL: req.URL, RequestHeader: req.Header, RequestBody: body,
		Status: a.Status, Header: a.Header, Body: a.Body}, true
}

// letResend sets an invitation back to when it may be sent again, 10 minutes after it was.
func (b *battery) letResend(invitation string) {
	b.s.t.Helper()
	database, err := b.s.PartnerConnectDatabase()
	if err != nil {
		b.s.t.Fatal(err)
	}
	conn, err := pgx.Connect(b.s.t.Context(), database)
	if err != nil {
		b.s.t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(b.s.t.Context())) }()
	tag, err := conn.Exec(b.s.t.Context(),
		`UPDATE invitations SET last_sent_at = last_sent_at - interval '10 minutes' WHERE id = $1`, invitation)
	if err != nil || tag.RowsAffected() != 1 {
		b.s.t.Fatalf("%s: %v %v", invitation, tag, err)
	}
}
