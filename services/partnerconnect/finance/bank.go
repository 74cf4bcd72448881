package finance

import (
	"errors"
	"fmt"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bankdir"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/iso20022"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/objects"
)

// BankConfig says by which files money leaves in live mode, and from which accounts.
type BankConfig struct {
	// directory by which files are exchanged with a bank: pain.001 for it in `out`, its pain.002, camt.053 and camt.054 in
	// `in`; empty: live payouts need BANK_S3_ENDPOINT or BANK_RAIL_GRPC
	Dir    string         `env:"DIR"`
	S3     objects.Bucket `envPrefix:"S3_"`
	Prefix string         `env:"S3_PREFIX"`      // of the objects' keys
	Holder string         `env:"ACCOUNT_HOLDER"` // in whose name the accounts are
	// from which payouts are paid and to which verification transfers are sent, one for each currency: currency:IBAN or
	// currency:IBAN:BIC, comma-separated
	Accounts string `env:"ACCOUNTS"`
	// IBANs from which the payment engine transfers what it has collected, comma-separated: such lines of statements are
	// matched
	EngineAccounts string `env:"ENGINE_ACCOUNTS"`
	// how long a payout waits for others, to leave in one order
	Collect time.Duration `env:"COLLECT" default:"15m"`
}

// Files reports whether payouts leave in files.
func (c BankConfig) Files() bool { return c.Dir != "" || c.S3.Endpoint != "" }

// Validate reports all faults at once.
func (c BankConfig) Validate() error {
	faults := []error{c.S3.Validate("BANK_S3")}
	if c.Dir != "" && c.S3.Endpoint != "" {
		faults = append(faults, errors.New("BANK_DIR, BANK_S3_ENDPOINT: set one of them"))
	}
	if !c.Files() && c.Accounts == "" {
		return errors.Join(faults...)
	}
	if iso20022.Text(c.Holder, 1) == "" {
		faults = append(faults,
			errors.New("BANK_ACCOUNT_HOLDER: must be set with BANK_DIR, BANK_S3_ENDPOINT and BANK_ACCOUNTS, and have letters"))
	}
	if _, err := bank.ParseAccounts(c.Accounts); err != nil {
		faults = append(faults, fmt.Errorf("BANK_ACCOUNTS: %w", err))
	}
	if _, err := bank.ParseIBANs(c.EngineAccounts); err != nil {
		faults = append(faults, fmt.Errorf("BANK_ENGINE_ACCOUNTS: %w", err))
	}
	if c.Collect < 0 {
		faults = append(faults, errors.New("BANK_COLLECT: must not be negative"))
	}
	return errors.Join(faults...)
}

// bankFiles are where files are exchanged, until they are closed.
type bankFiles interface {
	usecase.Files
	Close() error
}

func (c BankConfig) open() (bankFiles, error) {
	if c.S3.Endpoint != "" {
		return bankdir.NewBucket(c.S3.Config(), c.Prefix, nil)
	}
	dir, err := bankdir.Open(c.Dir)
	if err != nil {
		return nil, fmt.Errorf("BANK_DIR: %w", err)
	}
	return dir, nil
}

// House returns the accounts from which payouts are paid and to which verification transfers are sent, with their
// holder; empty without a bank.
func (c BankConfig) House() (bank.House, error) {
	if c.Accounts == "" {
		return bank.House{}, nil
	}
	accounts, err := bank.ParseAccounts(c.Accounts)
	if err != nil {
		return bank.House{}, fmt.Errorf("BANK_ACCOUNTS: %w", err)
	}
	engine, err := bank.ParseIBANs(c.EngineAccounts)
	if err != nil {
		return bank.House{}, fmt.Errorf("BANK_ENGINE_ACCOUNTS: %w", err)
	}
	return bank.House{Holder: c.Holder, Accounts: accounts, Engine: engine}, nil
}
