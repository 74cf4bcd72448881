// Package livedemo runs what live mode needs beside the stack, each part a process of its own: an SMTP server whose
// mailbox a person reads in a browser, and the example provider. The example bank is a command, for the folder by which
// files are exchanged.
package livedemo

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/e2e/walk"
	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/services/partnerconnect/app"
)

// Options say what to run.
type Options struct {
	Dir   string // holds state, files of the bank and logs
	Bin   string // holds the programs of ./examples: see Build
	Tools string // holds the mail server: tools/mail
	Ports bool   // prefer the ports of the guide; otherwise any
}

// A Demo is what runs.
type Demo struct {
	opts           Options
	mail, provider *procs.Program
	token          string // of the calls of the provider
	reports        string // PROVIDER_TOKEN
}

// account is that of the house, from which payouts are paid; the engine transfers what it has collected from
// engineAccount.
const (
	account       = "PLN:PL27114020040000300201355387:WBKPPLPP"
	engineAccount = "DE89370400440532013000"
)

// Build compiles the programs of ./examples into a folder.
func Build(ctx context.Context, dir string) error { return procs.Compile(ctx, dir, "./examples/...") }

// Names of addresses. Those of the provider are its settings.
const (
	smtp, web           = "SMTP_ADDR", "WEB_ADDR"
	providerGRPC, pages = "GRPC_ADDR", "HTTP_ADDR"
)

// Start starts the mail server.
func Start(ctx context.Context, o Options) (*Demo, error) {
	var err error
	for _, dir := range []*string{&o.Dir, &o.Bin, &o.Tools} { // the programs run elsewhere
		if *dir, err = filepath.Abs(*dir); err != nil {
			return nil, err
		}
	}
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, fmt.Errorf("the mail server needs Node.js: %w", err)
	}
	for _, file := range []string{filepath.Join(o.Bin, "provider"), filepath.Join(o.Bin, "bank"), mailServer(o)} {
		if _, err := os.Stat(file); err != nil {
			return nil, fmt.Errorf("%w: start this by make run ARGS=--live-demo, which installs it", err)
		}
	}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, err
	}
	d := &Demo{opts: o, token: apikey.Mint("provider_"), reports: apikey.Mint("reports_")}
	d.mail = procs.New(procs.Spec{
		Name: "mail", Path: node, LogPath: filepath.Join(o.Dir, "mail.log"),
		Ports: d.ports(map[string]int{smtp: 1025, web: 1080}),
		Args: func(p *procs.Program) []string {
			return []string{
				mailServer(o), "--ip", "127.0.0.1", "--web-ip", "127.0.0.1", "--smtp", port(p.Addr(smtp)), "--web",
				port(p.Addr(web)),
				"--mail-directory", filepath.Join(o.Dir, "mail"), "--max-emails", "1000",
			}
		},
		Environ: []string{"HOME=" + o.Dir},
		Ready:   func(p *procs.Program) string { return p.URL(web) + "/api/email" },
	})
	return d, d.mail.Start(ctx)
}

func mailServer(o Options) string {
	return filepath.Join(o.Tools, "node_modules", "maildev", "dist", "bin", "maildev.js")
}

// ports are the ports that addresses prefer; 0 is any.
func (d *Demo) ports(preferred map[string]int) map[string]int {
	if !d.opts.Ports {
		for name := range preferred {
			preferred[name] = 0
		}
	}
	return preferred
}

func port(addr string) string {
	_, port, _ := net.SplitHostPort(addr)
	return port
}

// Configure starts the provider, which reports to partner connect, and connects live mode to all of its parts.
func (d *Demo) Configure(ctx context.Context, env stack.Env, cfg *app.Config) error {
	d.provider = procs.New(procs.Spec{
		Name: "provider", Path: filepath.Join(d.opts.Bin, "provider"), LogPath: filepath.Join(d.opts.Dir, "provider.log"),
		Ports: d.ports(map[string]int{providerGRPC: 9200, pages: 8200}),
		Environ: []string{"TOKEN=" + d.token, "PROVIDER_TOKEN=" + d.reports, "PARTNERCONNECT_GRPC=" + env.PartnerGRPC,
			"STATE_FILE=" + filepath.Join(d.opts.Dir, "provider.json")},
		Ready: func(p *procs.Program) string { return p.URL(pages) + "/" },
	})
	if err := d.provider.Start(ctx); err != nil {
		return err
	}
	address, token := d.provider.Addr(providerGRPC), envconfig.Secret(d.token)
	cfg.ProviderToken, cfg.SettleSameDay = envconfig.Secret(d.reports), true
	cfg.Messages.SMTP.URL, cfg.Messages.SMTP.From, cfg.Messages.SMTP.TLS = "smtp://"+d.mail.Addr(smtp),
		"Partnerline demo <demo@partnerline.example>", "none"
	cfg.Messages.GRPC, cfg.Messages.Token = address, token
	cfg.PaymentEngine.GRPC, cfg.PaymentEngine.Token = address, token
	cfg.IdentityProvider.GRPC, cfg.IdentityProvider.Token = address, token
	cfg.Bank.Dir, cfg.Bank.Holder, cfg.Bank.Accounts = d.bankDir(), "Partnerline demo sp. z o.o.", account
	cfg.Bank.EngineAccounts = engineAccount
	return nil
}

func (d *Demo) bankDir() string { return filepath.Join(d.opts.Dir, "bank") }

// Live is what a walk through live mode needs.
func (d *Demo) Live() walk.Live {
	return walk.Live{MailURL: d.mail.URL(web), ProviderURL: d.provider.URL(pages), BankDir: d.bankDir(),
		EngineAccount: engineAccount, Bank: d.Bank}
}

// Bank runs a command of the example bank.
func (d *Demo) Bank(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, filepath.Join(d.opts.Bin, "bank"), args...) //nolint:gosec // our own program
	cmd.Env = []string{"BANK_DIR=" + d.bankDir(), "BANK_ACCOUNTS=" + account}
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("bank %s: %w: %s", strings.Join(args, " "), err, out)
	}
	return string(out), err
}

// Shell is what a person's shell needs to play the parts, as a file for a POSIX shell.
func (d *Demo) Shell() string {
	return fmt.Sprintf("export BANK_DIR='%s'\nexport BANK_ACCOUNTS='%s'\nexport ENGINE_ACCOUNT='%s'\nexport "+
		"MAIL_URL='%s'\nexport PROVIDER_URL='%s'\n", d.bankDir(), account, engineAccount, d.mail.URL(web),
		d.provider.URL(pages))
}

// Stop ends the processes.
func (d *Demo) Stop(ctx context.Context) error {
	var err error
	for _, p := range []*procs.Program{d.provider, d.mail} {
		if p != nil {
			err = errors.Join(err, p.Stop(ctx))
		}
	}
	return err
}
