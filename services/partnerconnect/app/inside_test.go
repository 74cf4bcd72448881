package app_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/partnerline/partnerline/internal/keyring"
	delegationpg "github.com/partnerline/partnerline/services/partnerconnect/delegation/postgres"
	delegationusecase "github.com/partnerline/partnerline/services/partnerconnect/delegation/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/objects"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/sweep"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	moneypg "github.com/partnerline/partnerline/services/partnerconnect/money/postgres"
	moneyusecase "github.com/partnerline/partnerline/services/partnerconnect/money/usecase"
	onboardingpg "github.com/partnerline/partnerline/services/partnerconnect/onboarding/postgres"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
)

// store is the program's database as its own code sees it.
func (s *system) store() *wiring.Parts {
	s.t.Helper()
	keys, err := keyring.Parse(s.cfg.EncryptionKeys.Reveal())
	if err != nil {
		s.t.Fatal(err)
	}
	return wiring.New(s.pool, keys)
}

// money is the use cases of money on the program's database.
func (s *system) money() (m struct {
	payments *moneyusecase.Payments
	payouts  *moneyusecase.Payouts
	accounts *moneyusecase.Accounts
},
) {
	s.t.Helper()
	keys, err := keyring.Parse(s.cfg.EncryptionKeys.Reveal())
	if err != nil {
		s.t.Fatal(err)
	}
	merchants, store := delegationpg.NewStore(keys), moneypg.NewStore(keys)
	operations := delegationusecase.NewOperations(s.pool, merchants)
	m.payments = moneyusecase.NewPayments(s.pool, operations, store, money.DefaultTariff)
	m.payouts = moneyusecase.NewPayouts(s.pool, operations, store, onboardingusecase.NewChanger(s.pool, onboardingpg.NewStore(s.pool, keys)))
	m.accounts = moneyusecase.NewAccounts(s.pool, operations, merchants)
	return m
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
	store, m := s.store(), s.money()
	areas := sweep.Areas{
		Onboardings: store.Changer, Documents: store.OnboardingStore, Sessions: store.HostedflowStore, Messages: store.MessageStore,
		Events: store.EventStore, Payments: m.payments, Accounts: m.accounts,
	}
	sweep.New(areas, s.objects(), slog.New(slog.NewTextHandler(s.log, nil)), func() time.Time { return now }).Sweep(s.t.Context())
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
