package pagekit

import (
	"strings"
	"testing"
	"time"
)

// A header as long as the server reads is read in little time: it comes from anyone.
func TestWorstLanguagesCostLittle(t *testing.T) {
	t.Parallel()
	const size = 32 << 10
	for _, part := range []string{
		"en,", "de,", "zh-Hant-TW,", "x-a-b-c-d,", "a-", "-", ",", ";q=0.1,", "de;q=0.1,",
		"en-a-bb-", "und-t-de-", "sr-u-co-", "\x00",
	} {
		header := strings.Repeat(part, size/len(part))
		began := time.Now()
		Language(header)
		Language("", header, header)
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%q again and again took %s", part, took)
		}
	}
}
