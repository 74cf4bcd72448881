package deploy

import (
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"testing"
)

// Every connection that is needed is allowed, and no other one.
func TestPolicies(t *testing.T) {
	type way struct {
		from, to string
		port     int
	}
	outside := map[string]Peer{
		"load balancer": {Namespace: "ingress-nginx"},
		"monitoring":    {Namespace: "monitoring"},
		"stranger":      {Namespace: "default"},
		"dns":           {Namespace: "kube-system", Labels: map[string]string{"k8s-app": "kube-dns"}},
		"system":        {Namespace: "kube-system"},
		"openshift dns": {Namespace: "openshift-dns"},
		"local dns":     {Addr: netip.MustParseAddr("169.254.20.10")},
		"metadata":      {Addr: netip.MustParseAddr("169.254.169.254")},
		"internet":      {Addr: netip.MustParseAddr("203.0.113.9")},
		"internet6":     {Addr: netip.MustParseAddr("2001:db8::9")},
		"private":       {Addr: netip.MustParseAddr("10.99.0.1")},
		"database":      {Addr: netip.MustParseAddr("10.20.0.5")},
		"nats":          {Namespace: "nats"},
		"identity":      {Addr: netip.MustParseAddr("10.20.1.5")},
		"balancers":     {Addr: netip.MustParseAddr("10.20.2.5")},
		"mail":          {Addr: netip.MustParseAddr("10.30.0.5")},
	}
	programs := []string{"webhooks", "partnerconnect", "dispatcher", "console", "backup", "walk"}
	everyone := func(to string, ports ...int) (ways []way) {
		for _, p := range programs {
			for _, port := range ports {
				ways = append(ways, way{p, to, port})
			}
		}
		return ways
	}
	needed := slices.Concat(
		everyone("dns", 53, 5353),
		everyone("openshift dns", 53, 5353),
		everyone("local dns", 53, 5353),
		everyone("monitoring", 4317),
		[]way{
			{"load balancer", "webhooks", 8080}, {"load balancer", "partnerconnect", 8080}, {"load balancer", "console", 8080},
			{"walk", "webhooks", 8080}, {"walk", "partnerconnect", 8080},
			{
				"partnerconnect",
				"webhooks",
				9090,
			}, {"dispatcher", "webhooks", 9090}, {"console", "webhooks", 9090}, {"console", "partnerconnect", 9090},
			{"webhooks", "database", 5432}, {"partnerconnect", "database", 5432}, {"backup", "database", 5432},
			{"webhooks", "nats", 4222}, {"partnerconnect", "nats", 4222}, {"dispatcher", "nats", 4222},
			{"console", "identity", 443}, {"webhooks", "balancers", 443}, {"partnerconnect", "balancers", 443},
			{
				"webhooks",
				"mail",
				587,
			}, {"partnerconnect", "mail", 587}, {"webhooks", "mail", 465}, {"partnerconnect", "mail", 465},
		},
	)
	ports := []int{53, 443, 465, 587, 4222, 4317, 5353, 5432, 8080, 8081, 8082, 9090}
	for _, p := range programs {
		needed = append(needed, way{"monitoring", p, 8081}, way{"monitoring", p, 8082})
	}
	for _, port := range ports { // receivers
		needed = append(needed, way{"dispatcher", "internet", port}, way{"dispatcher", "internet6", port})
	}
	all := installations(t)["e-mail"].render(t, chart(t))
	peers := maps.Clone(outside)
	for _, m := range all {
		labels, _ := template(m).at("metadata", "labels").(map[string]any)
		if _, ok := podOf(m); ok {
			peers[m.name()] = Peer{Labels: texts(labels)}
		}
	}
	for from, a := range peers {
		for to, b := range peers {
			_, outsideA := outside[from]
			_, outsideB := outside[to]
			if from == to || outsideA && outsideB {
				continue
			}
			for _, port := range ports {
				if got, want := Allows(all, a, b, port), slices.Contains(needed, way{from, to, port}); got != want {
					t.Errorf("%s to %s, port %d: allowed %v, want %v", from, to, port, got, want)
				}
			}
		}
	}
	// The parts of development reach each other, and the receiver is reached by the dispatcher only.
	all = render(t, file(t, "development"))
	pod := func(name string) Peer {
		labels, _ := template(object(t, all, name)).at("metadata", "labels").(map[string]any)
		return Peer{Labels: texts(labels)}
	}
	for _, w := range []struct {
		from, to string
		port     int
		allowed  bool
	}{
		{"Deployment webhooks", "StatefulSet postgres", 5432, true},
		{"Deployment partnerconnect", "StatefulSet postgres", 5432, true},
		{"Deployment dispatcher", "StatefulSet postgres", 5432, false},
		{"Deployment dispatcher", "StatefulSet nats", 4222, true},
		{"Deployment dispatcher", "StatefulSet nats", 8222, false},
		{"Deployment dispatcher", "Deployment receiver", 8080, true},
		{"Deployment webhooks", "Deployment receiver", 8080, false},
		{"Deployment dispatcher", "Pod walk", 8080, true},
		{"StatefulSet postgres", "Deployment webhooks", 8080, false},
	} {
		if got := Allows(all, pod(w.from), pod(w.to), w.port); got != w.allowed {
			t.Errorf("%s to %s, port %d: allowed %v", w.from, w.to, w.port, got)
		}
	}
}

// What is listed is allowed, so an empty list allows nothing: in a NetworkPolicy a rule without peers allows everyone.
func TestEmptyLists(t *testing.T) {
	schemas, err := NewSchemas()
	if err != nil {
		t.Fatal(err)
	}
	all, c := installations(t), chart(t)
	lists := []string{
		"monitoring: []", "callers: []", "loadBalancers: []", "dns: {peers: []}", "smtp: {peers: []}",
		"identityProvider: {peers: []}", "publicConsole: {peers: []}", "receiversExcept: []",
	}
	lists = append(lists, strings.Join(lists, ", "))
	for _, base := range []string{"e-mail", "a-development-console"} {
		for _, empty := range lists {
			t.Run(base+" "+empty, func(t *testing.T) {
				i := all[base]
				i.also = values(t, "networkPolicies: {"+empty+"}")
				objects, err := c.Render("partnerline", file(t, i.base), i.more, i.also)
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range objects {
					if m.kind() != "NetworkPolicy" {
						continue
					}
					none(t, schemas.Check(m))
					none(t, openRules(m))
				}
			})
		}
	}
}

// openRules are the rules of a policy that allow everyone, or all ports by an empty list of them.
func openRules(policy Manifest) (faults []string) {
	for rules, peers := range map[string]string{"ingress": "from", "egress": "to"} {
		for _, rule := range list(policy.at("spec", rules)) {
			_, limited := rule["ports"]
			if len(list(rule.at(peers))) == 0 || limited && len(list(rule.at("ports"))) == 0 {
				faults = append(faults, fmt.Sprintf("%s: %s allows everyone: %v", policy.id(), rules, rule))
			}
		}
	}
	return faults
}
