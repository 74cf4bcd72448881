package emailaddress

import (
	"strings"
	"testing"
)

func TestValid(t *testing.T) {
	for s, want := range map[string]bool{
		"jan.kowalski@example.pl":                       true,
		"a+b@sub.example.co.uk":                         true,
		"o'brien@example.com":                           true,
		"x@xn--bcher-kva.example":                       true,
		strings.Repeat("a", 64) + "@example.pl":         true,
		strings.Repeat("a", 65) + "@example.pl":         false, // local part
		"a@" + strings.Repeat("b.", 130) + "example.pl": false, // domain
		"jan":                   false,
		"@example.pl":           false,
		"jan@":                  false,
		"jan@localhost":         false, // no mail leaves for it
		"jan@192.168.0.1":       false,
		"jan@[192.168.0.1]":     false,
		"jan@@example.pl":       false,
		"jan@example.pl@x.pl":   false,
		".jan@example.pl":       false,
		"jan..k@example.pl":     false,
		"jan k@example.pl":      false,
		"jan@example.pl\r\nBcc": false, // header injection
		"jan@exa_mple.pl":       false,
		"jan@-example.pl":       false,
		"Jan <jan@example.pl>":  false,
		"żółw@example.pl":       false, // few systems deliver to it
	} {
		t.Run(s, func(t *testing.T) {
			if Valid(s) != want {
				t.Errorf("want %t", want)
			}
		})
	}
}
