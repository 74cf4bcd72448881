package main

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// rekeyed is the deployment with another IDENTITY_HASH_KEY, started again.
func (d *deployment) rekeyed(value string) {
	d.t.Helper()
	d.kill()
	d.env = append(d.env, "IDENTITY_HASH_KEY="+value)
	hash, err := onboarding.ParseIDHash(value)
	if err != nil {
		d.t.Fatal(err)
	}
	var keys *keyring.Keyring
	for _, setting := range d.env {
		if text, ok := strings.CutPrefix(setting, "ENCRYPTION_KEYS="); ok {
			if keys, err = keyring.Parse(text); err != nil {
				d.t.Fatal(err)
			}
		}
	}
	d.parts = wiring.New(kernel.Database{Pool: d.pool, Keys: keys}, money.DefaultTariff, hash)
	d.start()
}

// onboard stores an onboarding whose applicant has an address.
func (d *deployment) onboard(i int) {
	d.t.Helper()
	ctx, by := d.t.Context(), audit.Entry{At: now(), Actor: audit.OperatorActor, Operation: "Test"}
	o, e, err := onboarding.NewOnboarding(access.Owner{
		Partner: access.Partner{ID: "ptn_a", Tenant: "ten_a"}, Channel: access.Channel{ID: "chn_a", Partner: "ptn_a"},
	}, false, fmt.Sprint("hashed-", i), onboarding.Data{Applicant: onboarding.Applicant{Email: address(i)}})
	if err != nil {
		d.t.Fatal(err)
	}
	if _, _, err := d.parts.Changer.CreateOnboarding(ctx, o, e, by); err != nil {
		d.t.Fatal(err)
	}
}

func address(i int) string { return fmt.Sprintf("person-%d@example.com", i) }

// found requires that each address finds one merchant.
func (d *deployment) found(people int) {
	d.t.Helper()
	for i := range people {
		hits, err := pcv1.NewReviewOperatorServiceClient(d.conn).Find(d.internal(), &pcv1.FindRequest{Query: address(i)})
		if err != nil || len(hits.GetData()) != 1 {
			d.t.Fatalf("%s: %v, %v", address(i), hits, err)
		}
	}
}

// hashKeys is how much is hashed under which key, as `k2*:7 :3`.
func (d *deployment) hashKeys() string {
	d.t.Helper()
	list, err := d.operator().ListEncryptionKeys(d.internal(), &pcv1.ListEncryptionKeysRequest{})
	if err != nil {
		d.t.Fatal(err)
	}
	var out []string
	for _, k := range list.GetIdentityHashKeys() {
		mark := map[bool]string{true: "*"}[k.GetFirst()]
		if !k.GetConfigured() {
			mark += "!"
		}
		out = append(out, fmt.Sprintf("%s%s:%d", k.GetId(), mark, k.GetValues()))
	}
	return strings.Join(out, " ")
}

func (d *deployment) operator() pcv1.MerchantOperatorServiceClient {
	return pcv1.NewMerchantOperatorServiceClient(d.conn)
}

// The key by which people are compared and merchants found is replaced in three steps. All are found throughout, under
// whichever key they were stored, also when the program is killed while it hashes them again.
func TestRotatingTheIdentityHashKey(t *testing.T) {
	t.Parallel()
	const each = 8
	old, next := strings.TrimPrefix(keyring.NewKey("k1"), "k1:"), keyring.NewKey("k2")
	d := deploy(t)
	d.rekeyed(old)
	for i := range each {
		d.onboard(i)
	}
	if got, want := d.hashKeys(), fmt.Sprintf("*:%d", each); got != want {
		t.Errorf("with the old key: %q, want %q", got, want)
	}
	d.rekeyed(old + "," + next)
	for i := range each {
		d.onboard(each + i)
	}
	d.found(2 * each)
	d.rekeyed(next + "," + old)
	for i := range each {
		d.onboard(2*each + i)
	}
	d.found(3 * each)
	if got, want := d.hashKeys(), fmt.Sprintf("k2*:%d :%d", each, 2*each); got != want {
		t.Errorf("before it hashes again: %q, want %q", got, want)
	}

	// One that another transaction holds stops it in the middle, where it is killed.
	stale := func() int {
		return d.count(`SELECT count(*) FROM onboardings, unnest(lookups) AS h WHERE h NOT LIKE 'k2:%'`)
	}
	tx, err := d.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := tx.Exec(t.Context(), `
		SELECT FROM onboardings WHERE ref = (
			SELECT ref FROM onboardings WHERE EXISTS (SELECT FROM unnest(lookups) AS h WHERE h NOT LIKE 'k2:%')
			ORDER  BY ref OFFSET $1 LIMIT 1) FOR UPDATE`, each); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(d.internal(), time.Minute)
	defer cancel()
	ended, operator := make(chan error, 1), d.operator()
	go func() {
		_, err := operator.ResealKeys(ctx, &pcv1.ResealKeysRequest{})
		ended <- err
	}()
	d.until("some are hashed again", func() bool { n := stale(); return n < 2*each && n > 0 })
	d.kill()
	if err := <-ended; err == nil {
		t.Error("it was done before the program was killed")
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := stale(); n == 0 || n == 2*each {
		t.Fatalf("%d are not hashed again after the program was killed", n)
	}
	d.start()
	d.found(3 * each)
	rest := int64(stale())
	done, err := d.operator().ResealKeys(d.internal(), &pcv1.ResealKeysRequest{})
	if err != nil || done.GetChanged() != rest || done.GetUnreadable() != 0 {
		t.Errorf("once more: %v, %v; want %d", done, err, rest)
	}
	if got, want := d.hashKeys(), fmt.Sprintf("k2*:%d :0", 3*each); got != want {
		t.Errorf("after it has hashed again: %q, want %q", got, want)
	}
	d.rekeyed(next)
	d.found(3 * each)
	if done, err := d.operator().ResealKeys(d.internal(), &pcv1.ResealKeysRequest{}); err != nil ||
		done.GetChanged() != 0 {
		t.Errorf("with nothing to do: %v, %v", done, err)
	}
}

// An entry of a register says by which key its national ids are hashed. One that the program lacks is refused.
func TestImportedHashes(t *testing.T) {
	t.Parallel()
	d := deploy(t)
	old, next := strings.TrimPrefix(keyring.NewKey("k1"), "k1:"), keyring.NewKey("k2")
	d.rekeyed(next + "," + old)
	record := func(number, key string) *pcv1.RegisterRecord {
		return &pcv1.RegisterRecord{
			Scheme: "PL_KRS", Number: number, Status: "active", LegalName: "Wzór sp. z o.o.", AsOf: timestamppb.New(now()),
			Members: []*pcv1.RegisterMember{{Id: "1", FamilyName: "Wzorcowa", NationalIdHash: key + strings.Repeat("a", 64)}},
		}
	}
	imports := pcv1.NewProviderOperatorServiceClient(d.conn)
	if _, err := imports.ImportRegister(d.internal(), &pcv1.ImportRegisterRequest{Records: []*pcv1.RegisterRecord{
		record("0000000901", ""), record("0000000902", "k2:"),
	}}); err != nil {
		t.Fatal(err)
	}
	_, err := imports.ImportRegister(d.internal(),
		&pcv1.ImportRegisterRequest{Records: []*pcv1.RegisterRecord{record("0000000903", "k3:")}})
	if status.Code(err) != codes.InvalidArgument {
		t.Errorf("under a key that the program lacks: %v", err)
	}
	if got, want := d.hashKeys(), "k2*:1 :1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
