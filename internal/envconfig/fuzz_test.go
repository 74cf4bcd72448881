package envconfig

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

// Whatever the environment contains: what is accepted is what the standard library reads, and no error shows a secret.
func FuzzLoad(f *testing.F) {
	for _, s := range [][4]string{{"20s", "5", "true", "s3cret-value"}, {"-1h", "0x10", "T", "a=b"}, {"1", "", "", "\x00"},
		{"9999999999h", "99999999999999999999", "yes", "${WAIT}"}, {" 1s", " 1", " true", "$COUNT,\n"}} {
		f.Add(s[0], s[1], s[2], s[3])
	}
	f.Fuzz(func(t *testing.T, wait, count, on, secret string) {
		var cfg struct {
			Wait   time.Duration `env:"WAIT" default:"1m"`
			Count  int           `env:"COUNT" default:"7"`
			On     bool          `env:"ON"`
			Secret Secret        `env:"SECRET"`
		}
		err := Load(&cfg, []string{"WAIT=" + wait, "COUNT=" + count, "ON=" + on, "SECRET=" + secret, "NONSENSE", "="})
		wantWait, errWait := time.ParseDuration(orDefault(wait, "1m"))
		wantCount, errCount := strconv.ParseInt(orDefault(count, "7"), 10, 32)
		wantOn, errOn := strconv.ParseBool(orDefault(on, "false"))
		if fine := errWait == nil && errCount == nil && errOn == nil; fine != (err == nil) {
			t.Fatalf("%q %q %q: %v", wait, count, on, err)
		}
		if err != nil {
			if len(secret) > 8 && strings.Contains(err.Error(), secret) && !strings.Contains(wait+count+on, secret) {
				t.Fatalf("the error shows the secret: %v", err)
			}
			return
		}
		if cfg.Wait != wantWait || cfg.Count != int(wantCount) || cfg.On != wantOn || cfg.Secret.Reveal() != secret {
			t.Fatalf("%q %q %q %q became %+v", wait, count, on, secret, cfg)
		}
		if b, _ := cfg.Secret.MarshalText(); secret != "" && string(b) != "[secret]" {
			t.Fatalf("%s", b)
		}
	})
}

// orDefault is what an empty variable means.
func orDefault(s, def string) string {
	if s == "" {
		return def
	}
	return s
}
