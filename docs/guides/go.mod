module github.com/partnerline/partnerline/docs/guides

go 1.26.0
