package app

import (
	"fmt"
	"strings"

	"github.com/partnerline/partnerline/internal/keywrap"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// liveParts are the parts that live mode has.
func (c Config) liveParts() provider.Connected {
	live := c.Connected
	for part, connected := range map[provider.Part]bool{
		provider.CompanyRegister: c.Registers.Connected(), provider.BankRail: c.Bank.Files(),
		provider.MessageSender: c.Messages.Complete(), provider.IdentityProvider: c.IdentityProvider.GRPC != "",
	} {
		if connected {
			live = live.Connect(part)
		}
	}
	if c.PaymentEngine.GRPC != "" {
		live = live.ConnectCalled(provider.PaymentEngine)
	}
	if c.BankRail.GRPC != "" {
		live = live.ConnectCalled(provider.BankRail)
	}
	return live
}

// liveSettings are those by which live mode gets its parts.
var liveSettings = map[provider.Part]string{
	provider.CompanyRegister: "KRS_URL or COMPANY_REGISTER_GRPC", provider.PaymentEngine: "PAYMENT_ENGINE_GRPC",
	provider.BankRail:         "BANK_DIR, BANK_S3_ENDPOINT or BANK_RAIL_GRPC",
	provider.MessageSender:    "MESSAGE_PROVIDER_GRPC or MESSAGE_CALLBACK_URL",
	provider.IdentityProvider: "IDENTITY_PROVIDER_GRPC",
}

// Remarks returns lines that say who may call operator methods, which keys are in clear, and which parts live mode
// lacks: calls that need one of these are refused with live_mode_unavailable.
func (c Config) Remarks() string {
	var b strings.Builder
	for _, part := range c.liveParts().Missing() {
		fmt.Fprintf(&b, "live mode has no %s", part)
		if name := liveSettings[part]; name != "" {
			fmt.Fprintf(&b, "; set %s", name)
		}
		b.WriteByte('\n')
	}
	if c.BankRail.GRPC != "" && c.Bank.Accounts == "" {
		b.WriteString("live mode has no account for verification transfers; set BANK_ACCOUNTS and BANK_ACCOUNT_HOLDER\n")
	}
	return c.Operators.Remarks() + keywrap.Remarks(c.Mode.Development, c.keySettings()...) + b.String()
}
