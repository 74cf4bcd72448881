package adminclient

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/oauth2"
)

// A login is what is kept of a sign-in.
type login struct {
	IDToken      string    `json:"id_token"`
	RefreshToken string    `json:"refresh_token"`
	Expires      time.Time `json:"expires"` // of the ID token
}

// newLogin reads the provider's answer. The refresh token is the one before when the provider does not change it.
func newLogin(token *oauth2.Token, refresh string) (login, error) {
	l := login{RefreshToken: token.RefreshToken}
	if l.RefreshToken == "" {
		l.RefreshToken = refresh
	}
	l.IDToken, _ = token.Extra("id_token").(string)
	// Only the end of the token is read here; the console checks the rest.
	var claims struct {
		Expires int64 `json:"exp"`
	}
	parts := strings.Split(l.IDToken, ".")
	if len(parts) != 3 {
		return l, errors.New("the identity provider answers without an ID token: OIDC_SCOPES must have openid")
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err == nil {
		err = json.Unmarshal(payload, &claims)
	}
	if err != nil {
		return l, fmt.Errorf("the identity provider's ID token cannot be read: %w", err)
	}
	l.Expires = time.Unix(claims.Expires, 0).UTC()
	return l, nil
}

// path is that of the file with the login: one for each provider and client.
func (s signIn) path() (string, error) {
	if s.Cache != "" {
		return s.Cache, nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("LOGIN_CACHE: name a file: %w", err)
	}
	sum := sha256.Sum256([]byte(s.Issuer + "\n" + s.ClientID))
	return filepath.Join(dir, "partnerline", "login-"+hex.EncodeToString(sum[:8])+".json"), nil
}

func (s signIn) load() (login, error) {
	path, err := s.path()
	if err != nil {
		return login{}, err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return login{}, errNotSignedIn
	case err != nil:
		return login{}, err
	case info.Mode().Perm()&0o077 != 0:
		return login{},
			fmt.Errorf("%s: others can read it (mode %#o): run admin logout, then admin login", path, info.Mode().Perm())
	}
	content, err := os.ReadFile(path) //nolint:gosec // the person names it
	if err != nil {
		return login{}, err
	}
	var l login
	if json.Unmarshal(content, &l) != nil {
		return login{}, fmt.Errorf("%s: it is no login: run admin login", path)
	}
	return l, nil
}

// store replaces the file atomically, so that a command that runs meanwhile reads a whole one. A temporary file is
// readable only by its owner.
func (s signIn) store(l login) (err error) {
	path, err := s.path()
	if err != nil {
		return err
	}
	content, err := json.Marshal(l) //nolint:gosec // tokens are what the file is for
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".login-*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// logout forgets the login. The session at the identity provider ends there.
func (s signIn) logout(out io.Writer) error {
	path, err := s.path()
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	_, err = fmt.Fprintln(out, "You are signed out.")
	return err
}
