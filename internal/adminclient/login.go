package adminclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/grpcclient"
)

// signIn is how a person acts under their own name; without an issuer, INTERNAL_TOKEN is presented.
type signIn struct {
	Issuer   string `env:"OIDC_ISSUER"`        // of the identity provider
	ClientID string `env:"OIDC_CLI_CLIENT_ID"` // a public client with the device flow
	Scopes   string `env:"OIDC_SCOPES" default:"openid profile email groups offline_access"`
	Console  string `env:"CONSOLE_URL"`
	Cache    string `env:"LOGIN_CACHE"` // empty: in the person's folder of configuration
}

// Validate reports what is wrong with it.
func (s signIn) Validate() error {
	if s.Issuer == "" {
		return nil
	}
	var faults []error
	for name, value := range map[string]string{"OIDC_ISSUER": s.Issuer, "CONSOLE_URL": s.Console} {
		u, err := url.Parse(value)
		if err != nil || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" &&
			(u.Scheme != "http" || !envconfig.ThisMachine(u.Hostname())) {
			faults = append(faults,
				fmt.Errorf("%s: want https://host[:port], or http on this machine: tokens are sent there", name))
		}
	}
	if s.ClientID == "" {
		faults = append(faults,
			errors.New("OIDC_CLI_CLIENT_ID: must not be empty: it is the command line's client at the identity provider"))
	}
	return errors.Join(faults...)
}

// loginClient calls the identity provider and the console: a person waits for them.
var loginClient = &http.Client{Timeout: 10 * time.Second}

// largestReply bounds theirs, in bytes.
const largestReply = 1 << 20

var errNotSignedIn = errors.New(
	"you are not signed in, or your session at the identity provider has ended: run admin login",
)

// discover reads the provider's endpoints.
func (s signIn) discover(ctx context.Context) (*oauth2.Config, error) {
	var found struct {
		Issuer string `json:"issuer"`
		Device string `json:"device_authorization_endpoint"`
		Token  string `json:"token_endpoint"`
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(s.Issuer, "/")+
		"/.well-known/openid-configuration", nil)
	if err != nil {
		return nil, err
	}
	code, body, err := exchange(req)
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot reach the identity provider (OIDC_ISSUER): %w", err)
	case code != http.StatusOK || json.Unmarshal(body, &found) != nil || found.Issuer != s.Issuer:
		return nil, fmt.Errorf("OIDC_ISSUER: %s is no OpenID provider of this name (status %d)", s.Issuer, code)
	case found.Device == "" || found.Token == "":
		return nil, errors.New("OIDC_ISSUER: the identity provider has no device flow")
	}
	return &oauth2.Config{ClientID: s.ClientID, Scopes: strings.Fields(s.Scopes), Endpoint: oauth2.Endpoint{
		DeviceAuthURL: found.Device, TokenURL: found.Token, AuthStyle: oauth2.AuthStyleInParams,
	}}, nil
}

// exchange sends a request and reads the whole response.
func exchange(req *http.Request) (int, []byte, error) {
	resp, err := loginClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, largestReply))
	return resp.StatusCode, body, err
}

// login signs a person in by the device flow (RFC 8628): they open an address in any browser and enter a code.
func (s signIn) login(ctx context.Context, out io.Writer) error {
	client, err := s.discover(ctx)
	if err != nil {
		return err
	}
	ctx = context.WithValue(ctx, oauth2.HTTPClient, loginClient)
	device, err := client.DeviceAuth(ctx)
	if err != nil {
		return signInFault(err)
	}
	// Printable: what a provider writes must not control the terminal.
	if _, err := fmt.Fprintf(out, "Open %s and enter the code %s\n", printable(device.VerificationURI),
		printable(device.UserCode)); err != nil {
		return err
	}
	token, err := client.DeviceAccessToken(ctx, device)
	if err != nil {
		return signInFault(err)
	}
	stored, err := newLogin(token, "")
	if err == nil {
		err = s.store(stored)
	}
	if err == nil {
		_, err = fmt.Fprintln(out, "You are signed in.")
	}
	return err
}

// printable is a text without control characters.
func printable(text string) string {
	quoted := strconv.QuoteToGraphic(text)
	return quoted[1 : len(quoted)-1]
}

// signInFault describes why the provider signs a person in no longer.
func signInFault(err error) error {
	refused, ok := errors.AsType[*oauth2.RetrieveError](err)
	switch {
	case errors.Is(err, context.DeadlineExceeded), ok && refused.ErrorCode == "expired_token":
		return errors.New("the code has expired: run admin login again")
	case ok && refused.ErrorCode == "access_denied":
		return errors.New("the sign-in was denied at the identity provider")
	case ok && refused.ErrorCode == "invalid_grant":
		return errNotSignedIn
	case ok && refused.ErrorCode != "":
		return fmt.Errorf("the identity provider refuses: %s", printable(refused.ErrorCode))
	case ok:
		return fmt.Errorf("the identity provider answers with status %d", refused.Response.StatusCode)
	}
	return fmt.Errorf("cannot reach the identity provider: %w", err)
}

// idToken returns the person's token of the provider, which it renews when it ends soon.
func (s signIn) idToken(ctx context.Context, now time.Time) (string, error) {
	stored, err := s.load()
	if err != nil {
		return "", err
	}
	const soon = time.Minute
	if now.Add(soon).Before(stored.Expires) {
		return stored.IDToken, nil
	}
	if stored.RefreshToken == "" {
		return "", errNotSignedIn
	}
	client, err := s.discover(ctx)
	if err != nil {
		return "", err
	}
	token, err := client.TokenSource(context.WithValue(ctx, oauth2.HTTPClient, loginClient),
		&oauth2.Token{RefreshToken: stored.RefreshToken}).Token()
	if err != nil {
		return "", signInFault(err)
	}
	if stored, err = newLogin(token, stored.RefreshToken); err != nil {
		return "", err
	}
	return stored.IDToken, s.store(stored)
}

// callToken asks the console for the token of one call.
func (s signIn) callToken(ctx context.Context, m method) (grpcclient.Bearer, error) {
	id, err := s.idToken(ctx, time.Now())
	if err != nil {
		return "", err
	}
	audience, _, _ := strings.Cut(string(m.desc.ParentFile().Package()), ".")
	body, err := json.Marshal(map[string]string{"audience": audience, "method": m.path()})
	if err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(s.Console, "/")+"/api/tokens",
		bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+id)
	req.Header.Set("Content-Type", "application/json")
	code, reply, err := exchange(req)
	if err != nil {
		return "", fmt.Errorf("cannot reach the console (CONSOLE_URL): %w", err)
	}
	var read struct{ Token, Detail string }
	err = json.Unmarshal(reply, &read)
	if code != http.StatusOK || err != nil || read.Token == "" {
		return "", fmt.Errorf("the console (CONSOLE_URL) answers with status %d: %s", code, printable(read.Detail))
	}
	return grpcclient.Bearer(read.Token), nil
}
