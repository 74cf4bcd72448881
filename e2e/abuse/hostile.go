package abuse

import "strings"

// Canary is a marker in inputs that no response but a success, no header and no log line may echo.
const Canary = "kanarek7f3a"

// texts are contents of JSON strings, without the quotes.
var texts = []string{
	Canary, "", " ", " " + Canary, Canary + " ", `\t\r\n`, Canary + `\r\nX-Injected: 1`, `\u0000`, Canary + `\u0000`,
	`\u0001\u001f\u007f\u0080`,
	`\ud800`, `\udc00`, `\udc00\ud800`, Canary + `\ud83d`, `\ud83d\ude00`, "\U0001f469\u200d\U0001f680", `\ufeff`,
	`\ufffe\uffff`, "\ufeff" + Canary,
	"\u202e" + Canary + "\u202c", "\u2066" + Canary, "\u200b\u200d", "e\u0301", "\u00e9", "\ufb03", "\u212b",
	"\u1e9b\u0323", "ß\u0130ı", "\u00a0" + Canary, "\u3000",
	"\xff\xfe", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", Canary + "\xe2\x28\xa1", "\x00", "\x0b", "\n",
	`' OR '1'='1' --`, `\"; DROP TABLE ` + Canary + `; --`, `$1`, `%s%n%x`, `%00`, `{{7*7}}`,
	`${jndi:ldap://127.0.0.1/` + Canary + `}`, `<script>` + Canary + `</script>`,
	`../../../../etc/passwd`, `..\\..\\` + Canary, `/dev/null`, `|id`, `\u002e\u002e/`, `*`, `null`, `NaN`, `-1`, `0`,
	`1e400`, `true`,
	`http://127.0.0.1/` + Canary, `https://user:` + Canary + `@example.com/`, `https://example.com/#` + Canary,
	`javascript:alert(1)`, `file:///etc/passwd`, `//` + Canary + `.example`,
	`https://169.254.169.254/latest`, `https://[::ffff:127.0.0.1]/`, `http://0x7f.1/`, `https://exa mple.com/`,
	`https://example.com:99999/`, `HTTPS://EXAMPLE.COM`, `https://\u0000/`,
	`https://` + Canary + `.example/\ud800`, `https://xn--a/`, `https://example.com/%zz`, `a@b`, Canary + `@example.com`,
	`@`, `\"a b\"@example.com`, `a@[127.0.0.1]`,
	`0000-00-00`, `2026-13-45`, `9999-12-31`, `-0001-01-01`, `2026-02-29`, `1900-01-01`, `2026-01-31T12:00:00`,
	`0000-01-01T00:00:00Z`, `0001-01-01T00:00:00Z`,
	`9999-12-31T23:59:60Z`, `9999-12-31T23:59:59.999999999Z`, `10000-01-01T00:00:00Z`, `2026-01-31T12:00:00+99:99`,
	`2026-01-31T12:00:00.9999999999999999999Z`, `2026-01-31t12:00:00z`,
	`PLN`, `pln`, `XXX`, `PL`, `XX`, `00000000000`, `44051401359`, `PL00000000000000000000000000`,
	`mrc_00000000000000000000000000`, `dlv_00000000000000000000000000`, `00000000-0000-0000-0000-000000000000`,
	`QUJD`, `QUI`, `====`, `QQ==\n`, `verification.completed`, `active`, `paid`,
	strings.Repeat("x", 64), strings.Repeat("x", 255), strings.Repeat("x", 256), strings.Repeat("ż", 255),
	strings.Repeat("\u0301", 501), strings.Repeat("x", 2049),
	strings.Repeat(Canary, 100), strings.Repeat(`\u0041`, 5000), strings.Repeat("\U0001f600", 10000),
	strings.Repeat("x", 70000),
}

// others are JSON values other than strings, and malformed ones.
var others = []string{
	`null`, `true`, `false`, `{}`, `[]`, `[[]]`, `[null]`, `[{}]`, `{"":""}`, `{"a":null}`, `["` + Canary + `"]`,
	`{"` + "value" + `":"` + Canary + `"}`,
	`0`, `-0`, `1`, `-1`, `1.0`, `1.5`, `0.1e1`, `1e2`, `1E+2`, `1e-2`, `1e400`, `-1e400`, `1e-400`, `1e99999999999`,
	`0e0`, `99999999999`, `100000000000`,
	`2147483647`, `2147483648`, `-2147483649`, `9007199254740991`, `9007199254740992`, `9223372036854775807`,
	`9223372036854775808`, `-9223372036854775808`, `18446744073709551616`,
	strings.Repeat("9", 400), "0." + strings.Repeat("0", 400) + "1", `NaN`, `Infinity`, `-Infinity`, `nan`, `undefined`,
	`01`, `+1`, `.5`, `1.`, `0x10`, `1_000`, `--1`, `'` + Canary + `'`, Canary, `tru`, `nulll`, ``,
	`"100"`, `"` + strings.Repeat("9", 400) + `"`,
	strings.Repeat("[", 33) + strings.Repeat("]", 33), strings.Repeat("[", 20000),
	strings.Repeat(`{"a":`, 40) + `1` + strings.Repeat("}", 40), strings.Repeat(`{"a":`, 10000),
	"[" + strings.Repeat("0,", 9999) + "0]", "[" + strings.Repeat(`"a",`, 100) + `"a"]`, `{"a":1,"a":2}`, `[1,2`, `{"a"}`,
	`{,}`, `[,]`, `[1,]`, `/**/1`, `"`, `"\x"`, `"\u12"`, `"\ud8"`,
}

// members are names of members that no message has, or that have a meaning elsewhere.
var members = []string{
	`""`, `" "`, `"a"`, `"__proto__"`, `"constructor"`, `"$ref"`, `"@type"`, `"a/b~c"`, `"a.b"`, `"a[0]"`, `"\ud800"`,
	`"\u0000"`, `"` + strings.Repeat("n", 5000) + `"`, "\"\xff\"",
	`"id"`, `"status"`, `"livemode"`, `"tenant"`, `"partner_id"`, `"created_at"`, `"update_mask"`, `"updateMask"`,
	`"is_admin"`, `"null"`, `"amount "`, `"Amount"`, `"ref"`,
}

// identifiers replace one in a path, encoded for a request line.
var identifiers = []string{
	Canary, "0", "-1", "null", "*", ".", "..", "...", "%2e%2e", "%2e", "%2f", "%2F..%2F", "%5c", "%00", "%0a",
	"%0d%0aX-Injected:%201", "%ff", "%c0%af", "%e2%80%ae", "%20", "+", "a%20b",
	"%25", "%2525", ";a=b", "a;b", "a:b", "x:cancel", "a,b", "'", "%27%20OR%20true--", "%22", "<script>", "{ref}", "$(id)",
	"~", "@", "mrc_", "mrc_00000000000000000000000000", "MRC_00000000000000000000000000",
	"mrc_zzzzzzzzzzzzzzzzzzzzzzzzzz", "dlv_00000000000000000000000000", "evt_00000000000000000000000000",
	"00000000-0000-0000-0000-000000000000", "%7B00000000-0000-0000-0000-000000000000%7D",
	"urn:uuid:00000000-0000-0000-0000-000000000000", "00000000000000000000000000000000", strings.Repeat("a", 300),
	strings.Repeat("a", 9000), strings.Repeat("%61", 3000), "\u017c", "\xff\xfe", "a|b", "a\\b", "a^b", "a`b",
}

// paths replace the whole target. TARGET is the valid one.
var paths = []string{
	"TARGET/", "/TARGET", "//TARGET", "/.TARGET", "/./TARGET", "/x/..TARGET", "TARGET/..", "TARGET/../../../../etc/passwd",
	"TARGET/%2e%2e/%2e%2e/me", "TARGET//", "TARGET/.", "TARGET%00", "TARGET%2f", "TARGET%20",
	"TARGET.json", "TARGET;jsessionid=1", "TARGET/" + Canary, "/", "*", "", "?", "#", "x", "//", "/..", "/%2e%2e/",
	"http://127.0.0.1TARGET", "http://" + Canary + ".exampleTARGET", "https://user:pw@127.0.0.1TARGET",
	"ftp://127.0.0.1TARGET", "http://[::1TARGET", "127.0.0.1:80", "TARGET#" + Canary, "TARGET?", "TARGET?#",
	"TARGET\\..\\", "/%zz", "/%", "/" + strings.Repeat("a/", 4000), "/" + strings.Repeat("a", 40000),
	"/debug/pprof/", "/metrics", "/readyz", "/internal/v1/events", "/favicon.ico", "/.git/config", "/robots.txt",
}

// queries are appended to the target.
var queries = []string{
	"page_size=0", "page_size=-1", "page_size=1", "page_size=1000000000", "page_size=99999999999999999999",
	"page_size=abc", "page_size=", "page_size=1e3", "page_size=%31", "page_size=1&page_size=2", "page_size=0x10",
	"page_size=+5",
	"page_token=" + Canary, "page_token=", "page_token=AAAA", "page_token=%00", "page_token=%ff",
	"page_token=" + strings.Repeat("A", 1024), "page_token=" + strings.Repeat("A", 4000), "page_token=AQ",
	"page_token=AQRkZXYx" + strings.Repeat("A", 60),
	"after=" + Canary, "after=evt_00000000000000000000000000", "after=-1", "type=" + Canary, "type=*",
	"type=verification.completed", "type=a&type=b", "status=" + Canary, "status=", "status=active", "status=ACTIVE",
	"currency=pln", "currency=" + Canary, "from=" + Canary, "from=0000-01-01T00:00:00Z", "from=0001-01-01T00:00:00Z",
	"from=9999-12-31T23:59:59.999999999Z", "to=9999-12-31T23:59:59Z", "from=2026-01-01T00:00:00%2B99:99",
	"from=9999-01-01T00:00:00Z&to=0001-01-01T00:00:00Z",
	"updated_from=2026-01-01", "created_from=9999-12-31T23:59:59Z", "order=" + Canary, "order=asc", "kind=" + Canary,
	"subject_ref=%00", "subject_ref=" + strings.Repeat("x", 2000), "channel=" + Canary, "channel=chn_other",
	"partner_external_ref=%e2%80%ae", "delegation_status=" + Canary,
	"applicant_type=" + Canary, "settlement_id=" + Canary, "settlement_id=stl_00000000000000000000000000", Canary + "=1",
	"a=" + Canary, "a[]=1", "a.b=1", "__proto__=1", "=", "&", "&&", "=" + Canary, "a;b=1", "%zz", "%", "a=%", "a=%zz",
	"%00=1", "%ff=1",
	strings.Repeat("a", 9000), "a=" + strings.Repeat("b", 9000), strings.Repeat("a=1&", 3000), "ref=x", "id=x",
	"changes.url=x", "update_mask=x", "expand=all", "$filter=1", "_method=DELETE", "access_token=" + Canary,
}

// headers replace valid ones; with two values, the header is repeated. KEY is the caller's credential.
var headers = [][]string{
	{"Authorization"}, {"Authorization", ""}, {"Authorization", "Bearer"}, {"Authorization", "Bearer "},
	{"Authorization", "Bearer " + Canary}, {"Authorization", "Basic KEY"}, {"Authorization", "KEY"},
	{"Authorization", "bearer KEY"},
	{"Authorization", "Bearer  KEY"}, {"Authorization", "Bearer KEY,Bearer KEY"},
	{"Authorization", "Bearer KEY", "Bearer KEY"}, {"Authorization", "Bearer KEY\xff"}, {"Authorization", "Bearer KEYx"},
	{"Authorization", "Bearer " + strings.Repeat("a", 20000)},
	{"Authorization", "Bearer pk_test_"}, {"Authorization", "Bearer pk_live_" + strings.Repeat("0", 59)},
	{"Authorization", "Bearer ' OR true--"},
	{"Content-Type"}, {"Content-Type", ""}, {"Content-Type", "text/plain"},
	{"Content-Type", "application/x-www-form-urlencoded"}, {"Content-Type", "multipart/form-data"},
	{"Content-Type", "multipart/form-data; boundary="},
	{"Content-Type", "multipart/form-data; boundary=b"},
	{"Content-Type", "multipart/form-data; boundary=\"" + strings.Repeat("b", 71) + "\""},
	{"Content-Type", "application/json; charset=utf-16"}, {"Content-Type", "application/json;;;"},
	{"Content-Type", "APPLICATION/JSON"},
	{"Content-Type", "application/json", "text/plain"}, {"Content-Type", "text/plain", "application/json"},
	{"Content-Type", "application/grpc"}, {"Content-Type", "application/json\xff"},
	{"Content-Type", Canary + "/" + Canary}, {"Content-Type", "application/" + strings.Repeat("j", 9000)},
	{"Content-Encoding", "gzip"}, {"Content-Encoding", Canary}, {"Accept", "text/html"}, {"Accept", ""},
	{"Accept", "*/*;q=0"}, {"Accept", "application/json;q=" + Canary}, {"Accept", Canary},
	{"Accept", strings.Repeat("a/b,", 4000)}, {"Accept", "application/problem+json"}, {"Accept", "\xff"},
	{"Accept-Encoding", "gzip;q=" + Canary}, {"Prefer", "handling=lenient"}, {"Prefer", "handling=" + Canary},
	{"Prefer", "handling=lenient", "handling=strict"}, {"Prefer", "respond-async, wait=0"},
	{"X-Request-Id", ""}, {"X-Request-Id", "short"}, {"X-Request-Id", "a\tb" + Canary},
	{"X-Request-Id", Canary + " " + Canary}, {"X-Request-Id", strings.Repeat("r", 65)},
	{"X-Request-Id", strings.Repeat("r", 64)}, {"X-Request-Id", "\xff\xff\xff\xff\xff\xff\xff\xff"},
	{"X-Request-Id", "request-1", "request-2"},
	{"Idempotency-Key", ""}, {"Idempotency-Key", Canary}, {"Idempotency-Key", "the-same-again"},
	{"Idempotency-Key", "the-same-again"}, {"Idempotency-Key", "the-same-again"}, {"Idempotency-Key", `"`},
	{"Idempotency-Key", `"` + Canary + `"`}, {"Idempotency-Key", `"a\`}, {"Idempotency-Key", `"a"b`},
	{"Idempotency-Key", "a b"},
	{"Idempotency-Key", "\xff"}, {"Idempotency-Key", "ż"}, {"Idempotency-Key", strings.Repeat("k", 255)},
	{"Idempotency-Key", strings.Repeat("k", 256)}, {"Idempotency-Key", strings.Repeat("k", 20000)},
	{"Idempotency-Key", "a", "b"}, {"Idempotency-Key", "a\tb"},
	{"If-Match", "*"}, {"If-Match", ""}, {"If-Match", `"` + Canary + `"`}, {"If-Match", `W/"1"`},
	{"If-Match", `"1", "2", ` + strings.Repeat(`"x", `, 2000) + `"3"`}, {"If-Match", `"`}, {"If-Match", Canary},
	{"If-Match", `"a"`, `"b"`}, {"If-Match", "\xff"}, {"If-Match", `*, "1"`}, {"If-None-Match", "*"},
	{"On-Behalf-Of", ""}, {"On-Behalf-Of", Canary}, {"On-Behalf-Of", "mrc_00000000000000000000000000"},
	{"On-Behalf-Of", "mrc_00000000000000000000000000", "mrc_00000000000000000000000000"},
	{"On-Behalf-Of", strings.Repeat("m", 20000)}, {"On-Behalf-Of", "\xff"}, {"On-Behalf-Of"}, {"On-Behalf-Of", "*"},
	{"Connect-Version", "1"}, {"Connect-Version", "2026-11-01"}, {"Connect-Version", "9999-99-99"},
	{"Connect-Version", Canary}, {"Connect-Version", "2026-11-01", "2026-11-01"}, {"Connect-Version", ""},
	{"traceparent", Canary}, {"traceparent", "00-00000000000000000000000000000000-0000000000000000-00"},
	{"traceparent", "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"},
	{"traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-" + Canary},
	{"traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "x"},
	{"tracestate", strings.Repeat("a=1,", 4000)}, {"baggage", Canary + "=1"}, {"X-Forwarded-For", "127.0.0.1"},
	{"X-Forwarded-For", Canary}, {"X-Forwarded-For", strings.Repeat("1.1.1.1,", 3000)},
	{"X-Forwarded-For", "1.1.1.1", "2.2.2.2"}, {"X-Real-Ip", Canary}, {"Forwarded", "for=" + Canary},
	{"X-Forwarded-Host", Canary}, {"X-Http-Method-Override", "DELETE"}, {"X-Original-Url", "/me"},
	{"Grpc-Metadata-Authorization", "Bearer x"}, {"Grpc-Timeout", "1n"}, {"Grpc-Timeout", Canary}, {"Grpc-Timeout", "1S"},
	{"Range", "bytes=0-1"}, {"Range", "bytes=" + strings.Repeat("0-1,", 1000)},
	{"Cookie", Canary + "=1"}, {"Origin", "https://" + Canary + ".example"}, {"Connection", "close"},
	{"Connection", "Upgrade"}, {"Upgrade", "websocket"}, {"Upgrade", "h2c"}, {"TE", "trailers"},
	{"Trailer", "Authorization"}, {"Max-Forwards", "0"}, {"Te", Canary}, {"X-Big", strings.Repeat("b", 28000)},
	{"X-Http-Code", "999"}, {"Grpc-Status", "13"}, {"Host", Canary + ".example"}, {"Host", "127.0.0.1:99999"},
	{"Expect", "100-continue"},
}

// unframed are headers that net/http may reject before a handler sees them.
var unframed = [][]string{
	{"Host"}, {"Host", ""}, {"Host", "a", "b"}, {"Host", "a b"}, {"Host", "\xff"}, {"Expect", Canary},
	{"Content-Length", "-1"}, {"Content-Length", "1e3"}, {"Content-Length", "99999999999999999999"},
	{"Content-Length", "1", "2"}, {"Content-Length", "+5"}, {"Content-Length", "0x5"},
	{"Transfer-Encoding", "gzip"}, {"Transfer-Encoding", "identity"}, {"Transfer-Encoding", "chunked, chunked"},
	{"Transfer-Encoding", "xchunked"}, {"Transfer-Encoding", "chunked", "chunked"}, {"Transfer-Encoding", " chunked"},
	{"X-Nul", "a\x00b"}, {"X-Control", "a\x01b"}, {"X Space", "a"}, {"X-Colon ", "a"},
	{"", "a"}, {"X-\xff", "a"}, {"(X)", "a"}, {"X-Huge", strings.Repeat("h", 60000)}, {"X-Fold", "a\r\n b"},
	{"X-CR", "a\rb"}, {"X-LF", "a\nAuthorization: Bearer x"},
}

// methods replace the valid one.
var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get", "Post",
	"X", strings.Repeat("M", 500), Canary}

// badMethods are rejected by net/http, or have a meaning to it.
var badMethods = []string{"", "G ET", "GET\t", "\xff", "GÉT", "CONNECT", "PRI"}

// protocols end the request line.
var protocols = []string{"HTTP/1.0", "HTTP/1.1 ", "HTTP/2.0", "HTTP/1.2", "HTTP/0.9", "http/1.1",
	"HTTP/1.1\x00", "", Canary}
