package keywrap

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"gocloud.dev/secrets"

	"github.com/partnerline/partnerline/internal/envconfig"
)

// Config names the key of a KMS.
type Config struct {
	// key of a KMS that wraps the keys of settings: awskms:///ID?region=REGION, gcpkms://NAME,
	// azurekeyvault://VAULT/keys/NAME, hashivault://NAME; empty: they are in clear
	KMS string `env:"KEYS_KMS"`
	// URL of the Vault or OpenBao of hashivault://; the libraries of the others read variables of their own
	VaultAddr  string           `env:"VAULT_ADDR"`
	VaultToken envconfig.Secret `env:"VAULT_TOKEN"` // token for it; read when the program starts
}

// A Setting has keys, separated by commas.
type Setting struct {
	Name  string
	Value *envconfig.Secret
}

const (
	mark      = "kms." // is no base64, so that no key in clear begins with it
	size      = 32     // bytes of a key
	within    = 15 * time.Second
	runbook   = "docs/operations.md#keys-in-a-kms"
	separator = "\x00"
)

// A key is one of a setting.
type key struct {
	setting, id string // the id is empty where the setting has none
	text        string // base64, or what is wrapped
	wrapped     bool
}

func (s Setting) keys() []key {
	var list []key
	for part := range strings.SplitSeq(s.Value.Reveal(), ",") {
		id, text, named := strings.Cut(strings.TrimSpace(part), ":")
		if !named {
			id, text = "", id
		}
		k := key{setting: s.Name, id: id}
		k.text, k.wrapped = strings.CutPrefix(text, mark)
		list = append(list, k)
	}
	return list
}

func (s Setting) set(list []key) {
	parts := make([]string, len(list))
	for i, k := range list {
		parts[i] = k.String()
	}
	*s.Value = envconfig.Secret(strings.Join(parts, ","))
}

// String is the key as it is written in its setting.
func (k key) String() string {
	text := k.text
	if k.wrapped {
		text = mark + text
	}
	if k.id == "" {
		return text
	}
	return k.id + ":" + text
}

// validID matches ids. Any other text before a colon may be a key in the wrong place, and is not shown.
var validID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

// fault is an error about the key, which shows nothing of it.
func (k key) fault(format string, args ...any) error {
	which := "the key"
	if validID.MatchString(k.id) {
		which = "key " + k.id
	}
	return fmt.Errorf("%s: %s %w", k.setting, which, fmt.Errorf(format, args...))
}

// bound precedes the bytes of a key in what is wrapped.
func (k key) bound() []byte {
	return []byte(strings.Join([]string{"partnerline", k.setting, k.id, ""}, separator))
}

// Validate checks what can be known without a KMS.
func (c Config) Validate(settings ...Setting) error {
	var faults []error
	if c.KMS != "" {
		faults = append(faults, c.validURL())
	}
	for _, s := range settings {
		for _, k := range s.keys() {
			switch _, err := base64.StdEncoding.DecodeString(k.text); {
			case !k.wrapped:
			case err != nil || k.text == "":
				faults = append(faults, k.fault("is no base64 after %s: copy what `keys new` or `keys wrap` printed", mark))
			case c.KMS == "":
				faults = append(faults, k.fault("is wrapped: set KEYS_KMS to the key of the KMS that wrapped it"))
			}
		}
	}
	return errors.Join(faults...)
}

// Placeholders puts any key in the place of each wrapped one, so that the rest of a setting can be checked without a
// KMS.
func Placeholders(settings ...Setting) {
	for _, s := range settings {
		list := s.keys()
		for i, k := range list {
			if k.wrapped {
				list[i].text, list[i].wrapped = base64.StdEncoding.EncodeToString(newKey()), false
			}
		}
		s.set(list)
	}
}

func newKey() []byte {
	b := make([]byte, size)
	_, _ = rand.Read(b) // never fails
	return b
}

// Remarks is what check-config says of keys in clear, in lines: nothing in development.
func Remarks(development bool, settings ...Setting) string {
	var names []string
	for _, s := range settings {
		if *s.Value != "" && slices.ContainsFunc(s.keys(), func(k key) bool { return !k.wrapped }) {
			names = append(names, s.Name)
		}
	}
	if development || names == nil {
		return ""
	}
	return fmt.Sprintf("%s: keys are in clear, for whoever reads the environment or the file; set KEYS_KMS and wrap them "+
		"(%s)\n", strings.Join(names, ", "), runbook)
}

// Unwrap puts the key itself in the place of each wrapped one. Without such it asks no KMS.
func (c Config) Unwrap(ctx context.Context, settings ...Setting) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	kms := &keeper{config: c}
	defer kms.close()
	var faults []error
	for _, s := range settings {
		list := s.keys()
		for i, k := range list {
			if !k.wrapped {
				continue
			}
			raw, err := kms.unwrap(ctx, k)
			if err != nil {
				faults = append(faults, err)
				continue
			}
			list[i].text, list[i].wrapped = base64.StdEncoding.EncodeToString(raw), false
			clear(raw)
		}
		s.set(list)
	}
	return errors.Join(faults...)
}

// A keeper wraps and unwraps by the KMS of a configuration, with which it is connected at first use.
type keeper struct {
	config Config
	open   *secrets.Keeper
}

func (p *keeper) close() {
	if p.open != nil {
		_ = p.open.Close()
	}
}

// name is the KMS as errors show it.
func (p *keeper) name() string {
	u, err := url.Parse(p.config.KMS)
	if err != nil {
		return "KEYS_KMS"
	}
	return u.Redacted()
}

// ask has f done by the KMS, and returns when ctx ends even if f does not: not all drivers heed it.
func (p *keeper) ask(ctx context.Context, f func(*secrets.Keeper) ([]byte, error)) ([]byte, error) {
	if p.open == nil {
		k, err := p.config.keeper(ctx)
		if err != nil {
			return nil, err
		}
		p.open = k
	}
	type answer struct {
		bytes []byte
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if recover() != nil { // the driver of Vault, by an answer without the fields of one
				a = answer{err: errors.New("what answers is no KMS")}
			}
			done <- a
		}()
		a.bytes, a.err = f(p.open)
	}()
	select {
	case a := <-done:
		if ctx.Err() != nil && a.err != nil {
			return nil, errNoAnswer
		}
		return a.bytes, a.err
	case <-ctx.Done():
		return nil, errNoAnswer
	}
}

var errNoAnswer = fmt.Errorf("no answer within %s", within)

func (p *keeper) unwrap(ctx context.Context, k key) ([]byte, error) {
	sealed, err := base64.StdEncoding.DecodeString(k.text)
	if err != nil {
		return nil, k.fault("is no base64 after %s", mark)
	}
	plain, err := p.ask(ctx, func(s *secrets.Keeper) ([]byte, error) { return s.Decrypt(ctx, sealed) })
	if err != nil {
		return nil, k.fault("cannot be unwrapped by %s: %w (%s)", p.name(), err, runbook)
	}
	defer clear(plain)
	raw, bound := bytes.CutPrefix(plain, k.bound())
	if !bound {
		return nil, k.fault("is wrapped as the key of another setting or id: copy it whole, with its id (%s)", runbook)
	}
	return bytes.Clone(raw), nil
}

// wrap returns the key wrapped.
func (p *keeper) wrap(ctx context.Context, k key, raw []byte) (key, error) {
	plain := append(k.bound(), raw...) // of what asks the KMS, which may read it after ctx ended
	sealed, err := p.ask(ctx, func(s *secrets.Keeper) ([]byte, error) {
		defer clear(plain)
		return s.Encrypt(ctx, plain)
	})
	if err != nil {
		return k, k.fault("cannot be wrapped by %s: %w (%s)", p.name(), err, runbook)
	}
	k.text, k.wrapped = base64.StdEncoding.EncodeToString(sealed), true
	return k, nil
}
