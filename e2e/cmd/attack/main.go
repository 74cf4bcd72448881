// Command attack starts the whole system and attacks it; it prints the figure of each attack beside its bar and exits
// with 1 if one is missed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/e2e/attack"
	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/testkit/pgserver"
)

func main() {
	only := flag.String("only", "", "names of attacks, separated by commas; empty: all")
	list := flag.Bool("list", false, "list the attacks and end")
	small := flag.Bool("small", false, "the size that is part of the tests")
	flag.Parse()
	if *list {
		for _, a := range attack.All {
			fmt.Printf("%-24s %s\n", a.Name, a.About)
		}
		return
	}
	ctx, cancel := lifecycle.SignalContext()
	defer cancel()
	if err := run(ctx, *only, *small); err != nil {
		fmt.Fprintln(os.Stderr, "attack:", err)
		os.Exit(1) //nolint:gocritic // nothing is left to defer
	}
}

func run(ctx context.Context, only string, small bool) (err error) {
	names := strings.Split(only, ",")
	if only != "" {
		for _, n := range names {
			if !slices.ContainsFunc(attack.All, func(a attack.Attack) bool { return a.Name == n }) {
				return fmt.Errorf("no attack is called %q; -list names them", n)
			}
		}
	}
	dir, err := os.MkdirTemp("", "attack-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // Postgres runs as another user below it
		return err
	}
	pg, err := pgserver.Start(ctx, pgserver.Options{Dir: filepath.Join(dir, "postgres")})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pg.Stop(context.WithoutCancel(ctx))) }()
	var bin procs.Bin
	defer func() { err = errors.Join(err, bin.Remove()) }()
	missed := 0
	for _, a := range attack.All {
		if only != "" && !slices.Contains(names, a.Name) {
			continue
		}
		fmt.Printf("%s: %s\n", a.Name, a.About)
		figures, err := one(ctx, a, filepath.Join(dir, a.Name), &bin, pg.URL("postgres"), small)
		if err != nil {
			return fmt.Errorf("%s: %w", a.Name, err)
		}
		for _, f := range figures {
			fmt.Println(" ", f)
			if !f.Met() {
				missed++
			}
		}
	}
	if missed > 0 {
		return fmt.Errorf("%d figures missed their bar", missed)
	}
	return nil
}

// one runs an attack on a system of its own.
func one(ctx context.Context, a attack.Attack, dir string, bin *procs.Bin, database string,
	small bool) (_ []attack.Figure, err error) {
	o := stack.Options{Dir: filepath.Join(dir, "stack"), DatabaseURL: database}
	if a.Configure != nil {
		a.Configure(&o)
	}
	s, err := stack.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Stop(context.WithoutCancel(ctx))) }()
	own := filepath.Join(dir, "own")
	if err := os.MkdirAll(own, 0o755); err != nil { //nolint:gosec // Postgres runs as another user below it
		return nil, err
	}
	return a.Run(ctx, &attack.Target{Stack: s, Dir: own, Bin: bin.Dir, DatabaseURL: database, Small: small,
		Logf: func(format string, args ...any) { fmt.Printf("  "+format+"\n", args...) }})
}
