module github.com/partnerline/partnerline/sdk/webhooks

go 1.26.0
