package pages

import (
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/pagekit"
)

// The noun has the form that its number takes.
func TestCount(t *testing.T) {
	t.Parallel()
	h, err := New(Parts{})
	if err != nil {
		t.Fatal(err)
	}
	for lang, rows := range map[string]map[int]string{
		pagekit.English: {1: "1 more try", 2: "2 more tries"},
		pagekit.Polish:  {1: "1 próba", 2: "2 próby", 4: "4 próby", 5: "5 prób", 12: "12 prób", 22: "22 próby"},
	} {
		p := page{Page: h.site.NewPreview(lang)}
		for n, want := range rows {
			if got := p.count("tries", n); got != want {
				t.Errorf("%s: %q, want %q", lang, got, want)
			}
		}
	}
	p := page{Page: h.site.NewPreview(pagekit.Polish)}
	for wait, want := range map[time.Duration]string{
		0: "1 sekundę", 1500 * time.Millisecond: "2 sekundy", time.Minute: "60 sekund", 5 * time.Minute: "5 minut",
	} {
		if got := p.wait(wait); got != want {
			t.Errorf("%s is %q, want %q", wait, got, want)
		}
	}
}
