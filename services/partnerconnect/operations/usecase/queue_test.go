package usecase_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	operationsusecase "github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
)

// queue is that of the merchants, at a time.
func (m *merchants) queue(at time.Time) *operationsusecase.Queue {
	return operationsusecase.NewQueue(m.pool, m.parts.Onboardings, func() time.Time { return at })
}

func (m *merchants) change(t *testing.T, ref pc.Ref, f func(o *onboarding.Onboarding)) {
	t.Helper()
	if _, err := m.parts.Changer.Change(t.Context(), access.SystemView, ref, startReviews, operator,
		func(o *onboarding.Onboarding) error {
			f(o)
			return nil
		}); err != nil {
		t.Fatal(err)
	}
}

// exposed is a merchant in review that declared to be politically exposed.
func (m *merchants) exposed(t *testing.T) pc.Ref {
	t.Helper()
	ref := m.at(t, string(onboarding.InReview)).Ref
	m.change(t, ref, func(o *onboarding.Onboarding) { o.Flow.Declarations = &onboarding.Declarations{Exposed: true} })
	return ref
}

// waits returns why an onboarding waits; nil when it does not.
func (m *merchants) waits(t *testing.T, ref pc.Ref) []review.Reason {
	t.Helper()
	_, w, err := m.queue(startReviews).GetReview(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	return w.Reasons
}

// An onboarding is in the queue exactly while a person must decide something, with what.
func TestQueueFollowsTheOnboarding(t *testing.T) {
	m := newMerchants(t)
	o := m.at(t, string(onboarding.InProgress))
	for _, step := range []struct {
		name   string
		change func(o *onboarding.Onboarding)
		want   []review.Reason
	}{
		{"in progress", func(*onboarding.Onboarding) {}, nil},
		{
			"in review, a signature is not proven", func(o *onboarding.Onboarding) { o.Status = onboarding.InReview },
			[]review.Reason{"signature"},
		},
		{
			"politically exposed",
			func(o *onboarding.Onboarding) { o.Flow.Declarations = &onboarding.Declarations{Exposed: true} },
			[]review.Reason{"politically_exposed", "signature"},
		},
		{"the transfer came from another account", func(o *onboarding.Onboarding) {
			o.Flow.Transfer = &onboarding.Transfer{Outcome: signing.TransferNameMismatch}
		}, []review.Reason{"politically_exposed", "signature", "verification_transfer"}},
		{"corrections are asked for", func(o *onboarding.Onboarding) { o.Status = onboarding.ActionRequired }, nil},
		{
			"active", func(o *onboarding.Onboarding) { o.Status, o.Merchant = onboarding.Active, delegation.ActiveMerchant },
			nil,
		},
		{"another payout account", func(o *onboarding.Onboarding) {
			o.AccountChange = &onboarding.AccountChange{
				ID: "a", Transfer: onboarding.Transfer{Outcome: signing.TransferAccountMismatch},
			}
		}, []review.Reason{"account_change"}},
		{"closed", func(o *onboarding.Onboarding) { o.Merchant = delegation.ClosedMerchant }, nil},
	} {
		t.Run(step.name, func(t *testing.T) {
			m.change(t, o.Ref, step.change)
			if got := m.waits(t, o.Ref); !slices.Equal(got, step.want) {
				t.Errorf("%q, want %q", got, step.want)
			}
		})
	}
}

func TestListReviews(t *testing.T) {
	m := newMerchants(t)
	var refs []pc.Ref
	for i := range 5 {
		t.Run(fmt.Sprint(i), func(t *testing.T) { refs = append(refs, m.exposed(t)) })
		if _, err := m.pool.Exec(t.Context(), `UPDATE reviews SET waiting_since = $1 WHERE onboarding_ref = $2`,
			startReviews.Add(-time.Duration(i/2)*time.Hour), refs[i]); err != nil {
			t.Fatal(err)
		}
	}
	q, first := m.queue(startReviews), refs[4] // the oldest; two each are equally old, then the ref decides
	if _, err := q.ClaimReview(t.Context(), first, "anna", operator); err != nil {
		t.Fatal(err)
	}
	live := true
	for name, c := range map[string]struct {
		query review.Query
		want  []pc.Ref
	}{
		"all": {review.Query{}, []pc.Ref{refs[4], refs[2], refs[3], refs[0], refs[1]}},
		"the next page": {
			review.Query{After: &review.Position{Since: startReviews.Add(-time.Hour), Ref: refs[2]}},
			[]pc.Ref{refs[3], refs[0], refs[1]},
		},
		"unclaimed":          {review.Query{Unclaimed: true}, []pc.Ref{refs[2], refs[3], refs[0], refs[1]}},
		"of a person":        {review.Query{ClaimedBy: "anna"}, []pc.Ref{first}},
		"of another person":  {review.Query{ClaimedBy: "bartek"}, nil},
		"of live mode":       {review.Query{Livemode: &live}, nil},
		"with another cause": {review.Query{Reason: "proxy"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c.query.Now, c.query.Limit = startReviews, 10
			list, err := q.ListReviews(t.Context(), c.query)
			var got []pc.Ref
			for _, w := range list {
				got = append(got, w.Ref)
			}
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%q, %v, want %q", got, err, c.want)
			}
			size, err := q.Size(t.Context(), c.query)
			if c.query.After == nil &&
				(err != nil || int(size.Waiting) != len(c.want) || (size.Oldest != nil) != (len(c.want) > 0)) {
				t.Errorf("%+v, %v", size, err)
			}
		})
	}
}

// Of many people at once one has a review, until it is released or the claim is over.
func TestOneHolderOfAReview(t *testing.T) {
	m := newMerchants(t)
	ref := m.exposed(t)
	race := func(at time.Time) string {
		var holders atomic.Int64
		var holder atomic.Value
		var wg sync.WaitGroup
		for i := range 40 {
			person := fmt.Sprint("person-", i)
			wg.Go(func() {
				by := operator
				by.At = at
				switch w, err := m.queue(at).ClaimReview(t.Context(), ref, person, by); {
				case err == nil && w.ClaimedBy == person:
					holders.Add(1)
					holder.Store(person)
				case reasonOf(err) != fault.InvalidState:
					t.Error(w, err)
				}
			})
		}
		wg.Wait()
		if holders.Load() != 1 {
			t.Fatalf("%d have it", holders.Load())
		}
		return holder.Load().(string)
	}
	release := func(person string) {
		if _, err := m.queue(startReviews).ReleaseReview(t.Context(), ref, person, operator); err != nil {
			t.Error(err)
		}
	}
	first := race(startReviews)
	if w, err := m.queue(startReviews).ClaimReview(t.Context(), ref, first, operator); err != nil || w.ClaimedBy != first {
		t.Errorf("claimed again: %+v, %v", w, err)
	}
	named := operator
	named.Name = "Anna Wzorcowa"
	if w, err := m.queue(startReviews).ClaimReview(t.Context(), ref, first, named); err != nil ||
		w.ClaimedByName != "Anna Wzorcowa" {
		t.Errorf("claimed with a name: %+v, %v", w, err)
	}
	if _, w, err := m.queue(startReviews.Add(review.ClaimLifetime)).GetReview(t.Context(), ref); err != nil || w.ClaimedBy+
		w.ClaimedByName != "" {
		t.Errorf("the claim is over: %+v, %v", w, err)
	}
	release("another person")
	if _, w, err := m.queue(startReviews).GetReview(t.Context(), ref); err != nil || w.ClaimedBy != first ||
		w.ClaimedByName != "Anna Wzorcowa" {
		t.Errorf("released by another: %+v, %v", w, err)
	}
	release(first)
	if _, w, err := m.queue(startReviews).GetReview(t.Context(), ref); err != nil || w.ClaimedBy+w.ClaimedByName != "" {
		t.Errorf("released: %+v, %v", w, err)
	}
	race(startReviews)
	race(startReviews.Add(review.ClaimLifetime))
	if _, err := m.queue(startReviews).ClaimReview(t.Context(), ref, "", operator); reasonOf(err) != pc.PersonRequired {
		t.Errorf("by no person: %v", err)
	}
	m.change(t, ref, func(o *onboarding.Onboarding) { o.Status = onboarding.Active })
	if _, err := m.queue(startReviews).ClaimReview(t.Context(), ref, first,
		operator); reasonOf(err) != fault.InvalidState {
		t.Errorf("of what does not wait: %v", err)
	}
}
