package plaintext

import "testing"

func TestCell(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "Kowalska": "Kowalska", "=1+1": "'=1+1", "+48": "'+48", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1",
		"\r=1": "'\r=1", "\n=1": "'\n=1", "a=1": "a=1",
		"＝1+1": "'＝1+1", "＋48": "'＋48", "－1": "'－1", "＠SUM(A1)": "'＠SUM(A1)", "ł=1": "ł=1", "\xff=1": "\xff=1",
	} {
		if got := Cell(in); got != want {
			t.Errorf("Cell(%q) = %q, want %q", in, got, want)
		}
	}
}
