module github.com/partnerline/partnerline/services/dispatcher

go 1.26.0

require (
	github.com/partnerline/partnerline/internal v0.0.0
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
	pgregory.net/rapid v1.3.0
)

replace (
	github.com/partnerline/partnerline/internal => ../../internal
	github.com/partnerline/partnerline/proto => ../../proto
	github.com/partnerline/partnerline/services/webhooks => ../../services/webhooks
	github.com/partnerline/partnerline/testkit => ../../testkit
)
