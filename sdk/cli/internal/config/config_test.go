package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFileIsOfTheUserAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "partnerline")
	f, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	f.Profiles[Default] = Profile{WebhooksKey: "vk_test_secret", WebhooksURL: "http://localhost"}
	if err := f.Save(); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{f.Path(): 0o600, dir: 0o700} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v; %v", path, info.Mode(), want, err)
		}
	}
	again, err := Load(dir)
	if err != nil || again.Profiles[Default] != f.Profiles[Default] {
		t.Errorf("%v, %v", again, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v: want the file alone", entries, err)
	}
	for _, mode := range []os.FileMode{0o640, 0o604, 0o644} {
		t.Run(mode.String(), func(t *testing.T) {
			if err := os.Chmod(f.Path(), mode); err != nil {
				t.Fatal(err)
			}
			_, err := Load(dir)
			if err == nil || !strings.Contains(err.Error(), "chmod 600") || strings.Contains(err.Error(), "secret") {
				t.Errorf("accepted, or without the remedy: %v", err)
			}
		})
	}
}

func TestFolder(t *testing.T) {
	got, err := Dir(func(name string) string { return map[string]string{"PARTNERLINE_CONFIG_DIR": "/somewhere"}[name] })
	if got != "/somewhere" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}
