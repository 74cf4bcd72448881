package smtp

import (
	"net/textproto"
	"regexp"
	"slices"
	"strconv"
)

// endOfData is the command of a [Refusal] of what was sent after DATA.
const endOfData = "end of DATA"

// A Refusal is an answer by which the server does not do what a command asks for, without its text.
type Refusal struct {
	Command  string // such as RCPT
	Code     int    // such as 550
	Enhanced string // such as 5.1.1, by RFC 3463; empty: the server gave none
}

// enhanced finds the enhanced status code, with which a server begins its text.
var enhanced = regexp.MustCompile(`^#?([245]\.\d{1,3}\.\d{1,3})\b`)

func newRefusal(command string, answer *textproto.Error) *Refusal {
	r := &Refusal{Command: command, Code: answer.Code}
	if found := enhanced.FindStringSubmatch(answer.Msg); found != nil {
		r.Enhanced = found[1]
	}
	return r
}

func (r *Refusal) Error() string {
	text := r.Command + ": " + strconv.Itoa(r.Code)
	if r.Enhanced != "" {
		text += " " + r.Enhanced
	}
	return text
}

// ofReceiver are the enhanced status codes that say that the receiver's address is wrong or takes nothing. All others
// are about the sender, the content, the server or its policy. So may be an answer without an enhanced code: 550 is
// also how a server denies relaying.
var ofReceiver = []string{
	"5.1.1",  // no such mailbox
	"5.1.2",  // no such domain
	"5.1.3",  // no valid address
	"5.1.6",  // the mailbox has moved
	"5.1.10", // the domain takes no e-mail
	"5.2.1",  // the mailbox is disabled
	"5.2.2",  // the mailbox is full
}

// Is says that a refusal of the receiver is an [ErrRejected]. Before RCPT the server does not know the receiver: what
// it says of an address then is about the sender's.
func (r *Refusal) Is(target error) bool {
	known := slices.Contains([]string{"RCPT", "DATA", endOfData}, r.Command)
	return target == ErrRejected && known && r.Code >= 500 && slices.Contains(ofReceiver, r.Enhanced)
}
