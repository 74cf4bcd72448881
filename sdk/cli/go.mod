module github.com/partnerline/partnerline/sdk/cli

go 1.26.0

require (
	github.com/partnerline/partnerline/sdk/go v0.0.0
	github.com/spf13/cobra v1.10.2
	golang.org/x/sys v0.48.0
	golang.org/x/term v0.46.0
)

require (
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
)

replace github.com/partnerline/partnerline/sdk/go => ../go
