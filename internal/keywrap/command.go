package keywrap

import (
	"context"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/weaksecret"
)

// environment is what the subcommand reads: KEYS_KMS, and whichever settings with keys there are.
type environment struct {
	Keys            Config
	Mode            weaksecret.Development
	EncryptionKeys  envconfig.Secret `env:"ENCRYPTION_KEYS"`
	LinkKeys        envconfig.Secret `env:"LINK_KEYS"`
	IdentityHashKey envconfig.Secret `env:"IDENTITY_HASH_KEY"`
	SessionKeys     envconfig.Secret `env:"SESSION_KEYS"`
	PersonKeys      envconfig.Secret `env:"PERSON_KEYS"`
}

func (e *environment) settings() []Setting {
	return []Setting{
		{"ENCRYPTION_KEYS", &e.EncryptionKeys}, {"LINK_KEYS", &e.LinkKeys}, {"IDENTITY_HASH_KEY", &e.IdentityHashKey},
		{"SESSION_KEYS", &e.SessionKeys}, {"PERSON_KEYS", &e.PersonKeys},
	}
}

const commandUsage = `usage: %[1]s keys new SETTING ID             print a new key of a setting
       %[1]s keys wrap [--from KMS] SETTING   print the value of a setting with every key wrapped by KEYS_KMS
       %[1]s keys check                       unwrap all keys, and print which setting has which
SETTING is ENCRYPTION_KEYS, LINK_KEYS, IDENTITY_HASH_KEY, SESSION_KEYS or PERSON_KEYS; its value is read from the
environment, or from the file that NAME_FILE names. KEYS_KMS wraps; --from is the KMS that unwraps, where it is
another. No key is ever printed in clear.
`

// Command is the subcommand that makes, wraps and checks keys.
func Command(ctx context.Context, in command.Invocation) error {
	usage := fmt.Sprintf(commandUsage, in.Program)
	wrong := func(what string) error { return &command.UsageError{What: what, Usage: usage} }
	flags := flag.NewFlagSet("keys", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	from := flags.String("from", "", "")
	if len(in.Args) == 0 {
		return wrong("want new, wrap or check")
	}
	verb, args := in.Args[0], in.Args[1:]
	if strings.HasPrefix(verb, "-") {
		args = in.Args
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		_, err := io.WriteString(in.Out, usage)
		return err
	case err != nil:
		return wrong(err.Error())
	}
	var env environment
	if err := envconfig.Load(&env, in.Environ); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	switch {
	case verb == "check" && flags.NArg() == 0 && *from == "":
		return env.check(ctx, in.Out)
	case verb == "new" && flags.NArg() == 2 && *from == "":
		return env.new(ctx, in.Out, flags.Arg(0), flags.Arg(1))
	case verb == "wrap" && flags.NArg() == 1:
		return env.wrap(ctx, in.Out, flags.Arg(0), *from)
	}
	return wrong("want new SETTING ID, wrap SETTING or check")
}

// named is the setting of a name; without a KMS nothing can be wrapped.
func (e *environment) named(name string) (Setting, error) {
	i := slices.IndexFunc(e.settings(), func(s Setting) bool { return s.Name == name })
	switch {
	case i < 0:
		return Setting{}, fmt.Errorf("%q is no setting with keys", name)
	case e.Keys.KMS == "":
		return Setting{}, errors.New("KEYS_KMS: want the key of a KMS; a key in clear is made with `openssl rand -base64 32`")
	}
	return e.settings()[i], e.Keys.validURL()
}

func (e *environment) new(ctx context.Context, out io.Writer, name, id string) error {
	s, err := e.named(name)
	if err != nil {
		return err
	}
	if !validID.MatchString(id) {
		return errors.New("ID: want 1 to 32 letters, digits, - or _")
	}
	kms := &keeper{config: e.Keys}
	defer kms.close()
	raw := newKey()
	defer clear(raw)
	k, err := kms.wrap(ctx, key{setting: s.Name, id: id}, raw)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, k)
	return err
}

func (e *environment) wrap(ctx context.Context, out io.Writer, name, from string) error {
	s, err := e.named(name)
	if err != nil {
		return err
	}
	if *s.Value == "" {
		return fmt.Errorf("%s: is not set, and neither is %s_FILE", name, name)
	}
	source := e.Keys
	if from != "" {
		source.KMS = from
	}
	if err := errors.Join(source.Validate(s), source.Unwrap(ctx, s)); err != nil {
		return err
	}
	if err := weaksecret.Keys(name, *s.Value); err != nil && !e.Mode.Development {
		return err
	}
	kms := &keeper{config: e.Keys}
	defer kms.close()
	list := s.keys()
	for i, k := range list {
		raw, err := base64.StdEncoding.DecodeString(k.text)
		if err != nil || len(raw) < size {
			return k.fault("must be the base64 of at least %d bytes", size)
		}
		list[i], err = kms.wrap(ctx, k, raw)
		clear(raw)
		if err != nil {
			return err
		}
	}
	s.set(list)
	_, err = fmt.Fprintln(out, s.Value.Reveal())
	return err
}

func (e *environment) check(ctx context.Context, out io.Writer) error {
	var set []Setting
	kept := map[string][]key{}
	for _, s := range e.settings() {
		if *s.Value != "" {
			set, kept[s.Name] = append(set, s), s.keys()
		}
	}
	if err := e.Keys.Validate(set...); err != nil {
		return err
	}
	if err := e.Keys.Unwrap(ctx, set...); err != nil {
		return err
	}
	for _, s := range set {
		for _, k := range kept[s.Name] {
			how := "in clear"
			if k.wrapped {
				how = "wrapped"
			}
			if _, err := fmt.Fprintf(out, "%s %s %s\n", k.setting, k.id, how); err != nil {
				return err
			}
		}
	}
	return nil
}
