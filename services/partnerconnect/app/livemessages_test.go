package app_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	gosmtp "github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/smtp"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/testkit/messagebox"
	"github.com/partnerline/partnerline/testkit/smtpserver"
	"github.com/partnerline/partnerline/testkit/wait"
)

var sixDigits = regexp.MustCompile(`\b[0-9]{6}\b`)

// connectMessages makes a box the provider of messages of live mode.
func connectMessages(box *messagebox.Box) func(*testing.T, *configuration) {
	return func(_ *testing.T, c *configuration) {
		c.Messages.GRPC, c.Messages.Token = box.Address, messagebox.Token
	}
}

// withMessages starts the system with a provider of messages for live mode, and returns a live key.
func withMessages(t *testing.T) (s *system, box *messagebox.Box, key string) {
	t.Helper()
	box = messagebox.New(t)
	s = start(t, connectMessages(box))
	s.partner("a", "a")
	return s, box, s.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Livemode: true, Scopes: allScopes, Channels: []string{"chn_a"}}).GetKey()
}

// message is the one that the operator sees last of an onboarding, once it is as wanted.
func (s *system) message(ref string, wanted func(*pcv1.Message) bool) (last *pcv1.Message) {
	s.t.Helper()
	defer func() {
		if !wanted(last) {
			s.t.Logf("the last message is still %s", last)
		}
	}()
	wait.Until(s.t, "the message is as wanted", func() bool {
		mail, err := s.operator.ListMessages(s.internal(), &pcv1.ListMessagesRequest{Ref: ref})
		if err != nil {
			s.t.Fatal(err)
		}
		last = mail.GetData()[len(mail.GetData())-1]
		return wanted(last)
	})
	return last
}

// opened is the content of the messages of an onboarding, unsealed.
func (s *system) opened(ref string) string {
	s.t.Helper()
	keys, err := keyring.Parse(s.cfg.EncryptionKeys.Reveal())
	if err != nil {
		s.t.Fatal(err)
	}
	rows, err := s.pool.Query(s.t.Context(), `SELECT m.id, m.content, o.data_key FROM messages m JOIN onboardings o ON o.ref = m.onboarding_ref WHERE o.ref = $1`, ref)
	if err != nil {
		s.t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (string, error) {
		var id string
		var content, dataKey []byte
		if err := row.Scan(&id, &content, &dataKey); err != nil {
			return "", err
		}
		key, err := rowseal.OpenRowKey(keys, pc.Ref(ref), dataKey)
		if err != nil {
			return "", err
		}
		var m map[string]any
		err = rowseal.OpenJSON(key, content, &m, rowseal.AssociatedData("messages", id, "content"))
		return fmt.Sprint(m), err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.Join(all, "\n")
}

func hasStatus(want string) func(*pcv1.Message) bool {
	return func(m *pcv1.Message) bool { return m.GetStatus() == want }
}

// What a mail server has against the sender is no fault of the address: the message waits until it is set right. An
// address that it knows not to exist ends it.
func TestRefusalsOfMailServers(t *testing.T) {
	t.Parallel()
	box, mail := messagebox.New(t), smtpserver.New(t, false)
	s := start(t, func(t *testing.T, c *configuration) {
		connectMessages(box)(t, c)
		c.Messages.SMTP = smtp.Config{
			URL: "smtp://" + mail.Address, From: "Konto <konto@partnerline.example>",
			User: smtpserver.User, Password: smtpserver.Password, CA: mail.CA,
		}
	})
	s.partner("a", "a")
	key := s.keyWith(&pcv1.CreatePartnerKeyRequest{
		PartnerId: "ptn_a", Livemode: true, Scopes: allScopes, Channels: []string{"chn_a"},
	}).GetKey()
	answer := func(code int, enhanced gosmtp.EnhancedCode) {
		mail.Set(func(m *smtpserver.Server) {
			if m.Rcpt = nil; code != 0 {
				m.Rcpt = &gosmtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: "kanarek@example.pl"}
			}
		})
	}
	answer(554, gosmtp.EnhancedCode{5, 7, 1})
	ref := s.create(key, fullBody)
	s.visitor(key, ref).send(map[string]string{"do": "send"})
	wait.Until(t, "an attempt was refused", func() bool {
		const refused = `SELECT count(*) FROM messages WHERE onboarding_ref = $1 AND attempts > 0 AND due_at > now()`
		return s.count(refused, ref) == 1
	})
	if m := s.message(ref, func(*pcv1.Message) bool { return true }); m.GetStatus() != "queued" {
		t.Errorf("relaying is denied: %s", m)
	}
	answer(0, gosmtp.EnhancedCode{})
	s.exec(`UPDATE messages SET due_at = now() WHERE onboarding_ref = $1`, ref)
	s.message(ref, hasStatus("sent"))

	answer(550, gosmtp.EnhancedCode{5, 1, 1})
	other := s.create(key, strings.Replace(fullBody, "shop-1", "shop-2", 1))
	s.visitor(key, other).send(map[string]string{"do": "send"})
	if m := s.message(other, hasStatus("failed")); m.GetFailure() != "rejected" {
		t.Errorf("no such mailbox: %s", m)
	}
}

// What live mode sends goes to its receiver alone: its codes and links are in no row, no log, no answer to an operator and no page, and
// neither is the text of a letter.
func TestLiveCodesAndLinksAreNowhere(t *testing.T) {
	t.Parallel()
	s, box, key := withMessages(t)
	ref := s.create(key, fullBody)
	g := s.visitor(key, ref)
	var secrets, answers []string
	for i, to := range []string{"kanarek@example.pl", "+48600100200"} {
		a := g.send(map[string]string{"do": "send"})
		m := box.Await(1, messagebox.To(to))
		code := sixDigits.FindString(m.GetText())
		if code == "" || !strings.Contains(m.GetText(), "Partner a") {
			t.Fatalf("message %d: %s", i, m)
		}
		if isMail := m.GetMedium() == providersv1.Medium_MEDIUM_EMAIL; isMail != strings.Contains(m.GetHtml(), code) || isMail != strings.Contains(m.GetSubject(), code) {
			t.Errorf("message %d as HTML: %s", i, m)
		}
		secrets = append(secrets, code)
		if _, link, found := strings.Cut(m.GetText(), publicBase+"/connect/"); found {
			secrets = append(secrets, strings.Fields(link)[0])
		}
		answers = append(answers, a.body)
		if a.status != http.StatusOK || strings.Contains(a.body, "data-code") || strings.Contains(a.body, "Test mode") {
			t.Errorf("a live page: %d %s", a.status, a.body)
		}
		s.message(ref, hasStatus("sent"))
		answers = append(answers, g.send(map[string]string{"do": "code", "code": code}).body)
	}
	if g.page() != "review" || len(secrets) != 3 {
		t.Fatalf("after the codes: %s, %d secrets", g.at, len(secrets))
	}
	mail, err := s.operator.ListMessages(s.internal(), &pcv1.ListMessagesRequest{Ref: ref})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mail.GetData() {
		if m.GetText() != "" || m.GetSubject() != "" || m.GetProviderMessageId() != "box-"+m.GetId() || m.GetTo() == "" {
			t.Errorf("the operator sees %s", m)
		}
	}
	access, err := s.operator.ListAccess(s.internal(), &pcv1.ListAccessRequest{Ref: ref})
	if err != nil {
		t.Fatal(err)
	}
	answers = append(answers, access.String(), mail.String(), s.call("GET", s.admin+"/metrics", "", "").body)
	rows, log := s.rows()+s.dump("t::text", "audit_entries", "audit_chain")+s.opened(ref), s.log.String()
	for _, secret := range secrets {
		// Six digits may be part of a number by chance; a code has none of them beside it.
		alone := regexp.MustCompile(`(^|[^0-9a-f])` + regexp.QuoteMeta(secret) + `($|[^0-9a-f])`)
		for where, text := range map[string]string{"rows": rows, "log": log, "answers": strings.Join(answers, "\n")} {
			if alone.MatchString(text) {
				t.Errorf("%s is in the %s", secret, where)
			}
		}
	}
	if !strings.Contains(rows, "kanarek@example.pl") || !strings.Contains(rows, "code_key") {
		t.Error("the sealed content of the messages was not looked at")
	}
}

// A provider that fails for a while gets the message again under its id, with the same code; one that refuses it ends it.
func TestLiveMessagesUntilAccepted(t *testing.T) {
	t.Parallel()
	s, box, key := withMessages(t)
	ref := s.create(key, fullBody)
	box.Answer(func(*providersv1.SendMessageRequest) error {
		return status.Error(codes.Unavailable, "kanarek@example.pl: later")
	})
	g := s.visitor(key, ref)
	g.send(map[string]string{"do": "send"})
	first := box.Await(1, messagebox.To("kanarek@example.pl"))
	if m := s.message(ref, hasStatus("queued")); m.GetSentAt() != nil {
		t.Errorf("before it is accepted: %s", m)
	}
	box.Answer(nil)
	s.exec(`UPDATE messages SET due_at = now() WHERE due_at < 'infinity'`)
	again := box.Await(2, messagebox.To("kanarek@example.pl"))
	code := sixDigits.FindString(again.GetText())
	if again.GetMessageId() != first.GetMessageId() || code != sixDigits.FindString(first.GetText()) {
		t.Errorf("%s became %s", first, again)
	}
	s.message(ref, hasStatus("sent"))
	g.send(map[string]string{"do": "code", "code": code})
	g.send(map[string]string{"do": "send"})
	s.message(ref, hasStatus("sent"))

	box.Answer(func(*providersv1.SendMessageRequest) error {
		return status.Error(codes.InvalidArgument, "no such number")
	})
	s.exec(`UPDATE hosted_codes SET sent_at = sent_at - interval '2 minutes'`)
	g.send(map[string]string{"do": "send"})
	if m := s.message(ref, hasStatus("failed")); m.GetFailure() != "rejected" || m.GetSentAt() != nil {
		t.Errorf("refused: %s", m)
	}
	if strings.Contains(s.log.String(), "kanarek@") || strings.Contains(s.log.String(), "no such number") {
		t.Error("the log has what the provider answered")
	}

	// What is of no use any more is not sent.
	box.Answer(nil)
	calls := len(box.Calls())
	s.exec(`UPDATE messages SET created_at = created_at - interval '11 minutes', failure = NULL, failed_at = NULL, due_at = now() WHERE failure IS NOT NULL`)
	s.message(ref, func(m *pcv1.Message) bool { return m.GetFailure() == "expired" })
	if len(box.Calls()) != calls {
		t.Error("an expired code was sent")
	}
}

// What became of an accepted message is reported by whoever delivers it, in any order and as often as they like.
func TestReportedMessages(t *testing.T) {
	t.Parallel()
	s, box, key := withMessages(t)
	ref := s.create(key, fullBody)
	g := s.visitor(key, ref)
	g.send(map[string]string{"do": "send"})
	id := box.Await(1, messagebox.To("kanarek@example.pl")).GetMessageId()
	s.message(ref, hasStatus("sent"))
	reports := providersv1.NewMessageReportServiceClient(s.grpc)
	report := func(id string, outcome providersv1.MessageOutcome) error {
		_, err := reports.ReportMessage(s.internal(), &providersv1.ReportMessageRequest{MessageId: id, Outcome: outcome})
		return err
	}
	entries := func() int {
		return s.count(`SELECT count(*) FROM audit_entries WHERE operation = 'MessageReportService.ReportMessage'`)
	}
	for _, step := range []struct {
		outcome         providersv1.MessageOutcome
		status, failure string
		entries         int
	}{
		{providersv1.MessageOutcome_MESSAGE_OUTCOME_DELIVERED, "delivered", "", 1},
		{providersv1.MessageOutcome_MESSAGE_OUTCOME_DELIVERED, "delivered", "", 1},
		{providersv1.MessageOutcome_MESSAGE_OUTCOME_BOUNCED, "failed", "bounced", 2},
		{providersv1.MessageOutcome_MESSAGE_OUTCOME_BOUNCED, "failed", "bounced", 2},
		{providersv1.MessageOutcome_MESSAGE_OUTCOME_DELIVERED, "failed", "bounced", 2},
	} {
		if err := report(id, step.outcome); err != nil {
			t.Fatal(err)
		}
		if m := s.message(ref, hasStatus(step.status)); m.GetFailure() != step.failure || entries() != step.entries {
			t.Errorf("after %s: %s, %d entries", step.outcome, m, entries())
		}
	}
	n := s.series("partnerconnect_messages_outcomes_total", "medium", "mode", "outcome")
	if n["email live accepted"] != 1 || n["email live delivered"] != 1 || n["email live bounced"] != 1 {
		t.Errorf("counted %v", n)
	}
	for name, c := range map[string]struct {
		id      string
		outcome providersv1.MessageOutcome
		want    codes.Code
	}{
		"unknown message": {"msg_none", providersv1.MessageOutcome_MESSAGE_OUTCOME_BOUNCED, codes.NotFound},
		"no outcome":      {id, providersv1.MessageOutcome_MESSAGE_OUTCOME_UNSPECIFIED, codes.InvalidArgument},
		"no message":      {"", providersv1.MessageOutcome_MESSAGE_OUTCOME_BOUNCED, codes.InvalidArgument},
	} {
		if err := report(c.id, c.outcome); status.Code(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A code is derived from its message: another message, another key, another code; a key that is gone, none.
func TestCodesFollowTheirKey(t *testing.T) {
	t.Parallel()
	s, box, key := withMessages(t)
	ref := s.create(key, fullBody)
	g := s.visitor(key, ref)
	g.send(map[string]string{"do": "send"})
	m := box.Await(1, messagebox.To("kanarek@example.pl"))
	code := sixDigits.FindString(m.GetText())
	kid, _, _ := strings.Cut(s.cfg.LinkKeys.Reveal(), ":")
	if s.links.Code(kid, m.GetMessageId()) != code || s.links.Code(kid, m.GetMessageId()+"0") == code {
		t.Errorf("%s is not derived from %s", code, m.GetMessageId())
	}
	other, err := signedlink.ParseLinkKeys(kid + ":" + strings.Repeat("A", 43) + "=")
	if err != nil {
		t.Fatal(err)
	}
	if other.Code(kid, m.GetMessageId()) == code {
		t.Error("another key gives the same code")
	}
	gone := message.Message{ID: message.MessageID(m.GetMessageId()), CodeKey: "removed"}
	if c := gone.Code(s.links); c != "" {
		t.Errorf("without its key the code is %s", c)
	}
}

// A program that ends between the acceptance of a message and its record sends it once more, under the same id and with the same code.
func TestMessageOfAProgramThatEnds(t *testing.T) {
	t.Parallel()
	s, box, key := withMessages(t)
	ref := s.create(key, fullBody)
	g := s.visitor(key, ref)
	accepted, release := make(chan struct{}), make(chan struct{})
	box.Answer(func(*providersv1.SendMessageRequest) error {
		close(accepted)
		<-release
		return nil
	})
	g.send(map[string]string{"do": "send"})
	<-accepted
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	box.Answer(nil)
	close(release)

	cfg := s.cfg
	cfg.HTTPListener, cfg.GRPCListener, cfg.AdminListener = listener(t), listener(t), listener(t)
	next := startWith(t, cfg)
	next.pool = s.pool
	if m := next.message(ref, hasStatus("queued")); m.GetSentAt() != nil {
		t.Errorf("before it is sent again: %s", m)
	}
	next.exec(`UPDATE messages SET due_at = now()`) // the claim of the first program ends
	next.message(ref, hasStatus("sent"))
	calls := box.Calls()
	if len(calls) != 2 || calls[0].GetMessageId() != calls[1].GetMessageId() || sixDigits.FindString(calls[0].GetText()) != sixDigits.FindString(calls[1].GetText()) {
		t.Errorf("%d calls: %s", len(calls), calls)
	}
}
