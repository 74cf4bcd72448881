// Command natsd is nats-server, built from the sources that this module pins: a process of its own, which a test can
// kill as one would be killed in production. It takes the flags of nats-server; -c names a configuration file.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/nats-io/nats-server/v2/server"
)

// maxStore lets all streams be made where the disk has less room than they may take; a full disk is another matter.
const maxStore = 32 << 30

func main() {
	flags := flag.NewFlagSet("natsd", flag.ExitOnError)
	opts, err := server.ConfigureOptions(flags, os.Args[1:], server.PrintServerAndExit, flags.Usage,
		server.PrintTLSHelpAndDie)
	if err != nil {
		die(err)
	}
	if opts.JetStreamMaxStore <= 0 {
		opts.JetStreamMaxStore = maxStore
	}
	s, err := server.NewServer(opts)
	if err != nil {
		die(err)
	}
	s.ConfigureLogger()
	if err := server.Run(s); err != nil {
		die(err)
	}
	s.WaitForShutdown()
}

func die(err error) {
	fmt.Fprintf(os.Stderr, "natsd: %v\n", err)
	os.Exit(1)
}
