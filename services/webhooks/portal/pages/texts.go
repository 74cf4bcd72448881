package pages

import "github.com/partnerline/partnerline/internal/pagekit"

// catalogue are the texts of the pages in both languages.
func catalogue() pagekit.Texts {
	out := pagekit.Texts{pagekit.English: {}, pagekit.Polish: {}}
	for _, part := range []map[string][2]string{
		frameTexts, endpointTexts, deliveryTexts, eventTexts, noticeTexts, causeTexts, refusalTexts,
	} {
		for key, text := range part {
			out[pagekit.English][key], out[pagekit.Polish][key] = text[0], text[1]
		}
	}
	return out
}

var frameTexts = map[string][2]string{
	"portal":         {"Webhooks", "Webhooki"},
	"skip":           {"Skip to the content", "Przejdź do treści"},
	"menu":           {"Pages", "Strony"},
	"language":       {"Language", "Język"},
	"other_language": {"Polski", "English"},
	"test_mode":      {"Test mode: nothing here is real.", "Tryb testowy: nic tu nie jest prawdziwe."},
	"error":          {"Error", "Błąd"},
	"separator":      {".", ","},
	"return":         {"Back to the application", "Wróć do aplikacji"},
	"end_session":    {"End this session", "Zakończ tę sesję"},
	"try_again":      {"Try again", "Spróbuj ponownie"},
	"cancel":         {"Cancel", "Anuluj"},
	"save":           {"Save", "Zapisz"},
	"yes":            {"yes", "tak"},
	"of":             {"of", "z"},
	"optional":       {"optional", "opcjonalne"},
	"any":            {"Any", "Dowolne"},
	"from":           {"From (UTC)", "Od (UTC)"},
	"until":          {"Until (UTC)", "Do (UTC)"},
	"id":             {"Id", "Identyfikator"},
	"created":        {"Created", "Utworzono"},

	"notfound_title": {"Not found", "Nie znaleziono"},
	"notfound_what": {
		"There is no such page, or what it showed was deleted.",
		"Nie ma takiej strony albo to, co pokazywała, zostało usunięte.",
	},
	"denied_title": {"You may look, but not change", "Możesz oglądać, ale nie zmieniać"},
	"denied_what": {
		"This session is for viewing. Ask whoever opened it for you for a session of a manager.",
		"Ta sesja służy do oglądania. Poproś o sesję menedżera osobę lub aplikację, która ją otworzyła.",
	},
	"refused_title": {"This was not sent", "Nie wysłano"},
	"refused_what": {
		"The form came from another site or from a session that has ended. Go back, load the page again, and repeat.",
		"Formularz pochodzi z innej witryny lub z zakończonej sesji. Wróć, wczytaj stronę ponownie i powtórz.",
	},
	"away_title": {"Not available right now", "Chwilowo niedostępne"},
	"away_what": {
		"Nothing is lost: deliveries continue. Try again in a moment.",
		"Nic nie przepadło: dostarczanie trwa. Spróbuj ponownie za chwilę.",
	},
	"limited_title":  {"Too many requests", "Zbyt wiele żądań"},
	"limited_what":   {"Wait a minute, then load the page again.", "Poczekaj minutę, a potem wczytaj stronę ponownie."},
	"ended_title":    {"This session has ended", "Ta sesja się zakończyła"},
	"ended_what":     {"Open the portal again where you came from.", "Otwórz portal ponownie tam, gdzie był otwarty."},
	"usedlink_title": {"This link no longer works", "Ten link już nie działa"},
	"usedlink_what": {
		"A link opens the portal once, within 5 minutes. Open the portal again where you came from.",
		"Link otwiera portal raz, w ciągu 5 minut. Otwórz portal ponownie tam, gdzie był otwarty.",
	},

	"done_updated": {"The endpoint was changed.", "Endpoint został zmieniony."},
	"done_deleted": {"The endpoint was deleted.", "Endpoint został usunięty."},
	"done_paused": {
		"The endpoint is inactive: nothing is sent to it.", "Endpoint jest nieaktywny: nic nie jest do niego wysyłane.",
	},
	"done_resumed": {"The endpoint is active.", "Endpoint jest aktywny."},
	"done_tested":  {"A test event is on its way.", "Zdarzenie testowe jest w drodze."},
	"done_challenged": {
		"A challenge is on its way: the receiver proves that it is yours by answering with it.",
		"Wyzwanie jest w drodze: odbiorca dowodzi, że należy do Ciebie, odpowiadając nim.",
	},
	"done_recovering": {"What was missed is being sent.", "To, co pominięto, jest wysyłane."},
	"done_retrying":   {"The retries are being made; progress is below.", "Ponowienia są wykonywane; postęp niżej."},
	"done_resent":     {"The delivery is being sent.", "Dostarczenie jest wysyłane."},
	"done_repeated": {
		"This was sent before and is not sent again. Here is how things are now: if it was not done, send it from " +
			"here. A secret that was made is shown once, in the first answer; without it, rotate the secret.",
		"To już wysłano i nie zostanie wysłane ponownie. Oto obecny stan: jeśli operacji nie wykonano, wyślij " +
			"formularz ponownie z tej strony. Utworzony sekret jest pokazywany raz, w pierwszej odpowiedzi; bez niego " +
			"zmień sekret.",
	},
	"done_sent": {"The example is on its way.", "Przykład jest w drodze."},
}

var endpointTexts = map[string][2]string{
	"endpoints_title": {"Endpoints", "Endpointy"},
	"endpoints_none": {
		"There are no endpoints yet. An endpoint is a URL of yours that events are sent to.",
		"Nie ma jeszcze endpointów. Endpoint to Twój adres URL, na który wysyłane są zdarzenia.",
	},
	"newendpoint_title":    {"New endpoint", "Nowy endpoint"},
	"editendpoint_title":   {"Change the endpoint", "Zmień endpoint"},
	"deleteendpoint_title": {"Delete the endpoint?", "Usunąć endpoint?"},
	"delete_what": {
		"What is waiting to be sent to it is cancelled. Its deliveries remain in the list. This cannot be undone.",
		"To, co czeka na wysłanie, zostanie anulowane. Dostarczenia pozostaną na liście. Tego nie można cofnąć.",
	},
	"delete":          {"Delete", "Usuń"},
	"edit":            {"Change", "Zmień"},
	"create":          {"Create", "Utwórz"},
	"test":            {"Send a test event", "Wyślij zdarzenie testowe"},
	"pause":           {"Make inactive", "Wyłącz"},
	"resume":          {"Make active", "Włącz"},
	"url":             {"URL", "Adres URL"},
	"health":          {"Health", "Stan"},
	"health_healthy":  {"healthy", "sprawny"},
	"health_degraded": {"degraded", "pogorszony"},
	"health_failing":  {"failing", "z błędami"},
	"health_inactive": {"inactive", "nieaktywny"},
	"success_24h":     {"Delivered of those that ended, 24 h", "Dostarczone z zakończonych, 24 h"},
	"pending":         {"Pending", "Oczekuje"},
	"retrying":        {"waiting for a retry", "czeka na ponowienie"},
	"waiting":         {"Deliveries that wait for capacity", "Dostarczenia czekające na przepustowość"},
	"oldest_since":    {"the oldest since", "najstarsze od"},
	"waiting_events":  {"Events that wait for your rate", "Zdarzenia wstrzymane przez limit"},
	"failure_count": {
		"Failures in a row, of those that deactivate it", "Kolejne błędy, z tylu, ile wyłącza endpoint",
	},
	"last_attempt": {"Last attempt", "Ostatnia próba"},
	"last_status":  {"Response", "Odpowiedź"},
	"last_success": {"Last success", "Ostatni sukces"},
	"last_failure": {"Last failure", "Ostatni błąd"},
	"deactivated":  {"Deactivated after failures", "Wyłączono po błędach"},
	"settings":     {"Settings", "Ustawienia"},
	"options":      {"Options", "Opcje"},
	"rotated":      {"Secret rotated", "Zmieniono sekret"},
	"day_title":    {"Last 24 hours", "Ostatnie 24 godziny"},
	"day_none":     {"Nothing ended in the last 24 hours.", "W ostatnich 24 godzinach nic się nie zakończyło."},
	"day_pending": {
		"No delivery has ended in the last 24 hours: those that are pending are still tried.",
		"W ostatnich 24 godzinach żadne dostarczenie się nie zakończyło: oczekujące są nadal ponawiane.",
	},
	"waiting_what": {
		"They wait in line: the receiver takes fewer than are due, or you have just moved them to now. They are sent as it " +
			"takes them; no attempt is used up.",
		"Czekają w kolejce: odbiorca przyjmuje mniej, niż jest do wysłania, albo właśnie je przyspieszono. Zostaną " +
			"wysłane, gdy odbiorca je przyjmie; żadna próba nie przepada.",
	},
	"at_rate": {
		"You are at your rate of %d deliveries a minute; they are delivered in their order.",
		"Osiągnięto limit %d dostarczeń na minutę; zostaną dostarczone w swojej kolejności.",
	},
	"as_table": {"As a table", "Jako tabela"},
	"hour":     {"Hour", "Godzina"},
	"rates":    {"Success rate", "Odsetek dostarczonych"},
	"rates_caption": {
		"Success rate, a bar for each hour: the upper part of it failed. Without a bar, nothing ended.",
		"Odsetek dostarczonych, słupek dla każdej godziny: górna część to nieudane. Bez słupka nic się nie " +
			"zakończyło.",
	},
	"latencies": {"Average latency of delivered requests", "Średni czas dostarczonych żądań"},
	"rates_picture": {
		"Success rate by hour: %s in the last 24 hours. The table below has the figures.",
		"Odsetek dostarczonych według godzin: %s w ostatnich 24 godzinach. Liczby są w tabeli poniżej.",
	},
	"latencies_picture": {
		"Average latency by hour: at most %s. The table below has the figures.",
		"Średni czas według godzin: najwyżej %s. Liczby są w tabeli poniżej.",
	},
	"sources": {"Where requests come from", "Skąd przychodzą żądania"},
	"sources_what": {
		"Requests to your endpoints come from these addresses. If a firewall is in front of them, let these in; list " +
			"source_addresses.changed in an endpoint to hear of changes.",
		"Żądania do Twoich endpointów przychodzą z tych adresów. Jeśli chroni je zapora, przepuść te adresy; dodaj " +
			"source_addresses.changed do zdarzeń endpointu, aby wiedzieć o zmianach.",
	},
	"sources_unstated": {
		"It is not stated from which addresses requests come: do not rely on any. Verify their signatures.",
		"Nie podano, z jakich adresów przychodzą żądania: nie polegaj na żadnych. Sprawdzaj podpisy.",
	},
	"sources_next":       {"Announced, from", "Zapowiedziane, od"},
	"sources_none":       {"no addresses are stated any more", "adresy nie będą już podawane"},
	"ownership":          {"Control of the receiver", "Kontrola nad odbiorcą"},
	"ownership_unproven": {"not proven", "nieudowodniona"},
	"ownership_required": {
		"not proven: let the receiver answer a challenge, then make the endpoint active",
		"nieudowodniona: niech odbiorca odpowie na wyzwanie, a potem włącz endpoint",
	},
	"ownership_proven": {"proven", "udowodniona"},
	"verify":           {"Send a challenge", "Wyślij wyzwanie"},
	"url_hint": {
		"An https address that answers POST requests with 2xx within 10 seconds.",
		"Adres https, który w ciągu 10 sekund odpowiada na żądania POST kodem 2xx.",
	},
	"url_hint_test": {
		"An address that answers POST requests with 2xx within 10 seconds; in test mode http will do.",
		"Adres, który w ciągu 10 sekund odpowiada na żądania POST kodem 2xx; w trybie testowym wystarczy http.",
	},
	"events_all": {
		"All, except those about endpoints and source addresses",
		"Wszystkie oprócz tych o endpointach i adresach źródłowych",
	},
	"events_these": {"Only these", "Tylko te"},
	"channels_hint": {
		"Ids of channels, one a line. Empty: the events of all channels.",
		"Identyfikatory kanałów, każdy w osobnej linii. Puste: zdarzenia wszystkich kanałów.",
	},
	"filter_hint": {
		"An expression in CEL over the event, such as", "Wyrażenie CEL nad zdarzeniem, na przykład",
	},
	"honour_hint": {
		"Wait for as long as a Retry-After of the receiver says",
		"Czekaj tak długo, jak mówi Retry-After odbiorcy",
	},
	"gone_hint":      {"Deactivate after one response with status 410", "Wyłącz po jednej odpowiedzi z kodem 410"},
	"headers_change": {"Replace the endpoint's headers with those below", "Zastąp własne nagłówki poniższymi"},
	"headers_hint": {
		"One a line, as Name: value. They are encrypted, and not shown again.",
		"Każdy w osobnej linii, jako Nazwa: wartość. Są szyfrowane i nie są pokazywane ponownie.",
	},
	"headers_unchosen": {
		"Headers: to replace those of the endpoint by the ones that you typed, tick the choice above them; to keep " +
			"them, leave the field empty",
		"Nagłówki: aby zastąpić nagłówki endpointu wpisanymi, zaznacz opcję nad nimi; aby je zachować, zostaw pole " +
			"puste",
	},
	"headers_form": {
		"Headers: must be one a line, as Name: value",
		"Nagłówki: każdy w osobnej linii, jako Nazwa: wartość",
	},
	"recover": {"Recover what was missed", "Odzyskaj pominięte"},
	"recover_what": {
		"Sends the events that did not reach the endpoint: failed, cancelled, those that came while it was " +
			"inactive, and those that wait for a retry.",
		"Wysyła zdarzenia, które nie dotarły do endpointu: nieudane, anulowane, te z czasu, gdy był nieaktywny, " +
			"i te, które czekają na ponowienie.",
	},
	"retry":               {"Try everything now", "Spróbuj wszystkiego teraz"},
	"retryendpoint_title": {"Try everything now?", "Spróbować wszystkiego teraz?"},
	"retry_what": {
		"For when the receiver works again: the retries that wait are made now. They keep their numbers, and the " +
			"schedule goes on from them.",
		"Gdy odbiorca znów działa: czekające ponowienia zostaną wykonane teraz. Zachowują numery, a harmonogram " +
			"biegnie od nich dalej.",
	},
	"retry_count":       {"Deliveries that wait for a retry:", "Dostarczenia, które czekają na ponowienie:"},
	"recover_span":      {"Time span", "Okres"},
	"recover_preview":   {"Count", "Policz"},
	"recover_count":     {"Deliveries that would be sent:", "Dostarczenia, które zostałyby wysłane:"},
	"recover_more":      {"or more", "lub więcej"},
	"recover_uncounted": {"There are too many to count quickly.", "Jest ich zbyt wiele, by szybko policzyć."},
	"recover_filter": {
		"They are counted before the filter of the endpoint.",
		"Policzono je przed filtrem endpointu.",
	},
	"span_1h":            {"the last hour", "ostatnia godzina"},
	"span_24h":           {"the last 24 hours", "ostatnie 24 godziny"},
	"span_7d":            {"the last 7 days", "ostatnie 7 dni"},
	"span_29d":           {"the last 29 days", "ostatnie 29 dni"},
	"recoveries":         {"Recoveries", "Odzyskiwania"},
	"recoveries_none":    {"There were none.", "Nie było żadnych."},
	"recovery_running":   {"running", "trwa"},
	"recovery_completed": {"completed", "zakończone"},
	"recovery_cancelled": {"cancelled", "anulowane"},
	"rotate":             {"Rotate the secret", "Zmień sekret"},
	"rotate_what": {
		"Makes a new secret. Until the overlap ends, each request is signed with both, so that your receivers can " +
			"change over one after the other.",
		"Tworzy nowy sekret. Do końca okresu przejściowego każde żądanie jest podpisane oboma, więc odbiorcy mogą " +
			"przechodzić na nowy kolejno.",
	},
	"rotatesecret_title": {"Rotate the secret?", "Zmienić sekret?"},
	"rotate_at_once": {
		"The old secret stops signing at once. Your receiver refuses requests until it has the new one. This cannot be " +
			"undone.",
		"Stary sekret od razu przestaje podpisywać. Odbiorca odrzuca żądania, dopóki nie ma nowego. Tego nie można " +
			"cofnąć.",
	},
	"rotate_final": {
		"Then it ends for good. This cannot be undone.",
		"Potem kończy się na zawsze. Tego nie można cofnąć.",
	},
	"overlap":      {"How long the old secret goes on signing", "Jak długo stary sekret jeszcze podpisuje"},
	"overlap_0":    {"not at all", "wcale"},
	"overlap_1h":   {"1 hour", "1 godzina"},
	"overlap_24h":  {"24 hours", "24 godziny"},
	"overlap_7d":   {"7 days", "7 dni"},
	"secret_title": {"The secret of the endpoint", "Sekret endpointu"},
	"secret_what": {
		"This is the only time that it is shown. Keep it where your receiver reads it.",
		"To jedyny raz, kiedy jest pokazywany. Zapisz go tam, skąd czyta go odbiorca.",
	},
	"secret_overlap": {"The old secret goes on signing:", "Stary sekret podpisuje jeszcze:"},
	"secret_verify":  {"Verify signatures with it", "Sprawdzaj nim podpisy"},
	"secret_verify_what": {
		"Verify each request before you read it: anyone can send one to your URL.",
		"Sprawdzaj każde żądanie, zanim je odczytasz: każdy może wysłać żądanie na Twój adres.",
	},
	"to_endpoint": {"Continue to the endpoint", "Przejdź do endpointu"},

	"field_url":                {"URL", "Adres URL"},
	"field_events":             {"Events", "Zdarzenia"},
	"field_description":        {"Description", "Opis"},
	"field_channels":           {"Channels", "Kanały"},
	"field_filter":             {"Filter", "Filtr"},
	"field_headers":            {"Headers of its own", "Własne nagłówki"},
	"field_rate_limit":         {"Most requests a second", "Najwięcej żądań na sekundę"},
	"field_honour_retry_after": {"Waits as Retry-After says", "Czeka, jak mówi Retry-After"},
	"field_deactivate_on_410":  {"Deactivated by a status 410", "Wyłączany przez kod 410"},
	"field_type":               {"Type", "Rodzaj"},
}

var deliveryTexts = map[string][2]string{
	"deliveries_title":   {"Deliveries", "Dostarczenia"},
	"deliveries_none":    {"There are none.", "Nie ma żadnych."},
	"delivery_title":     {"Delivery", "Dostarczenie"},
	"delivery_id":        {"Delivery ID", "Identyfikator dostarczenia"},
	"delivery_unknown":   {"There is no delivery with this id here.", "Nie ma tu dostarczenia o tym identyfikatorze."},
	"delivery_pending":   {"pending", "oczekuje"},
	"delivery_delivered": {"delivered", "dostarczone"},
	"delivery_failed":    {"failed", "nieudane"},
	"delivery_cancelled": {"cancelled", "anulowane"},
	"status":             {"Status", "Status"},
	"endpoint":           {"Endpoint", "Endpoint"},
	"endpoint_deleted":   {"an endpoint that was deleted", "endpoint, który usunięto"},
	"event_type":         {"Event type", "Rodzaj zdarzenia"},
	"event_time":         {"Time of the event", "Czas zdarzenia"},
	"event":              {"Event", "Zdarzenie"},
	"attempts":           {"Attempts", "Próby"},
	"attempts_none":      {"There was no attempt yet.", "Nie było jeszcze próby."},
	"attempt":            {"attempt", "próba"},
	"run":                {"Run", "Przebieg"},
	"cause":              {"Cause", "Przyczyna"},
	"next_attempt":       {"Next attempt", "Następna próba"},
	"sent_at":            {"Sent", "Wysłano"},
	"took":               {"Took", "Trwało"},
	"attempt_details":    {"Request, response and timing", "Żądanie, odpowiedź i czasy"},
	"time_dns":           {"Name resolution", "Rozwiązanie nazwy"},
	"time_connect":       {"Connection", "Połączenie"},
	"time_tls":           {"TLS handshake", "Uzgadnianie TLS"},
	"time_first_byte":    {"Until the first byte of the response", "Do pierwszego bajtu odpowiedzi"},
	"request_headers":    {"Request headers", "Nagłówki żądania"},
	"request_body":       {"Request body", "Treść żądania"},
	"response_headers":   {"Response headers", "Nagłówki odpowiedzi"},
	"response_body":      {"Response body", "Treść odpowiedzi"},
	"truncated":          {"(its first 16 KiB)", "(pierwsze 16 KiB)"},
	"header_timestamp":   {"(time of the attempt, Unix seconds)", "(czas próby, sekundy uniksowe)"},
	"header_signature":   {"(computed when it is sent, not kept)", "(obliczany przy wysłaniu, nieprzechowywany)"},
	"header_own":         {"(hidden)", "(ukryty)"},
	"body_revoked": {
		"You may not read this event any more: access was withdrawn.",
		"Nie można już czytać tego zdarzenia: dostęp został cofnięty.",
	},
	"sending":   {"Sending", "Wysyłanie"},
	"resend":    {"Send again", "Wyślij ponownie"},
	"retry_now": {"Send now", "Wyślij teraz"},
	"day_form":  {"A day must look like 2026-11-23.", "Dzień musi wyglądać jak 2026-11-23."},
	"filter_unknown": {
		"There is no such status or type; choose one of the list.", "Nie ma takiego statusu ani rodzaju; wybierz z listy.",
	},
	"omitted": {
		"Not stored: the answers of that minute exceeded the limit.",
		"Nie zapisano: przekroczono limit odpowiedzi na minutę.",
	},
}

var eventTexts = map[string][2]string{
	"events_title": {"Events", "Zdarzenia"},
	"events_none":  {"There are none.", "Nie ma żadnych."},
	"event_title":  {"Event", "Zdarzenie"},
	"event_id":     {"Event ID", "Identyfikator zdarzenia"},
	"event_unknown": {
		"There is no event with this id here; events are kept for 30 days.",
		"Nie ma tu zdarzenia o tym identyfikatorze; zdarzenia są przechowywane przez 30 dni.",
	},
	"went": {"Endpoints that it went to", "Endpointy, do których trafiło"},
	"went_none": {
		"None: no active endpoint subscribed to it and matched it.",
		"Żadne: żaden aktywny endpoint go nie subskrybował lub filtr go nie dopuścił.",
	},
	"payload":     {"Payload", "Treść"},
	"types_title": {"Event types", "Rodzaje zdarzeń"},
	"types_what":  {"Each type has a schema and an example.", "Każdy rodzaj ma schemat i przykład."},
	"example":     {"Example", "Przykład"},
	"schema":      {"JSON Schema of data", "JSON Schema pola data"},
	"send":        {"Send this example", "Wyślij ten przykład"},
	"send_what": {
		"It is sent to the endpoint as an event of its own, whatever the endpoint subscribes to.",
		"Zostanie wysłany do endpointu jako osobne zdarzenie, niezależnie od jego subskrypcji.",
	},
	"send_none": {
		"There is no active endpoint to send it to.", "Nie ma aktywnego endpointu, do którego można go wysłać.",
	},
	"filter_title": {"Try a filter", "Wypróbuj filtr"},
	"filter_what": {
		"Shows which of the latest 50 events an endpoint with the filter would get.",
		"Pokazuje, które z ostatnich 50 zdarzeń otrzymałby endpoint z tym filtrem.",
	},
	"filter_examples": {"Examples", "Przykłady"},
	"filter_try":      {"Try", "Wypróbuj"},
	"filter_result":   {"Latest events", "Ostatnie zdarzenia"},
	"filter_matches":  {"Matching:", "Pasuje:"},
	"matches":         {"matches", "pasuje"},
	"matches_not":     {"does not match", "nie pasuje"},
	"matches_limit":   {"matches: the filter costs too much", "pasuje: filtr jest zbyt kosztowny"},
}

var noticeTexts = map[string][2]string{
	"notices_title": {"Notices", "Powiadomienia"},
	"notices_what": {
		"When an endpoint is failing, was deactivated or is active again, an e-mail says so: at once, and then at most one in an hour, with all that happened.", "Gdy endpoint zgłasza błędy, zostanie wyłączony albo znów jest aktywny, mówi o tym e-mail: od razu, a potem najwyżej jeden na godzinę, ze wszystkim, co się stało.",
	},
	"notices_address":   {"Address", "Adres e-mail"},
	"notices_confirmed": {"gets notices", "otrzymuje powiadomienia"},
	"notices_waiting": {
		"waits for its owner to confirm it, by the link in the e-mail",
		"czeka, aż właściciel potwierdzi go linkiem z e-maila",
	},
	"notices_last": {"Last e-mail", "Ostatni e-mail"},
	"notices_refused": {
		"The mail server says that this address takes no e-mails. Check it, and set another one if it is wrong. " +
			"The notices are kept for 7 days and sent again, an hour later and then less often.",
		"Serwer poczty odpowiada, że ten adres nie przyjmuje wiadomości. Sprawdź go i ustaw inny, jeśli jest błędny. " +
			"Powiadomienia czekają 7 dni i są wysyłane ponownie: po godzinie, potem coraz rzadziej.",
	},
	"notices_not_taken": {
		"The mail server did not take it. It is sent again; there is nothing to do here.",
		"Serwer poczty go nie przyjął. Zostanie wysłany ponownie; nie trzeba nic robić.",
	},
	"notices_no_answer": {
		"The mail server did not say whether it took it. It may have arrived, and is sent again later.",
		"Serwer poczty nie potwierdził przyjęcia. Wiadomość mogła dotrzeć i zostanie później wysłana ponownie.",
	},
	"notices_none": {
		"There is no address yet, and no e-mail is sent.", "Nie ma jeszcze adresu, więc e-maile nie są wysyłane.",
	},
	"notices_no_mail": {"This installation sends no e-mails.", "Ta instalacja nie wysyła e-maili."},
	"notices_hint": {
		"Its owner gets an e-mail with a link that confirms it. Until then the address before it gets the notices.",
		"Jego właściciel dostanie e-mail z linkiem, który go potwierdza. Do tego czasu powiadomienia otrzymuje poprzedni adres.",
	},
	"notices_set":       {"Send the link", "Wyślij link"},
	"notices_remove":    {"Send no more notices", "Nie wysyłaj powiadomień"},
	"field_email":       {"E-mail address", "Adres e-mail"},
	"confirm_title":     {"Get notices on webhook endpoints?", "Otrzymywać powiadomienia o endpointach webhooków?"},
	"confirm_what":      {"They are sent to", "Będą wysyłane na adres"},
	"confirm_do":        {"Confirm the address", "Potwierdź adres"},
	"confirmed_title":   {"The address is confirmed", "Adres jest potwierdzony"},
	"confirmed_what":    {"Notices are sent to", "Powiadomienia będą wysyłane na adres"},
	"unconfirmed_title": {"This link no longer works", "Ten link już nie działa"},
	"unconfirmed_what": {
		"A link confirms an address within 24 hours, and not when another one was asked for since.",
		"Link potwierdza adres w ciągu 24 godzin i nie działa, gdy poproszono potem o inny.",
	},
	"done_asked":   {"An e-mail with a link is on its way.", "E-mail z linkiem jest w drodze."},
	"done_removed": {"No more notices are sent.", "Powiadomienia nie będą już wysyłane."},

	"removenotices_title": {"Send no more notices?", "Nie wysyłać powiadomień?"},
	"removenotices_what": {
		"You get no more e-mails when an endpoint fails or is deactivated. The owner of the address must confirm it " +
			"before it gets notices again.",
		"Nie będziemy już wysyłać e-maili o błędach ani o wyłączeniu endpointów. Zanim adres znów otrzyma " +
			"powiadomienia, musi go potwierdzić właściciel.",
	},
}

// causeTexts say why attempts fail, and the usual remedy.
var causeTexts = map[string][2]string{
	"cause_dns": {"The name of the host does not resolve", "Nie można rozwiązać nazwy hosta"},
	"remedy_dns": {
		"Check the name of the host, and that its DNS record exists.",
		"Sprawdź nazwę hosta i to, czy istnieje jego rekord DNS.",
	},
	"cause_blocked_address": {
		"The host has an address that deliveries may not go to", "Host ma adres, na który nie wolno wysyłać",
	},
	"remedy_blocked_address": {
		"Use a public address: private networks cannot be reached.",
		"Użyj publicznego adresu: sieci prywatne nie są dostępne.",
	},
	"cause_connect_refused": {"The connection was refused", "Połączenie zostało odrzucone"},
	"remedy_connect_refused": {
		"Check that your server runs, and that its firewall lets us in on this port.",
		"Sprawdź, czy serwer działa i czy zapora przepuszcza nas na tym porcie.",
	},
	"cause_connect_timeout": {"No connection was made in time", "Nie udało się połączyć na czas"},
	"remedy_connect_timeout": {
		"Often a firewall that drops our packets, or a server that is overloaded.",
		"Często to zapora, która odrzuca nasze pakiety, albo przeciążony serwer.",
	},
	"cause_tls": {"The TLS handshake failed", "Uzgadnianie TLS nie powiodło się"},
	"remedy_tls": {
		"Check that the certificate is valid, names the host, and comes with its whole chain.",
		"Sprawdź, czy certyfikat jest ważny, wystawiony na ten host i wysyłany z całym łańcuchem.",
	},
	"cause_timeout": {"There was no answer within 10 seconds", "Nie było odpowiedzi w ciągu 10 sekund"},
	"remedy_timeout": {
		"Answer 2xx at once, and process the event afterwards.",
		"Odpowiadaj od razu kodem 2xx, a zdarzenie przetwarzaj później.",
	},
	"cause_reset": {"The connection was closed before an answer", "Połączenie zamknięto przed odpowiedzią"},
	"remedy_reset": {
		"Often a server that restarts, or a proxy with a short timeout.",
		"Często to restart serwera lub pośrednik z krótkim limitem czasu.",
	},
	"cause_redirect": {
		"The answer is a redirect, which is never followed", "Odpowiedź jest przekierowaniem, którego nigdy nie wykonujemy",
	},
	"remedy_redirect": {
		"Set the URL to where the redirect leads.", "Ustaw adres URL, do którego prowadzi przekierowanie.",
	},
	"cause_http_4xx": {"Your server refused the request", "Twój serwer odrzucił żądanie"},
	"remedy_http_4xx": {
		"The response below usually says why. With 401 or 403, check the signature code and the secret.",
		"Odpowiedź poniżej zwykle mówi dlaczego. Przy 401 lub 403 sprawdź kod podpisu i sekret.",
	},
	"cause_http_5xx": {"Your server failed", "Twój serwer zgłosił awarię"},
	"remedy_http_5xx": {
		"Look into the log of your server at the time of the attempt.", "Zajrzyj do dziennika serwera z czasu próby.",
	},
	"cause_protocol":           {"The answer is not HTTP", "Odpowiedź nie jest HTTP"},
	"remedy_protocol":          {"Check the port and the scheme of the URL.", "Sprawdź port i schemat adresu URL."},
	"cause_invalid_url":        {"The URL cannot be requested", "Nie można wysłać żądania na ten adres URL"},
	"remedy_invalid_url":       {"Set another URL.", "Ustaw inny adres URL."},
	"cause_endpoint_inactive":  {"The endpoint was inactive", "Endpoint był nieaktywny"},
	"remedy_endpoint_inactive": {"Make it active, and recover what was missed.", "Włącz go i odzyskaj pominięte."},
	"cause_access_revoked":     {"You may not get this event any more", "Nie możesz już otrzymać tego zdarzenia"},
	"remedy_access_revoked": {
		"A delegation was revoked, or your key no longer has the channel or the scope.",
		"Cofnięto upoważnienie albo Twój klucz nie ma już kanału lub zakresu.",
	},
}

// refusalTexts say why what was sent is refused; in English the reasons and codes without a text say so themselves.
var refusalTexts = map[string][2]string{
	"reason_ownership_unproven": {
		"It is not proven that you control the receiver: send a challenge first",
		"Nie udowodniono kontroli nad odbiorcą: najpierw wyślij wyzwanie",
	},
	"reason_endpoint_inactive": {
		"The endpoint is inactive; make it active first.", "Endpoint jest nieaktywny; najpierw go włącz.",
	},
	"reason_endpoint_limit_reached": {
		"There are as many endpoints as there may be; delete one first.",
		"Osiągnięto limit endpointów; najpierw usuń któryś.",
	},
	"reason_secret_limit_reached": {
		"Three secrets sign already; wait until an overlap ends, or rotate without one.",
		"Podpisują już trzy sekrety; poczekaj na koniec okresu przejściowego lub zmień bez niego.",
	},
	"reason_recovery_limit_reached": {
		"Five recoveries are running already; wait until one is completed.",
		"Trwa już pięć odzyskiwań; poczekaj, aż któreś się zakończy.",
	},
	"reason_invalid_state": {
		"It is being sent or was changed right now; wait a moment and repeat.",
		"Właśnie jest wysyłane lub zostało zmienione; poczekaj chwilę i powtórz.",
	},
	"reason_precondition_failed": {
		"Someone else changed the endpoint meanwhile. Load the page again and repeat.",
		"Ktoś inny zmienił w tym czasie endpoint. Wczytaj stronę ponownie i powtórz.",
	},
	"reason_url_not_allowed": {
		"This URL cannot be used: its host must resolve to public addresses.",
		"Tego adresu URL nie można użyć: host musi mieć publiczne adresy.",
	},
	"reason_unsupported_operation": {"This installation does not do that.", "Ta instalacja tego nie robi."},
	"reason_rate_limited": {
		"As many were sent as may be. Of e-mails: try again tomorrow. Of challenges: try again in an hour.",
		"Wysłano tyle, ile można. E-maile: spróbuj jutro. Wyzwania: spróbuj za godzinę.",
	},
	"reason_overloaded": {
		"The e-mail could not be sent; try again in a moment.", "Nie udało się wysłać e-maila; spróbuj ponownie za chwilę.",
	},
	"code_busy": {"another one runs; try again soon", "trwa inna próba; spróbuj później"},
	"code_invalid_email": {
		"must be an e-mail address like anna@example.com", "musi być adresem e-mail jak anna@example.com",
	},
	"code_required": {"must be given", "trzeba podać"},
	"code_too_long": {"is too long", "jest za długie"},
	"code_invalid_url": {
		"must be an absolute URL like https://example.com/webhooks",
		"musi być pełnym adresem jak https://example.com/webhooks",
	},
	"code_scheme": {
		"must use https; http is for test mode", "musi używać https; http jest tylko w trybie testowym",
	},
	"code_userinfo": {
		"must not contain a user name or password", "nie może zawierać nazwy użytkownika ani hasła",
	},
	"code_fragment":           {"must not contain a #", "nie może zawierać znaku #"},
	"code_port":               {"must have a port of 1 to 65535", "port musi być od 1 do 65535"},
	"code_control_characters": {"must not contain control characters", "nie może zawierać znaków sterujących"},
	"code_out_of_range":       {"must be 1 to 1000", "musi być od 1 do 1000"},
	"code_reserved": {
		"must not be a header that every delivery has", "nie może być nagłówkiem, który ma każde dostarczenie",
	},
	"code_invalid_name": {
		"must be a name of letters, digits and hyphens", "nazwa może mieć litery, cyfry i łączniki",
	},
	"code_invalid_value": {
		"must have a value of printable ASCII characters", "wartość musi mieć drukowalne znaki ASCII",
	},
	"code_duplicate": {"must not be repeated", "nie może się powtarzać"},
	"code_too_many":  {"are too many", "jest ich za dużo"},
	"code_undeliverable_email": {
		"takes no e-mails, says the mail server; check it",
		"nie przyjmuje wiadomości, odpowiada serwer poczty; sprawdź go",
	},
}
