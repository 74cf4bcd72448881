package reference

import (
	"net/url"
	"regexp"
	"strings"
)

var href = regexp.MustCompile(`href="([^"]*)"`)

// deadLinks are the links of a page that lead nowhere.
func deadLinks(path, body string, bodies map[string]string, all pages) (dead []string) {
	base := &url.URL{Path: path}
	for _, m := range href.FindAllStringSubmatch(body, -1) {
		u, err := base.Parse(strings.ReplaceAll(m[1], "&amp;", "&"))
		if err != nil || u.Scheme != "" {
			continue
		}
		_, there := all[u.Path]
		if !there || u.Fragment != "" && !strings.Contains(bodies[u.Path], `id="`+u.Fragment+`"`) {
			dead = append(dead, m[1])
		}
	}
	return dead
}
