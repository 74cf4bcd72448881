// Package config keeps the keys and addresses of the command line in the user's config directory, readable by that user
// alone.
package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// Default is the profile that is used when none is named.
const Default = "default"

// A Profile is how to reach both APIs, and whom to be there.
type Profile struct {
	WebhooksURL       string `json:"webhooks_url,omitempty"`
	WebhooksKey       string `json:"webhooks_key,omitempty"`
	PartnerConnectURL string `json:"partner_connect_url,omitempty"`
	PartnerKey        string `json:"partner_key,omitempty"`
}

// A File holds the profiles by name.
type File struct {
	path     string
	Profiles map[string]Profile `json:"profiles"`
}

// Dir is the folder of the config file: that of PARTNERLINE_CONFIG_DIR, or the user's.
func Dir(getenv func(string) string) (string, error) {
	if dir := getenv("PARTNERLINE_CONFIG_DIR"); dir != "" {
		return dir, nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for the configuration: %w; set PARTNERLINE_CONFIG_DIR", err)
	}
	return filepath.Join(dir, "partnerline"), nil
}

// Load reads the file of a folder; without one there are no profiles. A file that others may read is refused: its keys
// are no secret any more.
func Load(dir string) (*File, error) {
	f := &File{path: filepath.Join(dir, "config.json"), Profiles: map[string]Profile{}}
	info, err := os.Stat(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return nil, err
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return nil, fmt.Errorf("%s has mode %#o, so others may have read its keys: replace them, then run chmod 600 %s",
			f.path, mode, f.path)
	}
	b, err := os.ReadFile(f.path)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, f); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", f.path, err)
	}
	return f, nil
}

// Path is where the file is.
func (f *File) Path() string { return f.path }

// Names are the profiles, in order.
func (f *File) Names() []string { return slices.Sorted(maps.Keys(f.Profiles)) }

// Save writes the file whole: what others read at any time is the old one or the new one.
func (f *File) Save() error {
	dir := filepath.Dir(f.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	b, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	next, err := os.CreateTemp(dir, "config-*.json") // with mode 0600
	if err != nil {
		return err
	}
	_, err = next.Write(append(b, '\n'))
	if err = errors.Join(err, next.Close()); err != nil {
		return errors.Join(err, os.Remove(next.Name()))
	}
	return os.Rename(next.Name(), f.path)
}
