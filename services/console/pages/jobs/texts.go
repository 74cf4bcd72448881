package jobs

import "github.com/partnerline/partnerline/services/console/internal/screen"

// texts are those of the bulk recoveries.
var texts = screen.Texts{
	"menu_jobs":  {"Bulk recovery", "Odzyskiwanie zbiorcze"},
	"jobs_title": {"Bulk recoveries", "Odzyskiwania zbiorcze"},
	"jobs_what": {
		"After an incident: recover what many endpoints missed by one job, with its progress, and pause or cancel " +
			"it.",
		"Po awarii: odzyskaj jednym zadaniem to, co pominęło wiele endpointów; śledź postęp, wstrzymaj lub anuluj.",
	},
	"jobs_none": {"There are none.", "Nie ma żadnych."},
	"jobs_all":  {"All bulk recoveries", "Wszystkie odzyskiwania zbiorcze"},
	"job":       {"Job", "Zadanie"},
	"final_bulk_cancel": {
		"What was not sent yet is not sent by this job. Another job can be started.",
		"Czego jeszcze nie wysłano, to zadanie już nie wyśle. Można uruchomić inne.",
	},
	"job_title":      {"Bulk recovery", "Odzyskiwanie zbiorcze"},
	"job_form_title": {"Recover many endpoints", "Odzyskaj wiele endpointów"},
	"job_state":      {"State", "Stan"},
	"job_endpoints":  {"Endpoints", "Endpointy"},
	"job_requeued":   {"Sent again", "Wysłano ponownie"},
	"job_by":         {"Started by", "Rozpoczęto przez"},
	"job_waiting":    {"waiting", "czeka"},
	"job_running":    {"running", "trwa"},
	"job_paused":     {"paused", "wstrzymane"},
	"job_completed":  {"completed", "zakończone"},
	"job_cancelled":  {"cancelled", "anulowane"},
	"job_selection":  {"Which endpoints, which events", "Które endpointy i zdarzenia"},
	"job_selection_what": {
		"Endpoints are chosen that satisfy all that is filled in: tenants, ids, or deliveries that failed in a span of time. Times are in UTC.", "Wybierane są endpointy, które spełniają wszystko, co wypełniono: najemcy, identyfikatory lub nieudane dostarczenia w okresie. Czasy są w UTC.",
	},
	"job_tenants":       {"Tenants (ten_…)", "Najemcy (ten_…)"},
	"job_endpoint_ids":  {"Ids of endpoints", "Identyfikatory endpointów"},
	"job_failing":       {"Failed", "Nieudane"},
	"job_failing_from":  {"Failed from", "Nieudane od"},
	"job_failing_until": {"Failed until", "Nieudane do"},
	"job_since":         {"Events from", "Zdarzenia od"},
	"job_until":         {"Events until", "Zdarzenia do"},
	"job_span":          {"Events", "Zdarzenia"},
	"job_types":         {"Event types (empty: all)", "Rodzaje zdarzeń (puste: wszystkie)"},
	"job_time":          {"Give times as in 2026-11-23T10:00.", "Podaj czasy w postaci 2026-11-23T10:00."},
	"job_preview":       {"Preview", "Podgląd"},
	"job_inactive": {
		"Inactive, which get nothing unless resumed before their turn",
		"Nieaktywne, które nic nie dostaną, jeśli nie zostaną wcześniej wznowione",
	},
	"job_deliveries": {"Deliveries", "Dostarczenia"},
	"job_partial": {
		"or more; counted of this many endpoints:", "lub więcej; policzono dla tylu endpointów:",
	},
	"job_nothing": {
		"There is nothing to recover: no endpoint is chosen.", "Nie ma czego odzyskiwać: nie wybrano żadnego endpointu.",
	},
	"job_start": {"Start the bulk recovery", "Rozpocznij odzyskiwanie zbiorcze"},
	"job_read_only": {
		"Your roles let you read this. Bulk recoveries take the role support.",
		"Twoje role pozwalają to czytać. Odzyskiwanie zbiorcze wymaga roli wsparcia.",
	},
	"job_steer": {"Pause or cancel", "Wstrzymaj lub anuluj"},
	"job_steer_what": {
		"Nothing more is sent again while the job is paused, or after it was cancelled. What was begun goes on.",
		"Gdy zadanie jest wstrzymane albo anulowane, nic więcej nie jest wysyłane. To, co rozpoczęto, trwa dalej.",
	},
	"job_pause":                    {"Pause", "Wstrzymaj"},
	"job_resume":                   {"Resume", "Wznów"},
	"job_cancel":                   {"Cancel the job", "Anuluj zadanie"},
	"job_cause":                    {"Why", "Dlaczego"},
	"job_cause_job_cancelled":      {"the job was cancelled", "zadanie anulowano"},
	"job_cause_recovery_cancelled": {"its tenant cancelled it", "anulował je najemca"},
	"job_cause_endpoint_inactive":  {"the endpoint is inactive", "endpoint jest nieaktywny"},
	"job_cause_endpoint_deleted":   {"the endpoint was deleted", "endpoint usunięto"},
	"done_bulk_start": {
		"The bulk recovery has begun; its progress is below.", "Odzyskiwanie zbiorcze rozpoczęte; postęp poniżej.",
	},
	"done_bulk_pause":  {"The bulk recovery is paused.", "Odzyskiwanie zbiorcze jest wstrzymane."},
	"done_bulk_resume": {"The bulk recovery goes on.", "Odzyskiwanie zbiorcze trwa dalej."},
	"done_bulk_cancel": {
		"The bulk recovery is cancelled. The table shows what was done for each endpoint.",
		"Odzyskiwanie zbiorcze anulowano. Tabela pokazuje, co zrobiono dla każdego endpointu.",
	},
}
