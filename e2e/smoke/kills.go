package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// kill ends all processes of a container but its init, as the kernel would, and waits until the engine has brought it
// back.
func (s *system) kill(ctx context.Context, c container) error {
	if _, err := s.inside(ctx, c, "kill -9 -1"); err != nil {
		return err
	}
	s.killed[c.ID]++
	return eventually(ctx, time.Minute, c.service()+" after kill -9", func() error {
		all, err := s.containers(ctx, c.service())
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(x container) bool { return x.ID == c.ID })
		if i < 0 || all[i].RestartCount != s.killed[c.ID] {
			return fmt.Errorf("%s was not started again", c.service())
		}
		return all[i].healthy()
	})
}

// kills publishes events while each program, Postgres and NATS are killed, one after the other.
func (s *system) kills(ctx context.Context) error {
	quiet := s.publish(ctx, s.project+"-quiet")
	pause(ctx, s.load)
	if err := quiet.end(ctx, s.receiver, 0); err != nil {
		return err
	}
	victims := []string{"dispatcher", "webhooks", "partnerconnect", "console", "nats", "postgres"}
	l := s.publish(ctx, s.project+"-kills")
	for _, service := range victims {
		all, err := s.containers(ctx, service)
		if err != nil {
			return err
		}
		began, failed := time.Now(), l.failures()
		if err := s.kill(ctx, all[0]); err != nil {
			return err
		}
		pause(ctx, s.load)
		fmt.Printf("   %s killed and healthy after %s, %d failed calls\n", service,
			(time.Since(began) - s.load).Round(100*time.Millisecond), l.failures()-failed)
	}
	if err := l.end(ctx, s.receiver, len(victims)); err != nil {
		return err
	}
	return s.running(ctx)
}

// cluster starts the cluster on the same data and kills the leader of its streams.
func (s *system) cluster(ctx context.Context) error {
	if _, err := s.compose(ctx, "down"); err != nil {
		return err
	}
	clear(s.killed)
	s.files = slices.Insert(s.files, 1, "docker-compose.cluster.yml")
	s.useFiles()
	if _, err := s.compose(ctx, "up", "--detach", "--wait", "--quiet-pull"); err != nil {
		return err
	}
	if err := s.confined(ctx); err != nil {
		return err
	}
	l := s.publish(ctx, s.project+"-cluster")
	pause(ctx, s.load)
	leader, err := s.leader(ctx, "nats")
	if err != nil {
		return err
	}
	service := strings.Replace(leader, "nats-1", "nats", 1)
	all, err := s.containers(ctx, service)
	if err != nil {
		return err
	}
	began, failed := time.Now(), l.failures()
	if err := s.kill(ctx, all[0]); err != nil {
		return err
	}
	fmt.Printf("   leader %s killed and healthy after %s\n", leader, time.Since(began).Round(100*time.Millisecond))
	pause(ctx, s.load)
	if n := l.failures() - failed; n > 0 { // events are accepted without NATS
		return fmt.Errorf("%d calls failed: %s", n, reasons(l.failed))
	}
	if err := l.end(ctx, s.receiver, 1); err != nil {
		return err
	}
	return s.stopAll(ctx)
}

// leader asks a server of NATS for the name of the one that leads.
func (s *system) leader(ctx context.Context, service string) (string, error) {
	text, err := s.compose(ctx, "exec", "--no-TTY", service, "wget", "-qO-", "http://127.0.0.1:8222/jsz")
	if err != nil {
		return "", err
	}
	var answer struct {
		Cluster struct {
			Leader string
			Size   int `json:"cluster_size"`
		} `json:"meta_cluster"`
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		return "", err
	}
	if answer.Cluster.Leader == "" || answer.Cluster.Size != 3 {
		return "", fmt.Errorf("a cluster of %d, led by %q", answer.Cluster.Size, answer.Cluster.Leader)
	}
	return answer.Cluster.Leader, nil
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
