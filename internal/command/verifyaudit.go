package command

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/partnerline/partnerline/internal/audittrail"
)

const verifyAuditUsage = `usage: %s verify-audit --key KEY FILE
checks an export of the audit trail: that the key signed it, and that no entry was altered, inserted or left out. It needs neither the
service nor its configuration. KEY is the export_key that "admin verify-audit" printed, kept since.
`

// VerifyAudit returns the subcommand of a program that checks a file with an export of its service's audit trail.
func VerifyAudit[L audittrail.Link](
	program string, format audittrail.Format[L],
) func(context.Context, Invocation) error {
	usage := fmt.Sprintf(verifyAuditUsage, program)
	return func(_ context.Context, in Invocation) error {
		flags := flag.NewFlagSet("verify-audit", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		given := flags.String("key", "", "")
		switch err := flags.Parse(in.Args); {
		case errors.Is(err, flag.ErrHelp):
			_, err := io.WriteString(in.Out, usage)
			return err
		case err != nil:
			return &UsageError{What: err.Error(), Usage: usage}
		case flags.NArg() != 1:
			return &UsageError{What: "want one file", Usage: usage}
		}
		key, err := base64.StdEncoding.DecodeString(*given)
		if err != nil || len(key) != ed25519.PublicKeySize {
			return &UsageError{What: "--key: want the base64 of 32 bytes", Usage: usage}
		}
		file, err := os.Open(flags.Arg(0))
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		head, err := format.VerifyExport(file, key)
		if err != nil {
			return fmt.Errorf("%s: %w", flags.Arg(0), err)
		}
		_, err = fmt.Fprintf(in.Out, "intact: positions %d to %d of the audit trail of %s, exported at %s by %q\n",
			head.After+1, head.Until, head.Service, head.ExportedAt.Format("2006-01-02T15:04:05Z"), head.ExportedBy)
		return err
	}
}
