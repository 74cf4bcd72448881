module github.com/partnerline/partnerline/internal

go 1.26.0

require (
	github.com/partnerline/partnerline/proto v0.0.0
)

replace (
	github.com/partnerline/partnerline/proto => ../proto
)
