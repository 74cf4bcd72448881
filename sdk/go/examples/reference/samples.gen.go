// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

// Package reference has what the reference shows of this library: that it compiles is its test.
package reference

import (
	"context"
	"fmt"
	"os"
	"time"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

// PartnerConnectClient calls Partner connect.
func PartnerConnectClient() *partnerline.Client {
	client := partnerline.New(os.Getenv("PARTNER_KEY"),
		partnerline.WithPartnerConnectURL(os.Getenv("PARTNER_BASE_URL")))
	return client
}

// WebhooksClient calls Webhooks.
func WebhooksClient() *partnerline.Client {
	client := partnerline.New(os.Getenv("VERIFICATION_API_KEY"),
		partnerline.WithWebhooksURL(os.Getenv("VERIFICATION_BASE_URL")))
	return client
}

// PartnerConnectCreateOnboarding is createOnboarding.
func PartnerConnectCreateOnboarding(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Onboardings.Create(ctx, partnerline.CreateOnboardingParams{
		PartnerExternalRef: "shop-4711",
		ApplicantType:      partnerline.Some(partnerline.ApplicantTypeCompany),
		Applicant: partnerline.Some(partnerline.ApplicantInput{
			GivenNames: partnerline.Some("Teodor"),
			FamilyName: partnerline.Some("Wzorcowy"),
			Email:      partnerline.Some("c@example.com"),
			Phone:      partnerline.Some("+48600100200"),
			Locale:     partnerline.Some("pl"),
		}),
		Business: partnerline.Some(partnerline.BusinessInput{
			Name:         partnerline.Some("Bell shop"),
			Website:      partnerline.Some("https://shop.example.com/"),
			Description:  partnerline.Some("Bicycle bells, sold online"),
			CategoryCode: partnerline.Some("5732"),
			TaxID: partnerline.Some(partnerline.TaxIDInput{
				Scheme: partnerline.Some(partnerline.TaxIDSchemePlNip),
				Value:  partnerline.Some("1234563218"),
			}),
			Address: partnerline.Some(partnerline.AddressInput{
				Country:        partnerline.Some("PL"),
				City:           partnerline.Some("Warszawa"),
				PostalCode:     partnerline.Some("00-950"),
				Street:         partnerline.Some("Prosta"),
				BuildingNumber: partnerline.Some("1"),
				UnitNumber:     partnerline.Some("2"),
				Region:         partnerline.Some("Mazowieckie"),
			}),
		}),
		Company: partnerline.Some(partnerline.CompanyInput{
			Register: partnerline.Some(partnerline.CompanyRegisterInput{
				Scheme: partnerline.Some(partnerline.RegisterSchemePlKrs),
				Number: partnerline.Some("9990000010"),
			}),
			LegalName: partnerline.Some("Kredowe Koło sp. z o.o."),
			BeneficialOwners: partnerline.Some([]partnerline.BeneficialOwnerInput{partnerline.BeneficialOwnerInput{
				GivenNames:   "Teodor",
				FamilyName:   "Wzorcowy",
				DateOfBirth:  partnerline.Some("1944-05-14"),
				Citizenships: partnerline.Some([]string{"PL"}),
			}}),
		}),
		PayoutAccount: partnerline.Some(partnerline.PayoutAccountInput{
			IBAN:       partnerline.Some("PL61109010140000071219812874"),
			HolderName: partnerline.Some("Kredowe Koło sp. z o.o."),
		}),
		Metadata: partnerline.Some(map[string]string{"shop": "7"}),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListOnboardings is listOnboardings.
func PartnerConnectListOnboardings(ctx context.Context, client *partnerline.Client) error {
	for entry, err := range client.Onboardings.List(ctx, partnerline.ListOnboardingsParams{}) {
		if err != nil {
			return err
		}
		fmt.Println(entry)
	}
	return nil
}

// PartnerConnectGetOnboarding is getOnboarding.
func PartnerConnectGetOnboarding(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Onboardings.Get(ctx, ref)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectUpdateOnboarding is updateOnboarding.
func PartnerConnectUpdateOnboarding(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Onboardings.Update(ctx, ref, partnerline.UpdateOnboardingParams{
		ApplicantType: partnerline.Some(partnerline.ApplicantTypeCompany),
		Applicant: partnerline.Some(partnerline.ApplicantInput{
			GivenNames: partnerline.Some("Teodor"),
			FamilyName: partnerline.Some("Wzorcowy"),
			Email:      partnerline.Some("c@example.com"),
			Phone:      partnerline.Some("+48600100200"),
			Locale:     partnerline.Some("pl"),
		}),
		Business: partnerline.Some(partnerline.BusinessInput{
			Name:         partnerline.Some("Bell shop"),
			Website:      partnerline.Some("https://shop.example.com/"),
			Description:  partnerline.Some("Bicycle bells, sold online"),
			CategoryCode: partnerline.Some("5732"),
			TaxID: partnerline.Some(partnerline.TaxIDInput{
				Scheme: partnerline.Some(partnerline.TaxIDSchemePlNip),
				Value:  partnerline.Some("1234563218"),
			}),
			Address: partnerline.Some(partnerline.AddressInput{
				Country:        partnerline.Some("PL"),
				City:           partnerline.Some("Warszawa"),
				PostalCode:     partnerline.Some("00-950"),
				Street:         partnerline.Some("Prosta"),
				BuildingNumber: partnerline.Some("1"),
				UnitNumber:     partnerline.Some("2"),
				Region:         partnerline.Some("Mazowieckie"),
			}),
		}),
		Company: partnerline.Some(partnerline.CompanyInput{
			Register: partnerline.Some(partnerline.CompanyRegisterInput{
				Scheme: partnerline.Some(partnerline.RegisterSchemePlKrs),
				Number: partnerline.Some("9990000010"),
			}),
			LegalName: partnerline.Some("Kredowe Koło sp. z o.o."),
			BeneficialOwners: partnerline.Some([]partnerline.BeneficialOwnerInput{partnerline.BeneficialOwnerInput{
				GivenNames:   "Teodor",
				FamilyName:   "Wzorcowy",
				DateOfBirth:  partnerline.Some("1944-05-14"),
				Citizenships: partnerline.Some([]string{"PL"}),
			}}),
		}),
		PayoutAccount: partnerline.Some(partnerline.PayoutAccountInput{
			IBAN:       partnerline.Some("PL61109010140000071219812874"),
			HolderName: partnerline.Some("Kredowe Koło sp. z o.o."),
		}),
		Metadata: partnerline.Some(map[string]string{"shop": "7"}),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectPrefillIdentity is prefillIdentity.
func PartnerConnectPrefillIdentity(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Onboardings.PrefillIdentity(ctx, ref, partnerline.PrefillIdentityParams{
		NationalID: partnerline.Some(partnerline.NationalIDInput{
			Scheme: partnerline.NationalIDSchemePlPesel,
			Value:  "44051401359",
		}),
		IdentityDocument: partnerline.Some(partnerline.IdentityDocumentInput{
			Type:           partnerline.IdentityDocumentTypeIdentityCard,
			Number:         "ABA300000",
			IssuingCountry: "PL",
		}),
		ResidentialAddress: partnerline.Some(partnerline.AddressInput{
			Country:        partnerline.Some("PL"),
			City:           partnerline.Some("Warszawa"),
			PostalCode:     partnerline.Some("00-950"),
			Street:         partnerline.Some("Prosta"),
			BuildingNumber: partnerline.Some("1"),
			UnitNumber:     partnerline.Some("2"),
			Region:         partnerline.Some("Mazowieckie"),
		}),
		PlaceOfBirth: partnerline.Some(partnerline.PlaceOfBirthInput{
			Country: "PL",
			City:    "Warszawa",
		}),
		Citizenships: partnerline.Some([]string{"PL"}),
		DateOfBirth:  partnerline.Some("1944-05-14"),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectSetRepresentation is setRepresentation.
func PartnerConnectSetRepresentation(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Onboardings.SetRepresentation(ctx, ref, partnerline.SetRepresentationParams{
		IsRepresentative: true,
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectCancelOnboarding is cancelOnboarding.
func PartnerConnectCancelOnboarding(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Onboardings.Cancel(ctx, ref)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListRequirements is listRequirements.
func PartnerConnectListRequirements(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Onboardings.ListRequirements(ctx, partnerline.ListRequirementsParams{})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectFinalizeOnboarding is finalizeOnboarding.
func PartnerConnectFinalizeOnboarding(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Onboardings.Finalize(ctx, ref)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectUploadDocument is uploadDocument.
func PartnerConnectUploadDocument(ctx context.Context, client *partnerline.Client, ref string) error {
	file, err := os.Open("poa.pdf")
	if err != nil {
		return err
	}
	defer file.Close()
	result, err := client.Documents.Upload(ctx, ref, partnerline.UploadDocumentParams{
		File:         file,
		Filename:     "poa.pdf",
		DocumentType: partnerline.Some("power_of_attorney"),
		Subject:      partnerline.Some("board"),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListDocuments is listDocuments.
func PartnerConnectListDocuments(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Documents.List(ctx, ref)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectGetDocument is getDocument.
func PartnerConnectGetDocument(ctx context.Context, client *partnerline.Client, ref string, documentID string) error {
	result, err := client.Documents.Get(ctx, ref, documentID)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectDeleteDocument is deleteDocument.
func PartnerConnectDeleteDocument(ctx context.Context, client *partnerline.Client, ref string, documentID string) error {
	if err := client.Documents.Delete(ctx, ref, documentID); err != nil {
		return err
	}
	return nil
}

// PartnerConnectCreateInvitation is createInvitation.
func PartnerConnectCreateInvitation(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Invitations.Create(ctx, ref, partnerline.CreateInvitationParams{
		Role: partnerline.InvitationRoleRepresentative,
		Invitee: partnerline.InviteeInput{
			GivenNames: "Teodor",
			FamilyName: "Wzorcowy",
			Email:      "c@example.com",
			Phone:      partnerline.Some("+48600100200"),
		},
		Locale: partnerline.Some("pl"),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListInvitations is listInvitations.
func PartnerConnectListInvitations(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Invitations.List(ctx, ref)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectGetInvitation is getInvitation.
func PartnerConnectGetInvitation(ctx context.Context, client *partnerline.Client, ref string, invitationID string) error {
	result, err := client.Invitations.Get(ctx, ref, invitationID)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectRevokeInvitation is revokeInvitation.
func PartnerConnectRevokeInvitation(ctx context.Context, client *partnerline.Client, ref string, invitationID string) error {
	if err := client.Invitations.Revoke(ctx, ref, invitationID); err != nil {
		return err
	}
	return nil
}

// PartnerConnectResendInvitation is resendInvitation.
func PartnerConnectResendInvitation(ctx context.Context, client *partnerline.Client, ref string, invitationID string) error {
	result, err := client.Invitations.Resend(ctx, ref, invitationID)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListMerchants is listMerchants.
func PartnerConnectListMerchants(ctx context.Context, client *partnerline.Client) error {
	for entry, err := range client.Merchants.List(ctx, partnerline.ListMerchantsParams{}) {
		if err != nil {
			return err
		}
		fmt.Println(entry)
	}
	return nil
}

// PartnerConnectGetMerchant is getMerchant.
func PartnerConnectGetMerchant(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Merchants.Get(ctx, ref)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectGetDelegation is getDelegation.
func PartnerConnectGetDelegation(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Merchants.GetDelegation(ctx, ref)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectRegisterPayment is registerPayment.
func PartnerConnectRegisterPayment(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Payments.Register(ctx, partnerline.RegisterPaymentParams{
		Amount:      12300,
		Currency:    "PLN",
		ExternalRef: "shop-4711",
		Description: "Bicycle bells, sold online",
		Customer: partnerline.PaymentCustomerInput{
			Email:  "c@example.com",
			Name:   partnerline.Some("Bell shop"),
			Locale: partnerline.Some("pl"),
		},
		ReturnURL: "https://shop.example.com/",
		Method:    partnerline.Some(partnerline.PaymentMethodTransfer),
		Metadata:  partnerline.Some(map[string]string{"shop": "7"}),
	}, partnerline.OnBehalfOf(ref))
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListPayments is listPayments.
func PartnerConnectListPayments(ctx context.Context, client *partnerline.Client, ref string) error {
	for entry, err := range client.Payments.List(ctx, partnerline.ListPaymentsParams{}, partnerline.OnBehalfOf(ref)) {
		if err != nil {
			return err
		}
		fmt.Println(entry)
	}
	return nil
}

// PartnerConnectGetPayment is getPayment.
func PartnerConnectGetPayment(ctx context.Context, client *partnerline.Client, paymentID string, ref string) error {
	result, err := client.Payments.Get(ctx, paymentID, partnerline.OnBehalfOf(ref))
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectCancelPayment is cancelPayment.
func PartnerConnectCancelPayment(ctx context.Context, client *partnerline.Client, paymentID string, ref string) error {
	result, err := client.Payments.Cancel(ctx, paymentID, partnerline.OnBehalfOf(ref))
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectCreateRefund is createRefund.
func PartnerConnectCreateRefund(ctx context.Context, client *partnerline.Client, paymentID string, ref string) error {
	result, err := client.Payments.CreateRefund(ctx, paymentID, partnerline.CreateRefundParams{
		Amount:      partnerline.Some(int64(100)),
		ExternalRef: "shop-4711",
	}, partnerline.OnBehalfOf(ref))
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListRefunds is listRefunds.
func PartnerConnectListRefunds(ctx context.Context, client *partnerline.Client, paymentID string, ref string) error {
	for entry, err := range client.Payments.ListRefunds(ctx, paymentID, partnerline.ListRefundsParams{}, partnerline.OnBehalfOf(ref)) {
		if err != nil {
			return err
		}
		fmt.Println(entry)
	}
	return nil
}

// PartnerConnectGetRefund is getRefund.
func PartnerConnectGetRefund(ctx context.Context, client *partnerline.Client, paymentID string, refundID string, ref string) error {
	result, err := client.Payments.GetRefund(ctx, paymentID, refundID, partnerline.OnBehalfOf(ref))
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListChargebacks is listChargebacks.
func PartnerConnectListChargebacks(ctx context.Context, client *partnerline.Client, paymentID string, ref string) error {
	for entry, err := range client.Payments.ListChargebacks(ctx, paymentID, partnerline.ListChargebacksParams{}, partnerline.OnBehalfOf(ref)) {
		if err != nil {
			return err
		}
		fmt.Println(entry)
	}
	return nil
}

// PartnerConnectGetChargeback is getChargeback.
func PartnerConnectGetChargeback(ctx context.Context, client *partnerline.Client, paymentID string, chargebackID string, ref string) error {
	result, err := client.Payments.GetChargeback(ctx, paymentID, chargebackID, partnerline.OnBehalfOf(ref))
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectGetBalance is getBalance.
func PartnerConnectGetBalance(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Accounts.GetBalance(ctx, ref)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListTransactions is listTransactions.
func PartnerConnectListTransactions(ctx context.Context, client *partnerline.Client, ref string) error {
	for entry, err := range client.Accounts.ListTransactions(ctx, ref, partnerline.ListTransactionsParams{}) {
		if err != nil {
			return err
		}
		fmt.Println(entry)
	}
	return nil
}

// PartnerConnectGetTransaction is getTransaction.
func PartnerConnectGetTransaction(ctx context.Context, client *partnerline.Client, ref string, transactionID string) error {
	result, err := client.Accounts.GetTransaction(ctx, ref, transactionID)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListSettlements is listSettlements.
func PartnerConnectListSettlements(ctx context.Context, client *partnerline.Client, ref string) error {
	for entry, err := range client.Accounts.ListSettlements(ctx, ref, partnerline.ListSettlementsParams{}) {
		if err != nil {
			return err
		}
		fmt.Println(entry)
	}
	return nil
}

// PartnerConnectGetSettlement is getSettlement.
func PartnerConnectGetSettlement(ctx context.Context, client *partnerline.Client, ref string, settlementID string) error {
	result, err := client.Accounts.GetSettlement(ctx, ref, settlementID)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectGetSettlementStatement is getSettlementStatement.
func PartnerConnectGetSettlementStatement(ctx context.Context, client *partnerline.Client, ref string, settlementID string) error {
	result, err := client.Accounts.GetSettlementStatement(ctx, ref, settlementID)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListSettlementTransactions is listSettlementTransactions.
func PartnerConnectListSettlementTransactions(ctx context.Context, client *partnerline.Client, ref string, settlementID string) error {
	for entry, err := range client.Accounts.ListSettlementTransactions(ctx, ref, settlementID, partnerline.ListSettlementTransactionsParams{}) {
		if err != nil {
			return err
		}
		fmt.Println(entry)
	}
	return nil
}

// PartnerConnectRequestPayoutsOptIn is requestPayoutsOptIn.
func PartnerConnectRequestPayoutsOptIn(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Payouts.RequestOptIn(ctx, ref)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectCreatePayout is createPayout.
func PartnerConnectCreatePayout(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Payouts.Create(ctx, ref, partnerline.CreatePayoutParams{
		Amount:      partnerline.Some(int64(12300)),
		Currency:    "PLN",
		ExternalRef: "shop-4711",
		Description: partnerline.Some("Bicycle bells, sold online"),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListPayouts is listPayouts.
func PartnerConnectListPayouts(ctx context.Context, client *partnerline.Client, ref string) error {
	for entry, err := range client.Payouts.List(ctx, ref, partnerline.ListPayoutsParams{}) {
		if err != nil {
			return err
		}
		fmt.Println(entry)
	}
	return nil
}

// PartnerConnectGetPayout is getPayout.
func PartnerConnectGetPayout(ctx context.Context, client *partnerline.Client, ref string, payoutID string) error {
	result, err := client.Payouts.Get(ctx, ref, payoutID)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectCancelPayout is cancelPayout.
func PartnerConnectCancelPayout(ctx context.Context, client *partnerline.Client, ref string, payoutID string) error {
	result, err := client.Payouts.Cancel(ctx, ref, payoutID)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListEvents is listEvents.
func PartnerConnectListEvents(ctx context.Context, client *partnerline.Client) error {
	for entry, err := range client.Feed.List(ctx, partnerline.ListFeedParams{}) {
		if err != nil {
			return err
		}
		fmt.Println(entry)
	}
	return nil
}

// PartnerConnectListEventTypes is listEventTypes.
func PartnerConnectListEventTypes(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Feed.ListTypes(ctx)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectCreateEndpoint is createEndpoint.
func PartnerConnectCreateEndpoint(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Webhooks.CreateEndpoint(ctx, partnerline.CreateEndpointParams{
		URL:              "https://shop.example.com/hooks",
		Events:           []string{"endpoint.failing"},
		Description:      partnerline.Some("Bicycle bells, sold online"),
		Filter:           partnerline.Some("event.data.kind == 'identity'"),
		HonourRetryAfter: partnerline.Some(true),
		DeactivateOn410:  partnerline.Some(true),
		Headers:          partnerline.Some(map[string]string{"X-Gateway-Key": "b7f1c2"}),
		RateLimit:        partnerline.Some(100),
		Channels:         partnerline.Some([]string{}),
		Signatures:       partnerline.Some([]partnerline.SignatureForm{partnerline.SignatureFormHmac}),
		Body: partnerline.Some(partnerline.BodyShapeInput{
			Preset: partnerline.Some(partnerline.BodyPresetSlack),
		}),
		OrderBy:        partnerline.Some("event.data.kind"),
		OrderOnFailure: partnerline.Some(partnerline.OrderOnFailureSkip),
		Authentication: partnerline.Some(partnerline.AuthenticationInput{
			Type:     partnerline.AuthenticationTypeBasic,
			Username: partnerline.Some("partnerline"),
			Password: partnerline.Some("b7f1c2"),
		}),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListEndpoints is listEndpoints.
func PartnerConnectListEndpoints(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Webhooks.ListEndpoints(ctx)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectGetEndpoint is getEndpoint.
func PartnerConnectGetEndpoint(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Webhooks.GetEndpoint(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectUpdateEndpoint is updateEndpoint.
func PartnerConnectUpdateEndpoint(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Webhooks.UpdateEndpoint(ctx, id, partnerline.UpdateEndpointParams{
		URL:              partnerline.Some("https://shop.example.com/hooks"),
		Events:           partnerline.Some([]string{"endpoint.failing"}),
		Description:      partnerline.Some("Bicycle bells, sold online"),
		IsActive:         partnerline.Some(true),
		Filter:           partnerline.Some("event.data.kind == 'identity'"),
		HonourRetryAfter: partnerline.Some(true),
		DeactivateOn410:  partnerline.Some(true),
		Headers:          partnerline.Some(map[string]string{"X-Gateway-Key": "b7f1c2"}),
		RateLimit:        partnerline.Some(100),
		Channels:         partnerline.Some([]string{}),
		Signatures:       partnerline.Some([]partnerline.SignatureForm{partnerline.SignatureFormHmac}),
		Body: partnerline.Some(partnerline.BodyShapeInput{
			Preset: partnerline.Some(partnerline.BodyPresetSlack),
		}),
		OrderBy:        partnerline.Some("event.data.kind"),
		OrderOnFailure: partnerline.Some(partnerline.OrderOnFailureSkip),
		Authentication: partnerline.Some(partnerline.AuthenticationInput{
			Type:     partnerline.AuthenticationTypeBasic,
			Username: partnerline.Some("partnerline"),
			Password: partnerline.Some("b7f1c2"),
		}),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectDeleteEndpoint is deleteEndpoint.
func PartnerConnectDeleteEndpoint(ctx context.Context, client *partnerline.Client, id string) error {
	if err := client.Webhooks.DeleteEndpoint(ctx, id); err != nil {
		return err
	}
	return nil
}

// PartnerConnectTestEndpoint is testEndpoint.
func PartnerConnectTestEndpoint(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Webhooks.TestEndpoint(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectVerifyEndpoint is verifyEndpoint.
func PartnerConnectVerifyEndpoint(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Webhooks.VerifyEndpoint(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectRotateSecret is rotateSecret.
func PartnerConnectRotateSecret(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Webhooks.RotateSecret(ctx, id, partnerline.RotateSecretParams{
		OverlapSeconds: partnerline.Some(100),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListSigningKeys is listSigningKeys.
func PartnerConnectListSigningKeys(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Webhooks.ListSigningKeys(ctx)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectRotateSigningKey is rotateSigningKey.
func PartnerConnectRotateSigningKey(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Webhooks.RotateSigningKey(ctx, partnerline.RotateSigningKeyParams{})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectPreviewBody is previewBody.
func PartnerConnectPreviewBody(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Webhooks.PreviewBody(ctx, partnerline.PreviewBodyParams{
		Body: partnerline.BodyShapeInput{
			Preset: partnerline.Some(partnerline.BodyPresetSlack),
		},
		Type: partnerline.Some("endpoint.reactivated"),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectGetEndpointStatistics is getEndpointStatistics.
func PartnerConnectGetEndpointStatistics(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Webhooks.GetEndpointStatistics(ctx, id, partnerline.GetEndpointStatisticsParams{})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectGetSourceAddresses is getSourceAddresses.
func PartnerConnectGetSourceAddresses(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Webhooks.GetSourceAddresses(ctx)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListDeliveries is listDeliveries.
func PartnerConnectListDeliveries(ctx context.Context, client *partnerline.Client, id string) error {
	for entry, err := range client.Webhooks.ListDeliveries(ctx, id, partnerline.ListDeliveriesParams{}) {
		if err != nil {
			return err
		}
		fmt.Println(entry)
	}
	return nil
}

// PartnerConnectGetDelivery is getDelivery.
func PartnerConnectGetDelivery(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Webhooks.GetDelivery(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectResendDelivery is resendDelivery.
func PartnerConnectResendDelivery(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Webhooks.ResendDelivery(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectSkipDelivery is skipDelivery.
func PartnerConnectSkipDelivery(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Webhooks.SkipDelivery(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectRecoverEndpoint is recoverEndpoint.
func PartnerConnectRecoverEndpoint(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Webhooks.RecoverEndpoint(ctx, id, partnerline.RecoverEndpointParams{
		Since:    time.Now().Add(-24 * time.Hour),
		Statuses: partnerline.Some([]partnerline.MissedStatus{partnerline.MissedStatusFailed}),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectGetRecovery is getRecovery.
func PartnerConnectGetRecovery(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Webhooks.GetRecovery(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectCancelRecovery is cancelRecovery.
func PartnerConnectCancelRecovery(ctx context.Context, client *partnerline.Client, id string) error {
	if err := client.Webhooks.CancelRecovery(ctx, id); err != nil {
		return err
	}
	return nil
}

// PartnerConnectCreatePortalSession is createPortalSession.
func PartnerConnectCreatePortalSession(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Webhooks.CreatePortalSession(ctx, partnerline.CreatePortalSessionParams{
		Role: partnerline.Some(partnerline.PortalRoleViewer),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectRevokePortalSession is revokePortalSession.
func PartnerConnectRevokePortalSession(ctx context.Context, client *partnerline.Client, id string) error {
	if err := client.Webhooks.RevokePortalSession(ctx, id); err != nil {
		return err
	}
	return nil
}

// PartnerConnectGetMe is getMe.
func PartnerConnectGetMe(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Me.Get(ctx)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectAdvanceOnboarding is advanceOnboarding.
func PartnerConnectAdvanceOnboarding(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Sandbox.AdvanceOnboarding(ctx, ref, partnerline.AdvanceOnboardingParams{
		To: partnerline.OnboardingTargetInProgress,
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectAdvanceClock is advanceClock.
func PartnerConnectAdvanceClock(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Sandbox.AdvanceClock(ctx, partnerline.AdvanceClockParams{
		AdvanceS: 100,
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectListSandboxMessages is listSandboxMessages.
func PartnerConnectListSandboxMessages(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Sandbox.ListMessages(ctx, ref)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectAdvancePayment is advancePayment.
func PartnerConnectAdvancePayment(ctx context.Context, client *partnerline.Client, paymentID string) error {
	result, err := client.Sandbox.AdvancePayment(ctx, paymentID, partnerline.AdvancePaymentParams{
		To: partnerline.PaymentStatusInputPaid,
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectChargeBackPayment is chargeBackPayment.
func PartnerConnectChargeBackPayment(ctx context.Context, client *partnerline.Client, paymentID string) error {
	result, err := client.Sandbox.ChargeBackPayment(ctx, paymentID, partnerline.ChargeBackPaymentParams{
		Amount: partnerline.Some(int64(100)),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectReverseChargeback is reverseChargeback.
func PartnerConnectReverseChargeback(ctx context.Context, client *partnerline.Client, paymentID string, chargebackID string) error {
	result, err := client.Sandbox.ReverseChargeback(ctx, paymentID, chargebackID)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectAdvancePayout is advancePayout.
func PartnerConnectAdvancePayout(ctx context.Context, client *partnerline.Client, payoutID string) error {
	result, err := client.Sandbox.AdvancePayout(ctx, payoutID, partnerline.AdvancePayoutParams{
		To: partnerline.PayoutStatusInputProcessing,
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// PartnerConnectSettleMerchant is settleMerchant.
func PartnerConnectSettleMerchant(ctx context.Context, client *partnerline.Client, ref string) error {
	result, err := client.Sandbox.SettleMerchant(ctx, ref)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksCreateEndpoint is createEndpoint.
func WebhooksCreateEndpoint(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Endpoints.Create(ctx, partnerline.CreateEndpointParams{
		URL:              "https://shop.example.com/hooks",
		Events:           []string{"endpoint.failing"},
		Description:      partnerline.Some("Bicycle bells, sold online"),
		Filter:           partnerline.Some("event.data.kind == 'identity'"),
		HonourRetryAfter: partnerline.Some(true),
		DeactivateOn410:  partnerline.Some(true),
		Headers:          partnerline.Some(map[string]string{"X-Gateway-Key": "b7f1c2"}),
		RateLimit:        partnerline.Some(100),
		Channels:         partnerline.Some([]string{}),
		Signatures:       partnerline.Some([]partnerline.SignatureForm{partnerline.SignatureFormHmac}),
		Body: partnerline.Some(partnerline.BodyShapeInput{
			Preset: partnerline.Some(partnerline.BodyPresetSlack),
		}),
		OrderBy:        partnerline.Some("event.data.kind"),
		OrderOnFailure: partnerline.Some(partnerline.OrderOnFailureSkip),
		Authentication: partnerline.Some(partnerline.AuthenticationInput{
			Type:     partnerline.AuthenticationTypeBasic,
			Username: partnerline.Some("partnerline"),
			Password: partnerline.Some("b7f1c2"),
		}),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksListEndpoints is listEndpoints.
func WebhooksListEndpoints(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Endpoints.List(ctx)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksGetEndpoint is getEndpoint.
func WebhooksGetEndpoint(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Endpoints.Get(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksUpdateEndpoint is updateEndpoint.
func WebhooksUpdateEndpoint(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Endpoints.Update(ctx, id, partnerline.UpdateEndpointParams{
		URL:              partnerline.Some("https://shop.example.com/hooks"),
		Events:           partnerline.Some([]string{"endpoint.failing"}),
		Description:      partnerline.Some("Bicycle bells, sold online"),
		IsActive:         partnerline.Some(true),
		Filter:           partnerline.Some("event.data.kind == 'identity'"),
		HonourRetryAfter: partnerline.Some(true),
		DeactivateOn410:  partnerline.Some(true),
		Headers:          partnerline.Some(map[string]string{"X-Gateway-Key": "b7f1c2"}),
		RateLimit:        partnerline.Some(100),
		Channels:         partnerline.Some([]string{}),
		Signatures:       partnerline.Some([]partnerline.SignatureForm{partnerline.SignatureFormHmac}),
		Body: partnerline.Some(partnerline.BodyShapeInput{
			Preset: partnerline.Some(partnerline.BodyPresetSlack),
		}),
		OrderBy:        partnerline.Some("event.data.kind"),
		OrderOnFailure: partnerline.Some(partnerline.OrderOnFailureSkip),
		Authentication: partnerline.Some(partnerline.AuthenticationInput{
			Type:     partnerline.AuthenticationTypeBasic,
			Username: partnerline.Some("partnerline"),
			Password: partnerline.Some("b7f1c2"),
		}),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksDeleteEndpoint is deleteEndpoint.
func WebhooksDeleteEndpoint(ctx context.Context, client *partnerline.Client, id string) error {
	if err := client.Endpoints.Delete(ctx, id); err != nil {
		return err
	}
	return nil
}

// WebhooksTestEndpoint is testEndpoint.
func WebhooksTestEndpoint(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Endpoints.Test(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksVerifyEndpoint is verifyEndpoint.
func WebhooksVerifyEndpoint(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Endpoints.Verify(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksRotateSecret is rotateSecret.
func WebhooksRotateSecret(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Endpoints.RotateSecret(ctx, id, partnerline.RotateSecretParams{
		OverlapSeconds: partnerline.Some(100),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksListSigningKeys is listSigningKeys.
func WebhooksListSigningKeys(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Endpoints.ListSigningKeys(ctx)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksRotateSigningKey is rotateSigningKey.
func WebhooksRotateSigningKey(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Endpoints.RotateSigningKey(ctx, partnerline.RotateSigningKeyParams{})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksPreviewBody is previewBody.
func WebhooksPreviewBody(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Endpoints.PreviewBody(ctx, partnerline.PreviewBodyParams{
		Body: partnerline.BodyShapeInput{
			Preset: partnerline.Some(partnerline.BodyPresetSlack),
		},
		Type: partnerline.Some("endpoint.reactivated"),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksGetEndpointStatistics is getEndpointStatistics.
func WebhooksGetEndpointStatistics(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Endpoints.GetStatistics(ctx, id, partnerline.GetEndpointStatisticsParams{})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksGetSourceAddresses is getSourceAddresses.
func WebhooksGetSourceAddresses(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Endpoints.GetSourceAddresses(ctx)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksRecoverEndpoint is recoverEndpoint.
func WebhooksRecoverEndpoint(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Endpoints.Recover(ctx, id, partnerline.RecoverEndpointParams{
		Since:    time.Now().Add(-24 * time.Hour),
		Statuses: partnerline.Some([]partnerline.MissedStatus{partnerline.MissedStatusFailed}),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksListDeliveries is listDeliveries.
func WebhooksListDeliveries(ctx context.Context, client *partnerline.Client, id string) error {
	for entry, err := range client.Deliveries.List(ctx, id, partnerline.ListDeliveriesParams{}) {
		if err != nil {
			return err
		}
		fmt.Println(entry)
	}
	return nil
}

// WebhooksGetDelivery is getDelivery.
func WebhooksGetDelivery(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Deliveries.Get(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksResendDelivery is resendDelivery.
func WebhooksResendDelivery(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Deliveries.Resend(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksSkipDelivery is skipDelivery.
func WebhooksSkipDelivery(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Deliveries.Skip(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksGetRecovery is getRecovery.
func WebhooksGetRecovery(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Recoveries.Get(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksCancelRecovery is cancelRecovery.
func WebhooksCancelRecovery(ctx context.Context, client *partnerline.Client, id string) error {
	if err := client.Recoveries.Cancel(ctx, id); err != nil {
		return err
	}
	return nil
}

// WebhooksCreatePortalSession is createPortalSession.
func WebhooksCreatePortalSession(ctx context.Context, client *partnerline.Client) error {
	result, err := client.PortalSessions.Create(ctx, partnerline.CreatePortalSessionParams{
		Role: partnerline.Some(partnerline.PortalRoleViewer),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksRevokePortalSession is revokePortalSession.
func WebhooksRevokePortalSession(ctx context.Context, client *partnerline.Client, id string) error {
	if err := client.PortalSessions.Revoke(ctx, id); err != nil {
		return err
	}
	return nil
}

// WebhooksListEventTypes is listEventTypes.
func WebhooksListEventTypes(ctx context.Context, client *partnerline.Client) error {
	result, err := client.EventTypes.List(ctx)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksListEvents is listEvents.
func WebhooksListEvents(ctx context.Context, client *partnerline.Client) error {
	for entry, err := range client.Events.List(ctx, partnerline.ListEventsParams{}) {
		if err != nil {
			return err
		}
		fmt.Println(entry)
	}
	return nil
}

// WebhooksGetEvent is getEvent.
func WebhooksGetEvent(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Events.Get(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksListVerifications is listVerifications.
func WebhooksListVerifications(ctx context.Context, client *partnerline.Client) error {
	for entry, err := range client.Verifications.List(ctx, partnerline.ListVerificationsParams{}) {
		if err != nil {
			return err
		}
		fmt.Println(entry)
	}
	return nil
}

// WebhooksCreateVerification is createVerification.
func WebhooksCreateVerification(ctx context.Context, client *partnerline.Client) error {
	result, err := client.Verifications.Create(ctx, partnerline.CreateVerificationParams{
		Kind: partnerline.VerificationKindIdentity,
		Subject: partnerline.Some(partnerline.SubjectInput{
			Type: partnerline.SubjectTypePerson,
		}),
		Metadata: partnerline.Some(map[string]string{"shop": "7"}),
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksGetVerification is getVerification.
func WebhooksGetVerification(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Verifications.Get(ctx, id)
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}

// WebhooksAdvanceVerification is advanceVerification.
func WebhooksAdvanceVerification(ctx context.Context, client *partnerline.Client, id string) error {
	result, err := client.Verifications.Advance(ctx, id, partnerline.AdvanceVerificationParams{
		To: partnerline.VerificationStatusInProgress,
	})
	if err != nil {
		return err
	}
	fmt.Println(result)
	return nil
}
