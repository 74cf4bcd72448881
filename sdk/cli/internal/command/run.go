// Package command has the commands of the command line. They call the APIs through the client library alone.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// Set at link time. This module has nothing but the client library of ours, so not what the programs have either.
var (
	version = "dev"
	commit  = "unknown"
)

// Exit statuses.
const (
	exitOK          = 0
	exitFailure     = 1 // the API cannot be reached, or something unexpected
	exitUsage       = 2 // the command is not one, or its flags are wrong
	exitRefused     = 3 // the API refused the call
	exitCredentials = 4 // there is no key, or the API does not accept it
)

// System is what a command has of the system that it runs on.
type System struct {
	In       io.Reader
	Out, Err io.Writer
	Getenv   func(string) string
}

// Run carries out a command line and returns the exit status.
func Run(ctx context.Context, args []string, sys System) int {
	a := &app{System: sys}
	root := a.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil || errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return exitOK
	}
	err = a.misdirected(ctx, err)
	a.printError(err)
	return statusOf(err)
}

// app is one run.
type app struct {
	System
	profile string
	json    bool
	api     *api   // that is called
	called  string // its base URL
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use: "partnerline", Short: "Events, endpoints, deliveries, onboardings and payments from the command line",
		Version: fmt.Sprintf("%s (commit %s, %s, %s/%s)", version, commit, runtime.Version(), runtime.GOOS,
			runtime.GOARCH),
		SilenceUsage: true, SilenceErrors: true,
	}
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usage(err) })
	root.PersistentFlags().StringVar(&a.profile, "profile", "",
		"which keys and addresses to use (PARTNERLINE_PROFILE; \"default\")")
	root.PersistentFlags().BoolVar(&a.json, "json", false, "write JSON")
	root.AddCommand(
		loginCommand(a), profilesCommand(a), listenCommand(a), triggerCommand(a), eventsCommand(a), endpointCommands(a),
		signingKeyCommands(a),
		deliveryCommands(a), recoveryCommands(a), verificationCommands(a), portalCommands(a), onboardingCommands(a),
		merchantCommands(a), balanceCommand(a), paymentCommands(a), refundCommands(a), payoutCommands(a), feedCommands(a),
		sandboxCommands(a), meCommand(a), openCommand(a),
	)
	return root
}

// errUsage marks errors of the command line itself.
var errUsage = errors.New("see --help")

func usage(err error) error { return fmt.Errorf("%w; %w", err, errUsage) }

// exactly takes so many arguments, with names for the error.
func exactly(names ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) < len(names):
			return usage(fmt.Errorf("%s is missing", names[len(args)]))
		case len(args) > len(names):
			return usage(fmt.Errorf("%q is one argument too many", args[len(names)]))
		}
		return nil
	}
}

// group is a command that has only further ones.
func group(name, short string, commands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: name, Short: short, Args: func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usage(fmt.Errorf("%s has no command %q", name, args[0]))
		}
		return nil
	}, RunE: func(c *cobra.Command, _ []string) error { return c.Help() }}
	c.AddCommand(commands...)
	return c
}

// terminal reports whether a stream is a terminal.
func terminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func agent() string { return "partnerline-cli/" + version }
