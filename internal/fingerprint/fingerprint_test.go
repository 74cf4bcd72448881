package fingerprint

import (
	"bytes"
	"encoding/hex"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"
)

type address struct{ City, Country string }

type order struct {
	Amount   int64
	Currency string
	Sent     bool `fingerprint:"-"`
	All      bool
	Until    *time.Time
	Metadata map[string]string
	Lines    []string
	Address  address
	Renamed  string `fingerprint:"Earlier"`
	hidden   string
}

// The encoding is what stored digests were made of: it never changes.
func TestEncode(t *testing.T) {
	until := time.Date(2026, 11, 20, 12, 0, 0, 5e6, time.FixedZone("CET", 3600))
	for name, c := range map[string]struct {
		v    any
		want string
	}{
		"nothing":     {order{hidden: "x", Sent: true}, ""},
		"values":      {order{Amount: -5, Currency: "PLN", All: true}, "All 4 true\nAmount 2 -5\nCurrency 3 PLN\n"},
		"a time":      {order{Until: &until}, "Until 24 2026-11-20T11:00:00.005Z\n"},
		"a zero time": {order{Until: &time.Time{}}, "Until 0 \n"},
		"members": {
			order{Metadata: map[string]string{"b": "", "a": "1"}},
			"Metadata/0 1 a\nMetadata/0 1 1\nMetadata/1 1 b\nMetadata/1 0 \n",
		},
		"a list":            {order{Lines: []string{"x", "", "y\nz"}}, "Lines/0 1 x\nLines/1 0 \nLines/2 3 y\nz\n"},
		"a struct":          {order{Address: address{City: "Łódź"}}, "Address.City 7 Łódź\n"},
		"a renamed field":   {order{Renamed: "x"}, "Earlier 1 x\n"},
		"a value by itself": {"x", " 1 x\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := string(Encode("order/1", c.v)); got != "order/1\n"+c.want {
				t.Errorf("%q", got)
			}
		})
	}
	sum := Of("order/1", order{Amount: 100, Currency: "PLN", Sent: true})
	if got := hex.EncodeToString(sum[:]); got != "f6b04967d4517f30c0727066db55d71c1c0da748235221ca5bfa22c06033d3da" {
		t.Error(got)
	}
}

// Different orders have different encodings, whatever their texts hold.
func TestEncodingsAreUnambiguous(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("a1 \n/.")))
		some := rapid.Custom(func(rt *rapid.T) order {
			return order{
				Amount: rapid.Int64Range(-11, 11).Draw(rt, "amount"), Currency: text.Draw(rt, "currency"),
				All:      rapid.Bool().Draw(rt, "all"),
				Metadata: rapid.MapOfN(text, text, -1, 3).Draw(rt, "metadata"),
				Lines:    rapid.SliceOfN(text, -1, 3).Draw(rt, "lines"),
				Address:  address{text.Draw(rt, "city"), text.Draw(rt, "country")}, Renamed: text.Draw(rt, "renamed"),
			}
		})
		x, y := some.Draw(rt, "x"), some.Draw(rt, "y")
		if bytes.Equal(Encode("", x), Encode("", y)) != reflect.DeepEqual(normal(x), normal(y)) {
			rt.Fatalf("%+v and %+v", x, y)
		}
	})
}

// normal makes no difference between what is empty and what is not there.
func normal(o order) order {
	if len(o.Metadata) == 0 {
		o.Metadata = nil
	}
	if len(o.Lines) == 0 {
		o.Lines = nil
	}
	return o
}

func TestRefusesWhatHasNoOneForm(t *testing.T) {
	for _, v := range []any{1.5, struct{ F any }{3}, struct{ F func() }{func() {}}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T is encoded", v)
				}
			}()
			Encode("", v)
		}()
	}
}
