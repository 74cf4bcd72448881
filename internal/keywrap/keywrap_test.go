package keywrap

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"gocloud.dev/secrets"
	"gocloud.dev/secrets/driver"

	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/testkit/kmsserver"
)

func TestMain(m *testing.M) {
	for _, v := range kmsserver.Environ() {
		name, value, _ := strings.Cut(v, "=")
		_ = os.Setenv(name, value)
	}
	os.Exit(m.Run())
}

// keys runs the subcommand.
func keys(t *testing.T, environ []string, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := Command(t.Context(), command.Invocation{Program: "thingd", Args: args, Environ: environ, Out: &out})
	return strings.TrimSpace(out.String()), err
}

func setting(name, value string) (Setting, *envconfig.Secret) {
	secret := envconfig.Secret(value)
	return Setting{name, &secret}, &secret
}

// A wrapped key is in no setting, and unwraps to what it was.
func TestWrapAndUnwrap(t *testing.T) {
	t.Parallel()
	kms := kmsserver.Start(t)
	config := Config{KMS: kms.NewKey()}
	old := keyring.NewKey("k1")
	environ := []string{"KEYS_KMS=" + config.KMS, "ENCRYPTION_KEYS=" + old,
		"IDENTITY_HASH_KEY=" + strings.TrimPrefix(old, "k1:")}
	made, err := keys(t, environ, "new", "ENCRYPTION_KEYS", "k2")
	if err != nil || !strings.HasPrefix(made, "k2:"+mark) {
		t.Fatalf("new: %q %v", made, err)
	}
	wrapped, err := keys(t, environ, "wrap", "ENCRYPTION_KEYS")
	if err != nil || !strings.HasPrefix(wrapped, "k1:"+mark) || strings.Contains(wrapped, strings.TrimPrefix(old, "k1:")) {
		t.Fatalf("wrap: %q %v", wrapped, err)
	}
	noID, err := keys(t, environ, "wrap", "IDENTITY_HASH_KEY")
	if err != nil || !strings.HasPrefix(noID, mark) {
		t.Fatalf("wrap of a key without an id: %q %v", noID, err)
	}
	both := made + ", " + wrapped
	s, value := setting("ENCRYPTION_KEYS", both)
	hash, hashValue := setting("IDENTITY_HASH_KEY", noID)
	if err := errors.Join(config.Validate(s, hash), config.Unwrap(t.Context(), s, hash)); err != nil {
		t.Fatal(err)
	}
	ring, err := keyring.Parse(value.Reveal())
	if err != nil || ring.First() != "k2" || !strings.HasSuffix(value.Reveal(), ","+old) ||
		"k1:"+hashValue.Reveal() != old {
		t.Errorf("unwrapped to other keys: first %q, %v", ring.First(), err)
	}
	checked, err := keys(t, []string{"KEYS_KMS=" + config.KMS, "ENCRYPTION_KEYS=" + both + "," + keyring.NewKey("k3")},
		"check")
	if want := "ENCRYPTION_KEYS k2 wrapped\nENCRYPTION_KEYS k1 wrapped\nENCRYPTION_KEYS k3 in clear"; err != nil ||
		checked != want {
		t.Errorf("check: %q %v", checked, err)
	}

	// From one key of the KMS to another: what is wrapped again needs the old one no more.
	next := kms.NewKey()
	again, err := keys(t, []string{"KEYS_KMS=" + next, "ENCRYPTION_KEYS=" + both}, "wrap", "--from", config.KMS,
		"ENCRYPTION_KEYS")
	if err != nil {
		t.Fatal(err)
	}
	kms.Disable(config.KMS)
	moved, movedValue := setting("ENCRYPTION_KEYS", again)
	if err := (Config{KMS: next}).Unwrap(t.Context(), moved); err != nil || *movedValue != *value {
		t.Errorf("wrapped by the next key: %v", err)
	}
	s, _ = setting("ENCRYPTION_KEYS", wrapped)
	if err := config.Unwrap(t.Context(), s); err == nil || !strings.Contains(err.Error(), "AccessDeniedException") {
		t.Errorf("with a disabled key: %v", err)
	}
}

// What cannot be unwrapped is named with its setting, its id, the KMS and the cause, and not shown.
func TestFaults(t *testing.T) {
	t.Parallel()
	kms := kmsserver.Start(t)
	config := Config{KMS: kms.NewKey()}
	wrapped, err := keys(t, []string{"KEYS_KMS=" + config.KMS}, "new", "LINK_KEYS", "k2")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.TrimPrefix(wrapped, "k2:"+mark)
	sealed, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	sealed[len(sealed)-1] ^= 1
	// A double of a refusal, since the server has no policies; its text is that of AWS.
	denied := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/x-amz-json-1.1")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = fmt.Fprint(w,
			`{"__type":"AccessDeniedException","Message":"User: x is not authorized to perform: kms:Decrypt"}`)
	}))
	t.Cleanup(denied.Close)
	for name, c := range map[string]struct {
		setting, value, kms string
		want                []string
	}{
		"altered": {"LINK_KEYS", "k2:" + mark + base64.StdEncoding.EncodeToString(sealed), config.KMS,
			[]string{"key k2", "InvalidCiphertextException"}},
		"another setting": {"ENCRYPTION_KEYS", wrapped, config.KMS, []string{"key k2", "another setting or id"}},
		"another id":      {"LINK_KEYS", "k3:" + mark + text, config.KMS, []string{"key k3", "another setting or id"}},
		"of another KMS": {"LINK_KEYS", wrapped, kmsserver.Start(t).NewKey(), []string{"key k2",
			"cannot be unwrapped by awskms:///"}},
		"denied": {"LINK_KEYS", wrapped, kmsserver.KeyURL("x", denied.URL), []string{"key k2",
			"AccessDeniedException", "not authorized to perform: kms:Decrypt"}},
		"no KMS there": {"LINK_KEYS", wrapped, kmsserver.KeyURL("x", "http://127.0.0.1:1"), []string{"key k2",
			"connection refused"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, value := setting(c.setting, c.value)
			err := (Config{KMS: c.kms}).Unwrap(t.Context(), s)
			for _, want := range append(c.want, c.setting+": ", runbook) {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%q is not in: %v", want, err)
				}
			}
			if err != nil && strings.Contains(err.Error(), text[:16]) {
				t.Errorf("shown: %v", err)
			}
			if value.Reveal() != c.value {
				t.Errorf("the setting has changed to %d bytes", len(value.Reveal()))
			}
		})
	}
}

// A KMS that takes calls and answers none ends the start of a program.
func TestNoAnswer(t *testing.T) {
	t.Parallel()
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(silent.Close)
	vault := Config{KMS: "hashivault://k", VaultAddr: silent.URL, VaultToken: "t"}
	for name, config := range map[string]Config{"aws": {KMS: kmsserver.KeyURL("x", silent.URL)}, "vault": vault} {
		s, _ := setting("LINK_KEYS", "k2:"+mark+"AAAA")
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // as if the time were over
		if err := config.Unwrap(ctx, s); err == nil || !strings.Contains(err.Error(), errNoAnswer.Error()) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// slow is the driver of a KMS that reads what it encrypts once its caller has given up.
type slow struct {
	driver.Keeper
	begin chan struct{}
	read  chan []byte
}

func (s slow) Encrypt(_ context.Context, plain []byte) ([]byte, error) {
	<-s.begin
	s.read <- bytes.Clone(plain)
	return plain, nil
}

// A call that its caller gave up wraps what it was given, not what has been cleared meanwhile.
func TestAnAbandonedCallReadsItsKey(t *testing.T) {
	t.Parallel()
	s := slow{begin: make(chan struct{}), read: make(chan []byte)}
	k, raw := key{setting: "LINK_KEYS", id: "k1"}, newKey()
	want := append(k.bound(), raw...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&keeper{open: secrets.NewKeeper(s)}).wrap(ctx, k, raw); !errors.Is(err, errNoAnswer) {
		t.Errorf("wrap: %v", err)
	}
	clear(raw)
	close(s.begin)
	if got := <-s.read; !bytes.Equal(got, want) {
		t.Errorf("wrapped %x, want %x", got, want)
	}
}

// A server that is no Vault is a fault, as is a Vault that refuses.
func TestVaultFaults(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`{"errors":["permission denied"]}`: "permission denied",
		`{}`:                               "what answers is no KMS",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if strings.Contains(answer, "errors") {
				w.WriteHeader(http.StatusForbidden)
			}
			_, _ = fmt.Fprint(w, answer)
		}))
		s, _ := setting("LINK_KEYS", "k2:"+mark+"AAAA")
		config := Config{KMS: "hashivault://k", VaultAddr: server.URL, VaultToken: "t"}
		if err := config.Unwrap(t.Context(), s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", answer, err)
		}
		server.Close()
	}
}

// What can be known without a KMS is known before.
func TestValidate(t *testing.T) {
	t.Parallel()
	good := "k1:" + mark + "AAAA"
	for name, c := range map[string]struct {
		config      Config
		value, want string
	}{
		"in clear":              {Config{}, keyring.NewKey("k1"), ""},
		"wrapped":               {Config{KMS: "awskms:///x?region=r"}, good, ""},
		"of Google":             {Config{KMS: "gcpkms://projects/p/locations/l/keyRings/r/cryptoKeys/k"}, good, ""},
		"of Azure":              {Config{KMS: "azurekeyvault://v.vault.azure.net/keys/k"}, good, ""},
		"of Vault":              {Config{KMS: "hashivault://k", VaultAddr: "http://v", VaultToken: "t"}, good, ""},
		"no KMS":                {Config{}, good, "ENCRYPTION_KEYS: key k1 is wrapped: set KEYS_KMS"},
		"no base64":             {Config{KMS: "awskms:///x"}, "k1:" + mark + "%", "ENCRYPTION_KEYS: key k1 is no base64"},
		"unknown scheme":        {Config{KMS: "kms://x"}, good, "KEYS_KMS: want awskms"},
		"no key":                {Config{KMS: "awskms://"}, good, "KEYS_KMS: want awskms"},
		"password":              {Config{KMS: "awskms://u:hunter2@x"}, good, "KEYS_KMS: want awskms"},
		"Vault without a token": {Config{KMS: "hashivault://k", VaultAddr: "http://v"}, good, "VAULT_TOKEN"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, value := setting("ENCRYPTION_KEYS", c.value)
			err := c.config.Validate(s)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v, want %q", err, c.want)
			}
			if err != nil && (strings.Contains(err.Error(), "AAAA") || strings.Contains(err.Error(), "hunter2")) {
				t.Errorf("shown: %v", err)
			}
			Placeholders(s)
			if _, err := keyring.Parse(value.Reveal()); err != nil {
				t.Errorf("the placeholder is no key: %v", err)
			}
		})
	}
}

func TestRemarks(t *testing.T) {
	t.Parallel()
	plain, _ := setting("A", keyring.NewKey("k1"))
	mixed, _ := setting("B", keyring.NewKey("k2")+",k1:"+mark+"AAAA")
	wrapped, _ := setting("C", "k1:"+mark+"AAAA")
	unset, _ := setting("D", "")
	if got := Remarks(false, plain, mixed, wrapped, unset); !strings.HasPrefix(got, "A, B: keys are in clear") {
		t.Errorf("%q", got)
	}
	if got := Remarks(true, plain) + Remarks(false, wrapped, unset); got != "" {
		t.Errorf("%q", got)
	}
}

func TestCommandFaults(t *testing.T) {
	t.Parallel()
	kms := "KEYS_KMS=awskms:///x?region=r"
	for args, c := range map[string]struct {
		environ []string
		want    string
	}{
		"":                        {nil, "want new, wrap or check"},
		"fly":                     {nil, "want new SETTING ID"},
		"new ENCRYPTION_KEYS":     {[]string{kms}, "want new SETTING ID"},
		"new ENCRYPTION_KEYS k2":  {nil, "KEYS_KMS"},
		"new SMTP_URL k2":         {[]string{kms}, "no setting with keys"},
		"new ENCRYPTION_KEYS k:2": {[]string{kms}, "ID: want"},
		"wrap ENCRYPTION_KEYS":    {[]string{kms}, "ENCRYPTION_KEYS: is not set"},
		"wrap LINK_KEYS": {[]string{kms, "LINK_KEYS=k1:c2hvcnQ="},
			"LINK_KEYS: key k1 must be the base64 of at least 32 bytes"},
		"wrap LINK_KEYS ": {[]string{kms, "LINK_KEYS=" + strings.Repeat("Ab", 22) + ":k1"},
			"LINK_KEYS: the key must be"},
		"wrap PERSON_KEYS": {[]string{kms, "PERSON_KEYS=k1:" + strings.Repeat("A", 43) + "="},
			"PERSON_KEYS: key k1 has only"},
		"wrap SESSION_KEYS --from=x":  {[]string{kms, "SESSION_KEYS=k1:x"}, "want new SETTING ID"},
		"wrap --from=x: SESSION_KEYS": {[]string{kms, "SESSION_KEYS=k1:x"}, "KEYS_KMS: want awskms"},
	} {
		if out, err := keys(t, c.environ, strings.Fields(args)...); err == nil || !strings.Contains(err.Error(), c.want) ||
			out != "" {
			t.Errorf("%s: %q, %v, want %q", args, out, err, c.want)
		}
	}
	for _, args := range []string{"--help", "-h", "new --help"} {
		if out, err := keys(t, nil, strings.Fields(args)...); err != nil || !strings.HasPrefix(out,
			"usage: thingd keys new") {
			t.Errorf("%s: %q %v", args, out, err)
		}
	}
}
