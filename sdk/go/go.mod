module github.com/partnerline/partnerline/sdk/go

go 1.26.0
