// Package envconfig reads a configuration struct from the environment: `env` names the variable, `default` its value
// when unset. Any variable NAME may be given as a file instead, by NAME_FILE. All faults are reported at once.
package envconfig

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"
)

// Secret is a value that prints as [secret].
type Secret string

// String hides the value.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "[secret]"
}

// GoString hides the value from %#v.
func (s Secret) GoString() string { return s.String() }

// LogValue hides the value from slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText hides the value from encoders.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Reveal returns the value.
func (s Secret) Reveal() string { return string(s) }

// UnmarshalText takes the value.
func (s *Secret) UnmarshalText(b []byte) error { *s = Secret(b); return nil }

// Load reads cfg, a pointer to a struct, from environ (os.Environ()). If cfg has a Validate method it is called, too.
func Load(cfg any, environ []string) error {
	options := env.Options{DefaultValueTagName: "default"}
	known, err := env.GetFieldParamsWithOptions(cfg, options)
	if err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	options.Environment, err = readFiles(known, environ)
	err = errors.Join(err, parse(cfg, known, options))
	if v, ok := cfg.(interface{ Validate() error }); ok {
		err = errors.Join(err, unreported(err, v.Validate()))
	}
	if err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	return nil
}

// parse parses into cfg. The library names the field of the struct that a value does not fit, which an operator does
// not know, so each variable is parsed once more by itself and named.
func parse(cfg any, known []env.FieldParams, options env.Options) error {
	err := env.ParseWithOptions(cfg, options)
	all, ok := errors.AsType[env.AggregateError](err)
	if !ok {
		return err
	}
	faults := slices.DeleteFunc(all.Errors, func(err error) bool { return errors.As(err, new(env.ParseError)) })
	for _, f := range known {
		value, set := options.Environment[f.Key]
		if !set {
			continue
		}
		alone := options
		alone.Environment = map[string]string{f.Key: value}
		err := env.ParseWithOptions(reflect.New(reflect.TypeOf(cfg).Elem()).Interface(), alone)
		if unfit, ok := errors.AsType[env.ParseError](err); ok {
			faults = append(faults, fmt.Errorf("environment variable %q is no %s: %w", f.Key, unfit.Type, unfit.Err))
		}
	}
	return errors.Join(faults...)
}

// unreported returns the faults of settings that could be read. A fault that Validate finds in a setting that could
// not be read is about its zero value.
func unreported(reported, faults error) error {
	if joined, ok := faults.(interface{ Unwrap() []error }); ok {
		var rest []error
		for _, f := range joined.Unwrap() {
			rest = append(rest, unreported(reported, f))
		}
		return errors.Join(rest...)
	}
	if reported == nil || faults == nil {
		return faults
	}
	names, _, _ := strings.Cut(faults.Error(), ":")
	for name := range strings.SplitSeq(names, ",") {
		if strings.Contains(reported.Error(), `"`+strings.TrimSpace(name)+`"`) {
			return nil
		}
	}
	return faults
}

// readFiles returns the variables, with NAME set from the file that NAME_FILE names. Other variables that end in _FILE
// are not settings of the program.
func readFiles(known []env.FieldParams, environ []string) (map[string]string, error) {
	vars := make(map[string]string, len(environ))
	for _, kv := range environ {
		if k, v, ok := strings.Cut(kv, "="); ok {
			vars[k] = v
		}
	}
	var faults []error
	for _, f := range known {
		path := vars[f.Key+"_FILE"]
		if _, set := vars[f.Key]; set || path == "" {
			continue
		}
		b, err := os.ReadFile(path) //nolint:gosec // the operator names the file
		if err != nil {
			faults = append(faults, fmt.Errorf("%s_FILE: %w", f.Key, err))
			continue
		}
		vars[f.Key] = strings.TrimRight(string(b), "\r\n")
	}
	return vars, errors.Join(faults...)
}
