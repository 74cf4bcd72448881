package iso20022

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A file of a bank costs in proportion to its length, whatever its XML is. The bound is what 1 MiB takes on a machine
// that is busy, many times over.
func TestWorstFilesCostLittle(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	fill := func(before, part, after string) string {
		return before + strings.Repeat(part, (size-len(before)-len(after))/len(part)) + after
	}
	open := fmt.Sprintf(`<Document xmlns="%scamt.053.001.08"><BkToCstmrStmt>`, namespace)
	entry := open + "<Stmt><Ntry><NtryDtls><TxDtls><RmtInf>"
	const end = `</BkToCstmrStmt></Document>`
	deep := strings.Repeat("<a>", maxDepth-3)
	for name, file := range map[string]string{
		"many documents":         fill("", open+end, ""),
		"one long text":          fill(open+"<GrpHdr><MsgId>", "a", "</MsgId></GrpHdr>"+end),
		"many pieces of a text":  fill(open+"<GrpHdr><MsgId>", "a<!---->", "</MsgId></GrpHdr>"+end),
		"many attributes":        fill(open+"<GrpHdr", ` a=""`, "></GrpHdr>"+end),
		"many namespaces":        fill(open+"<GrpHdr", ` xmlns:a="b"`, "></GrpHdr>"+end),
		"many unknown elements":  fill(open, "<a/>", end),
		"many nested elements":   fill(open, deep+strings.ReplaceAll(deep, "<", "</"), end),
		"many headers":           fill(open, "<GrpHdr><MsgId>a</MsgId></GrpHdr>", end),
		"many references":        fill(open+"<GrpHdr><MsgId>", "&amp;", "</MsgId></GrpHdr>"+end),
		"many entries":           fill(open+"<Stmt>", "<Ntry/>", "</Stmt>"+end),
		"many statements":        fill(open, "<Stmt/>", end),
		"many texts of an entry": fill(entry, "<Ustrd>a</Ustrd>", "</RmtInf></TxDtls></NtryDtls></Ntry></Stmt>"+end),
		"a long amount":          fill(open+`<Stmt><Ntry><Amt Ccy="PLN">`, "1", "</Amt></Ntry></Stmt>"+end),
		"elements without end":   fill(open, "<a>", ""),
		"instructions":           fill("", "<?a?>", ""),
	} {
		began := time.Now()
		_, _ = Read([]byte(file)) // some are files that may be read
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("%s: it took %s", name, took)
		}
	}
}
