package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

// errNoKey says that there is no key for a call.
var errNoKey = errors.New("partnerline login stores one")

func statusOf(err error) int {
	var refusal *partnerline.Error
	switch {
	case errors.Is(err, errUsage) || strings.HasPrefix(err.Error(), "unknown command"):
		return exitUsage
	case errors.Is(err, errNoKey):
		return exitCredentials
	case errors.As(err, &refusal) && (refusal.Status == http.StatusUnauthorized || refusal.Status == http.StatusForbidden):
		return exitCredentials
	case errors.As(err, &refusal) && refusal.Status < http.StatusInternalServerError:
		return exitRefused
	}
	return exitFailure
}

// printError writes an error for people, or with --json as the problem document that the API answered.
func (a *app) printError(err error) {
	var refusal *partnerline.Error
	isRefusal := errors.As(err, &refusal)
	if a.json {
		if isRefusal && json.Valid(refusal.Body) {
			fmt.Fprintln(a.Err, strings.TrimSpace(string(refusal.Body)))
			return
		}
		b, _ := json.Marshal(map[string]string{"detail": err.Error()}) // texts always have JSON
		fmt.Fprintln(a.Err, string(b))
		return
	}
	red := a.paint(a.Err, "31")
	if !isRefusal {
		fmt.Fprintf(a.Err, "%s %s\n", red("Error:"), err)
		return
	}
	fmt.Fprintf(a.Err, "%s %s (%d): %s\n", red("Error:"), refusal.Code, refusal.Status, refusal.Detail)
	for _, f := range refusal.Fields {
		fmt.Fprintf(a.Err, "  %s: %s\n", f.Field, f.Message)
	}
	var problem struct{ Type string }
	if err := json.Unmarshal(refusal.Body, &problem); err == nil && problem.Type != "" {
		fmt.Fprintf(a.Err, "  remedy:  %s\n", a.remedy(problem.Type))
	}
	if refusal.RequestID != "" {
		fmt.Fprintf(a.Err, "  request: %s\n", refusal.RequestID)
	}
}

// remedy is the page about a problem, at the API that was called last.
func (a *app) remedy(path string) string {
	if strings.HasPrefix(path, "/") {
		return a.called + path
	}
	return path
}
