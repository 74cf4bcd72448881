package app_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"go.opentelemetry.io/otel/metric/noop"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/tasks"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/objects"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// store is the program's database as its own code sees it.
func (s *system) store() *wiring.Modules {
	s.t.Helper()
	keys, err := keyring.Parse(s.cfg.EncryptionKeys.Reveal())
	if err != nil {
		s.t.Fatal(err)
	}
	hash, err := onboarding.ParseIDHash(s.cfg.IdentityHashKey.Reveal())
	if err != nil {
		s.t.Fatal(err)
	}
	return wiring.New(kernel.Database{Pool: s.pool, Keys: keys}, money.DefaultTariff, hash)
}

// objects is where the contents of documents lie.
func (s *system) objects() *objects.Files {
	s.t.Helper()
	f, err := objects.OpenFiles(s.cfg.DocumentsDir)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = f.Close() })
	return f
}

// sweepAt does what the program's sweeper would do at a time.
func (s *system) sweepAt(now time.Time) {
	s.t.Helper()
	m := s.store()
	due := slices.Concat(m.Kernel.Sweeps(),
		m.Merchant.Sweeps(onboarding.DefaultRetention, s.objects(), noop.Int64Counter{}), m.Finance.Sweeps(),
		m.Hosted.Sweeps())
	seen, err := tasks.New(noop.Meter{}, time.Now)
	if err != nil {
		s.t.Fatal(err)
	}
	kernelusecase.NewSweeper(due, seen, slog.New(slog.NewTextHandler(s.log, nil)),
		func() time.Time { return now }).Sweep(s.t.Context())
}

// onDisk returns the files below the documents folder, by their path in it.
func (s *system) onDisk() map[string][]byte {
	s.t.Helper()
	out := map[string][]byte{}
	err := filepath.WalkDir(s.cfg.DocumentsDir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(s.cfg.DocumentsDir, path)
		out[name], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}
