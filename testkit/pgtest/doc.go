// Package pgtest gives each test a Postgres database of its own, on a real server.
//
// A package declares its [Template] once; each test gets a clone of it, which takes tens of milliseconds instead of
// all migrations:
//
//	var schema = pgtest.Template{Name: "webhooks", Migrate: postgres.Migrate}
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
//
//	func TestStore(t *testing.T) {
//		store := open(t, schema.New(t)) // dropped when t ends
//
// With goleak, TestMain is goleak.VerifyTestMain(pgtest.Wrap(m)), so that the server is gone when leaks are looked for.
//
// The server is started by the first test that needs it, one for the process (see package pgserver), with nothing
// durable about it, and in memory where there is room. TEST_DATABASE_URL, a URL of a superuser, names a server to use
// instead; templates are then left behind there by a process that does not end by [Main] or [Wrap]. A server that a
// test may stop or kill comes from [Server].
//
// Without Main or Wrap the server still ends with the process on Linux; its files are removed by a later process that
// uses this package. Nothing is ever skipped for want of Postgres: the test fails and says what to install.
package pgtest
