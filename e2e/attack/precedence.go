package attack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/partnerline/partnerline/e2e/walk"
	"github.com/partnerline/partnerline/internal/operatorclient"
	partnerconnectv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// Withdrawing access takes precedence over using it: as many connections as there are use a merchant's access as fast
// as they can, or post to pages of it that anybody with a link may open, while the access is taken away.
var precedence = Attack{
	Name: "precedence",
	About: "keep an operator or a merchant from taking access away, by load of each kind that a partner or a stranger " +
		"with a link can make",
	Run: runPrecedence,
}

// A usage is one kind of load on a merchant. once makes the n-th request and reports whether the access was used.
type usage struct {
	name string
	once func(ctx context.Context, a *api, m *victim, n int64) (used bool, err error)
}

// A victim is the merchant of one round.
type victim struct {
	ref, link, page string
	portal          *walk.Browser
}

var usages = []usage{
	{"payments on behalf", func(ctx context.Context, a *api, m *victim, n int64) (bool, error) {
		status, _, err := a.try(ctx, http.MethodPost, "/payments", order(fmt.Sprint("load-", n), 100), "On-Behalf-Of", m.ref)
		return status < 300, err
	}},
	{"payouts", func(ctx context.Context, a *api, m *victim, n int64) (bool, error) {
		status, _, err := a.try(ctx, http.MethodPost, "/merchants/"+m.ref+"/payouts",
			fmt.Sprintf(`{"amount":1,"currency":"PLN","external_ref":"load-%d"}`, n))
		return status < 300, err
	}},
	{"account reads", func(ctx context.Context, a *api, m *victim, _ int64) (bool, error) {
		status, _, err := a.try(ctx, http.MethodGet, "/merchants/"+m.ref+"/balance", "")
		return status < 300, err
	}},
	{"a paid payment's page", func(ctx context.Context, a *api, m *victim, _ int64) (bool, error) {
		return false, form(ctx, a.client, m.page, "choice=pay")
	}},
	{"hosted pages", func(ctx context.Context, a *api, m *victim, _ int64) (bool, error) {
		return false, form(ctx, a.client, m.link, "")
	}},
}

func form(ctx context.Context, c *http.Client, url, body string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	_, err = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20))
	return err
}

// A withdrawal takes access away; undo gives it back where another round needs it.
type withdrawal struct {
	name string
	do   func(ctx context.Context, op operatorclient.PartnerConnect, m *victim) error
	undo func(ctx context.Context, op operatorclient.PartnerConnect, callers ...*api) error
	// concerns says whether a usage needs what is taken away.
	concerns func(u usage) bool
}

const demoPartner = "ptn_demo"

var withdrawals = []withdrawal{
	{name: "revoke-delegation", do: func(ctx context.Context, op operatorclient.PartnerConnect, m *victim) error {
		_, err := op.RevokeDelegation(ctx, &partnerconnectv1.RevokeDelegationRequest{Ref: m.ref})
		return err
	}, concerns: func(usage) bool { return true }},
	{name: "suspend-merchant", do: func(ctx context.Context, op operatorclient.PartnerConnect, m *victim) error {
		_, err := op.SuspendMerchant(ctx, &partnerconnectv1.SuspendMerchantRequest{Ref: m.ref})
		return err
	}, concerns: func(u usage) bool { return u.name != "account reads" }},
	{name: "the merchant's revoke button", do: func(
		ctx context.Context, _ operatorclient.PartnerConnect, m *victim,
	) error {
		return m.portal.Send(ctx, nil)
	}, concerns: func(usage) bool { return true }},
	{name: "suspend-partner", do: func(ctx context.Context, op operatorclient.PartnerConnect, _ *victim) error {
		_, err := op.SuspendPartner(ctx, &partnerconnectv1.SuspendPartnerRequest{Id: demoPartner})
		return err
	}, undo: func(ctx context.Context, op operatorclient.PartnerConnect, _ ...*api) error {
		_, err := op.ResumePartner(ctx, &partnerconnectv1.ResumePartnerRequest{Id: demoPartner})
		return err
	}, concerns: func(usage) bool { return true }},
	{name: "revoke-partner-key", do: revokeKeys, undo: newKey, concerns: func(usage) bool { return true }},
}

// revokeKeys revokes the demo partner's keys of test mode.
func revokeKeys(ctx context.Context, op operatorclient.PartnerConnect, _ *victim) error {
	list, err := op.ListPartnerKeys(ctx, &partnerconnectv1.ListPartnerKeysRequest{PartnerId: demoPartner})
	if err != nil {
		return err
	}
	for _, k := range list.GetData() {
		if k.GetLivemode() || k.GetRevokedAt() != nil {
			continue
		}
		if _, err := op.RevokePartnerKey(ctx, &partnerconnectv1.RevokePartnerKeyRequest{Id: k.GetId()}); err != nil {
			return err
		}
	}
	return nil
}

// newKey gives the demo partner a key in the place of those that were revoked.
func newKey(ctx context.Context, op operatorclient.PartnerConnect, callers ...*api) error {
	made, err := op.CreatePartnerKey(ctx, &partnerconnectv1.CreatePartnerKeyRequest{
		PartnerId: demoPartner, Channels: []string{"chn_shop"},
		Scopes: []string{"onboarding:read", "onboarding:write", "account:read", "payments:write", "payouts:write",
			"webhooks:write"},
	})
	if err != nil {
		return err
	}
	for _, c := range callers {
		c.key = made.GetKey()
	}
	return nil
}

func runPrecedence(ctx context.Context, t *Target) ([]Figure, error) {
	connections, rounds, loaded := 200, 5, 400
	if t.Small {
		connections, rounds, loaded = 48, 1, 48
	}
	opctx, op, closeOperator, err := t.operator(ctx)
	if err != nil {
		return nil, err
	}
	defer closeOperator()
	calm, closeCalm := client("127.0.0.1", 4)
	defer closeCalm()
	crowd, closeCrowd := client("127.0.0.66", connections)
	defer closeCrowd()
	partner, attacker := t.api(calm), t.api(crowd)

	figures := make([]Figure, 0, len(usages)+1)
	var late atomic.Int64
	for _, u := range usages {
		var took []time.Duration
		for i, w := range withdrawals {
			for round := range rounds {
				m, err := newVictim(ctx, partner, fmt.Sprintf("%s-%d-%d", strings.ReplaceAll(u.name, " ", "-"), i, round))
				if err != nil {
					return nil, fmt.Errorf("%s: %w", u.name, err)
				}
				d, n, err := duel(ctx, connections, int64(loaded), func(ctx context.Context, i int64) (bool, error) {
					used, err := u.once(ctx, attacker, m, i)
					return used && w.concerns(u), err
				}, func() error {
					limited, cancel := context.WithTimeout(opctx, 60*time.Second)
					defer cancel()
					return w.do(limited, op, m)
				})
				if err != nil {
					return nil, fmt.Errorf("%s under %s: %w", w.name, u.name, err)
				}
				took = append(took, d)
				late.Add(n)
				t.Logf("%s under %s: %v", w.name, u.name, d.Round(time.Millisecond))
				if w.undo != nil {
					if err := w.undo(opctx, op, partner, attacker); err != nil {
						return nil, err
					}
				}
			}
		}
		slices.Sort(took)
		// Of fewer than a hundred values the 99th percentile is the largest.
		figures = append(figures, Figure{Name: "withdrawal p99 under " + u.name, Value: took[len(took)-1].Seconds(),
			Unit: "s", Bar: 1})
	}
	return append(figures, Figure{Name: "uses that began after the answer", Value: float64(late.Load()),
		Unit: "count", Bar: 0}), nil
}

// newVictim makes a merchant with money, a paid payment, and a person who has the page to revoke open.
func newVictim(ctx context.Context, a *api, name string) (*victim, error) {
	m := &victim{}
	var err error
	if m.ref, m.link, err = a.merchant(ctx, name); err != nil {
		return nil, err
	}
	if m.page, err = a.paid(ctx, m.ref, "paid", 1_000_000); err != nil {
		return nil, err
	}
	if err := a.call(ctx, http.MethodPost, "/sandbox/merchants/"+m.ref+"/settle", "", nil); err != nil {
		return nil, err
	}
	if m.portal, err = walk.NewBrowser(); err != nil {
		return nil, err
	}
	if err := m.portal.Open(ctx, m.link); err != nil {
		return nil, err
	}
	if err := m.portal.Send(ctx, nil); err != nil {
		return nil, err
	}
	if err := walk.Prove(ctx, m.portal, m.portal.Code); err != nil {
		return nil, err
	}
	flow, _, _ := strings.Cut(m.link, "/connect/")
	return m, m.portal.Open(ctx, flow+"/connect/flow/revoke")
}

// duel loads a merchant from many connections and takes the access away once the load is steady; the load goes on until
// that has answered. It returns how long that took, and how many uses succeeded that began after the answer: use
// reports whether one did that needs the access.
func duel(
	ctx context.Context, connections int, loaded int64, use func(context.Context, int64) (bool, error),
	withdraw func() error,
) (time.Duration, int64, error) {
	var n, late, rest atomic.Int64
	rest.Store(2 * int64(connections)) // so each connection makes one request at least that begins after the answer
	var gone, stopped atomic.Bool
	var failed sync.Map
	var wg sync.WaitGroup
	steady := make(chan struct{})
	for range connections {
		wg.Go(func() {
			for !stopped.Load() && ctx.Err() == nil {
				i := n.Add(1)
				if i == loaded {
					close(steady)
				}
				after := gone.Load()
				if after && rest.Add(-1) < 0 {
					return
				}
				used, err := use(ctx, i)
				if err != nil {
					failed.Store(err.Error(), true)
					return
				}
				if used && after {
					late.Add(1)
				}
			}
		})
	}
	defer wg.Wait()
	defer stopped.Store(true)
	select {
	case <-steady:
	case <-ctx.Done():
		return 0, 0, ctx.Err()
	}
	start := time.Now()
	err := withdraw()
	took := time.Since(start)
	gone.Store(true)
	if err != nil {
		stopped.Store(true)
	}
	wg.Wait()
	failed.Range(func(text, _ any) bool {
		err = errors.Join(err, fmt.Errorf("load: %v", text))
		return true
	})
	return took, late.Load(), err
}
