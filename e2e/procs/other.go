package procs

import (
	"maps"
	"net/http"
	"slices"
)

// A Spec describes a program of the caller's own.
type Spec struct {
	Name    string
	Path    string
	LogPath string
	Ports   map[string]int // names of its addresses, which its environment has, and the ports that it prefers; 0 is any
	Args    func(*Program) []string
	Environ []string
	Ready   func(*Program) string // URL that answers 200 when it is
}

// New returns a program that is no part of a system. It is started and stopped like any other.
func New(o Spec) *Program {
	p := &Program{
		Name: o.Name, path: o.Path, logPath: o.LogPath, ports: slices.Sorted(maps.Keys(o.Ports)), prefer: maps.Clone(o.Ports),
		addrs:   map[string]string{},
		client:  &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
		environ: func() []string { return slices.Clone(o.Environ) },
	}
	p.args, p.ready = func() []string { return nil }, func() string { return o.Ready(p) }
	if o.Args != nil {
		p.args = func() []string { return o.Args(p) }
	}
	return p
}
