package envconfig

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

type sample struct {
	Addr  string        `env:"ADDR" default:":80"`
	Wait  time.Duration `env:"WAIT" default:"5s"`
	Token Secret        `env:"TOKEN,required"`
	Need  string        `env:"NEED,required"`
}

func TestLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("s3cret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var s sample
	if err := Load(&s, []string{"TOKEN_FILE=" + file, "NEED=x", "WAIT=7s",
		"SOMEBODY_ELSES_FILE=/does/not/exist"}); err != nil {
		t.Fatal(err)
	}
	if s.Addr != ":80" || s.Wait != 7*time.Second || s.Token.Reveal() != "s3cret" {
		t.Fatalf("%+v", s)
	}
	out, _ := json.Marshal(s)
	if shown := fmt.Sprintf("%v %+v %#v %s", s, s, s, out); strings.Contains(shown, "s3cret") {
		t.Fatalf("the secret shows: %s", shown)
	}
}

func TestLoadReportsAllFaults(t *testing.T) {
	err := Load(&sample{}, []string{"WAIT=soon"})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"TOKEN", "NEED", `environment variable "WAIT" is no time.Duration`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in: %v", want, err)
		}
	}
	if strings.Contains(err.Error(), "Wait") {
		t.Errorf("a field is named, which who sets variables does not know: %v", err)
	}
}
