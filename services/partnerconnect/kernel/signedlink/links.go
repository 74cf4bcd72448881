package signedlink

// Links makes the URLs of the hosted flow.
type Links struct {
	Keys *LinkKeys
	Base string // public base URL, without a slash at its end
}

// URL is where a link is opened.
func (l Links) URL(link Link) string { return l.Base + "/connect/" + l.Keys.Token(link) }
