// Command openapi writes the OpenAPI documents of the public APIs, and the AsyncAPI documents of their events, into a
// directory, from a FileDescriptorSet of the contracts with their comments (`buf build --as-file-descriptor-set`).
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/partnerline/partnerline/e2e/openapi"
)

func main() {
	contracts := flag.String("contracts", "", "the FileDescriptorSet")
	dir := flag.String("dir", "proto/openapi", "where the documents go")
	flag.Parse()
	if err := run(*contracts, *dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(contracts, dir string) error {
	b, err := os.ReadFile(contracts) //nolint:gosec // named by the caller
	if err != nil {
		return err
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(b, &set); err != nil {
		return fmt.Errorf("%s: %w", contracts, err)
	}
	partners, errPartners := openapi.PartnerConnect()
	webhooks, errWebhooks := openapi.Webhooks()
	if err := errors.Join(errPartners, errWebhooks); err != nil {
		return err
	}
	for _, api := range []openapi.API{partners, webhooks} {
		examples, err := openapi.Recorded(api.Name)
		if err != nil {
			return err
		}
		document, err := openapi.Write(api, &set, examples)
		if err != nil {
			return err
		}
		yaml, err := openapi.YAML(document)
		if err != nil {
			return err
		}
		events, err := openapi.AsyncAPI(api)
		if err != nil {
			return err
		}
		path := filepath.Join(dir, api.Name)
		for name, content := range map[string][]byte{
			path + ".json": document, path + ".yaml": yaml, path + ".asyncapi.json": events,
		} {
			if err := os.WriteFile(name, content, 0o644); err != nil { //nolint:gosec // named by the caller
				return err
			}
		}
	}
	return nil
}
