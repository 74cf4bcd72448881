package consoletest

import (
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
)

// A Contract is a plane that answers every operator method of both services: it allows and refuses what the contract
// does, by the roles of the method in a mode and by whether it requires a reason, and fills every field of its answer.
type Contract struct {
	Live bool // what is not said to be of a mode is of live mode
	Full bool // optional times are set, and flags
	Rows int  // that a list has; 0: one
	// Text is what a field holds that is a text.
	Text func(protoreflect.FieldDescriptor) string
}

// answerBy handles calls as a contract says.
func (s *Site) answerBy(c *Contract) grpc.StreamHandler {
	return func(_ any, stream grpc.ServerStream) error {
		path, _ := grpc.MethodFromServerStream(stream)
		m := grpcserver.MethodByName(strings.ReplaceAll(strings.TrimPrefix(path, "/"), "/", "."))
		if m == nil || !strings.HasSuffix(string(m.Parent().Name()), "OperatorService") {
			return status.Error(codes.Unimplemented, path)
		}
		req, err1 := protoregistry.GlobalTypes.FindMessageByName(m.Input().FullName())
		resp, err2 := protoregistry.GlobalTypes.FindMessageByName(m.Output().FullName())
		if err1 != nil || err2 != nil {
			return status.Errorf(codes.Internal, "%s: %v, %v", path, err1, err2)
		}
		asked, answer := req.New(), resp.New()
		if err := stream.RecvMsg(asked.Interface()); err != nil {
			return err
		}
		live := c.Live
		if mode := m.Input().Fields().ByName("livemode"); mode != nil {
			live = asked.Get(mode).Bool()
		}
		who, access := caller(stream.Context()), grpcserver.AccessOf(m)
		call := Call{
			Method: path, Subject: who.Subject, Reason: Reason(stream.Context()),
			Refused: !who.HasAny(grpcserver.RolesIn(access, live)),
		}
		s.note(call)
		if call.Refused {
			return status.Error(codes.PermissionDenied, "the contract names none of the roles")
		}
		if said := m.Input().Fields().ByName("reason"); access.GetReasonRequired() && call.Reason == "" &&
			(said == nil || asked.Get(said).String() == "") {
			return grpcserver.Status(stream.Context(), fault.New(fault.ReasonRequired, "say why")).Err()
		}
		c.fill(answer, 0)
		if token := m.Input().Fields().ByName("page_token"); token != nil && asked.Get(token).String() != "" {
			if meta := m.Output().Fields().ByName("meta"); meta != nil {
				answer.Clear(meta) // there are two pages
			}
		}
		keepKind(asked, answer)
		return stream.SendMsg(answer.Interface())
	}
}

// keepKind leaves the rows of a list that are of the kind that was asked for, if one was.
func keepKind(asked, answer protoreflect.Message) {
	kind, data := asked.Descriptor().Fields().ByName("kind"), answer.Descriptor().Fields().ByName("data")
	if kind == nil || data == nil || !data.IsList() || asked.Get(kind).String() == "" {
		return
	}
	if of := data.Message().Fields().ByName("kind"); answer.Get(data).List().Len() > 0 &&
		answer.Get(data).List().Get(0).Message().Get(of).String() != asked.Get(kind).String() {
		answer.Clear(data) // all rows are of one kind
	}
}

// deepest bounds messages that hold themselves.
const deepest = 6

func (c *Contract) fill(m protoreflect.Message, depth int) {
	switch known := m.Interface().(type) {
	case *timestamppb.Timestamp:
		known.Seconds = 1_790_000_000
		return
	case *durationpb.Duration:
		known.Seconds = 3600
		return
	}
	for i := range m.Descriptor().Fields().Len() {
		f := m.Descriptor().Fields().Get(i)
		optional := f.Message() != nil && !f.IsList() && !f.IsMap() && strings.HasSuffix(string(f.Name()), "_at")
		switch {
		case depth > deepest && f.Message() != nil, optional && !c.Full:
		case f.IsList() && f.Message() != nil:
			list, rows := m.Mutable(f).List(), 1
			if depth == 0 && f.Name() == "data" {
				rows = max(rows, c.Rows)
			}
			for range rows {
				v := list.NewElement()
				c.fill(v.Message(), depth+1)
				list.Append(v)
			}
		case f.IsList():
			m.Mutable(f).List().Append(c.scalar(f))
		case f.IsMap():
			entries := m.Mutable(f).Map()
			v := entries.NewValue()
			if f.MapValue().Message() == nil {
				v = c.scalar(f.MapValue())
			} else {
				c.fill(v.Message(), depth+1)
			}
			entries.Set(c.scalar(f.MapKey()).MapKey(), v)
		case f.Message() != nil:
			c.fill(m.Mutable(f).Message(), depth+1)
		default:
			m.Set(f, c.scalar(f))
		}
	}
}

// scalar is a value of a field that holds no message.
func (c *Contract) scalar(f protoreflect.FieldDescriptor) protoreflect.Value {
	switch f.Kind() {
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(c.Text(f))
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes([]byte(c.Text(f)))
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(f.Name() == "livemode" && c.Live || f.Name() != "livemode" && c.Full)
	case protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(f.Enum().Values().Get(f.Enum().Values().Len() - 1).Number())
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return protoreflect.ValueOfInt32(1)
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return protoreflect.ValueOfUint32(1)
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return protoreflect.ValueOfUint64(1)
	case protoreflect.FloatKind:
		return protoreflect.ValueOfFloat32(1)
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(1)
	}
	return protoreflect.ValueOfInt64(1)
}
