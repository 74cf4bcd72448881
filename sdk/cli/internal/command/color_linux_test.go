package command

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// pseudoTerminal returns both sides of a terminal: what is written to the second is read from the first.
func pseudoTerminal(t *testing.T) (reads, writes *os.File) {
	t.Helper()
	reads, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reads.Close() })
	if err := unix.IoctlSetPointerInt(int(reads.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(reads.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	writes, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = writes.Close() })
	return reads, writes
}

func TestColors(t *testing.T) {
	for name, c := range map[string]struct {
		env     map[string]string
		colored bool
	}{
		"on a terminal":   {nil, true},
		"NO_COLOR":        {map[string]string{"NO_COLOR": "1"}, false},
		"NO_COLOR, empty": {map[string]string{"NO_COLOR": ""}, true},
		"a dumb terminal": {map[string]string{"TERM": "dumb"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			reads, writes := pseudoTerminal(t)
			status := Run(t.Context(), []string{"endpoints", "make"},
				System{In: strings.NewReader(""), Out: writes, Err: writes,
					Getenv: func(name string) string { return c.env[name] }})
			line, err := bufio.NewReader(reads).ReadString('\n')
			if err != nil || status != exitUsage {
				t.Fatalf("status %d, %v", status, err)
			}
			if strings.Contains(line, "\x1b[31m") != c.colored {
				t.Errorf("%q", line)
			}
		})
	}
}
