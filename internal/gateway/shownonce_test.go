package gateway

import (
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/partnerline/partnerline/internal/ratelimit"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

const secretHint = "the secret was in the first answer to this request and is not shown again; rotate-secret of the " +
	"endpoint makes a new one"

// repeated is what a repeat of the call with this first answer gets: all of it but the secret.
func repeated(t *testing.T, first *httptest.ResponseRecorder) string {
	t.Helper()
	var body struct {
		Data json.RawMessage `json:"data"`
		Meta struct {
			Hint   *string `json:"hint"`
			Secret *string `json:"secret"`
		} `json:"meta"`
	}
	if err := json.Unmarshal(first.Body.Bytes(), &body); err != nil {
		t.Fatal(err)
	}
	if body.Meta.Secret == nil || !strings.HasPrefix(*body.Meta.Secret, "whsec_") || body.Meta.Hint != nil {
		t.Errorf("the first answer: %s", first.Body)
	}
	hint := secretHint
	body.Meta.Secret, body.Meta.Hint = nil, &hint
	want, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(want)
}

// What is kept of an answer holds no secret, sealed or not.
func TestKeptAnswersHoldNoSecret(t *testing.T) {
	s := start(t, ratelimit.Config{})
	if w := s.post(create("a"), "Idempotency-Key", "k"); w.Code != 201 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	rows, _ := s.pool.Query(t.Context(), `SELECT answer FROM idempotency_keys`)
	answers, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
	if err != nil || len(answers) != 1 {
		t.Fatalf("%d answers, %v", len(answers), err)
	}
	kept := s.keptBody(answers[0])
	if strings.Contains(kept, "whsec_") || !strings.Contains(kept, `"secret":null`) ||
		!strings.Contains(kept, `"url":"https://a"`) {
		t.Errorf("kept: %s", kept)
	}
}

// keptBody opens the one answer that is kept.
func (s *system) keptBody(sealed []byte) string {
	s.t.Helper()
	var id string
	if err := s.pool.QueryRow(s.t.Context(), `SELECT encode(id, 'hex') FROM idempotency_keys`).Scan(&id); err != nil {
		s.t.Fatal(err)
	}
	raw, err := s.keys.Open(sealed, "idempotency_keys.answer/"+id)
	if err != nil {
		s.t.Fatal(err)
	}
	var answer struct{ Body []byte }
	if err := json.Unmarshal(raw, &answer); err != nil {
		s.t.Fatal(err)
	}
	return string(answer.Body)
}

func TestWithoutSecrets(t *testing.T) {
	rt := &route{secrets: []shownOnce{{path: []string{"meta"}, name: "secret", hint: "ask"}}}
	for _, c := range []struct{ name, body, want string }{
		{"a secret", `{"data":{"b":1,"a":2},"meta":{"secret":"s","hint":null}}`,
			`{"data":{"b":1,"a":2},"meta":{"hint":"ask","secret":null}}`},
		{"none any more", `{"meta":{"hint":"ask","secret":null}}`, `{"meta":{"hint":"ask","secret":null}}`},
		{"a refusal", `{"code":"endpoint_limit_reached","errors":[]}`, `{"code":"endpoint_limit_reached","errors":[]}`},
		{"no meta", `{"data":1,"meta":null}`, `{"data":1,"meta":null}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := rt.withoutSecrets([]byte(c.body)); err != nil || string(got) != c.want {
				t.Errorf("%s, %v", got, err)
			}
		})
	}
	t.Run("unreadable", func(t *testing.T) {
		if got, err := rt.withoutSecrets([]byte(`{"meta":`)); err == nil {
			t.Errorf("%s is kept", got)
		}
	})
}

// Whatever an answer over HTTP calls a secret is marked as shown once.
func TestSecretsOfAnswersAreMarked(t *testing.T) {
	names := []string{"secret", "signing_secret", "key", "api_key", "password", "private_key"}
	marked := 0
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			methods := file.Services().Get(i).Methods()
			for k := range methods.Len() {
				m := methods.Get(k)
				if rule, _ := proto.GetExtension(m.Options(), annotations.E_Http).(*annotations.HttpRule); rule == nil {
					continue
				}
				walkFields(m.Output(), map[protoreflect.FullName]bool{}, func(f protoreflect.FieldDescriptor) {
					hint, _ := proto.GetExtension(f.Options(), optionsv1.E_ShownOnce).(string)
					if hint != "" {
						marked++
					}
					if hint == "" && f.Kind() == protoreflect.StringKind && slices.Contains(names, string(f.Name())) {
						t.Errorf("%s of %s is not marked as shown once", f.FullName(), m.FullName())
					}
				})
				if _, err := shownOnceOf(m.Output()); err != nil {
					t.Error(err)
				}
			}
		}
		return true
	})
	if marked != 4 {
		t.Errorf("%d secrets are marked, want those of creation and rotation of both APIs", marked)
	}
}

func walkFields(md protoreflect.MessageDescriptor, seen map[protoreflect.FullName]bool,
	visit func(protoreflect.FieldDescriptor)) {
	if seen[md.FullName()] {
		return
	}
	seen[md.FullName()] = true
	for i := range md.Fields().Len() {
		f := md.Fields().Get(i)
		visit(f)
		if f.Message() != nil && !f.IsMap() {
			walkFields(f.Message(), seen, visit)
		}
	}
}
