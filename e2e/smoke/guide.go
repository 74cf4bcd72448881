package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// blocks are the commands of docs/operations.md for compose: to the first endpoint, and to remove everything.
func (s *system) blocks() ([]string, error) {
	text, err := os.ReadFile(filepath.Join(s.root, "docs/operations.md"))
	if err != nil {
		return nil, err
	}
	var all []string
	for _, m := range regexp.MustCompile("(?s)<!-- runs: compose -->\n```sh\n(.*?)```").FindAllSubmatch(text, -1) {
		all = append(all, string(m[1]))
	}
	if len(all) != 2 {
		return nil, fmt.Errorf("docs/operations.md has %d blocks for compose, want 2", len(all))
	}
	return all, nil
}

// script carries a block out, in the root of the repository, and signs in when it asks for it. It returns its output.
func (s *system) script(ctx context.Context, block string) (string, error) {
	read, write := io.Pipe()
	var said strings.Builder
	done := make(chan error, 1)
	go func() {
		// The files that the commands leave in the working folder belong into that of this run.
		own := strings.NewReplacer(" tenant-key", " "+s.dir+"/tenant-key", " partner-key", " "+s.dir+"/partner-key")
		err := s.run(ctx, write, &said, "bash", "-eu", "-o", "pipefail", "-c", own.Replace(block))
		_ = write.CloseWithError(err)
		done <- err
	}()
	var out strings.Builder
	code := regexp.MustCompile(`^Open (\S+) and enter the code (\S+)$`)
	var failed error
	for lines := bufio.NewScanner(read); lines.Scan(); {
		out.WriteString(lines.Text() + "\n")
		if m := code.FindStringSubmatch(strings.TrimSpace(lines.Text())); m != nil {
			failed = approve(ctx, m[1], m[2], "administrator@example.com")
		}
		if failed != nil {
			_ = read.CloseWithError(failed)
			break
		}
	}
	if err := <-done; err != nil {
		return out.String(), errors.Join(failed, fmt.Errorf("%w: %s", err, tail(out.String()+said.String())))
	}
	return out.String(), nil
}

// guide carries out the documented commands and keeps the keys that they print.
func (s *system) guide(ctx context.Context) error {
	blocks, err := s.blocks()
	if err != nil {
		return err
	}
	_, port, err := net.SplitHostPort(s.receiver.address)
	if err != nil {
		return err
	}
	s.environ = append(s.environ, "PORT="+port)
	out, err := s.script(ctx, blocks[0])
	if err != nil {
		return err
	}
	// The variable has ended with its shell, and is needed to start the cluster.
	s.environ = append(s.environ, regexp.MustCompile(`EGRESS_ALLOW=\S+`).FindString(blocks[0]))
	keys := regexp.MustCompile(`"key": "(\w+)"`).FindAllStringSubmatch(out, -1)
	secret := regexp.MustCompile(`"secret": ?"(\w[^"]+)"`).FindStringSubmatch(out)
	if len(keys) != 2 || secret == nil {
		return fmt.Errorf("%d keys, want 2, and the endpoint's secret: %s", len(keys), tail(out))
	}
	s.tenantKey, s.partnerKey = keys[0][1], keys[1][1]
	token, err := os.ReadFile(filepath.Join(s.root, "deploy/compose/secrets/internal_token"))
	if err != nil {
		return err
	}
	s.internalToken = strings.TrimSpace(string(token))
	return s.receiver.trust(secret[1])
}

// approve is a person at a browser: opens an address, signs in, and enters the code of the device flow.
func approve(ctx context.Context, address, code, email string) error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	// As browsers do, names below localhost lead to this machine.
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		_, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		return (&net.Dialer{}).DialContext(ctx, network, net.JoinHostPort("127.0.0.1", port))
	}
	browser := &http.Client{Jar: jar, Timeout: 30 * time.Second, Transport: &http.Transport{DialContext: dial}}
	defer browser.CloseIdleConnections()
	page, at, err := visit(ctx, browser, address+"?user_code="+url.QueryEscape(code), nil)
	form := regexp.MustCompile(`<form[^>]*action="([^"]*)"`)
	for range 4 { // the code, the person, perhaps a consent
		if err != nil || strings.Contains(page, "Login Successful") {
			return err
		}
		values := url.Values{"user_code": {code}}
		if strings.Contains(page, `name="password"`) {
			values = url.Values{"login": {email}, "password": {"password"}}
		}
		next := at
		if m := form.FindStringSubmatch(page); m != nil && m[1] != "" {
			if next, err = at.Parse(html.UnescapeString(m[1])); err != nil {
				return err
			}
		}
		page, at, err = visit(ctx, browser, next.String(), values)
	}
	return fmt.Errorf("the identity provider does not accept the code at %s: %s", at, tail(page))
}

// visit opens a page, or sends a form where there are values.
func visit(ctx context.Context, browser *http.Client, address string, values url.Values) (string, *url.URL, error) {
	method, body := http.MethodGet, io.Reader(nil)
	if values != nil {
		method, body = http.MethodPost, strings.NewReader(values.Encode())
	}
	req, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return "", nil, err
	}
	if values != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	resp, err := browser.Do(req)
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if resp.StatusCode >= http.StatusBadRequest {
		return "", nil, fmt.Errorf("%s: %s: %s", address, resp.Status, tail(string(text)))
	}
	return string(text), resp.Request.URL, err
}
