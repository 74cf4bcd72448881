package deploy

import (
	"fmt"
	"net/netip"
	"slices"
)

// A Peer is an end of a connection: a pod, by its labels and its namespace, or an address outside of the cluster.
type Peer struct {
	Name      string
	Namespace string // "": that of the release
	Labels    map[string]string
	Addr      netip.Addr // valid: an address, no pod
}

// Allows reports whether the network policies of a release let a connection through, as Kubernetes evaluates them: a
// pod that no policy selects for a direction is open in it, and of those that select it one is enough.
func Allows(all []Manifest, from, to Peer, port int) bool {
	return direction(all, "Egress", from, to, port) && direction(all, "Ingress", to, from, port)
}

// direction evaluates the policies of one end.
func direction(all []Manifest, kind string, of, other Peer, port int) bool {
	if of.Addr.IsValid() || of.Namespace != "" {
		return true // not ours
	}
	rules, far := "egress", "to"
	if kind == "Ingress" {
		rules, far = "ingress", "from"
	}
	selected := false
	for _, m := range all {
		types, _ := m.at("spec", "policyTypes").([]any)
		selects := slices.Contains(types, any(kind)) && matches(m.at("spec", "podSelector"), of.Labels)
		if m.kind() != "NetworkPolicy" || !selects {
			continue
		}
		selected = true
		for _, rule := range list(m.at("spec", rules)) {
			if opens(rule, far, other, port) {
				return true
			}
		}
	}
	return !selected
}

func opens(rule Manifest, far string, other Peer, port int) bool {
	ports := list(rule.at("ports"))
	same := func(p Manifest) bool { return fmt.Sprint(p.at("port")) == fmt.Sprint(port) }
	if len(ports) > 0 && !slices.ContainsFunc(ports, same) {
		return false
	}
	peers := list(rule.at(far))
	return len(peers) == 0 || slices.ContainsFunc(peers, func(p Manifest) bool { return isPeer(p, other) })
}

func isPeer(p Manifest, other Peer) bool {
	if cidr := p.text("ipBlock", "cidr"); cidr != "" {
		within := func(cidr string) bool {
			prefix, err := netip.ParsePrefix(cidr)
			return err == nil && prefix.Contains(other.Addr)
		}
		except, _ := p.at("ipBlock", "except").([]any)
		excepted := slices.ContainsFunc(except, func(e any) bool { return within(fmt.Sprint(e)) })
		return other.Addr.IsValid() && within(cidr) && !excepted
	}
	if other.Addr.IsValid() {
		return false
	}
	if s := p.at("namespaceSelector"); s != nil {
		if other.Namespace == "" || !matches(s, map[string]string{"kubernetes.io/metadata.name": other.Namespace}) {
			return false
		}
	} else if other.Namespace != "" {
		return false
	}
	return matches(p.at("podSelector"), other.Labels)
}

// matches evaluates the labels of a selector; it knows no expressions.
func matches(selector any, labels map[string]string) bool {
	s, _ := selector.(map[string]any)
	if Manifest(s).at("matchExpressions") != nil {
		return false
	}
	want, _ := Manifest(s).at("matchLabels").(map[string]any)
	for k, v := range want {
		if labels[k] != v {
			return false
		}
	}
	return true
}
