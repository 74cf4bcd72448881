package eventfilter

import (
	"regexp"
	"strings"
	"time"

	"cel.dev/cel-go/common/overloads"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"cel.dev/cel-go/interpreter"
)

// A unit is a call, an element of a list or map, or so many bytes of a text: at most about a microsecond, which
// TestCostIsTime exercises.
const bytesOfUnit = 64

const (
	unitsOfZone    = 50   // a call with the name of a time zone, which is looked up in a file
	unitsOfPattern = 1000 // a pattern that is compiled at each evaluation
	stepsOfUnit    = 20   // bytes of a text times instructions of the pattern
	unitsOfClock   = 256  // between two looks at the clock
)

// meterName is the variable that holds the meter of an evaluation. No expression can name it.
const meterName = "@meter"

// A meter ends an evaluation that costs too much. Each call is charged before it is made, and each value by its size
// when it is read from the event or a variable. So whatever calls do with their arguments, their time is in
// proportion to what was charged.
type meter struct {
	units, limit uint64
	seen         uint64 // units at the last look at the clock
	deadline     time.Time
}

// charge adds to the cost. It panics as the interpreter's own limit does: an expression may ignore an error.
func (m *meter) charge(units uint64) {
	m.units += units
	if m.units > m.limit {
		m.units = m.limit // what is more is not spent
		panic(interpreter.EvalCancelledError{Message: "it costs too much", Cause: interpreter.CostLimitExceeded})
	}
	if m.units-m.seen < unitsOfClock {
		return
	}
	m.seen = m.units
	if time.Now().After(m.deadline) {
		panic(interpreter.EvalCancelledError{Message: "it takes too long", Cause: interpreter.ContextCancelled})
	}
}

// chargeValue charges for a value, as far as it can be paid for.
func (m *meter) chargeValue(v ref.Val) {
	s := sizer{most: m.limit - m.units + 1}
	s.add(v)
	m.charge(s.size)
}

// A sizer adds up what values cost, up to about a limit.
type sizer struct{ size, most uint64 }

func (s *sizer) add(value any) {
	switch v := value.(type) {
	case string:
		s.size += 1 + uint64(len(v))/bytesOfUnit
	case types.String:
		s.size += 1 + uint64(len(v))/bytesOfUnit
	case types.Bytes:
		s.size += 1 + uint64(len(v))/bytesOfUnit
	case []any:
		s.size++
		for i := 0; i < len(v) && s.size < s.most; i++ {
			s.add(v[i])
		}
	case map[string]any:
		s.size++
		for key, element := range v {
			if s.size < s.most {
				s.FoldEntry(key, element)
			}
		}
	case traits.Lister:
		s.size++
		types.ToFoldableList(v).Fold(s)
	case traits.Mapper:
		s.size++
		types.ToFoldableMap(v).Fold(s)
	default:
		s.size++
	}
}

// FoldEntry adds an entry of a list or map, and reports whether to go on.
func (s *sizer) FoldEntry(key, value any) bool {
	if _, index := key.(int); !index {
		s.add(key)
	}
	s.add(value)
	return s.size < s.most
}

// metered makes the parts of a program charge the meter of an evaluation.
func metered(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
	switch part := i.(type) {
	case *meteredAttribute:
		return part, nil
	case interpreter.InterpretableConst:
		return part, nil
	case interpreter.InterpretableAttribute:
		if isAccumulator(part.Attr()) {
			return part, nil // it is extended, not read
		}
		return &meteredAttribute{part}, nil
	case interpreter.InterpretableConstructor:
		return &meteredPart{part, 1 + uint64(len(part.InitVals()))}, nil
	case interpreter.InterpretableCall:
		return meteredCall(part)
	}
	return i, nil // its parts are charged
}

func isAccumulator(a interpreter.Attribute) bool {
	named, ok := a.(interpreter.NamespacedAttribute)
	if !ok {
		return false
	}
	name := named.CandidateVariableNames()[0]
	return strings.HasPrefix(name, "@") || name == "__result__"
}

func meteredCall(call interpreter.InterpretableCall) (interpreter.InterpretableV2, error) {
	if args := call.Args(); call.Function() == overloads.Matches && len(args) == 2 {
		m := &meteredMatch{InterpretableV2: call, text: args[0], pattern: args[1]}
		if literal, ok := args[1].(interpreter.InterpretableConst); ok {
			m.compiled, m.instructions, _ = compilePattern(literal.Value()) // one that is wrong fails each evaluation
		}
		return m, nil
	}
	units := uint64(1)
	if strings.HasPrefix(call.Function(), "get") && len(call.Args()) == 2 {
		units = unitsOfZone
	}
	return &meteredPart{call, units}, nil
}

func meterOf(frame *interpreter.ExecutionFrame) *meter {
	m, _ := frame.ResolveName(meterName)
	return m.(*meter)
}

// A meteredPart charges a number of units.
type meteredPart struct {
	interpreter.InterpretableV2
	units uint64
}

func (p *meteredPart) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	meterOf(frame).charge(p.units)
	return p.InterpretableV2.Exec(frame)
}

func (p *meteredPart) Eval(vars interpreter.Activation) ref.Val {
	return p.Exec(interpreter.AsFrame(vars))
}

// A meteredAttribute charges for the value that it reads.
type meteredAttribute struct {
	interpreter.InterpretableAttribute
}

func (a *meteredAttribute) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	v := a.InterpretableAttribute.Exec(frame)
	meterOf(frame).chargeValue(v)
	return v
}

func (a *meteredAttribute) Eval(vars interpreter.Activation) ref.Val {
	return a.Exec(interpreter.AsFrame(vars))
}

// A meteredMatch charges for as many steps as a pattern may take on a text.
type meteredMatch struct {
	interpreter.InterpretableV2
	text, pattern interpreter.InterpretableV2
	compiled      *regexp.Regexp // nil: the pattern is no literal
	instructions  uint64
}

func (m *meteredMatch) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	value := m.text.Exec(frame)
	text, ok := value.(types.String)
	if !ok {
		return types.MaybeNoSuchOverloadErr(value)
	}
	compiled, instructions := m.compiled, m.instructions
	if compiled == nil {
		value := m.pattern.Exec(frame)
		if types.IsUnknownOrError(value) {
			return value
		}
		meterOf(frame).charge(unitsOfPattern)
		var err error
		if compiled, instructions, err = compilePattern(value); err != nil {
			return types.WrapErr(err)
		}
	}
	meterOf(frame).charge(1 + (1+uint64(len(text)))*instructions/stepsOfUnit)
	return types.Bool(compiled.MatchString(string(text)))
}

func (m *meteredMatch) Eval(vars interpreter.Activation) ref.Val {
	return m.Exec(interpreter.AsFrame(vars))
}
