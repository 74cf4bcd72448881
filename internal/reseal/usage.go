package reseal

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/pgdb"
)

// Usage is how many stored values a key of the keyring seals.
type Usage struct {
	KeyID      string
	First      bool // it seals what is new
	Configured bool // false: values are sealed with a key that the keyring does not have
	Values     int64
}

// CountTimeout bounds counting a column, which reads all of it.
const CountTimeout = `SET LOCAL statement_timeout = '5min'`

func (c Column) count() string {
	return fmt.Sprintf(`
	SELECT %s, count(*) %s GROUP BY 1`, c.keyID(), c.from())
}

// Usage counts: the first key, then the others of the keyring, also those without a value, then keys that the keyring
// lacks.
func (k *Keeper) Usage(ctx context.Context) ([]Usage, error) {
	counts := map[string]int64{}
	for _, c := range k.columns {
		err := pgdb.InTx(ctx, k.pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, CountTimeout); err != nil {
				return err
			}
			rows, _ := tx.Query(ctx, c.count())
			var id string
			var n int64
			_, err := pgx.ForEachRow(rows, []any{&id, &n}, func() error { counts[id] += n; return nil })
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("count the keys of %s.%s: %w", c.Table, c.Name, err)
		}
	}
	others := slices.DeleteFunc(k.keys.IDs(), func(id string) bool { return id == k.keys.First() })
	return UsageOf(append([]string{k.keys.First()}, others...), counts), nil
}

// UsageOf is the usage of the configured keys, of which the first one comes first, and of those that counts has beyond.
func UsageOf(configured []string, counts map[string]int64) []Usage {
	var list []Usage
	for i, id := range configured {
		list = append(list, Usage{KeyID: id, First: i == 0, Configured: true, Values: counts[id]})
	}
	for _, id := range slices.Sorted(maps.Keys(counts)) {
		if !slices.Contains(configured, id) {
			list = append(list, Usage{KeyID: id, Values: counts[id]})
		}
	}
	return list
}

// measureEvery is how often values are counted for the metrics, which reads all of them.
const measureEvery = 15 * time.Minute

// A Meter reports the usage in the metrics.
type Meter struct {
	keeper *Keeper
	log    *slog.Logger
	last   atomic.Pointer[[]Usage]
}

// Observe returns a meter, whose figures are in the metrics while it runs.
func (k *Keeper) Observe(meter metric.Meter, log *slog.Logger) (*Meter, error) {
	m := &Meter{keeper: k, log: log}
	values, err := meter.Int64ObservableGauge("encryption.key.values",
		metric.WithDescription(
			"Stored values that a key of ENCRYPTION_KEYS seals, by its id, counted every 15 minutes. An older key without "+
				"any can be removed.",
		))
	if err != nil {
		return nil, err
	}
	_, err = meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		if last := m.last.Load(); last != nil {
			for _, u := range *last {
				o.ObserveInt64(values, u.Values, metric.WithAttributes(attribute.String("key_id", u.KeyID)))
			}
		}
		return nil
	}, values)
	return m, err
}

// Run counts until ctx ends.
func (m *Meter) Run(ctx context.Context) error {
	tick := time.NewTicker(measureEvery)
	defer tick.Stop()
	for {
		if usage, err := m.keeper.Usage(ctx); err == nil {
			m.last.Store(&usage)
		} else if ctx.Err() == nil {
			m.log.WarnContext(ctx, "encryption keys not counted", slog.String("error", err.Error()))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}
