package e2e

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/e2e/walk"
)

// insideOnly marks the run of this test in a network namespace whose only interface is loopback.
const insideOnly = "PARTNERLINE_INSIDE_ONLY"

// The whole system starts and does its main job without a way out, and tries none: the kernel counts each packet and
// connection that has no route.
func TestNothingOutsideIsCalled(t *testing.T) {
	long(t)
	if os.Getenv(insideOnly) == "" {
		if os.Geteuid() != 0 {
			t.Skip("needs root, for a network namespace")
		}
		inside := exec.CommandContext(t.Context(), "unshare", "--net", "sh", "-c", `ip link set lo up && exec "$0" "$@"`,
			os.Args[0], "-test.run=^TestNothingOutsideIsCalled$")
		inside.Env = append(os.Environ(), insideOnly+"=1")
		if out, err := inside.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	before := withoutRoute(t)
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"))
	if err := walk.Run(t.Context(), s.Env, func(string, string) {}); err != nil {
		t.Fatal(err)
	}
	if n := withoutRoute(t) - before; n != 0 {
		t.Errorf("%d packets or connections had no route: something outside was called", n)
	}

	for _, address := range []string{"192.0.2.1:443", "[2001:db8::1]:443"} { // that the count sees such a call
		before = withoutRoute(t)
		if c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address); err == nil {
			_ = c.Close()
			t.Errorf("%s can be reached", address)
		}
		if withoutRoute(t) == before {
			t.Errorf("a call to %s is not counted", address)
		}
	}
}

// withoutRoute is how many packets and connections of the namespace had no route.
func withoutRoute(t *testing.T) (n int) {
	t.Helper()
	count := func(text string) {
		t.Helper()
		i, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		n += i
	}
	raw, err := os.ReadFile("/proc/self/net/snmp")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(raw)) {
		fields := strings.Fields(line)
		switch {
		case fields[0] != "Ip:":
		case names == nil:
			names = fields
		default:
			for i, name := range names {
				if name == "OutNoRoutes" {
					count(fields[i])
				}
			}
		}
	}
	if raw, err = os.ReadFile("/proc/self/net/snmp6"); err != nil {
		t.Fatal(fmt.Errorf("IPv6: %w", err))
	}
	for line := range strings.Lines(string(raw)) {
		if fields := strings.Fields(line); fields[0] == "Ip6OutNoRoutes" {
			count(fields[1])
		}
	}
	return n
}
