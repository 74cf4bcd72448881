package main

import (
	"testing"

	"github.com/partnerline/partnerline/testkit/repository"
)

func TestRolesAreDocumented(t *testing.T) {
	doc, err := repository.Read("docs/roles.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(doc) != markdown() {
		t.Error("docs/roles.md is stale: run make generate")
	}
}
