module github.com/partnerline/partnerline/testkit

go 1.26.0
