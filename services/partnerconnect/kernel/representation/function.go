package representation

import (
	"regexp"
)

// functions are those that rule texts name, with the words for them in folded text.
var functions = []struct{ name, pattern string }{
	{
		"vice_president",
		`wiceprezes(?:a|em|owi|i|ow|ami)?(?: zarzadu)?(?: spolki| fundacji| stowarzyszenia)?|vice(?: -)? ?presidents?(?: of the (?:management )?board)?`,
	},
	{
		"president",
		`prezes(?:a|em|owi|i|ow|ami)?(?: zarzadu)?(?: spolki| fundacji| stowarzyszenia)?|presidents?(?: of the (?:management )?board)?`,
	},
	{
		"vice_chair",
		`wiceprzewodnicz(?:acy|acego|acym|aca|acej)(?: zarzadu)?|vice(?: -)? ?chair(?:man|woman|person)?(?: of the (?:management )?board)?`,
	},
	{
		"chair",
		`przewodnicz(?:acy|acego|acym|aca|acej)(?: zarzadu)?|chair(?:man|woman|person)?(?: of the (?:management )?board)?`,
	},
	{"secretary", `sekretarz(?:a|em|owi)?(?: zarzadu)?|secretary`},
	{"treasurer", `skarbnik(?:a|iem|owi)?(?: zarzadu)?|treasurer`},
}

var functionPattern = func() map[string]*regexp.Regexp {
	m := map[string]*regexp.Regexp{}
	for _, f := range functions {
		m[f.name] = regexp.MustCompile(`^(?:` + f.pattern + `)$`)
	}
	return m
}()

func functionPatterns() []string {
	var out []string
	for _, f := range functions {
		out = append(out, f.pattern)
	}
	return out
}

// Function names the function that a register words so: president for PREZES ZARZĄDU. It is empty when no rule text can
// name it, of a plain member say.
func Function(text string) string {
	s := spaced(text)
	for _, f := range functions {
		if functionPattern[f.name].MatchString(s) {
			return f.name
		}
	}
	return ""
}
