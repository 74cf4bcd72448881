package deploy

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// runs are the blocks of commands in docs/operations.md that are carried out here.
var runs = map[string]func(*testing.T, *Cluster, Block){
	"upgrade": func(t *testing.T, c *Cluster, b Block) {
		for range 2 { // an upgrade that was broken off is repeated
			kubectl(t, c, b)
		}
	},
	"install":   installs,
	"manifests": installs,
	"walk":      adminCommands,
	"hpa to keda": func(t *testing.T, c *Cluster, b Block) {
		kubectl(t, c, b)
		if c.Count("ScaledObject") != 1 || !c.Has("ScaledObject", "partnerline", "dispatcher") {
			t.Error("want the ScaledObject to scale the dispatcher, in namespace partnerline")
		}
	},
	"compose":  composeCommands,
	"operator": adminCommands,
	"reseal":   adminCommands,
}

func installs(t *testing.T, c *Cluster, b Block) { kubectl(t, c, b) }

// adminCommands has the programs read the commands that a block runs in their containers.
func adminCommands(t *testing.T, c *Cluster, b Block) {
	for _, args := range kubectl(t, c, b) {
		program, ok := strings.CutPrefix(args[0], "/")
		if ok {
			readsCommand(t, program, args[1:], "")
		}
	}
}

// readsCommand has a program read a whole command line, up to the call of a server that is not there.
func readsCommand(t *testing.T, program string, args []string, input string) {
	t.Helper()
	if *bin == "" {
		return
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(*bin, program), args...)
	cmd.Env = []string{"INTERNAL_TOKEN=0123456789abcdef", "GRPC_ADDR=127.0.0.1:1"}
	if input != "" {
		cmd.Stdin = bytes.NewReader(read(t, input))
	}
	out, err := cmd.CombinedOutput()
	// The program reads the command line before it finds no server at the address; status 2 is wrong use.
	var exit *exec.ExitError
	if err != nil &&
		(!errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(out), "cannot reach 127.0.0.1:1")) {
		t.Errorf("%q: %v: %s", args, err, out)
	}
}

// composeCommands has the programs read the operator commands of a block; `make smoke-compose` carries the whole of it
// out.
func composeCommands(t *testing.T, _ *Cluster, b Block) {
	project, faults := Compose(t.Context(), root, nil)
	none(t, faults)
	for _, command := range b.Commands {
		args, ok := strings.CutPrefix(command, "docker compose run --rm ")
		if !ok {
			continue
		}
		args, _, _ = strings.Cut(args, " | ")
		args, input, _ := strings.Cut(strings.TrimPrefix(args, "--no-TTY "), " <")
		name, args, _ := strings.Cut(args, " ")
		s, known := project.Services[name]
		if !known || !admin(s) {
			t.Errorf("%s: there is no operator service %q", command, name)
			continue
		}
		if args != "login" {
			line := append(slices.Clone(s.Entrypoint), strings.Fields(args)...)
			readsCommand(t, strings.TrimPrefix(line[0], "/"), line[1:], input)
		}
	}
}

// kubectl carries out the commands of a block and returns what they run in containers.
func kubectl(t *testing.T, c *Cluster, b Block) (inside [][]string) {
	t.Helper()
	for _, command := range b.Commands {
		args, err := c.Run(command)
		if err != nil {
			t.Error(err)
		}
		if len(args) > 0 {
			inside = append(inside, args)
		}
	}
	return inside
}

// production is a cluster with the release before, the same manifests with images of another version, and with the
// system of development in another namespace.
func production(t *testing.T) *Cluster {
	t.Helper()
	schemas, err := NewSchemas()
	if err != nil {
		t.Fatal(err)
	}
	c, all := &Cluster{Root: root, Schemas: schemas}, render(t, file(t, "production"))
	for _, m := range all {
		pod, _ := podOf(m)
		for _, container := range containers(pod) {
			container["image"] = container.text("image") + "-before"
		}
	}
	if err := c.Apply(all); err != nil {
		t.Fatal(err)
	}
	development, err := chart(t).Render("partnerline-dev", file(t, "development"))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Apply(development); err != nil {
		t.Fatal(err)
	}
	return c
}

// Every block of commands in the guide is carried out by a test, or says why not.
func TestCommandBlocks(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range Blocks(string(read(t, "docs/operations.md"))) {
		run, known := runs[b.Runs]
		switch {
		case b.Runs == "" && b.NotRun == "":
			t.Errorf("line %d: a block that is neither run by a test nor marked with <!-- not run: REASON -->", b.Line)
		case b.NotRun != "":
		case !known:
			t.Errorf("line %d: nothing runs %q", b.Line, b.Runs)
		default:
			seen[b.Runs] = true
			t.Run(b.Runs, func(t *testing.T) { run(t, production(t), b) })
		}
	}
	for name := range runs {
		if !seen[name] {
			t.Errorf("no block is called %q", name)
		}
	}
}

// What only bash and zsh understand: replacing in a variable, lists in braces, tests in double brackets, here-strings.
var bashOnly = regexp.MustCompile(`\$\{\w+/|[\w/]\{\w+,[\w,]+\}|\[\[ |<<<|[<>]\(`)

// A block that is marked sh is one for every shell.
func TestShellBlocks(t *testing.T) {
	guides, err := filepath.Glob(filepath.Join(root, "docs/*.md"))
	if err != nil || len(guides) < 10 {
		t.Fatalf("%v, %v", guides, err)
	}
	for _, path := range guides {
		guide, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range regexp.MustCompile("(?s)```sh\n.*?```").FindAllString(string(guide), -1) {
			if found := bashOnly.FindString(block); found != "" {
				t.Errorf("%s: %s is not of every shell: mark the block bash, or write it plainly", filepath.Base(path), found)
			}
		}
	}
}

func TestCommandBlocksBite(t *testing.T) {
	blocks := Blocks(
		"text\n```\na b \\\n  c # why\n```\n<!-- runs: x -->\n```sh\nd\n```\n<!-- not run: no cluster -->\n```\ne\n```\n",
	)
	if len(blocks) != 3 || blocks[0].Runs+blocks[0].NotRun != "" || blocks[0].Commands[0] != "a b c" ||
		blocks[1].Runs != "x" ||
		blocks[2].NotRun != "no cluster" {
		t.Errorf("%+v", blocks)
	}
	job := func(image string) []Manifest {
		all, err := Manifests(
			[]byte(
				"apiVersion: batch/v1\nkind: Job\nmetadata: {name: migrate, namespace: partnerline}\nspec: {template: {spec: " +
					"{restartPolicy: Never, containers: [{name: program, image: " + image + "}]}}}\n",
			),
		)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	c := production(t)
	if err := c.Apply(job("a")); err != nil {
		t.Fatal(err)
	}
	for what, err := range map[string]error{
		"field is immutable":         c.Apply(job("b")),
		"not found":                  second(c.Run("kubectl delete job migrate")),
		"in namespace":               second(c.Run("kubectl rollout status deployment/webhooks")),
		"that is known here":         second(c.Run("kubectl scale deployment/webhooks")),
		"Chart.yaml file is missing": second(c.Run("helm upgrade partnerline deploy")),
		"--force":                    second(c.Run("helm upgrade partnerline deploy/helm/partnerline --force")),
	} {
		t.Run(what, func(t *testing.T) {
			if err == nil || !strings.Contains(err.Error(), what) {
				t.Errorf("want %q, got %v", what, err)
			}
		})
	}
}

func second(_ []string, err error) error { return err }
