package export

import (
	"archive/zip"
	"bytes"
	"io"
	"testing"
	"time"
)

// A record that changes while it is exported is the same in both files, since its table is read once.
func TestTableIsReadOnce(t *testing.T) {
	var content bytes.Buffer
	a := NewArchive(&content, time.Now())
	reads := 0
	err := a.Table("messages", []string{"id", "status"}, func(each func(Row) error) error {
		reads++
		return each(Row{"msg_1", []string{"", "queued", "sent"}[reads]})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := zip.NewReader(bytes.NewReader(content.Bytes()), int64(content.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"messages.json": "[\n{\"id\":\"msg_1\",\"status\":\"queued\"}\n]\n",
		"messages.csv":  "id,status\r\nmsg_1,queued\r\n",
	} {
		f, err := files.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(f); err != nil || string(got) != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	if reads != 1 {
		t.Errorf("the table was read %d times", reads)
	}
}
