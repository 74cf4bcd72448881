package gateway

import "bytes"

// cutString takes the text of one member out of a JSON object without decoding it, however long it is, and leaves the object with
// an empty text in its place. False when the body is no object, or has no such member with a text: then rest is the body. It judges
// nothing: what is left is judged as any body, a second member of the name included.
func cutString(body []byte, name string) (value, rest []byte, ok bool) {
	quoted := []byte(`"` + name + `"`)
	i := space(body, 0)
	if i >= len(body) || body[i] != '{' {
		return nil, body, false
	}
	for i = space(body, i+1); i < len(body) && body[i] == '"'; {
		end := text(body, i)
		if end < 0 {
			break
		}
		key := body[i:end]
		i = space(body, end)
		if i >= len(body) || body[i] != ':' {
			break
		}
		i = space(body, i+1)
		if bytes.Equal(key, quoted) && i < len(body) && body[i] == '"' {
			if end = text(body, i); end < 0 {
				break
			}
			rest = append(append(append(make([]byte, 0, len(body)-(end-i)+2), body[:i]...), '"', '"'), body[end:]...)
			return body[i+1 : end-1], rest, true
		}
		if i = skip(body, i); i < 0 || i >= len(body) || body[i] != ',' {
			break
		}
		i = space(body, i+1)
	}
	return nil, body, false
}

// space returns where blanks end.
func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

// text returns where the text ends that begins with the quote at i; -1 when it does not.
func text(b []byte, i int) int {
	for i++; i < len(b); i++ {
		n := bytes.IndexAny(b[i:], "\"\\")
		if n < 0 {
			return -1
		}
		if i += n; b[i] == '"' {
			return i + 1
		}
		i++ // what a backslash escapes
	}
	return -1
}

// skip returns where the value that begins at i ends, and the blanks behind it; -1 when it does not.
func skip(b []byte, i int) int {
	for depth := 0; i < len(b); {
		switch b[i] {
		case '"':
			if i = text(b, i); i < 0 {
				return -1
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i
			}
			depth--
		case ',':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return -1
}
