package main

import (
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/testkit/repository"
)

func TestReasonsAreDocumented(t *testing.T) {
	doc, err := repository.Read("docs/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(doc) != markdown() {
		t.Error("docs/errors.md is stale: run make generate")
	}
}

func TestReasonsAreWhole(t *testing.T) {
	for _, e := range fault.Registered() {
		t.Run(string(e.Reason), func(t *testing.T) {
			if e.Status < 400 || e.Status > 599 || e.Title == "" || e.Remedy == "" || strings.HasSuffix(e.Title, ".") {
				t.Errorf("entry %+v is incomplete", e)
			}
			if (e.Kind == fault.KindInternal) != (e.Status == 500) {
				t.Error("kind and status disagree")
			}
		})
	}
}
