package hostedflow

import (
	"crypto/hmac"
	"maps"
	"slices"
	"strings"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
)

// Shown is what a form carries of the facts that its page showed: the id of a key, then the key of each fact with a
// keyed digest of its value. So a form says which facts have changed since, and a masked number cannot be found by
// trying.
type Shown string

// Show returns what a form carries of facts of a merchant.
func Show(keys *signedlink.LinkKeys, ref pc.Ref, facts []Fact) Shown {
	values := wholes(facts)
	parts := []string{keys.Primary()}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		parts = append(parts, key, digest(keys, keys.Primary(), ref, key, values[key]))
	}
	return Shown(strings.Join(parts, " "))
}

// Check returns [FormOld] unless the form shows facts, and [FactsChanged] when they have changed.
func (s Shown) Check(keys *signedlink.LinkKeys, ref pc.Ref, facts []Fact) error {
	sent := strings.Fields(string(s))
	if len(sent)%2 == 0 || !keys.Known(sent[0]) {
		return FormOld
	}
	shown := map[string]string{}
	for i := 1; i+1 < len(sent); i += 2 {
		shown[sent[i]] = sent[i+1]
	}
	var changed FactsChanged
	values := wholes(facts)
	for _, f := range facts {
		if !hmac.Equal([]byte(shown[f.Key]), []byte(digest(keys, sent[0], ref, f.Key, values[f.Key]))) &&
			!slices.Contains(changed, f.Key) {
			changed = append(changed, f.Key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(shown)) {
		if _, there := values[key]; !there {
			changed = append(changed, key)
		}
	}
	if len(changed) > 0 {
		return changed
	}
	return nil
}

func digest(keys *signedlink.LinkKeys, kid string, ref pc.Ref, key, value string) string {
	return keys.Digest(kid, strings.Join([]string{"shown", string(ref), key, value}, "|"))
}

// wholes are the values of facts by their keys, in the order of the page.
func wholes(facts []Fact) map[string]string {
	out := map[string]string{}
	for _, f := range facts {
		out[f.Key] += f.whole + "\n"
	}
	return out
}
