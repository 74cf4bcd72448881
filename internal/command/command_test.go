package command

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// The operator plane can be called where the program's configuration is not at hand.
func TestAdminNeedsNoConfiguration(t *testing.T) {
	var got Invocation
	p := Program{
		Name: "thingd",
		Load: func([]string) (slog.Leveler, string, error) { return nil, "", errors.New("no DATABASE_URL") },
		Admin: func(_ context.Context, in Invocation) error {
			got = in
			return nil
		},
	}
	var out strings.Builder
	if err := p.run(t.Context(), []string{"admin", "create-thing", "--id", "x"}, []string{"A=b"}, &out); err != nil {
		t.Fatal(err)
	}
	if got.Program != "thingd" || !slices.Equal(got.Args, []string{"create-thing", "--id", "x"}) ||
		!slices.Equal(got.Environ, []string{"A=b"}) || got.Out != &out {
		t.Errorf("called with %+v", got)
	}
	if !strings.Contains(p.usage(), "\n  admin ") {
		t.Error("the usage does not list admin")
	}
}

// The build can be asked for without a configuration, and is in the first line of the log.
func TestVersion(t *testing.T) {
	var out, log strings.Builder
	p := program(&out)
	if err := p.run(t.Context(), []string{"version"}, nil, &out); err != nil {
		t.Fatal(err)
	}
	wants := []string{"thingd dev (commit unknown, " + runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
	for _, want := range wants {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q does not say %q", out.String(), want)
		}
	}
	begin(t.Context(), slog.New(slog.NewTextHandler(&log, nil)))
	if !strings.Contains(log.String(), "msg=starting version=dev commit=unknown go="+runtime.Version()) {
		t.Errorf("the log begins with %q", log.String())
	}
}

func program(out *strings.Builder, commands ...string) Program {
	p := Program{
		Name: "thingd",
		Load: func([]string) (slog.Leveler, string, error) { return nil, "", errors.New("no DATABASE_URL") },
	}
	if slices.Contains(commands, "migrate") {
		p.Migrate = func(context.Context, []string) (string, error) { return "the schema is at version 7 already", nil }
	}
	if slices.Contains(commands, "admin") {
		p.Admin = func(_ context.Context, in Invocation) error {
			_, err := out.WriteString("admin " + strings.Join(in.Args, " "))
			return err
		}
	}
	return p
}

// What a program does not have is refused by its name, with the list of what there is.
func TestWrongUse(t *testing.T) {
	for _, args := range [][]string{nil, {"fly"}, {"--fly"}, {"serve", "now"}, {"migrate"}, {"admin"}, {"admin", "x"},
		{"help", "fly"}, {"help", "migrate"}, {"help", "serve", "now"}} {
		p := program(nil)
		err := p.run(t.Context(), args, nil, nil)
		var usage *UsageError
		if !errors.As(err, &usage) {
			t.Errorf("%q: %v, want a usage error", args, err)
		}
		if last := args; len(last) == 1 && !strings.Contains(err.Error(), "no command "+last[0]) {
			t.Errorf("%q: %v does not name the command", args, err)
		}
	}
	if text := program(nil).usage(); strings.Contains(text, "admin") || strings.Contains(text, "migrate") ||
		!strings.Contains(text, "check-config") {
		t.Errorf("the usage lists what is not there: %s", text)
	}
}

// Help needs no configuration, in whatever way it is asked for, and goes to standard output.
func TestHelp(t *testing.T) {
	for _, args := range []string{"help", "--help", "-h", "-help"} {
		var out strings.Builder
		if err := program(&out, "migrate", "admin").run(t.Context(), strings.Fields(args), nil, &out); err != nil ||
			!strings.HasPrefix(out.String(), "usage: thingd COMMAND\n") {
			t.Errorf("%s: %v %q", args, err, out.String())
		}
	}
	for _, c := range program(nil, "migrate", "admin").subcommands() {
		for _, args := range [][]string{{c.name, "--help"}, {c.name, "-h"}, {"help", c.name}, {"--help", c.name}} {
			if c.name == "help" && args[0] == "help" {
				continue
			}
			var out strings.Builder
			if err := program(&out, "migrate", "admin").run(t.Context(), args, nil, &out); err != nil {
				t.Errorf("%q: %v", args, err)
			}
			if want := map[bool]string{true: "admin -", false: "usage: thingd " + c.name}[c.name == "admin"]; c.name != "help" &&
				!strings.HasPrefix(out.String(), want) {
				t.Errorf("%q: %q", args, out.String())
			}
		}
	}
	var out strings.Builder
	if err := program(&out, "admin").run(t.Context(), []string{"help", "admin", "create-thing"}, nil, &out); err != nil ||
		out.String() != "admin create-thing --help" {
		t.Errorf("%v %q", err, out.String())
	}
}

// migrate needs nothing but the database, and prints what it did.
func TestMigrate(t *testing.T) {
	var out strings.Builder
	if err := program(&out, "migrate").run(t.Context(), []string{"migrate"}, nil, &out); err != nil ||
		out.String() != "the schema is at version 7 already\n" {
		t.Errorf("%v %q", err, out.String())
	}
}
