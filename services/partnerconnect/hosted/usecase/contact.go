package usecase

import (
	"context"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// SetContact stores the contact of a merchant whose partner provided none.
func (f *Flow) SetContact(ctx context.Context, v *hostedflow.Visit, email, phone string) error {
	return f.change(ctx, v, "SetContact",
		func(o *onboarding.Onboarding) error { return signing.SetContact(o, email, phone) })
}

// VerifyContact proves the contact that is wanted by the code that was sent to it.
func (f *Flow) VerifyContact(ctx context.Context, v *hostedflow.Visit, code string) error {
	use := v.WantedCode()
	medium, _ := v.Recipient(use)
	if err := f.parts.Sessions.VerifyCode(ctx, v, use, code); err != nil || v.Invited() {
		return err
	}
	return f.change(ctx, v, "VerifyContact", func(o *onboarding.Onboarding) error {
		if v.Session.EmailAt != nil && o.Flow.EmailVerifiedAt == nil { // by a link that was sent to it
			_ = signing.VerifyContact(o, message.ByEmail, *v.Session.EmailAt)
		}
		return signing.VerifyContact(o, medium, v.Now)
	})
}
