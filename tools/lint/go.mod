module github.com/partnerline/partnerline/tools/lint

go 1.26.0
