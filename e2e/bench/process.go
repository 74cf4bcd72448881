package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/services/dispatcher/app"
)

// asDispatcher makes this program the dispatcher: in a process of its own, its memory can be measured.
const asDispatcher = "PARTNERLINE_BENCH_DISPATCHER"

func runDispatcher() int {
	var cfg app.Config
	return command.Program{
		Name: "dispatcherd", Version: app.Version,
		Load: func(environ []string) (slog.Leveler, string, error) {
			err := envconfig.Load(&cfg, environ)
			return slog.LevelError, cfg.AdminAddr, err
		},
		Serve: func(ctx context.Context, log *slog.Logger) error { return app.Run(ctx, cfg, log) },
	}.Main([]string{"serve"})
}

// process is a running dispatcher.
type process struct{ cmd *exec.Cmd }

func startDispatcher(ctx context.Context, environ []string) (*process, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, exe) //nolint:gosec // this program itself
	cmd.Env = append(append(os.Environ(), environ...), asDispatcher+"=1")
	cmd.Stderr = os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 30 * time.Second
	return &process{cmd}, cmd.Start()
}

func (p *process) stop() {
	_ = p.cmd.Process.Signal(os.Interrupt)
	_ = p.cmd.Wait() // its status says nothing about what was measured
}

// peakMemory returns the most memory that the process ever held, in bytes.
func (p *process) peakMemory() (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range bytes.Lines(status) {
		if rest, ok := bytes.CutPrefix(line, []byte("VmHWM:")); ok {
			kb, err := strconv.ParseInt(string(bytes.TrimSuffix(bytes.TrimSpace(rest), []byte(" kB"))), 10, 64)
			return kb << 10, err
		}
	}
	return 0, errors.New("the system does not report the peak of a process's memory")
}
