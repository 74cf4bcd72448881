package eventbody

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits of what a message for people shows of an event.
const (
	maxFacts = 20  // members of its data
	maxName  = 60  // characters of a name
	maxValue = 200 // characters of a value
)

// A fact is a member of the data of an event, as people read it.
type fact struct{ name, value string }

// facts are the first members of the data by their names; data that is no object is one fact.
func facts(data json.RawMessage) []fact {
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) != nil {
		return []fact{{"data", textOf(data)}}
	}
	var list []fact
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if len(list) == maxFacts {
			return append(list, fact{"…", ""})
		}
		list = append(list, fact{cut(name, maxName), textOf(members[name])})
	}
	return list
}

// textOf is a text itself, and JSON of any other value.
func textOf(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil && !bytes.Equal(value, []byte("null")) {
		return cut(text, maxValue)
	}
	return cut(string(value), maxValue)
}

// cut cuts a text to a number of characters, and says so.
func cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return strings.ToValidUTF8(text, "\ufffd")
	}
	n := 0
	for i := range text {
		if n++; n == most {
			return strings.ToValidUTF8(text[:i], "\ufffd") + "…"
		}
	}
	return text
}

// about says which event it is.
func about(e envelope) string {
	mode := "test"
	if e.Livemode {
		mode = "live"
	}
	return cut(e.ID, maxValue) + " · " + cut(e.CreatedAt, maxValue) + " · " + mode
}

// maxSection is the most characters of a text of Slack.
const maxSection = 3000

type (
	slackText struct {
		Type     string `json:"type"`
		Text     string `json:"text"`
		Verbatim *bool  `json:"verbatim,omitempty"`
	}
	slackBlock struct {
		Type     string      `json:"type"`
		Text     *slackText  `json:"text,omitempty"`
		Elements []slackText `json:"elements,omitempty"`
	}
	slackMessage struct {
		Text   string       `json:"text"` // of notifications
		Blocks []slackBlock `json:"blocks"`
	}
)

// slackEscape replaces what begins mentions and links. Such a text is shown as it is: verbatim keeps addresses and
// names from becoming links.
var slackEscape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func slack(event []byte) (Message, error) {
	e, err := open(event)
	if err != nil {
		return Message{}, err
	}
	escape := slackEscape.Replace
	markdown := func(text string) slackText { return slackText{"mrkdwn", text, new(true)} }
	title := cut(e.Type, maxValue/2)
	blocks := []slackBlock{{Type: "header", Text: &slackText{Type: "plain_text", Text: title}}}
	var lines strings.Builder
	for _, f := range facts(e.Data) {
		line := "*" + escape(f.name) + "* " + escape(f.value)
		if utf8.RuneCountInString(lines.String())+utf8.RuneCountInString(line) > maxSection-2 {
			lines.WriteString("…")
			break
		}
		lines.WriteString(strings.ReplaceAll(line, "\n", " ") + "\n")
	}
	if text := strings.TrimSpace(lines.String()); text != "" {
		blocks = append(blocks, slackBlock{Type: "section", Text: new(markdown(text))})
	}
	blocks = append(blocks, slackBlock{Type: "context", Elements: []slackText{markdown(escape(about(e)))}})
	body, err := encode(slackMessage{escape(title) + " " + escape(cut(e.ID, maxValue)), blocks})
	return Message{ContentType: contentJSON, Body: body}, err
}

type (
	cardRun struct {
		Type   string `json:"type"`
		Text   string `json:"text"`
		Weight string `json:"weight,omitempty"`
		Size   string `json:"size,omitempty"`
		Subtle bool   `json:"isSubtle,omitempty"`
	}
	cardBlock struct {
		Type    string    `json:"type"`
		Spacing string    `json:"spacing,omitempty"`
		Inlines []cardRun `json:"inlines"`
	}
	card struct {
		Schema  string      `json:"$schema"`
		Type    string      `json:"type"`
		Version string      `json:"version"`
		Body    []cardBlock `json:"body"`
	}
	cardAttachment struct {
		ContentType string  `json:"contentType"`
		ContentURL  *string `json:"contentUrl"`
		Content     card    `json:"content"`
	}
	teamsMessage struct {
		Type        string           `json:"type"`
		Attachments []cardAttachment `json:"attachments"`
	}
)

// teams makes a card of rich texts: the texts of other blocks are read as Markdown, so that an event could show a link.
// With its limits a card has at most a fraction of the 28 KB that Teams takes.
func teams(event []byte) (Message, error) {
	e, err := open(event)
	if err != nil {
		return Message{}, err
	}
	run := func(text string) cardRun { return cardRun{Type: "TextRun", Text: text} }
	block := func(spacing string, runs ...cardRun) cardBlock { return cardBlock{"RichTextBlock", spacing, runs} }
	title := run(cut(e.Type, maxValue/2))
	title.Weight, title.Size = "bolder", "large"
	blocks := []cardBlock{block("", title)}
	for _, f := range facts(e.Data) {
		name := run(f.name + " ")
		name.Weight = "bolder"
		blocks = append(blocks, block("small", name, run(f.value)))
	}
	last := run(about(e))
	last.Subtle = true
	body, err := encode(teamsMessage{"message", []cardAttachment{{
		ContentType: "application/vnd.microsoft.card.adaptive",
		Content: card{
			Schema: "http://adaptivecards.io/schemas/adaptive-card.json", Type: "AdaptiveCard", Version: "1.4",
			Body: append(blocks, block("medium", last)),
		},
	}}})
	return Message{ContentType: contentJSON, Body: body}, err
}
