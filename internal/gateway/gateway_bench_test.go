package gateway

import (
	"net/http"
	"testing"
)

// What a request costs between the HTTP server and the handler, both ways.
func BenchmarkServeHTTP(b *testing.B) {
	for _, c := range []struct{ name, method, path, body string }{
		{"get", "GET", "/api/v1/webhooks/0197a3c4-1111-7000-8000-000000000000", ""},
		{"list", "GET", "/onboarding?page_size=50&updated_from=2026-01-31T12:00:00Z", ""},
		{"small body", "POST", "/api/v1/webhooks",
			`{"url":"https://receiver.example/hooks","events":["verification.completed"],"description":"first"}`},
		{"free data", "POST", "/internal/v1/events",
			`{"tenant":"ten_a","type":"verification.completed","livemode":true,` +
				`"data":{"verification_session_id":"0197a3c4-1111-7000-8000-000000000000","status":"completed",` +
				`"checks":[{"type":"document","status":"passed"},{"type":"liveness","status":"passed"}],"score":0.97}}`},
		{"large body", "POST", "/onboarding",
			`{"partner_external_ref":"shop-1","applicant_type":"company",
			 "metadata":{"campaign":"autumn","agent":"17","branch":"Kraków"},
			"contact":{"email":"owner@shop.example","phone":"+48600100200"},
			"company":{"name":"Sklep sp. z o.o.","tax_id":"5260250995","beneficial_owners":[{"given_names":"Jan","surname":"Kowalski","citizenships":["PL"]},{"given_names":"Anna","surname":"Nowak","citizenships":["PL","DE"]}]},
			"business":{"description":"Bells and whistles","website":"https://shop.example","address":{"country":"PL","city":"Kraków","postal_code":"30-001","street":"Długa 1"}}}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			g, h := behind(b)
			header := http.Header{"Authorization": {"Bearer " + bearer}, "Content-Type": {"application/json"},
				"Prefer": {"handling=lenient"}}
			for b.Loop() {
				h.request = nil
				if w := serve(g, c.method, c.path, c.body, header); w.Code != http.StatusOK && c.name != "list" {
					b.Fatalf("%d %s", w.Code, w.Body)
				}
			}
		})
	}
}
