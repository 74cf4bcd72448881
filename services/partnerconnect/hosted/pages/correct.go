package pages

import (
	"errors"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
)

// correctView is the form in which the merchant corrects what the partner provided.
type correctView struct {
	Groups []hostedflow.InputGroup
	Hash   hostedflow.Shown // digests of what is stored
}

func viewCorrect(x *exchange) (any, error) {
	o := &x.visit.Onboarding
	v := correctView{Groups: hostedflow.Correctable(o), Hash: x.show(hostedflow.Facts(o, x.page.T))}
	for _, g := range v.Groups {
		for i := range g.Inputs {
			if in := &g.Inputs[i]; x.page.sent != nil {
				in.Value = x.page.Was(in.Name)
			}
		}
	}
	return v, nil
}

// actCorrect stores the corrections; the review shows them.
func actCorrect(x *exchange) (string, error) {
	err := x.h.flow.CorrectData(x.Context(), &x.visit, hostedflow.Shown(x.field("hash")), x.trimmed())
	var f *fault.Error
	if errors.As(err, &f) && len(f.Violations) > 0 && f.Reason != pc.SegmentLocked {
		v := f.Violations[0]
		input := strings.ReplaceAll(strings.TrimPrefix(v.Field, "/"), "/", ".")
		key := "field_" + v.Code
		if x.page.T(key) == "" {
			key = "field_wrong"
		}
		return "", hostedflow.Mistake{Reason: key, Input: input}
	}
	return "", err
}
