package pages

import (
	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/webhooks"
)

// catalogue are the texts of the pages in both languages.
func catalogue() pagekit.Texts {
	out := pagekit.Texts{pagekit.English: {}, pagekit.Polish: {}}
	for _, part := range []map[string][2]string{
		frameTexts, endpointTexts, keyTexts, deliveryTexts, eventTexts, noticeTexts, causeTexts, refusalTexts,
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
	"done_skipped": {
		"The delivery was skipped: the others of its key go on.", "Dostarczenie pominięto: pozostałe tego klucza idą dalej.",
	},
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
	"failure_count":   {"Consecutive failures", "Kolejne błędy"},
	"last_attempt":    {"Last attempt", "Ostatnia próba"},
	"last_status":     {"Response", "Odpowiedź"},
	"last_success":    {"Last success", "Ostatni sukces"},
	"last_failure":    {"Last failure", "Ostatni błąd"},
	"deactivated":     {"Deactivated after failures", "Wyłączono po błędach"},
	"settings":        {"Settings", "Ustawienia"},
	"options":         {"Options", "Opcje"},
	"rotated":         {"Secret rotated", "Zmieniono sekret"},
	"day_title":       {"Last 24 hours", "Ostatnie 24 godziny"},
	"day_none":        {"Nothing ended in the last 24 hours.", "W ostatnich 24 godzinach nic się nie zakończyło."},
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
	"shape_hint": {
		"What the body of requests is. A preset is for a kind of receivers.",
		"Czym jest treść żądań. Szablon jest dla jednego rodzaju odbiorców.",
	},
	"shape_":                       {"The event itself", "Samo zdarzenie"},
	"shape_slack":                  {"Slack, incoming webhook", "Slack, webhook przychodzący"},
	"shape_teams":                  {"Microsoft Teams, Workflows", "Microsoft Teams, przepływy pracy"},
	"shape_cloudevents_structured": {"CloudEvents, structured", "CloudEvents, tryb strukturalny"},
	"shape_cloudevents_binary":     {"CloudEvents, binary", "CloudEvents, tryb binarny"},
	"shape_expression":             {"Expression", "Wyrażenie"},
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
	"expression_unchosen": {
		"Choose the expression as the body of requests, or clear it.",
		"Wybierz wyrażenie jako treść żądań albo je usuń.",
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
	"signatures_hint": {
		"How your receiver can verify that a request is ours.", "Jak odbiorca może sprawdzić, że żądanie jest nasze.",
	},
	"sign_hmac": {
		"HMAC with the secret of the endpoint", "HMAC z sekretem endpointu",
	},
	"sign_ed25519": {
		"Ed25519 with your published key, v1a of Standard Webhooks",
		"Ed25519 z Twoim opublikowanym kluczem, v1a ze Standard Webhooks",
	},
	"sign_http_message": {
		"HTTP message signature (RFC 9421) with your published key",
		"Podpis wiadomości HTTP (RFC 9421) z Twoim opublikowanym kluczem",
	},

	"field_url":                {"URL", "Adres URL"},
	"field_events":             {"Events", "Zdarzenia"},
	"field_description":        {"Description", "Opis"},
	"field_channels":           {"Channels", "Kanały"},
	"field_filter":             {"Filter", "Filtr"},
	"field_body":               {"Body of requests", "Treść żądań"},
	"field_headers":            {"Custom headers", "Własne nagłówki"},
	"field_rate_limit":         {"Rate limit (requests per second)", "Limit żądań na sekundę"},
	"field_honour_retry_after": {"Honours Retry-After", "Uwzględnia Retry-After"},
	"field_deactivate_on_410":  {"Deactivated by a status 410", "Wyłączany przez kod 410"},
	"field_signatures":         {"Signatures", "Podpisy"},
	"field_type":               {"Type", "Rodzaj"},
	"field_authentication":     {"Authentication", "Uwierzytelnianie"},
	"field_username":           {"User name", "Nazwa użytkownika"},
	"field_password":           {"Password", "Hasło"},
	"field_token":              {"Token", "Token"},
	"field_token_url":          {"Token URL", "Adres URL tokenów"},
	"field_client_id":          {"Client ID", "Identyfikator klienta"},
	"field_client_secret":      {"Client secret", "Sekret klienta"},
	"field_scopes":             {"Scopes", "Zakresy"},
	"field_certificate":        {"Client certificate", "Certyfikat klienta"},
	"field_private_key":        {"Private key, PEM", "Klucz prywatny, PEM"},
	"field_server_ca":          {"Authorities of the receiver's certificate", "Urzędy certyfikatu odbiorcy"},

	"auth_none":                      {"Signatures only", "Tylko podpisy"},
	"auth_mtls":                      {"Client certificate (mTLS)", "Certyfikat klienta (mTLS)"},
	"auth_oauth2_client_credentials": {"OAuth2 client credentials", "OAuth2 client credentials"},
	"auth_basic":                     {"User name and password (Basic)", "Nazwa użytkownika i hasło (Basic)"},
	"auth_bearer":                    {"Token (Bearer)", "Token (Bearer)"},
	"auth_type":                      {"By what our requests are authenticated", "Czym uwierzytelniamy żądania"},
	"auth_hint": {
		"Secrets are encrypted, and not shown again.", "Sekrety są szyfrowane i nie są pokazywane ponownie.",
	},
	"auth_change": {
		"Replace the endpoint's authentication with the one below", "Zastąp uwierzytelnianie endpointu poniższym",
	},
	"auth_details": {"What the chosen way needs", "Dane wybranego sposobu"},
	"auth_certificate_hint": {
		"PEM, with the chain. Empty, without a key: we make one, and renew it.",
		"PEM, z łańcuchem. Puste, bez klucza: utworzymy i będziemy odnawiać własny.",
	},
	"auth_server_ca_hint": {
		"PEM of your private authorities. Empty: the public ones.", "PEM własnych urzędów. Puste: urzędy publiczne.",
	},
	"auth_authority": {"Authority of our certificate", "Urząd naszego certyfikatu"},
	"auth_authority_what": {
		"Have your server trust it. It stays when the certificate is renewed.",
		"Niech ufa mu Twój serwer. Pozostaje po odnowieniu certyfikatu.",
	},
	"auth_unchosen": {
		"Authentication: to replace that of the endpoint, tick the choice above it; to keep the authentication as it " +
			"is, leave the tick off, the fields empty and the choice as it was",
		"Uwierzytelnianie: aby je zastąpić, zaznacz opcję nad nim; aby pozostało bez zmian, nie zaznaczaj opcji, " +
			"zostaw pola puste i nie zmieniaj wyboru",
	},
	"auth_until":             {"Valid until", "Ważny do"},
	"field_order_by":         {"Key of the order", "Klucz kolejności"},
	"field_order_on_failure": {"When a delivery has failed", "Gdy dostarczenie się nie uda"},
	"order_hint": {
		"An expression in CEL over the event. Events with the same key are sent one at a time, in their order. Such as",
		"Wyrażenie CEL nad zdarzeniem. Zdarzenia z tym samym kluczem są wysyłane pojedynczo, po kolei. Na przykład",
	},
	"order_skip": {"The next one of its key is sent", "Wysyłane jest następne tego klucza"},
	"order_stop": {
		"The others of its key wait until it is sent again with success, or skipped",
		"Pozostałe tego klucza czekają, aż zostanie ponownie wysłane z powodzeniem lub pominięte",
	},
	"held_back": {"Held back by others of their keys", "Czekające na inne tego samego klucza"},
	"unkeyed":   {"Events without a usable key, 24 hours", "Zdarzenia bez użytecznego klucza, 24 godziny"},
	"unkeyed_what": {
		"They were sent without an order: the member is missing, is no text or number, or is too long.",
		"Wysłano je bez kolejności: brak pola, nie jest ono tekstem ani liczbą lub jest za długie.",
	},
}

var keyTexts = map[string][2]string{
	"keys_title": {"Signing keys", "Klucze podpisów"},
	"keys_what": {
		"With these keys your receivers verify signatures by Ed25519 and HTTP message signatures. They are public: keep a " +
			"copy, or read the address below.",
		"Tymi kluczami odbiorcy sprawdzają podpisy Ed25519 i podpisy wiadomości HTTP. Są publiczne: zachowaj kopię albo " +
			"czytaj adres poniżej.",
	},
	"keys_address": {"They are published as a JWKS:", "Są opublikowane jako JWKS:"},
	"keys_none": {
		"There are none yet. The first endpoint with such a signature makes one, and so does the button below.",
		"Nie ma jeszcze żadnych. Tworzy je pierwszy endpoint z takim podpisem, a także przycisk poniżej.",
	},
	"key_published": {"published, does not sign yet", "opublikowany, jeszcze nie podpisuje"},
	"key_signing":   {"signs", "podpisuje"},
	"key_retiring":  {"does not sign any more, still published", "już nie podpisuje, nadal opublikowany"},
	"key_public":    {"Public key", "Klucz publiczny"},
	"key_from":      {"Signs from", "Podpisuje od"},
	"key_until":     {"Signs until", "Podpisuje do"},
	"key_gone":      {"Published until", "Opublikowany do"},
	"key_overlap": {
		"How long the new key is published before it signs", "Jak długo nowy klucz jest publikowany, zanim podpisuje",
	},
	"rotatekey":       {"Make a new key", "Utwórz nowy klucz"},
	"rotatekey_title": {"Make a new key?", "Utworzyć nowy klucz?"},
	"rotatekey_what": {
		"The new key is published first and signs later, so that your receivers have it in time.",
		"Nowy klucz jest najpierw publikowany, a podpisuje później, więc odbiorcy mają go na czas.",
	},
	"rotatekey_at_once": {
		"The new key signs at once, and all others are no longer published: for a key that others may have. Receivers " +
			"refuse requests until they have the new one. This cannot be undone.",
		"Nowy klucz podpisuje od razu, a pozostałe przestają być publikowane: gdy klucz mogą mieć inni. Odbiorcy odrzucają " +
			"żądania, dopóki nie mają nowego. Tego nie można cofnąć.",
	},
	"rotatekey_after": {
		"The key so far goes on signing, and the new one is published:", "Dotychczasowy klucz podpisuje, a nowy jest publikowany:",
	},
	"rotatekey_final": {
		"Then only the new one signs. This cannot be undone.", "Potem podpisuje tylko nowy. Tego nie można cofnąć.",
	},
	"rotatekey_keys": {"Keys that are published so far:", "Klucze opublikowane dotychczas:"},
	"rotatekey_busy": {
		"A new key does not sign yet, or too many are published. Wait, or choose that it signs at once.",
		"Nowy klucz jeszcze nie podpisuje albo opublikowanych jest za dużo. Poczekaj albo wybierz, by podpisywał od razu.",
	},
	"done_keyrotated": {"A new key was made.", "Utworzono nowy klucz."},
}

var deliveryTexts = map[string][2]string{
	"failed_step":      {"Failed step:", "Nieudany krok:"},
	"step_dns":         {"DNS", "DNS"},
	"step_tcp":         {"TCP", "TCP"},
	"step_tls":         {"TLS", "TLS"},
	"step_certificate": {"certificate", "certyfikat"},
	"step_token":       {"token", "token"},
	"step_http":        {"HTTP", "HTTP"},
	"step_body":        {"body", "treść"},

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
	"request_shape": {
		"This is the event. The endpoint has a shape; what it makes of the event:",
		"To jest zdarzenie. Endpoint ma własną postać treści; co z niego tworzy:",
	},
	"response_headers": {"Response headers", "Nagłówki odpowiedzi"},
	"response_body":    {"Response body", "Treść odpowiedzi"},
	"truncated":        {"(its first 16 KiB)", "(pierwsze 16 KiB)"},
	"header_timestamp": {"(time of the attempt, Unix seconds)", "(czas próby, sekundy uniksowe)"},
	"header_signature": {"(computed when it is sent, not kept)", "(obliczany przy wysłaniu, nieprzechowywany)"},
	"header_own":       {"(hidden)", "(ukryty)"},
	"body_revoked": {
		"You may not read this event any more: access was withdrawn.",
		"Nie można już czytać tego zdarzenia: dostęp został cofnięty.",
	},
	"sending":   {"Sending", "Wysyłanie"},
	"resend":    {"Send again", "Wyślij ponownie"},
	"retry_now": {"Send now", "Wyślij teraz"},
	"skip":      {"Skip", "Pomiń"},
	"skip_what": {
		"Skip it if the other events of its key are to go on without it.",
		"Pomiń, jeśli pozostałe zdarzenia tego klucza mają iść dalej bez niego.",
	},
	"order_key":    {"Key of the order", "Klucz kolejności"},
	"held_back_by": {"Held back by", "Czeka na"},
	"stops_key": {
		"The other events of this key wait until this one is sent again with success, or skipped.",
		"Pozostałe zdarzenia tego klucza czekają, aż to zostanie ponownie wysłane z powodzeniem lub pominięte.",
	},
	"day_form": {"A day must look like 2026-11-23.", "Dzień musi wyglądać jak 2026-11-23."},
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
	"body_title":      {"Try a body", "Wypróbuj treść"},
	"body_what": {
		"Shows what requests for the latest 10 events would have of a shape. Nothing is sent.",
		"Pokazuje, co zawierałyby żądania dla ostatnich 10 zdarzeń. Nic nie jest wysyłane.",
	},
	"expression_hint": {
		"In CEL over the event; its result is an object or a list, such as",
		"W języku CEL nad zdarzeniem; wynikiem jest obiekt lub lista, na przykład",
	},
	"body_result": {"What requests have", "Co zawierają żądania"},
	"body_failed": {"Nothing would be sent:", "Nic nie zostałoby wysłane:"},
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
		webhooks.Remedies["dns"],
		"Sprawdź nazwę hosta i to, czy istnieje jego rekord DNS.",
	},
	"cause_blocked_address": {
		"The host has an address that deliveries may not go to", "Host ma adres, na który nie wolno wysyłać",
	},
	"remedy_blocked_address": {
		webhooks.Remedies["blocked_address"],
		"Użyj publicznego adresu: sieci prywatne nie są dostępne.",
	},
	"cause_connect_refused": {"The connection was refused", "Połączenie zostało odrzucone"},
	"remedy_connect_refused": {
		webhooks.Remedies["connect_refused"],
		"Sprawdź, czy serwer działa i czy zapora przepuszcza nas na tym porcie.",
	},
	"cause_connect_timeout": {"No connection was made in time", "Nie udało się połączyć na czas"},
	"remedy_connect_timeout": {
		webhooks.Remedies["connect_timeout"],
		"Często to zapora, która odrzuca nasze pakiety, albo przeciążony serwer.",
	},
	"cause_tls": {"The TLS handshake failed", "Uzgadnianie TLS nie powiodło się"},
	"remedy_tls": {
		webhooks.Remedies["tls"],
		"Sprawdź, czy serwer obsługuje TLS 1.2 lub 1.3 na tym porcie i czy nie wymaga certyfikatu klienta.",
	},
	"cause_certificate": {"The certificate of your server is not valid", "Certyfikat serwera jest nieważny"},
	"remedy_certificate": {
		webhooks.Remedies["certificate"],
		"Wysyłaj cały łańcuch ważnego certyfikatu tego hosta; prywatny urząd ustaw w uwierzytelnianiu.",
	},
	"cause_client_certificate": {"Your server refused our certificate, or demands one", "Serwer odrzucił nasz certyfikat albo go wymaga"},
	"remedy_client_certificate": {
		webhooks.Remedies["client_certificate"],
		"Ustaw uwierzytelnianie mTLS i zaufaj na serwerze naszemu certyfikatowi lub jego urzędowi.",
	},
	"cause_client_certificate_expired": {"Our client certificate has ended", "Nasz certyfikat klienta wygasł"},
	"remedy_client_certificate_expired": {
		webhooks.Remedies["client_certificate_expired"],
		"Ustaw nowy certyfikat klienta w uwierzytelnianiu endpointu.",
	},
	"cause_token_refused": {"The OAuth2 server refused to issue a token", "Serwer OAuth2 odmówił wydania tokenu"},
	"remedy_token_refused": {
		webhooks.Remedies["token_refused"],
		"Sprawdź client id, sekret i zakresy na serwerze OAuth2 i ustaw je ponownie.",
	},
	"cause_token_failed": {"The OAuth2 server did not answer with a token", "Serwer OAuth2 nie odpowiedział tokenem"},
	"remedy_token_failed": {
		webhooks.Remedies["token_failed"],
		"Sprawdź, czy adres tokenów jest poprawny i osiągalny z zewnątrz, i czy odpowiada tokenem w ciągu 5 sekund.",
	},
	"cause_timeout": {"There was no answer within 10 seconds", "Nie było odpowiedzi w ciągu 10 sekund"},
	"remedy_timeout": {
		webhooks.Remedies["timeout"],
		"Odpowiadaj od razu kodem 2xx, a zdarzenie przetwarzaj później.",
	},
	"cause_reset": {"The connection was closed before an answer", "Połączenie zamknięto przed odpowiedzią"},
	"remedy_reset": {
		webhooks.Remedies["reset"],
		"Często to restart serwera lub pośrednik z krótkim limitem czasu.",
	},
	"cause_redirect": {
		"The answer is a redirect, which is never followed", "Odpowiedź jest przekierowaniem, którego nigdy nie wykonujemy",
	},
	"remedy_redirect": {
		webhooks.Remedies["redirect"],
		"Ustaw adres URL, do którego prowadzi przekierowanie.",
	},
	"cause_http_4xx": {"Your server refused the request", "Twój serwer odrzucił żądanie"},
	"remedy_http_4xx": {
		webhooks.Remedies["http_4xx"],
		"Odpowiedź zwykle mówi dlaczego. Przy 401 lub 403 sprawdź kod podpisu, sekret i uwierzytelnianie.",
	},
	"cause_http_5xx": {"Your server failed", "Twój serwer zgłosił awarię"},
	"remedy_http_5xx": {
		webhooks.Remedies["http_5xx"],
		"Zajrzyj do dziennika serwera z czasu próby.",
	},
	"cause_protocol": {"The answer is not HTTP", "Odpowiedź nie jest HTTP"},
	"remedy_protocol": {
		webhooks.Remedies["protocol"],
		"Sprawdź port i schemat adresu URL.",
	},
	"cause_invalid_url": {"The URL cannot be requested", "Nie można wysłać żądania na ten adres URL"},
	"remedy_invalid_url": {
		webhooks.Remedies["invalid_url"],
		"Ustaw inny adres URL.",
	},
	"cause_body_failed": {"The body could not be made", "Nie udało się utworzyć treści"},
	"remedy_body_failed": {
		webhooks.Remedies["body_failed"],
		"Nic nie wysłano. Wypróbuj treść endpointu na tym zdarzeniu i popraw wyrażenie: użyje go następna próba.",
	},
	"cause_endpoint_inactive": {"The endpoint was inactive", "Endpoint był nieaktywny"},
	"remedy_endpoint_inactive": {
		webhooks.Remedies["endpoint_inactive"],
		"Włącz go i odzyskaj pominięte.",
	},
	"cause_skipped":        {"It was skipped", "Zostało pominięte"},
	"remedy_skipped":       {webhooks.Remedies["skipped"], "Wyślij ponownie, jeśli jednak jest potrzebne."},
	"cause_access_revoked": {"You may not get this event any more", "Nie możesz już otrzymać tego zdarzenia"},
	"remedy_access_revoked": {
		webhooks.Remedies["access_revoked"],
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
		"It is being sent, or was changed just now: wait a moment and load the page again.",
		"Właśnie jest wysyłane albo zostało przed chwilą zmienione: poczekaj chwilę i wczytaj stronę ponownie.",
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
		"The limit is reached. E-mails: try again tomorrow. Challenges: try again in an hour.",
		"Limit został osiągnięty. E-maile: spróbuj ponownie jutro. Wyzwania: spróbuj za godzinę.",
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
	"code_not_applicable": {
		"does not belong to the chosen authentication; leave it empty",
		"nie należy do wybranego uwierzytelniania; zostaw puste",
	},
	"code_invalid_certificate": {
		"must be the PEM of certificates that may be used so, and of nothing else",
		"musi być PEM certyfikatów, których można tak użyć, i niczym więcej",
	},
	"code_invalid_key": {
		"must be the PEM of an unencrypted key that fits the certificate",
		"musi być PEM nieszyfrowanego klucza, który pasuje do certyfikatu",
	},
	"code_expired":       {"must not have ended", "nie może być po terminie ważności"},
	"code_not_yet_valid": {"must be valid now", "musi być już ważny"},
	"code_conflict": {
		"Authorization must not be set twice: by an own header and by the authentication",
		"Authorization nie może być ustawiony dwa razy: własnym nagłówkiem i uwierzytelnianiem",
	},
	"code_duplicate": {"must not be repeated", "nie może się powtarzać"},
	"code_exclusive": {"must have a preset or an expression", "musi mieć szablon albo wyrażenie"},
	"code_too_many":  {"are too many", "jest ich za dużo"},
	"code_undeliverable_email": {
		"takes no e-mails, says the mail server; check it",
		"nie przyjmuje wiadomości, odpowiada serwer poczty; sprawdź go",
	},
}
