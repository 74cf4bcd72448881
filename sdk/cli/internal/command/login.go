package command

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

func loginCommand(a *app) *cobra.Command {
	var url string
	c := &cobra.Command{
		Use: "login --url URL", Short: "Store a key after a call with it has succeeded", Args: exactly(),
		Long: "Asks for a key without showing it, or reads it from standard input. Its prefix decides which API it is " +
			"for; a profile holds one key for each.",
		RunE: func(c *cobra.Command, _ []string) error { return a.logIn(c, url) },
	}
	c.Flags().StringVar(&url, "url", "", "base URL of the API; may be left out when the profile has it")
	return c
}

func (a *app) logIn(c *cobra.Command, url string) error {
	f, name, err := a.load()
	if err != nil {
		return err
	}
	key, err := a.readKey()
	if err != nil {
		return err
	}
	p := f.Profiles[name]
	var of *api
	switch {
	case strings.HasPrefix(key, "vk_"):
		of, p.WebhooksKey, p.WebhooksURL = tenantAPI, key, cmp.Or(url, p.WebhooksURL)
		url = p.WebhooksURL
	case strings.HasPrefix(key, "pk_"):
		of, p.PartnerKey, p.PartnerConnectURL = partnerAPI, key, cmp.Or(url, p.PartnerConnectURL)
		url = p.PartnerConnectURL
	default:
		return usage(errors.New("the key begins neither with vk_ (tenant) nor with pk_ (partner)"))
	}
	client, err := a.client(of, key, url)
	if err != nil {
		return usage(errors.New("--url is missing"))
	}
	whose, err := of.ping(c.Context(), client)
	if err != nil {
		return err
	}
	f.Profiles[name] = p
	if err := f.Save(); err != nil {
		return err
	}
	return a.print(struct {
		Profile string `json:"profile"`
		Holder  string `json:"holder"`
		Mode    string `json:"mode"`
		File    string `json:"file"`
	}{name, whose, strings.Split(key, "_")[1], f.Path()})
}

// readKey reads a key: from a terminal without echo, else the first line of the input.
func (a *app) readKey() (string, error) {
	if in, ok := a.In.(*os.File); ok && terminal(in) {
		fmt.Fprint(a.Err, "Key: ")
		key, err := term.ReadPassword(int(in.Fd()))
		fmt.Fprintln(a.Err)
		return strings.TrimSpace(string(key)), err
	}
	line, err := bufio.NewReader(a.In).ReadString('\n')
	if key := strings.TrimSpace(line); key != "" {
		return key, nil
	}
	return "", usage(fmt.Errorf("there is no key on standard input: %w", err))
}

func profilesCommand(a *app) *cobra.Command {
	return &cobra.Command{Use: "profiles", Short: "List the profiles", Args: exactly(),
		RunE: func(*cobra.Command, []string) error {
			f, current, err := a.load()
			if err != nil {
				return err
			}
			type row struct {
				Name       string `json:"name"`
				Current    bool   `json:"current"`
				TenantKey  string `json:"tenant_key"`
				PartnerKey string `json:"partner_key"`
			}
			var rows []row
			for _, name := range f.Names() {
				p := f.Profiles[name]
				rows = append(rows, row{name, name == current, shown(p.WebhooksKey), shown(p.PartnerKey)})
			}
			return printList(a, rows, "name", "current", "tenant_key", "partner_key")
		}}
}

// shown is the part of a key that is no secret.
func shown(key string) string {
	if len(key) < 12 {
		return ""
	}
	return key[:12] + "..."
}
