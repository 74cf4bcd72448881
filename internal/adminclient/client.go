// Package adminclient is the `admin` command of a program: it calls the operator plane of a running one. Commands and
// flags are derived from the contract, so a new method of an operator service is a command without a line of code:
// rpc CreateTenant is `create-tenant`, its field `tenant_id` is `--tenant-id`. The answer is printed as JSON.
package adminclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

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
	InternalToken envconfig.Secret `env:"INTERNAL_TOKEN,required"`
	GRPCAddr      string           `env:"GRPC_ADDR" default:":9090"`
	TLS           mtls.Config
}

// Validate reports what is wrong with it.
func (e environment) Validate() error {
	_, err := internaltoken.Parse(e.InternalToken)
	if err != nil {
		err = fmt.Errorf("INTERNAL_TOKEN: %w", err)
	}
	return errors.Join(err, e.TLS.Validate())
}

// common are the flags of every command.
type common struct {
	address string
	timeout time.Duration
}

func (c *common) addTo(fs *flag.FlagSet) {
	for name, add := range map[string]func(){
		"address": func() { fs.StringVar(&c.address, "address", c.address, "") },
		"timeout": func() { fs.DurationVar(&c.timeout, "timeout", c.timeout, "") },
	} {
		if fs.Lookup(name) == nil { // a field of the request has precedence; the flag can then be given before the command
			add()
		}
	}
}

// maxAnswer bounds a response, in bytes: a list of some ten thousand records.
const maxAnswer = 64 << 20

// New returns the admin command for the services with these full names, whose generated code must be linked. Its error is a
// *command.UsageError for wrong usage.
func New(services ...string) func(context.Context, command.Invocation) error {
	return func(ctx context.Context, in command.Invocation) error {
		methods, err := methodsOf(services)
		if err != nil {
			return err
		}
		usage := overview(in.Program, methods)
		opts := common{timeout: 30 * time.Second}
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
		conn, err := dial(opts.address, env)
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close() }()
		ctx, cancel := context.WithTimeout(ctx, opts.timeout)
		defer cancel()
		return call(ctx, conn, m, req, in.Out)
	}
}

func newFlagSet() *flag.FlagSet {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return fs
}

func dial(address string, env environment) (*grpc.ClientConn, error) {
	if local, err := command.LocalAddr(address); err == nil {
		address = local
	}
	tokens, err := internaltoken.Parse(env.InternalToken)
	if err != nil {
		return nil, err
	}
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(env.TLS.Credentials()), // as all calls between our programs
		grpc.WithPerRPCCredentials(grpcclient.Bearer(tokens.Present())),
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
