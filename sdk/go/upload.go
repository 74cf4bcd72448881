package partnerline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"
)

// encode is the body of a request, which all its attempts send. A file is read to its end first.
func (r request) encode(h http.Header) ([]byte, error) {
	switch {
	case r.file != nil:
		return r.multipart(h)
	case r.body == nil:
		return nil, nil
	}
	h.Set("Content-Type", "application/json")
	b, err := json.Marshal(r.body)
	if err != nil {
		return nil, fmt.Errorf("partnerline: %w", err)
	}
	return b, nil
}

// multipart is a body of parts: the texts of the parameters, then the file.
func (r request) multipart(h http.Header) ([]byte, error) {
	b, err := json.Marshal(r.body)
	if err != nil {
		return nil, fmt.Errorf("partnerline: %w", err)
	}
	var texts map[string]*string
	if err := json.Unmarshal(b, &texts); err != nil {
		return nil, fmt.Errorf("partnerline: %w", err)
	}
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if text := texts[name]; text != nil {
			if err := w.WriteField(name, *text); err != nil {
				return nil, err
			}
		}
	}
	part, err := w.CreateFormFile("file", r.filename)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(part, r.file); err != nil {
		return nil, fmt.Errorf("partnerline: reading the file: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	h.Set("Content-Type", w.FormDataContentType())
	return out.Bytes(), nil
}
