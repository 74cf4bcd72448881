package walk

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// A Visitor is a merchant in the hosted flow whose identity is to be verified.
type Visitor struct{ b *Browser }

// Visit redeems a link, proves the contact and confirms the data: the visitor is at the identity page then.
func Visit(ctx context.Context, link string) (*Visitor, error) {
	b, err := NewBrowser()
	if err != nil {
		return nil, err
	}
	v := &Visitor{b}
	if err := errors.Join(b.Open(ctx, link), b.Send(ctx, nil)); err != nil {
		return nil, err
	}
	if err := Prove(ctx, b, b.Code); err != nil {
		return nil, err
	}
	if err := b.Send(ctx, nil); err != nil { // the data is right
		return nil, err
	}
	if v.Page() != "identity" {
		return nil, fmt.Errorf("the page is %s, not identity", v.Page())
	}
	return v, nil
}

// Page is the last part of the path of the open page.
func (v *Visitor) Page() string { return v.b.Page() }

// Reload opens the page again and follows the redirect to the merchant's next step.
func (v *Visitor) Reload(ctx context.Context) error {
	at := *v.b.at
	at.RawQuery = ""
	return v.b.Open(ctx, at.String())
}

// StartIdentity starts a session of the verification service.
func (v *Visitor) StartIdentity(ctx context.Context) error {
	return v.b.Send(ctx, map[string]string{"do": "start"})
}

// EndIdentity lets the sandbox's provider end the session, and leaves: no page is opened after it.
func (v *Visitor) EndIdentity(ctx context.Context, verified bool) error {
	outcome := "failed"
	if verified {
		outcome = "verified"
	}
	follow := v.b.client.CheckRedirect
	defer func() { v.b.client.CheckRedirect = follow }()
	var led bool
	v.b.client.CheckRedirect = func(*http.Request, []*http.Request) error {
		led = true
		return http.ErrUseLastResponse
	}
	err := v.b.Send(ctx, map[string]string{"do": outcome})
	if led {
		return nil
	}
	if err == nil {
		err = fmt.Errorf("the page %s says: %s", v.Page(), v.b.alert())
	}
	return err
}
