package main

import (
	"regexp"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/testkit/repository"
)

var (
	// reads begin the names of methods that change nothing.
	reads      = regexp.MustCompile(`^(Get|List|Search|Find|Count|Inspect|Preview|Verify|Export)`)
	methodName = regexp.MustCompile("`([A-Z][A-Za-z]+)`")
)

// Every call of an operator that changes something says what it does to money and who confirms it, and no other does.
// Where another person does, the answer can have an approval.
func TestWhatCallsDoToMoney(t *testing.T) {
	doc, err := repository.Read("docs/rules/money.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(doc), "\n## Operators' calls\n")
	if !found {
		t.Fatal("docs/rules/money.md has no section of operators' calls")
	}
	confirmed := map[string]string{}
	for row := range strings.Lines(section) {
		cells := strings.Split(row, "|")
		if len(cells) != 5 {
			continue
		}
		for _, m := range methodName.FindAllStringSubmatch(cells[1], -1) {
			if confirmed[m[1]] != "" {
				t.Errorf("%s has two rows", m[1])
			}
			confirmed[m[1]] = strings.TrimSpace(cells[3])
		}
	}
	for _, service := range programs[0].services {
		for i := range service.Methods().Len() {
			checkListed(t, service.Methods().Get(i), confirmed)
		}
	}
	for name := range confirmed {
		t.Errorf("%s is in docs/rules/money.md and is no operator's call", name)
	}
}

// checkListed removes the method from those that the document lists.
func checkListed(t *testing.T, m protoreflect.MethodDescriptor, confirmed map[string]string) {
	t.Helper()
	name := string(m.Name())
	who, listed := confirmed[name]
	delete(confirmed, name)
	if listed == reads.MatchString(name) {
		t.Errorf(
			"%s: listed %t in docs/rules/money.md, which says of calls that change something what they do to money",
			name, listed,
		)
		return
	}
	approval := m.Output().Fields().ByName("approval") != nil
	if another := strings.HasPrefix(who, "another person"); another != approval {
		t.Errorf("%s: another person confirms it by the list: %t, by its answer: %t", name, another, approval)
	}
}
