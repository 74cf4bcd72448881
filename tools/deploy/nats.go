package deploy

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nats-io/nats-server/v2/conf"
	"sigs.k8s.io/yaml"
)

// NATSAccounts are the accounts of deploy/nats as a value of NATS's Helm chart, which writes what is in << >> as it is:
// the passwords are variables of the server's environment.
func NATSAccounts(root string) (string, error) {
	var text strings.Builder
	var passwords []string
	for _, program := range []string{"WEBHOOKS", "PARTNERCONNECT", "DISPATCHER"} {
		name := "NATS_" + program + "_PASSWORD"
		passwords = append(passwords, name)
		fmt.Fprintf(&text, "%s: %q\n", name, "<< $"+name+" >>")
	}
	for _, file := range []string{"permissions.conf", "nats.conf"} {
		b, err := os.ReadFile(filepath.Join(root, "deploy/nats", file))
		if err != nil {
			return "", err
		}
		for line := range strings.Lines(string(b)) {
			if !strings.HasPrefix(line, "include ") { // these two are one text here
				text.WriteString(line)
			}
		}
		text.WriteByte('\n')
	}
	all, err := conf.Parse(text.String())
	if err != nil {
		return "", err
	}
	known := append(passwords, "accounts", "port", "http_port", "jetstream", "WEBHOOKS", "PARTNERCONNECT", "DISPATCHER")
	unknown := slices.DeleteFunc(
		slices.Sorted(maps.Keys(all)),
		func(key string) bool { return slices.Contains(known, key) },
	)
	if len(unknown) > 0 {
		return "", fmt.Errorf("deploy/nats: %v: not in deploy/helm/nats-values.yaml", unknown)
	}
	b, err := yaml.Marshal(map[string]any{"merge": map[string]any{"accounts": all["accounts"]}})
	return "  " + strings.ReplaceAll(strings.TrimSuffix(string(b), "\n"), "\n", "\n  ") + "\n", err
}
