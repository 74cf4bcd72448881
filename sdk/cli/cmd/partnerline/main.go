// Command partnerline is the command line of partners and tenants. Its commands are in docs/cli.md of the repository.
package main

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/partnerline/partnerline/sdk/cli/internal/command"
)

func main() {
	log.SetOutput(io.Discard) // net/http logs what servers send
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := command.Run(ctx, os.Args[1:], command.System{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv})
	stop()
	os.Exit(code)
}
