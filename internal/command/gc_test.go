package command

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMemoryLimit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"a limit, cgroup v2":    {map[string]string{"memory.max": "536870912\n"}, 483183820},
		"no limit, cgroup v2":   {map[string]string{"memory.max": "max\n"}, 0},
		"a limit, cgroup v1":    {map[string]string{"memory/memory.limit_in_bytes": "536870912\n"}, 483183820},
		"no limit, cgroup v1":   {map[string]string{"memory/memory.limit_in_bytes": "9223372036854771712\n"}, 0},
		"the files of both":     {map[string]string{"memory.max": "1000", "memory/memory.limit_in_bytes": "2000"}, 900},
		"no file, as on a Mac":  {nil, 0},
		"an empty file":         {map[string]string{"memory.max": ""}, 0},
		"a number below 0":      {map[string]string{"memory.max": "-1"}, 0},
		"a number out of range": {map[string]string{"memory.max": "92233720368547717120"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for file, text := range c.files {
				path := filepath.Join(dir, file)
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if got := memoryLimit(os.DirFS(dir)); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}
