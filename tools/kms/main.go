// Command kms is a KMS with the interface of AWS, for tests: keys in a folder, no credentials, no policies. It prints
// the address on which it listens.
package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/nsmithuk/local-kms/src"
	"github.com/nsmithuk/local-kms/src/config"
	"github.com/nsmithuk/local-kms/src/data"
)

func main() {
	dir := flag.String("dir", "", "of the keys")
	region := flag.String("region", "eu-central-1", "of AWS")
	flag.Parse()
	config.AWSRegion, config.AWSAccountId, config.DatabasePath = *region, "111122223333", *dir
	database := data.NewDatabase(*dir)
	defer database.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(l.Addr())
	handler := func(w http.ResponseWriter, r *http.Request) { src.HandleRequest(w, r, database) }
	server := http.Server{Handler: http.HandlerFunc(handler), ReadHeaderTimeout: 10 * time.Second}
	fmt.Fprintln(os.Stderr, server.Serve(l))
}
