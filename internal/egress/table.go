package egress

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"net/netip"
	"strings"
)

var (
	//go:embed iana/iana-ipv4-special-registry-1.csv
	ipv4Registry string
	//go:embed iana/iana-ipv6-special-registry-1.csv
	ipv6Registry string
)

// A block is a refused prefix and the name by which the error speaks of it.
type block struct {
	prefix netip.Prefix
	name   string
}

var (
	nat64      = netip.MustParsePrefix("64:ff9b::/96")
	ipv4Mapped = netip.MustParsePrefix("::ffff:0:0/96")
	// globalUnicast is all that IANA hands out for unicast in IPv6. What lies outside is special or unassigned.
	globalUnicast = netip.MustParsePrefix("2000::/3")
)

// others are refused though the special-purpose registries do not list them: they have registries of their own or were
// deprecated before the registries began. Those outside globalUnicast are named here for the error's sake.
var others = []block{
	{netip.MustParsePrefix("224.0.0.0/4"), "Multicast"},
	{netip.MustParsePrefix("ff00::/8"), "Multicast"},
	{netip.MustParsePrefix("::/96"), "IPv4-compatible (deprecated)"},
	{netip.MustParsePrefix("::ffff:0:0:0/96"), "IPv4-translated"},
	{netip.MustParsePrefix("fec0::/10"), "Site-local (deprecated)"},
	{netip.MustParsePrefix("3ffe::/16"), "6bone (returned)"},
}

// refused is the whole table. It has some fifty rows and is walked once per new connection.
var refused = mustTable()

func mustTable() []block {
	var table []block
	for _, registry := range []string{ipv4Registry, ipv6Registry} {
		rows, err := parseRegistry(registry)
		if err != nil {
			panic(err) // the files are embedded: a test fails before a program does
		}
		table = append(table, rows...)
	}
	return append(table, others...)
}

// parseRegistry reads the first two columns of a registry. A cell may name several prefixes and carry footnote marks:
// "192.0.0.170/32, 192.0.0.171/32", "2002::/16 [3]".
func parseRegistry(text string) ([]block, error) {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("read registry: %w", err)
	}
	var table []block
	for _, row := range rows[1:] {
		for cell := range strings.SplitSeq(row[0], ",") {
			cell, _, _ = strings.Cut(strings.TrimSpace(cell), " ")
			prefix, err := netip.ParsePrefix(cell)
			if err != nil {
				return nil, fmt.Errorf("read registry: %w", err)
			}
			if prefix == nat64 || prefix == ipv4Mapped {
				continue // decided by the IPv4 address that they contain
			}
			table = append(table, block{prefix, strings.Trim(row[1], `"`)})
		}
	}
	return table, nil
}
