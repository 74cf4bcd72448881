package attack

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/partnerline/partnerline/e2e/procs"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

func init() {
	All = append(All, Attack{
		Name: "json-uploads",
		About: "a partner announces large uploads and sends a byte of each, so that others cannot upload; then many large " +
			"ones at once",
		Run: jsonUploads,
	})
}

// uploader is a partner with an onboarding that takes documents.
type uploader struct{ url, key string }

func newUploader(ctx context.Context, sys *procs.System, name string) (uploader, error) {
	key, err := sys.CreatePartner(ctx, "ptn_"+name, "chn_"+name, "ten_"+name)
	if err != nil {
		return uploader{}, err
	}
	p := sys.PartnerConnects[0]
	conn, err := sys.Dial(p.Addr("GRPC_ADDR"))
	if err != nil {
		return uploader{}, err
	}
	made, err := pcv1.NewOnboardingServiceClient(conn).CreateOnboarding(procs.WithKey(ctx, key),
		&pcv1.CreateOnboardingRequest{PartnerExternalRef: name})
	return uploader{p.URL("HTTP_ADDR") + "/onboarding/" + made.GetRef() + "/documents", key}, err
}

// send uploads a body; length is what is announced of it.
func (u uploader) send(ctx context.Context, body io.Reader, length int64) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.url, body)
	if err != nil {
		return 0, err
	}
	req.ContentLength = length
	req.Header.Set("Authorization", "Bearer "+u.key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer func() { _ = resp.Body.Close() }()
	_, err = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, err
}

// document is an upload of a PDF of a size.
func document(size int) []byte {
	pdf := append([]byte("%PDF-1.7\n"), make([]byte, size)...)
	return fmt.Appendf(nil, `{"filename":"a.pdf","document_type":"power_of_attorney","subject":"board",`+
		`"content_base64":%q}`, base64.StdEncoding.EncodeToString(pdf))
}

func jsonUploads(ctx context.Context, t *Target) (_ []Figure, err error) {
	sys, err := programs(ctx, t, procs.Options{Dispatchers: -1, PartnerConnects: 1})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, sys.Close(context.WithoutCancel(ctx))) }()
	hostile, err1 := newUploader(ctx, sys, "hostile")
	honest, err2 := newUploader(ctx, sys, "honest")
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	slow, honestCalls := 20, 30
	if !t.Small {
		slow, honestCalls = 100, 300
	}
	attack, end := context.WithCancel(ctx)
	defer end()
	var running sync.WaitGroup
	defer running.Wait()
	var begun atomic.Int64
	for range slow {
		body, more := io.Pipe()
		defer func() { _ = more.Close() }()
		running.Go(func() { _, _ = hostile.send(attack, body, 7<<20) })
		running.Go(func() {
			if _, err := more.Write([]byte("{")); err == nil {
				begun.Add(1)
			}
			<-attack.Done()
			_ = more.Close()
		})
	}
	if err := until(ctx, func() bool { return begun.Load() >= 8 }); err != nil {
		return nil, fmt.Errorf("the attack does not begin: %w", err)
	}
	took, failed := make([]time.Duration, 0, honestCalls), 0
	small := document(1000)
	for range honestCalls {
		began := time.Now()
		if status, err := honest.send(ctx, bytes.NewReader(small), int64(len(small))); err != nil ||
			status != http.StatusCreated {
			failed++
			t.Logf("an honest upload: %d, %v", status, err)
		}
		took = append(took, time.Since(began))
	}
	end()
	running.Wait()
	slices.Sort(took)

	pid := sys.PartnerConnects[0].PID()
	before, err := memory(pid, "VmHWM")
	if err != nil {
		return nil, err
	}
	large := document(5_000_000)
	var wait sync.WaitGroup
	for i := range 20 {
		u := []uploader{honest, hostile}[i%2]
		wait.Go(func() { _, _ = u.send(ctx, bytes.NewReader(large), int64(len(large))) })
	}
	wait.Wait()
	after, err := memory(pid, "VmHWM")
	return []Figure{
		{Name: "others' upload p99 during slow uploads", Value: took[len(took)*99/100].Seconds(), Unit: "s", Bar: 1},
		{Name: "others' uploads that failed", Value: float64(failed), Unit: "count", Bar: 0},
		{Name: "growth by 20 uploads of 5 MB at once", Value: after - before, Unit: "MiB", Bar: 32},
	}, err
}

// until waits for a fact, for 20 s at most.
func until(ctx context.Context, fact func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !fact() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
