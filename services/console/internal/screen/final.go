package screen

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/pagekit"
)

// A Fact is what a page says of something, by the text of a key or a name.
type Fact struct{ Name, Value string }

// Facts say what a change is about, as the services have it now.
type Facts func(ctx context.Context, x *Exchange) ([]Fact, error)

// Final is a change that cannot be undone. The form that asks for it leads to a page that says what it is about and
// asks for the reason; the form of that page does it.
func Final(about Facts, do Change) Change {
	return func(ctx context.Context, x *Exchange) error {
		confirmed := x.Input(confirmedInput) != ""
		if confirmed && x.Input("reason") != "" {
			return do(ctx, x)
		}
		list, err := about(x.As(), x)
		if err != nil {
			return err
		}
		code := http.StatusOK
		if confirmed {
			x.Page.Error, code = x.Page.T("reason_missing"), http.StatusUnprocessableEntity
		}
		inputs := maps.Clone(x.R.PostForm)
		for _, own := range []string{"form", pagekit.OnceInput, "reason", confirmedInput} {
			delete(inputs, own)
		}
		x.Page.Sent, x.Page.Data = x.R.PostForm, confirmView{list, inputs, x.Page.T("final_" + x.Input("do"))}
		x.Show("confirm", code)
		return ErrAnswered
	}
}

// confirmedInput is what the form of the page that asks carries.
const confirmedInput = "confirmed"

type confirmView struct {
	Facts  []Fact
	Inputs url.Values // of the form that asked
	What   string     // what is done, and why it cannot be undone
}

// Entered are facts that the form has, each by its input and the key of its name.
func Entered(names ...string) Facts {
	return func(_ context.Context, x *Exchange) (list []Fact, _ error) {
		for i := 0; i < len(names); i += 2 {
			var entered []string
			for _, value := range x.R.PostForm[names[i]] {
				if value = strings.TrimSpace(value); value != "" {
					entered = append(entered, value)
				}
			}
			if len(entered) > 0 {
				list = append(list, Fact{x.Page.T(names[i+1]), strings.Join(entered, ", ")})
			}
		}
		return list, nil
	}
}

// Chosen is a fact that the form has by a choice: its input, the key of its name, and what the keys of the values'
// texts begin with. A value that has no text is shown as it is.
func Chosen(input, name, prefix string) Facts {
	return func(_ context.Context, x *Exchange) ([]Fact, error) {
		var chosen []string
		for _, value := range x.R.PostForm[input] {
			if value != "" {
				chosen = append(chosen, cmp.Or(x.Page.T(prefix+value), value))
			}
		}
		if len(chosen) == 0 {
			return nil, nil
		}
		return []Fact{{x.Page.T(name), strings.Join(chosen, "; ")}}, nil
	}
}

// Together are the facts of several, in their order.
func Together(all ...Facts) Facts {
	return func(ctx context.Context, x *Exchange) (list []Fact, _ error) {
		for _, about := range all {
			more, err := about(ctx, x)
			if err != nil {
				return nil, err
			}
			list = append(list, more...)
		}
		return list, nil
	}
}

// A Key is one of a partner, a tenant or a merchant, as the page names it that ends it.
type Key interface {
	GetId() string
	GetPrefix() string
	GetLivemode() bool
	GetLastUsedAt() *timestamppb.Timestamp
}

// KeyFacts name the key of a list that the input "key" chooses, and its last use; ErrNotFound when it chooses none.
func KeyFacts[K Key](x *Exchange, list []K) ([]Fact, error) {
	for _, k := range list {
		if k.GetId() == x.Input("key") {
			mode := "mode_test"
			if k.GetLivemode() {
				mode = "mode_live"
			}
			return []Fact{
				{x.Page.T("key_begins"), k.GetPrefix() + "…"},
				{x.Page.T("mode"), x.Page.T(mode)},
				{x.Page.T("key_used"), x.Page.At(k.GetLastUsedAt())},
			}, nil
		}
	}
	return nil, ErrNotFound
}
