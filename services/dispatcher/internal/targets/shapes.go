package targets

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/partnerline/partnerline/internal/eventbody"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/dispatcher"
)

// maxCompiled is how many bytes of expressions are kept compiled, which takes some fifty times as much memory.
const maxCompiled = 1 << 20

// compiledShapes keeps expressions compiled, the last used ones. An expression is compiled at its first use: an
// endpoint that is looked up may have no attempt, and lookups of others wait for what it takes.
type compiledShapes struct {
	most int // bytes of expressions

	mu   sync.Mutex // guards all below
	used *simplelru.LRU[string, *eventbody.Shape]
	kept int // bytes
}

func newCompiledShapes(most int) *compiledShapes {
	c := &compiledShapes{most: most}
	var err error
	c.used, err = simplelru.NewLRU(most, func(expression string, _ *eventbody.Shape) { c.kept -= len(expression) })
	if err != nil {
		panic(err) // only for a size below 1
	}
	return c
}

// shape is what makes the bodies of an endpoint's requests.
func (c *compiledShapes) shape(p *webhooksv1.BodyShape) *dispatcher.Shape {
	preset, expression := eventbody.Preset(p.GetPreset()), p.GetExpression()
	return &dispatcher.Shape{
		Make: func(event []byte) (dispatcher.Content, error) {
			s, err := c.compiled(preset, expression)
			if err != nil {
				return dispatcher.Content{}, err
			}
			m, err := s.Make(event)
			content := dispatcher.Content{Body: m.Body, Type: m.ContentType}
			for _, h := range m.Headers {
				content.Headers = append(content.Headers, dispatcher.Header{Name: h.Name, Value: h.Value})
			}
			return content, err
		},
		Evaluates: expression != "",
	}
}

func (c *compiledShapes) compiled(preset eventbody.Preset, expression string) (*eventbody.Shape, error) {
	if expression == "" {
		return eventbody.New(preset, "")
	}
	c.mu.Lock()
	s, ok := c.used.Get(expression)
	c.mu.Unlock()
	if ok {
		return s, nil
	}
	s, err := eventbody.New(preset, expression)
	if err == nil {
		c.keep(expression, s)
	}
	return s, err
}

func (c *compiledShapes) keep(expression string, s *eventbody.Shape) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.used.Contains(expression) { // compiled meanwhile
		return
	}
	c.used.Add(expression, s)
	for c.kept += len(expression); c.kept > c.most; {
		c.used.RemoveOldest()
	}
}
