package pagekit

import (
	"testing"
)

func TestLanguage(t *testing.T) {
	for accept, want := range map[string]string{
		"": "en", "pl": "pl", "pl-PL,pl;q=0.9,en-US;q=0.8": "pl", "en;q=0.5, pl;q=0.8": "pl", "pl;q=0.5,en": "en",
		"de,fr;q=0.9":  "en",
		"de, pl;q=0.1": "pl", "PL": "pl", "pl;q=0": "en", "pl;q=x": "en", ",;,": "en", "*": "en", "pl;q=NaN": "pl",
	} {
		t.Run(accept, func(t *testing.T) {
			if got := Language(accept); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}
