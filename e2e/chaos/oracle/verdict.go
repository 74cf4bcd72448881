package oracle

import (
	"fmt"
	"slices"
	"time"
)

// Failed is the status of a delivery that used up its schedule.
const Failed = "failed"

// Ended are deliveries that are recorded as ended other than delivered; see Key.
type Ended map[string]Record

// Key is where Ended holds a delivery.
func Key(event, endpoint string) string { return event + endpoint }

// A Record is the recorded end of a delivery.
type Record struct {
	Status   string
	Attempts int
}

// A Verdict is what the oracle found.
type Verdict struct {
	Accepted  int `json:"accepted"`           // events
	Due       int `json:"deliveries_due"`     // of them, one for each endpoint that must get them
	Delivered int `json:"delivered"`          // answered 2xx at least once
	Refused   int `json:"failed_by_receiver"` // ended failed after the whole schedule, never answered 2xx
	// of them those of which fewer attempts arrived, because of network faults
	Unreached int `json:"of_them_unreached"`
	Lost      int `json:"lost"`               // neither delivered nor failed
	Receipts  int `json:"receipts"`           // requests at receivers
	Retries   int `json:"answered_otherwise"` // of them answered with something else than 2xx, on purpose
	// arrived again after a 2xx whose outcome was not stored before a fault
	Explained   int            `json:"duplicates_explained"`
	Unexplained int            `json:"duplicates_unexplained"`
	ByTrouble   map[string]int `json:"duplicates_by_trouble"`
	Keys        int            `json:"keys"`        // of endpoints with an order
	Ordered     int            `json:"ordered"`     // events that arrived there
	Inversions  int            `json:"inversions"`  // of them those that arrived after a later one of their key
	Quiet       float64        `json:"quiet_share"` // of the run, outside of all faults and their margins
	Faults      []string       `json:"faults"`
}

// Holds reports whether nothing was found.
func (v Verdict) Holds() bool {
	return v.Lost == 0 && v.Unexplained == 0 && v.Inversions == 0 && len(v.Faults) == 0
}

// A Log is what is stored of a run: when the outcomes of repeated deliveries were stored, by their ids, and the
// positions of the events in the log, by theirs.
type Log struct {
	Stored    map[string]time.Time
	Positions map[string]int64
}

// Check checks a run that lasted from one time to another; attempts are those of the whole schedule.
//
// A duplicate after a 2xx is explained by a fault between that response and the storing of the outcome, or within the
// margin: only an outcome that is not stored can be lost.
func (o *Oracle) Check(ended Ended, log Log, attempts int, from, until time.Time) Verdict {
	o.mu.Lock()
	defer o.mu.Unlock()
	v := Verdict{Accepted: len(o.accepted), Receipts: o.receipts, Retries: o.refused, ByTrouble: map[string]int{}}
	o.each(func(l leg, e Endpoint, _ event, d *delivery) {
		if e.Ends {
			return
		}
		v.Due++
		record, bad := ended[Key(l.event, l.endpoint)]
		switch {
		case d != nil && len(d.took) > 0:
			v.Delivered++
			if bad && !o.troubled(d.took) {
				o.fault("event %s was answered 2xx by endpoint %s and is recorded %s", l.event, l.endpoint, record.Status)
			}
		case bad && record.Status == Failed && record.Attempts >= attempts:
			v.Refused++
			if d == nil || d.attempts < attempts {
				v.Unreached++
			}
		default:
			v.Lost++
			o.fault("lost: event %s for endpoint %s (%s)", l.event, l.endpoint, seen(d, record))
		}
	})
	for l, d := range o.deliveries {
		ev, known := o.accepted[l.event]
		if !known {
			o.fault("event %s arrived at endpoint %s, and was not published", l.event, l.endpoint)
		} else if o.endpoints[l.endpoint].Tenant != ev.tenant {
			o.fault("event %s of %s arrived at endpoint %s of another tenant", l.event, ev.tenant, l.endpoint)
		}
		slices.SortFunc(d.took, time.Time.Compare)
		for i := 1; i < len(d.took); i++ {
			if w := o.window(d.took[i-1], log.Stored[d.id]); w != "" {
				v.Explained++
				v.ByTrouble[w]++
			} else {
				v.Unexplained++
				o.fault("duplicate: delivery %s was answered 2xx at %s and arrived again at %s", d.id, stamp(d.took[i-1]),
					stamp(d.took[i]))
			}
		}
	}
	o.checkOrder(&v, log.Positions)
	v.Quiet = o.quiet(from, until)
	v.Faults = slices.Clone(o.faults)
	return v
}

// checkOrder counts the events that arrived after a later one of their key.
func (o *Oracle) checkOrder(v *Verdict, positions map[string]int64) {
	for of, events := range o.arrivals {
		v.Keys++
		last := ""
		for _, event := range events {
			v.Ordered++
			if last != "" && positions[event] < positions[last] {
				v.Inversions++
				o.fault("inversion: event %s at %d arrived at endpoint %s after %s at %d, of key %s",
					event, positions[event], of.endpoint, last, positions[last], of.event)
				continue
			}
			last = event
		}
	}
}

func seen(d *delivery, r Record) string {
	requests := 0
	if d != nil {
		requests = d.attempts
	}
	if r.Status == "" {
		r.Status = "not recorded as failed or cancelled"
	}
	return fmt.Sprintf("%d requests, %s, %d attempts recorded", requests, r.Status, r.Attempts)
}

func stamp(t time.Time) string { return t.UTC().Format("15:04:05.000") }

// window returns the name of the first fault between two times, or within the margin.
func (o *Oracle) window(answered, stored time.Time) string {
	if stored.Before(answered) {
		stored = answered
	}
	if stored.After(answered.Add(soon)) {
		stored = answered.Add(soon)
	}
	var first Window
	for _, w := range o.windows {
		if !w.From.After(stored.Add(margin)) && !w.Until.Add(margin).Before(answered) &&
			(first.Name == "" || w.From.Before(first.From)) {
			first = w
		}
	}
	return first.Name
}

// troubled reports whether one of the responses may have been lost on its way.
func (o *Oracle) troubled(answers []time.Time) bool {
	return slices.ContainsFunc(answers, func(t time.Time) bool { return o.window(t, t) != "" })
}

// quiet is the share of a time outside of all faults and their margins.
func (o *Oracle) quiet(from, until time.Time) float64 {
	windows := slices.Clone(o.windows)
	slices.SortFunc(windows, func(a, b Window) int { return a.From.Compare(b.From) })
	var quiet time.Duration
	at := from
	for _, w := range windows {
		if begin := w.From.Add(-margin); begin.After(at) {
			quiet += begin.Sub(at)
		}
		if end := w.Until.Add(margin); end.After(at) {
			at = end
		}
	}
	if until.After(at) {
		quiet += until.Sub(at)
	}
	if whole := until.Sub(from); whole > 0 {
		return quiet.Seconds() / whole.Seconds()
	}
	return 0
}
