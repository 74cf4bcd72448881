// Command walk does the main job once with the client library: it onboards a merchant, receives a webhook, takes a payment and pays out. It
// runs against a sandbox: PARTNER_BASE_URL, VERIFICATION_BASE_URL, PARTNER_KEY and VERIFICATION_API_KEY name it. The README shows parts of it.
// RECEIVER_ADDR is where it receives the webhook, if that is not on this machine; `none`: it receives none.
//
//	walk receive ADDR   prints what a receiver at the address gets
//	walk load RATE      completes so many verifications a second until SIGTERM, and then prints how many calls failed,
//	                    and how many events were lost and doubled
//	walk end            sends SIGTERM to the load that is the first process of the container
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	partnerline "github.com/partnerline/partnerline/sdk/go"
	"github.com/partnerline/partnerline/sdk/go/verify"
)

func main() {
	if err := command(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func command(ctx context.Context, args []string) error {
	switch {
	case len(args) == 2 && args[0] == "receive":
		return receive(args[1], os.Stdout)
	case len(args) == 1 && args[0] == "end":
		first, err := os.FindProcess(1)
		if err != nil {
			return err
		}
		return first.Signal(syscall.SIGTERM)
	case len(args) == 2 && args[0] == "load":
		rate, err := strconv.Atoi(args[1])
		if err != nil || rate < 1 {
			return fmt.Errorf("load: a rate of %q: give a whole number of events a second", args[1])
		}
		// A call that the library repeats would hide its failure.
		client := partnerline.New(os.Getenv("VERIFICATION_API_KEY"),
			partnerline.WithWebhooksURL(os.Getenv("VERIFICATION_BASE_URL")), partnerline.WithMaxRetries(0))
		return load(ctx, client, cmp.Or(os.Getenv("RECEIVER_ADDR"), "127.0.0.1:0"), rate)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return run(ctx)
}

func run(ctx context.Context) error {
	client := partnerline.New(os.Getenv("PARTNER_KEY"),
		partnerline.WithKey(os.Getenv("VERIFICATION_API_KEY")),
		partnerline.WithPartnerConnectURL(os.Getenv("PARTNER_BASE_URL")),
		partnerline.WithWebhooksURL(os.Getenv("VERIFICATION_BASE_URL")),
	)
	ref, err := onboard(ctx, client)
	if err != nil {
		return fmt.Errorf("onboarding: %w", err)
	}
	if addr := os.Getenv("RECEIVER_ADDR"); addr == "none" {
		fmt.Println("-- no receiver: no webhook")
	} else if err := webhook(ctx, client, cmp.Or(addr, "127.0.0.1:0")); err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	if err := pay(ctx, client, ref); err != nil {
		return fmt.Errorf("payment: %w", err)
	}
	if err := payOut(ctx, client, ref); err != nil {
		return fmt.Errorf("payout: %w", err)
	}
	return refusals(ctx, client, ref)
}

func onboard(ctx context.Context, client *partnerline.Client) (string, error) {
	draft, err := client.Onboardings.Create(ctx, partnerline.CreateOnboardingParams{
		PartnerExternalRef: "shop-" + rand.Text(),
		ApplicantType:      partnerline.Some(partnerline.ApplicantTypeSoleTrader),
	})
	if err != nil {
		return "", err
	}
	file := strings.NewReader(strings.Repeat("%PDF-1.7\n", 100))
	document, err := client.Documents.Upload(ctx, draft.Ref, partnerline.UploadDocumentParams{
		File: file, Filename: "licence.pdf",
		DocumentType: partnerline.Some("licence"), Subject: partnerline.Some("company"),
	})
	if err != nil {
		return "", err
	}
	finalized, err := client.Onboardings.Finalize(ctx, draft.Ref)
	if err != nil {
		return "", err
	}
	fmt.Printf("ok %s: %s uploaded, %d segments missing\n", draft.Ref, document.Filename, len(finalized.Missing))

	// What the merchant does in the hosted flow, and what the operator does.
	for _, to := range []partnerline.OnboardingTarget{partnerline.OnboardingTargetActive,
		partnerline.OnboardingTargetPayoutsOptIn} {
		if _, err := client.Sandbox.AdvanceOnboarding(ctx, draft.Ref,
			partnerline.AdvanceOnboardingParams{To: to}); err != nil {
			return "", err
		}
	}
	onboarding, err := client.Onboardings.Get(ctx, draft.Ref)
	if err != nil {
		return "", err
	}
	fmt.Printf("ok %s is %s\n", onboarding.Ref, onboarding.Status)
	return draft.Ref, nil
}

// delivery is one request to the receiver.
type delivery struct {
	header http.Header
	body   []byte
}

func webhook(ctx context.Context, client *partnerline.Client, addr string) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	deliveries := make(chan delivery, 10)
	receiver := &http.Server{ReadHeaderTimeout: time.Second,
		Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(io.LimitReader(r.Body, 1<<20)) // a body that is cut does not verify
			deliveries <- delivery{r.Header, body}
		})}
	go func() { _ = receiver.Serve(listener) }()
	defer func() { _ = receiver.Close() }()

	endpoint, err := client.Endpoints.Create(ctx, partnerline.CreateEndpointParams{
		URL:    "http://" + listener.Addr().String() + "/webhooks",
		Events: []string{partnerline.EventTypeVerificationCompleted},
	})
	if err != nil {
		return err
	}
	verifier, err := verify.New(*endpoint.Meta.Secret)
	if err != nil {
		return err
	}
	session, err := client.Verifications.Create(ctx,
		partnerline.CreateVerificationParams{Kind: partnerline.VerificationKindIdentity})
	if err != nil {
		return err
	}
	if _, err := client.Verifications.Advance(ctx, session.ID,
		partnerline.AdvanceVerificationParams{To: partnerline.VerificationStatusCompleted}); err != nil {
		return err
	}
	for {
		var d delivery
		select {
		case d = <-deliveries:
		case <-ctx.Done():
			return errors.New("no delivery came in time")
		}
		if err := verifier.Request(d.header, d.body); err != nil {
			return err
		}
		var event partnerline.Event
		if err := json.Unmarshal(d.body, &event); err != nil {
			return err
		}
		if event.Data["verification_session_id"] != session.ID {
			continue // of another session of the tenant
		}
		fmt.Printf("ok %s received and verified\n", event.Type)
		return client.Endpoints.Delete(ctx, endpoint.Data.ID)
	}
}

// receive prints requests until the program is ended.
func receive(addr string, out io.Writer) error {
	show := func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
		if err != nil {
			body = []byte(err.Error()) // cut: it comes again
		}
		fmt.Fprintf(out, "%s %s %s\n", r.URL.Path, r.Header.Get("X-Webhook-Id"), body)
	}
	server := &http.Server{Addr: addr, ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(show)}
	return server.ListenAndServe()
}

func pay(ctx context.Context, client *partnerline.Client, ref string) error {
	payment, err := client.Payments.Register(ctx, partnerline.RegisterPaymentParams{
		Amount: 12_300, Currency: "PLN", ExternalRef: "order-" + rand.Text(), Description: "A bicycle bell",
		Customer:  partnerline.PaymentCustomerInput{Email: "customer@example.com"},
		ReturnURL: "https://shop.example.com/thanks",
	}, partnerline.OnBehalfOf(ref))
	if err != nil {
		return err
	}
	paid, err := client.Sandbox.AdvancePayment(ctx, payment.PaymentID, partnerline.AdvancePaymentParams{To: "paid"})
	if err != nil {
		return err
	}
	if _, err := client.Sandbox.SettleMerchant(ctx, ref); err != nil {
		return err
	}
	fmt.Printf("ok %s of %d %s is %s\n", paid.PaymentID, paid.Amount, paid.Currency, paid.Status)
	return nil
}

func payOut(ctx context.Context, client *partnerline.Client, ref string) error {
	payout, err := client.Payouts.Create(ctx, ref, partnerline.CreatePayoutParams{
		All: partnerline.Some(true), Currency: "PLN", ExternalRef: "payout-" + rand.Text(),
	})
	if err != nil {
		return err
	}
	if _, err := client.Sandbox.AdvancePayout(ctx, payout.PayoutID,
		partnerline.AdvancePayoutParams{To: "paid"}); err != nil {
		return err
	}
	for transaction, err := range client.Accounts.ListTransactions(ctx, ref,
		partnerline.ListTransactionsParams{PageSize: 1}) {
		if err != nil {
			return err
		}
		fmt.Println("ok", transaction.Type, transaction.Amount, transaction.Currency)
	}
	balance, err := client.Accounts.GetBalance(ctx, ref)
	if err != nil {
		return err
	}
	if left := balance.Balances[0].Available; left != 0 {
		return fmt.Errorf("%d left after all was paid out", left)
	}
	return nil
}

// refusals shows what an error has.
func refusals(ctx context.Context, client *partnerline.Client, ref string) error {
	_, err := client.Payments.Register(ctx, partnerline.RegisterPaymentParams{Currency: "PLN"},
		partnerline.OnBehalfOf(ref))
	var refusal *partnerline.Error
	if errors.Is(err, partnerline.CodeValidationFailed) && errors.As(err, &refusal) {
		for _, field := range refusal.Fields {
			fmt.Println("ok refused:", field.Field, field.Message)
		}
		return nil
	}
	return fmt.Errorf("a payment without an amount: %w", err)
}
