package command

import "testing"

func TestMemoryLimit(t *testing.T) {
	for text, want := range map[string]int64{"max\n": 0, "": 0, "-1": 0, "536870912\n": 483183820} {
		t.Run(text, func(t *testing.T) {
			if got := memoryLimit(text); got != want {
				t.Errorf("of %q: %d, want %d", text, got, want)
			}
		})
	}
}
