package stack

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Statements is how many SQL statements the programs have sent so far, by their metrics.
func (s *Stack) Statements(ctx context.Context) (sum float64, err error) {
	for _, url := range []string{s.Env.AdminURL, s.Env.PartnerAdminURL} {
		n, err := metric(ctx, url, "pgdb_statements_total")
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

// Returned is how many attempts the dispatcher has given back, because no stream had room for them.
func (s *Stack) Returned(ctx context.Context) (float64, error) {
	return metric(ctx, s.Env.DispatcherAdminURL, "dispatcher_returned_total")
}

// metric reads a metric without labels from the admin port at url.
func metric(ctx context.Context, url, name string) (float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/metrics", nil)
	if err != nil {
		return 0, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer func() { _ = resp.Body.Close() }()
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), name+" "); ok {
			return strconv.ParseFloat(value, 64)
		}
	}
	return 0, fmt.Errorf("%s has no metric %s", url, name)
}
