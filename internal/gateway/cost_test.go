package gateway

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Headers and bodies as long as are read are parsed in little time, whatever they are.
func TestWorstRequestsCostLittle(t *testing.T) {
	t.Parallel()
	const header, body = 32 << 10, 1 << 20
	within := func(what string, f func()) {
		t.Helper()
		began := time.Now()
		f()
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%.40q again and again took %s", what, took)
		}
	}
	for _, part := range []string{"a/b,", "a/b;c=d,", ";c=d", ";c*0=d", ";c*0*=utf-8''%41", `;c="\\`, ",", "/", " ", `"`} {
		accept := "a/b" + strings.Repeat(part, header/len(part))
		x := &exchange{r: &http.Request{Header: http.Header{"Accept": {accept}}}}
		within(part, func() { _ = x.accepts("application/json") })
	}
	for _, c := range [][3]string{
		{`{"a":[`, `0,`, `0]}`}, {`{"a":[`, `[],`, `0]}`}, {`{"a":[`, `{"a":0},`, `0]}`}, {`{"a":"`, `a`, `"}`},
		{`{"a":"`, `\u0041`, `"}`},
		{`{"a":"`, `\ud83d\ude00`, `"}`}, {`{"a":`, `1`, `}`}, {`{"a":1.`, `0`, `1}`}, {`{"a":1e`, `9`, `}`},
		{`{"a":`, `[`, ``},
		{`{"a":`, `{"a":`, ``}, {`{`, `"a":0,`, `"b":0}`}, {``, ` `, `{}`}, {`{"`, `a`, `":0}`},
	} {
		text := c[0] + strings.Repeat(c[1], (body-len(c[0])-len(c[2]))/len(c[1])) + c[2]
		within(c[0]+c[1], func() { _, _ = parseObject([]byte(text)) })
	}
	var members strings.Builder
	for n := 0; members.Len() < body; n++ {
		members.WriteString(`"` + strconv.Itoa(n) + `":0,`)
	}
	within("members", func() { _, _ = parseObject([]byte("{" + members.String() + `"":0}`)) })
}
