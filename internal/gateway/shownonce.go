package gateway

import (
	"encoding/json"
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// hintField is the member next to a secret that says how to get a new one, once the secret itself is no longer shown.
const hintField = "hint"

// A shownOnce is a secret that only the first response to a call may show.
type shownOnce struct {
	path []string // from the body to the object that holds the secret
	name string
	hint string
}

// shownOnceOf finds the secrets of a response. A secret below a list or a map is refused, as is one without a member
// for the hint.
func shownOnceOf(md protoreflect.MessageDescriptor) ([]shownOnce, error) {
	return findShownOnce(md, nil, map[protoreflect.FullName]bool{}, false)
}

func findShownOnce(
	md protoreflect.MessageDescriptor, path []string, above map[protoreflect.FullName]bool, repeated bool,
) (found []shownOnce, err error) {
	if above[md.FullName()] {
		return nil, nil
	}
	above[md.FullName()] = true
	defer delete(above, md.FullName())
	for i := range md.Fields().Len() {
		f := md.Fields().Get(i)
		if hint, _ := proto.GetExtension(f.Options(), optionsv1.E_ShownOnce).(string); hint != "" {
			if repeated || md.Fields().ByName(hintField) == nil {
				return nil,
					fmt.Errorf("%s is shown once: it must not repeat, and needs the field %s next to it", f.FullName(), hintField)
			}
			found = append(found, shownOnce{append([]string{}, path...), string(f.Name()), hint})
		}
		inner := f.Message()
		if f.IsMap() {
			inner = f.MapValue().Message()
		}
		if inner == nil {
			continue
		}
		more, err := findShownOnce(inner, append(path, string(f.Name())), above, repeated ||
			f.Cardinality() == protoreflect.Repeated)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return found, nil
}

// withoutSecrets is a response as it is stored and sent again: what is shown once is null, next to the hint. A response
// without secrets, such as a refusal, is returned as it is.
func (r *route) withoutSecrets(body []byte) ([]byte, error) {
	for _, s := range r.secrets {
		var err error
		if body, err = s.remove(body, s.path); err != nil {
			return nil, fmt.Errorf("remove the secret from a response: %w", err)
		}
	}
	return body, nil
}

func (s shownOnce) remove(object []byte, path []string) ([]byte, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(object, &members); err != nil {
		return nil, err
	}
	if len(path) > 0 {
		inner, there := members[path[0]]
		if !there || string(inner) == "null" {
			return object, nil
		}
		rest, err := s.remove(inner, path[1:])
		if err != nil {
			return nil, err
		}
		members[path[0]] = rest
		return json.Marshal(members)
	}
	if _, there := members[s.name]; !there {
		return object, nil
	}
	hint, err := json.Marshal(s.hint)
	if err != nil {
		return nil, err
	}
	members[s.name], members[hintField] = json.RawMessage("null"), hint
	return json.Marshal(members)
}
