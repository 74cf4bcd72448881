package oracle_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/e2e/chaos/oracle"
)

var epoch = time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)

func at(seconds int) time.Time { return epoch.Add(time.Duration(seconds) * time.Second) }

func receipt(change func(*oracle.Receipt)) oracle.Receipt {
	r := oracle.Receipt{Endpoint: "e", Delivery: "dlv_1", Event: "evt_1", Attempt: 1, Body: []byte("body"),
		Answered: 200, At: at(20)}
	if change != nil {
		change(&r)
	}
	return r
}

// Each row breaks one promise, or looks as if it did.
func TestBrokenPromisesAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		facts func(*oracle.Oracle)
		ended oracle.Ended
		fault string // empty: all is well
		want  func(oracle.Verdict) bool
	}{
		"delivered": {func(o *oracle.Oracle) { o.Receive(receipt(nil)) }, nil, "",
			func(v oracle.Verdict) bool { return v.Delivered == 1 && v.Due == 1 }},
		"lost": {func(*oracle.Oracle) {}, nil, "lost: event evt_1", func(v oracle.Verdict) bool { return v.Lost == 1 }},
		"only refused, and still under way": {
			func(o *oracle.Oracle) { o.Receive(receipt(func(r *oracle.Receipt) { r.Answered = 500 })) },
			nil, "lost: event evt_1 for endpoint e (1 requests", func(v oracle.Verdict) bool { return v.Lost == 1 },
		},
		"failed by its receiver": {
			func(o *oracle.Oracle) { o.Receive(receipt(func(r *oracle.Receipt) { r.Answered = 500 })) },
			oracle.Ended{oracle.Key("evt_1", "e"): {oracle.Failed, 5}}, "",
			func(v oracle.Verdict) bool { return v.Refused == 1 && v.Retries == 1 },
		},
		"given up too early": {func(*oracle.Oracle) {},
			oracle.Ended{oracle.Key("evt_1", "e"): {oracle.Failed, 4}}, "lost", nil},
		"cancelled": {func(*oracle.Oracle) {},
			oracle.Ended{oracle.Key("evt_1", "e"): {"cancelled", 5}}, "lost", nil},
		"taken and recorded failed": {
			func(o *oracle.Oracle) { o.Receive(receipt(nil)) },
			oracle.Ended{oracle.Key("evt_1", "e"): {oracle.Failed, 5}}, "is recorded failed", nil,
		},
		"retried": {func(o *oracle.Oracle) {
			o.Receive(receipt(func(r *oracle.Receipt) { r.Answered = 503 }))
			o.Receive(receipt(func(r *oracle.Receipt) { r.Attempt, r.At = 2, at(30) }))
		}, nil, "", func(v oracle.Verdict) bool { return v.Explained+v.Unexplained == 0 }},
		"twice without a reason": {func(o *oracle.Oracle) {
			o.Receive(receipt(nil))
			o.Receive(receipt(func(r *oracle.Receipt) { r.At = at(30) }))
		}, nil, "duplicate: delivery dlv_1", func(v oracle.Verdict) bool { return v.Unexplained == 1 }},
		"twice around trouble": {func(o *oracle.Oracle) {
			o.Trouble(oracle.Window{Name: "kill", From: at(22), Until: at(22)}) // before the outcome was stored
			o.Receive(receipt(nil))
			o.Receive(receipt(func(r *oracle.Receipt) { r.At = at(90) }))
		}, nil, "", func(v oracle.Verdict) bool { return v.Explained == 1 && v.ByTrouble["kill"] == 1 }},
		"twice, with trouble that was over": {func(o *oracle.Oracle) {
			o.Trouble(oracle.Window{Name: "kill", From: at(17), Until: at(18)})
			o.Receive(receipt(nil))
			o.Receive(receipt(func(r *oracle.Receipt) { r.At = at(90) }))
		}, nil, "duplicate", nil},
		"twice, with trouble when its outcome was stored": {func(o *oracle.Oracle) {
			o.Trouble(oracle.Window{Name: "kill", From: at(25), Until: at(40)})
			o.Receive(receipt(nil))
			o.Receive(receipt(func(r *oracle.Receipt) { r.At = at(90) }))
		}, nil, "duplicate", nil},
		"twice, and nothing was wrong while its outcome should have been stored": {func(o *oracle.Oracle) {
			o.Trouble(oracle.Window{Name: "kill", From: at(47), Until: at(50)})
			o.Receive(receipt(func(r *oracle.Receipt) { r.Delivery = "dlv_late" })) // stored at 60
			o.Receive(receipt(func(r *oracle.Receipt) { r.Delivery, r.At = "dlv_late", at(60) }))
		}, nil, "duplicate", nil},
		"three times, the last without a reason": {func(o *oracle.Oracle) {
			o.Trouble(oracle.Window{Name: "kill", From: at(21), Until: at(22)})
			o.Receive(receipt(nil))
			o.Receive(receipt(func(r *oracle.Receipt) { r.At = at(50) }))
			o.Receive(receipt(func(r *oracle.Receipt) { r.At = at(90) }))
		}, nil, "duplicate", func(v oracle.Verdict) bool { return v.Explained == 1 && v.Unexplained == 1 }},
		"unsigned": {func(o *oracle.Oracle) { o.Receive(receipt(func(r *oracle.Receipt) { r.Unsigned = errors.New("no") })) },
			nil, "signature: no", nil},
		"another body": {func(o *oracle.Oracle) { refusedThen(o, func(r *oracle.Receipt) { r.Body = []byte("x") }) }, nil,
			"another body", nil},
		"another id": {func(o *oracle.Oracle) { refusedThen(o, func(r *oracle.Receipt) { r.Delivery = "dlv_2" }) }, nil,
			"as dlv_1 and as dlv_2", nil},
		"event that was not published": {func(o *oracle.Oracle) {
			o.Receive(receipt(nil))
			o.Receive(receipt(func(r *oracle.Receipt) { r.Event = "evt_2" }))
		}, nil, "was not published", nil},
		"another tenant": {func(o *oracle.Oracle) {
			o.Receive(receipt(nil))
			o.Receive(receipt(func(r *oracle.Receipt) { r.Endpoint = "f" }))
		}, nil, "another tenant", nil},
		"accepted twice": {func(o *oracle.Oracle) { o.Receive(receipt(nil)); o.Accept("key", "evt_2", "ten_a", at(1)) }, nil,
			"two events", nil},
		"repeated call": {func(o *oracle.Oracle) { o.Receive(receipt(nil)); o.Accept("key", "evt_1", "ten_a", at(1)) },
			nil, "", nil},
		"one id two keys": {func(o *oracle.Oracle) { o.Receive(receipt(nil)); o.Accept("other", "evt_1", "ten_a", at(1)) },
			nil, "two keys", nil},
	} {
		t.Run(name, func(t *testing.T) {
			o := oracle.New()
			o.Subscribe(oracle.Endpoint{ID: "e", Tenant: "ten_a"})
			o.Subscribe(oracle.Endpoint{ID: "f", Tenant: "ten_b"})
			o.Accept("key", "evt_1", "ten_a", at(0))
			c.facts(o)
			log := oracle.Log{Stored: map[string]time.Time{"dlv_1": at(23), "dlv_late": at(60)}}
			v := o.Check(c.ended, log, 5, at(0), at(100))
			if v.Holds() != (c.fault == "") || c.fault != "" && !strings.Contains(strings.Join(v.Faults, "\n"), c.fault) {
				t.Errorf("faults %q, want %q", v.Faults, c.fault)
			}
			if c.want != nil && !c.want(v) {
				t.Errorf("verdict %+v", v)
			}
		})
	}
}

func refusedThen(o *oracle.Oracle, change func(*oracle.Receipt)) {
	o.Receive(receipt(func(r *oracle.Receipt) { r.Answered = 500 }))
	o.Receive(receipt(change))
}

// What an endpoint misses that refuses everything is not lost.
func TestEndpointThatEnds(t *testing.T) {
	o := oracle.New()
	o.Subscribe(oracle.Endpoint{ID: "e", Tenant: "ten_a", Ends: true})
	o.Accept("key", "evt_1", "ten_a", at(0))
	if v := o.Check(nil, oracle.Log{}, 5, at(0), at(1)); !v.Holds() || v.Due != 0 {
		t.Errorf("verdict %+v", v)
	}
}

// Events of a key arrive in the order of the log; a repeat is none of its own.
func TestInversions(t *testing.T) {
	o := oracle.New()
	o.Subscribe(oracle.Endpoint{ID: "e", Tenant: "ten_a", Ordered: true})
	o.Subscribe(oracle.Endpoint{ID: "f", Tenant: "ten_a"})
	positions := map[string]int64{"evt_1": 1, "evt_2": 2, "evt_3": 3, "evt_4": 4}
	for event := range positions {
		o.Accept(event, event, "ten_a", at(0))
	}
	for _, arrival := range []struct{ endpoint, key, event string }{
		{"e", "a", "evt_1"}, {"e", "b", "evt_4"}, {"e", "a", "evt_3"}, {"e", "a", "evt_1"}, {"e", "b", "evt_2"},
		{"f", "a", "evt_3"}, {"f", "a", "evt_2"},
	} {
		o.Receive(receipt(func(r *oracle.Receipt) {
			r.Endpoint, r.Key, r.Event, r.Delivery, r.Answered = arrival.endpoint, arrival.key, arrival.event, arrival.event, 500
		}))
	}
	v := o.Check(nil, oracle.Log{Positions: positions}, 5, at(0), at(100))
	if v.Keys != 2 || v.Ordered != 4 || v.Inversions != 1 ||
		!strings.Contains(strings.Join(v.Faults, "\n"), "inversion: event evt_2 at 2") {
		t.Errorf("verdict %+v", v)
	}
}

func TestQuietIsOutsideTheFaults(t *testing.T) {
	o := oracle.New()
	o.Trouble(oracle.Window{Name: "a", From: at(10), Until: at(20)})
	o.Trouble(oracle.Window{Name: "b", From: at(15), Until: at(26)})
	if q := o.Check(nil, oracle.Log{}, 5, at(0), at(100)).Quiet; q != 0.82 {
		t.Errorf("quiet %v, want all but 9 to 27 of 100 s", q)
	}
}

func TestOutstanding(t *testing.T) {
	o := oracle.New()
	o.Subscribe(oracle.Endpoint{ID: "e", Tenant: "ten_a"})
	o.Accept("1", "evt_1", "ten_a", at(0))
	o.Accept("2", "evt_2", "ten_a", at(0))
	o.Receive(receipt(nil))
	if n := o.Outstanding(nil); n != 1 {
		t.Errorf("%d outstanding", n)
	}
	if n := o.Outstanding(oracle.Ended{oracle.Key("evt_2", "e"): {oracle.Failed, 5}}); n != 0 {
		t.Errorf("%d outstanding though the last one failed", n)
	}
}

// A gap is the longest time in which one of the watched tenants gets no first attempt, until the end of the watch.
func TestLongestGap(t *testing.T) {
	o := oracle.New()
	arrive := func(tenant string, attempt, second int) {
		o.Receive(receipt(func(r *oracle.Receipt) { r.Endpoint, r.Attempt, r.At = "of "+tenant, attempt, at(second) }))
	}
	for _, tenant := range []string{"ten_a", "ten_b", "ten_c"} {
		o.Subscribe(oracle.Endpoint{ID: "of " + tenant, Tenant: tenant})
	}
	arrive("ten_a", 1, 1)
	o.Watch([]string{"ten_a", "ten_b"}, at(10))
	arrive("ten_a", 1, 12)
	arrive("ten_b", 1, 11)
	arrive("ten_b", 2, 14) // a retry does not show that events go on
	arrive("ten_b", 1, 16)
	arrive("ten_a", 1, 15)
	if gap := o.LongestGap(at(19)); gap != 5*time.Second {
		t.Errorf("a gap of %s, want that of ten_b", gap)
	}
	o.Watch([]string{"ten_a", "ten_b"}, at(20))
	arrive("ten_a", 1, 21)
	if gap := o.LongestGap(at(27)); gap != 7*time.Second {
		t.Errorf("a gap of %s, want that of ten_b, which got nothing", gap)
	}
}
