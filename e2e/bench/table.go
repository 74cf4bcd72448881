package main

import (
	"fmt"
	"io"
)

// figure is a measured value and what it should be: at least the bar, or at most.
type figure struct {
	Value  float64 `json:"value"`
	Bar    float64 `json:"bar,omitempty"` // 0: it has none
	AtMost bool    `json:"at_most"`
	Met    bool    `json:"met"`
}

// table prints figures as they come.
type table struct {
	out     io.Writer
	Figures map[string]figure
}

func (t *table) atLeast(name string, value, bar float64, what string, args ...any) {
	t.add(name, figure{Value: value, Bar: bar, Met: value >= bar}, what, args)
}

func (t *table) atMost(name string, value, bar float64, what string, args ...any) {
	t.add(name, figure{Value: value, Bar: bar, AtMost: true, Met: value <= bar}, what, args)
}

// upTo is atMost; a bar of 0 is none.
func (t *table) upTo(name string, value, bar float64, what string, args ...any) {
	if bar == 0 {
		t.plain(name, value, what, args...)
		return
	}
	t.atMost(name, value, bar, what, args...)
}

// plain adds a figure without a bar.
func (t *table) plain(name string, value float64, what string, args ...any) {
	t.Figures[name] = figure{Value: value, Met: true}
	fmt.Fprintf(t.out, "%-21s %7.2f                     %s\n", name, value, fmt.Sprintf(what, args...))
}

func (t *table) add(name string, f figure, what string, args []any) {
	t.Figures[name] = f
	sign, verdict := ">=", "missed"
	if f.AtMost {
		sign = "<="
	}
	if f.Met {
		verdict = "met"
	}
	fmt.Fprintf(t.out, "%-21s %7.2f  %s %6.2f  %-6s  %s\n", name, f.Value, sign, f.Bar, verdict,
		fmt.Sprintf(what, args...))
}
