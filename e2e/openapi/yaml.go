package openapi

import (
	"bytes"
	"fmt"

	"go.yaml.in/yaml/v3"
)

// YAML is a JSON document as YAML, its members in the same order.
func YAML(doc []byte) ([]byte, error) {
	var node yaml.Node
	if err := yaml.Unmarshal(doc, &node); err != nil { // JSON is YAML
		return nil, fmt.Errorf("openapi: %w", err)
	}
	plain(&node)
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	err := e.Encode(&node)
	return out.Bytes(), err
}

// plain removes the style of JSON, so that the encoder chooses.
func plain(n *yaml.Node) {
	n.Style = 0
	for _, child := range n.Content {
		plain(child)
	}
}
