// Package adminclient is the `admin` command of a program: it calls the operator plane of a running one. Commands and
// flags are derived from the contract, so a new method of an operator service is a command without a line of code:
// rpc CreateTenant is `create-tenant`, its field `tenant_id` is `--tenant-id`. The answer is printed as JSON.
package adminclient

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcclient"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/internaltoken"
	"github.com/partnerline/partnerline/internal/mtls"
)

// environment is all that the command needs of a program's configuration.
type environment struct {
	InternalToken envconfig.Secret `env:"INTERNAL_TOKEN"`
	GRPCAddr      string           `env:"GRPC_ADDR" default:":9090"`
	TLS           mtls.Config
	SignIn        signIn
}

// Validate reports what is wrong with it.
func (e environment) Validate() error {
	var err error
	if e.SignIn.Issuer == "" {
		if _, err = internaltoken.Parse(e.InternalToken); err != nil {
			err = fmt.Errorf("INTERNAL_TOKEN: %w; or set OIDC_ISSUER, OIDC_CLI_CLIENT_ID and CONSOLE_URL, and run admin login",
				err)
		}
	}
	return errors.Join(err, e.SignIn.Validate(), e.TLS.Validate())
}

// common are the flags of every command.
type common struct {
	address string
	timeout time.Duration // 0: that of the method
	reason  string
	file    string // of a download
}

func (c *common) addTo(fs *flag.FlagSet) {
	for name, add := range map[string]func(){
		"address": func() { fs.StringVar(&c.address, "address", c.address, "") },
		"timeout": func() { fs.DurationVar(&c.timeout, "timeout", c.timeout, "") },
		"reason":  func() { fs.StringVar(&c.reason, "reason", c.reason, "") },
	} {
		if fs.Lookup(name) == nil { // a field of the request has precedence; the flag can then be given before the command
			add()
		}
	}
}

// maxAnswer bounds a response, in bytes: a list of some ten thousand records.
const maxAnswer = 64 << 20

// New returns the admin command for the operator services of a package of contracts, such as partnerconnect.v1, whose
// generated code must be linked. Its error is a *command.UsageError for wrong usage.
func New(contracts protoreflect.FullName) func(context.Context, command.Invocation) error {
	return func(ctx context.Context, in command.Invocation) error {
		methods, err := methodsOf(grpcserver.OperatorServices(contracts))
		if err == nil && len(methods) == 0 {
			err = fmt.Errorf("package %s has no operator services", contracts)
		}
		if err != nil {
			return err
		}
		usage := overview(in.Program, methods)
		opts := common{}
		fs := newFlagSet()
		opts.addTo(fs)
		switch err := fs.Parse(in.Args); {
		case errors.Is(err, flag.ErrHelp), err == nil && fs.NArg() == 0:
			_, err := io.WriteString(in.Out, usage)
			return err
		case err != nil:
			return &command.UsageError{What: "admin: " + err.Error(), Usage: usage}
		}
		args := fs.Args()
		if args[0] == "help" { // as with --help after the command
			if len(args) == 1 || strings.HasPrefix(args[1], "-") {
				_, err := io.WriteString(in.Out, usage)
				return err
			}
			args = append(args[1:], "--help")
		}
		if args[0] == "login" || args[0] == "logout" {
			return session(ctx, args, usage, in)
		}
		m, ok := find(methods, args[0])
		if !ok {
			return &command.UsageError{What: "admin: there is no command " + args[0], Usage: usage}
		}
		req, err := m.parse(args[1:], &opts)
		switch {
		case errors.Is(err, flag.ErrHelp):
			_, err := io.WriteString(in.Out, m.usage(in.Program))
			return err
		case err != nil:
			return &command.UsageError{What: "admin " + m.command() + ": " + err.Error(), Usage: m.usage(in.Program)}
		}
		var env environment
		if err := envconfig.Load(&env, in.Environ); err != nil {
			return err
		}
		if opts.address == "" {
			opts.address = env.GRPCAddr
		}
		ctx, cancel := context.WithTimeout(ctx, cmp.Or(opts.timeout, m.timeout()))
		defer cancel()
		bearer, err := env.bearer(ctx, m)
		if err != nil {
			return err
		}
		conn, err := dial(opts.address, env, bearer)
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close() }()
		if opts.reason != "" {
			ctx = metadata.AppendToOutgoingContext(ctx, grpcserver.ReasonHeader, opts.reason)
		}
		if m.download() != nil {
			return download(ctx, conn, m, req, opts.file, in.Out)
		}
		return call(ctx, conn, m, req, in.Out)
	}
}

func newFlagSet() *flag.FlagSet {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return fs
}

// session signs a person in or out.
func session(ctx context.Context, args []string, usage string, in command.Invocation) error {
	if len(args) > 1 {
		return &command.UsageError{What: fmt.Sprintf("admin %s: %q is not a flag", args[0], args[1]), Usage: usage}
	}
	var env environment
	if err := envconfig.Load(&env, in.Environ); err != nil {
		return err
	}
	switch {
	case env.SignIn.Issuer == "":
		return errors.New("OIDC_ISSUER: want the URL of the identity provider, with OIDC_CLI_CLIENT_ID and CONSOLE_URL")
	case args[0] == "logout":
		return env.SignIn.logout(in.Out)
	}
	return env.SignIn.login(ctx, in.Out)
}

// bearer is the credential of the call: a token for only this call that names the person, or INTERNAL_TOKEN without an
// identity provider.
func (e environment) bearer(ctx context.Context, m method) (grpcclient.Bearer, error) {
	if e.SignIn.Issuer != "" {
		return e.SignIn.callToken(ctx, m)
	}
	tokens, err := internaltoken.Parse(e.InternalToken)
	return grpcclient.Bearer(tokens.Present()), err
}

func dial(address string, env environment, bearer grpcclient.Bearer) (*grpc.ClientConn, error) {
	if local, err := command.LocalAddr(address); err == nil {
		address = local
	}
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(env.TLS.Credentials()), // as all calls between our programs
		grpc.WithPerRPCCredentials(bearer),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxAnswer)),
	}
	host, _, _ := net.SplitHostPort(address)
	name, err := env.TLS.ServerName(host)
	if err != nil {
		return nil, err
	}
	if name != "" {
		options = append(options, grpc.WithAuthority(name))
	}
	conn, err := grpc.NewClient(address, options...)
	if err != nil {
		return nil, fmt.Errorf("address %q: %w", address, err)
	}
	return conn, nil
}

// call calls the method and prints its response.
func call(ctx context.Context, conn *grpc.ClientConn, m method, req proto.Message, out io.Writer) error {
	resp := m.newAnswer()
	var header metadata.MD
	if err := conn.Invoke(ctx, m.path(), req, resp, grpc.Header(&header)); err != nil {
		return describe(err, conn.Target(), m, header.Get("x-request-id"))
	}
	b, err := gateway.AppendJSON(nil, resp)
	if err != nil {
		return err
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, b, "", "  "); err != nil {
		return err
	}
	pretty.WriteByte('\n')
	_, err = out.Write(pretty.Bytes())
	return err
}

// timeout is that of a call for which none is asked.
func (m method) timeout() time.Duration {
	if m.download() != nil {
		return time.Hour
	}
	return 30 * time.Second
}

// download calls the method and writes what it streams to a new file, which others cannot read. A call that fails
// leaves no file.
func download(
	ctx context.Context, conn *grpc.ClientConn, m method, req proto.Message, file string, out io.Writer,
) (err error) {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // the operator names it
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			_ = os.Remove(file)
		}
	}()
	stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, m.path())
	if err == nil {
		err = stream.SendMsg(req)
	}
	if err == nil {
		err = stream.CloseSend()
	}
	size := 0
	for err == nil {
		part := m.newAnswer()
		if err = stream.RecvMsg(part); err == nil {
			n := 0
			n, err = f.Write(part.ProtoReflect().Get(m.download()).Bytes())
			size += n
		}
	}
	if !errors.Is(err, io.EOF) {
		if _, ours := status.FromError(err); !ours {
			return err
		}
		var header metadata.MD
		if stream != nil {
			header, _ = stream.Header()
		}
		return describe(err, conn.Target(), m, header.Get("x-request-id"))
	}
	_, err = fmt.Fprintf(out, "%s: %d bytes\n", file, size)
	return err
}

// describe makes the error for an operator: reason, message, the flags at fault, the request id to find it in the log.
func describe(err error, address string, m method, requestID []string) error {
	st := status.Convert(err)
	e, ours := grpcserver.FromStatus(st)
	var b strings.Builder
	switch {
	case ours:
		b.WriteString(e.Error())
		for _, v := range e.Violations {
			fmt.Fprintf(&b, "\n  %s: %s (%s)", m.flagOf(v.Field), v.Message, v.Code)
		}
		if e.RetryAfter > 0 {
			fmt.Fprintf(&b, "\n  repeat after %s", e.RetryAfter)
		}
	case st.Code() == codes.Unavailable:
		fmt.Fprintf(&b, "cannot reach %s: %s; name the program's gRPC port by --address or GRPC_ADDR", address, st.Message())
	default:
		fmt.Fprintf(&b, "%s: %s", st.Code(), st.Message())
	}
	if len(requestID) > 0 {
		fmt.Fprintf(&b, "\n  request id %s", requestID[0])
	}
	return errors.New(b.String())
}
