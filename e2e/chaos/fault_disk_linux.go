package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/partnerline/partnerline/internal/streams"
)

// disks need a file system of their own, which root alone may mount.
func disks() []fault {
	if os.Geteuid() != 0 {
		return nil
	}
	return []fault{{"disk-full", "the disk of NATS is full: it refuses, the API accepts all the same; with room again " +
		"and a restart, all goes on", 1, diskFull}}
}

const (
	spare = 32 << 20 // of the small disk, beside what the store holds when it moves there
	left  = 1 << 20  // when it is full but for the last writes
)

// diskFull moves the store to a small disk, fills it, requires that events are accepted once NATS refuses, and moves it
// back.
func diskFull(ctx context.Context, w *world) (note string, err error) {
	store, nats := w.sys.NATSStore(0), w.sys.NATS[0]
	if err := nats.Stop(ctx); err != nil {
		return "", err
	}
	kept := store + ".kept"
	if err := errors.Join(os.Rename(store, kept), os.Mkdir(store, 0o700)); err != nil {
		return "", err
	}
	used, err := sizeOf(kept)
	if err != nil {
		return "", err
	}
	if err := syscall.Mount("none", store, "tmpfs", 0, fmt.Sprintf("size=%d", used+used/8+spare)); err != nil {
		return "", fmt.Errorf("mount a small disk: %w", err)
	}
	defer func() { err = errors.Join(err, moveBack(ctx, w, store, kept)) }()
	if err := os.CopyFS(store, os.DirFS(kept)); err != nil {
		return "", err
	}
	if err := nats.Start(ctx); err != nil {
		return "", err
	}
	if err := fill(filepath.Join(store, "filler")); err != nil {
		return "", err
	}
	before := w.oracle.Accepted()
	if err := w.until(ctx, 60*time.Second, "NATS refuses", func() bool { return w.turnedAway(ctx) }); err != nil {
		return "", err
	}
	w.accepting(ctx, "events accepted while the disk of NATS is full")
	return fmt.Sprintf("%d events accepted meanwhile", w.oracle.Accepted()-before), nil
}

// turnedAway reports whether a stream does not take a message; this one is nothing to anybody.
func (w *world) turnedAway(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_, err := w.js.Publish(ctx, streams.EventSubject("ten_nobody", "chaos.filler"), make([]byte, 64<<10))
	return err != nil
}

// fill leaves a disk with little room.
func fill(name string) error {
	f, err := os.Create(name) //nolint:gosec // a path of our own
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	var disk syscall.Statfs_t
	if err := syscall.Statfs(name, &disk); err != nil {
		return err
	}
	for room := int64(disk.Bavail)*disk.Bsize - left; room > 0; room -= left {
		if _, err := f.Write(make([]byte, min(room, left))); err != nil && !errors.Is(err, syscall.ENOSPC) {
			return err
		}
	}
	return nil
}

// moveBack brings what the small disk holds to where it was, and NATS back.
func moveBack(ctx context.Context, w *world, store, kept string) error {
	w.sys.NATS[0].Kill() // a server whose disk was full may not end by itself
	err := errors.Join(os.Remove(filepath.Join(store, "filler")), os.RemoveAll(kept))
	if err == nil {
		err = os.CopyFS(kept, os.DirFS(store))
	}
	err = errors.Join(err, syscall.Unmount(store, syscall.MNT_DETACH))
	if err == nil {
		err = errors.Join(os.Remove(store), os.Rename(kept, store))
	}
	return errors.Join(err, w.revive(ctx))
}

func sizeOf(dir string) (sum int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			sum += info.Size()
		}
		return err
	})
	return sum, err
}
