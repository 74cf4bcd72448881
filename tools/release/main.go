package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	spdxjson "github.com/spdx/tools-golang/json"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: release BINARY VERSION FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3], os.Getenv("SOURCE_DATE_EPOCH")); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(binary, version, file, epoch string) error {
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil || seconds <= 0 {
		return fmt.Errorf("SOURCE_DATE_EPOCH: want the time of the commit in seconds, not %q", epoch)
	}
	document, err := Describe(binary, version, time.Unix(seconds, 0).UTC())
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := spdxjson.Write(document, &text, spdxjson.Indent("  ")); err != nil {
		return err
	}
	return os.WriteFile(file, append(bytes.TrimRight(text.Bytes(), "\n"), '\n'), 0o644)
}
