package pages

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/person"
	"github.com/partnerline/partnerline/services/console/internal/operators"
	"github.com/partnerline/partnerline/services/console/internal/signin"
)

// methodName is a method of gRPC, as tokens name it.
var methodName = regexp.MustCompile(`^/[a-zA-Z0-9_.]{1,100}/[a-zA-Z0-9_]{1,100}$`)

// token makes the token for one call of the command line, whose person has a token of the identity provider.
func (h *Handler) token(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Audience string `json:"audience"`
		Method   string `json:"method"`
	}
	const largest = 4 << 10
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, largest))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&in); err != nil {
		problem(w, http.StatusBadRequest, `want {"audience": "...", "method": "/package.Service/Method"}`)
		return
	}
	if !slices.Contains(operators.Audiences, in.Audience) {
		problem(w, http.StatusUnprocessableEntity, "audience: want one of "+strings.Join(operators.Audiences, ", "))
		return
	}
	if !methodName.MatchString(in.Method) {
		problem(w, http.StatusUnprocessableEntity, "method: want /package.Service/Method")
		return
	}
	bearer, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	id, err := h.Provider.Bearer(r.Context(), bearer)
	switch {
	case errors.Is(err, signin.ErrAway):
		problem(w, http.StatusServiceUnavailable, "the identity provider cannot be reached; try again")
		return
	case err != nil:
		h.Log.LogAttrs(r.Context(), slog.LevelInfo, "token refused", slog.String("cause", err.Error()))
		w.Header().Set("WWW-Authenticate", "Bearer")
		problem(w, http.StatusUnauthorized, "want a token of the identity provider for the command line; sign in again")
		return
	}
	token, expires, err := h.Signer.Sign(person.Person{
		Subject: id.Subject, Name: id.Name, Email: id.Email, Roles: person.ParseRoles(id.Roles),
	}, in.Audience, in.Method, h.Now())
	if err != nil {
		problem(w, http.StatusUnprocessableEntity, "the person's claims: "+err.Error())
		return
	}
	answer(w, http.StatusOK, struct {
		Token     string    `json:"token"`
		ExpiresAt time.Time `json:"expires_at"`
	}{token, expires.UTC()})
}

func problem(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	answer(w, status, struct {
		Title  string `json:"title"`
		Status int    `json:"status"`
		Detail string `json:"detail"`
	}{http.StatusText(status), status, detail})
}

func answer(w http.ResponseWriter, status int, body any) {
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json")
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
