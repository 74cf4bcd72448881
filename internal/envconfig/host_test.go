package envconfig

import "testing"

func TestThisMachine(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "console.localhost": true, "127.0.0.1": true, "127.9.9.9": true, "::1": true, "": false,
		"10.0.0.1": false, "localhost.example.com": false,
		"evillocalhost": false, "console.example.com": false, "127.0.0.1.example.com": false,
	} {
		t.Run(host, func(t *testing.T) {
			if ThisMachine(host) != want {
				t.Errorf("want %t", want)
			}
		})
	}
}
