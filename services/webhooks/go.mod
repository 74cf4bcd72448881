module github.com/partnerline/partnerline/services/webhooks

go 1.26.0

require (
	github.com/partnerline/partnerline/internal v0.0.0
	github.com/partnerline/partnerline/proto v0.0.0
	github.com/partnerline/partnerline/testkit v0.0.0
)

require (
	github.com/google/uuid v1.6.0 // indirect
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20240606120523-5a60cdf6a761 // indirect
	github.com/jackc/pgx/v5 v5.12.0 // indirect
	golang.org/x/text v0.42.0 // indirect
)

replace (
	github.com/partnerline/partnerline/internal => ../../internal
	github.com/partnerline/partnerline/proto => ../../proto
	github.com/partnerline/partnerline/testkit => ../../testkit
)
