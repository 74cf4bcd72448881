module github.com/partnerline/partnerline/sdk/generate

go 1.26.0
