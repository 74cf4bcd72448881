package walk

import (
	"context"
	"fmt"
	"strings"
)

// verifyIdentity is the person at the identity provider: the document fails at first, and all checks pass in the next
// attempt.
func (w *liveWalker) verifyIdentity(ctx context.Context) error {
	b := w.browser
	for _, attempt := range []map[string]string{{"document": "failed"}, {}} {
		if b.Page() != "identity" {
			return fmt.Errorf("the page is %s, not identity", b.Page())
		}
		page, _, _ := strings.Cut(b.At(), "?")
		if err := b.Send(ctx, map[string]string{"do": "start"}); err != nil {
			return err
		}
		if err := until(ctx, "the provider has not opened the session", func() (bool, error) {
			err := b.Open(ctx, page+"?open")
			return strings.HasPrefix(b.At(), w.live.ProviderURL), err
		}); err != nil {
			return err
		}
		if err := b.Send(ctx, attempt); err != nil {
			return err
		}
		if err := b.Open(ctx, page+"?wait"); err != nil { // where the provider's page leads
			return err
		}
		if len(attempt) > 0 && !b.Has(`value="start"`) {
			return fmt.Errorf("after a check that failed, no further attempt is offered")
		}
	}
	if err := until(ctx, "the identity is not verified", func() (bool, error) {
		if b.Page() != "identity" {
			return true, nil
		}
		return false, b.Open(ctx, b.At())
	}); err != nil {
		return err
	}
	w.report("identity verified",
		"by the example provider: a check of the document failed, and passed in the second attempt")
	return nil
}
