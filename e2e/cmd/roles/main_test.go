package main

import (
	"os"
	"testing"
)

func TestRolesAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/roles.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(doc) != markdown() {
		t.Error("docs/roles.md is stale: run make generate")
	}
}
