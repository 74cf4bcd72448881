// Package certs makes authorities and certificates for tests, and for development machines. They are good for a day.
package certs

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// An Authority signs certificates.
type Authority struct {
	cert *x509.Certificate
	der  []byte
	key  *ecdsa.PrivateKey
}

func template(name string) (*x509.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, err
	}
	now := time.Now()
	return &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(24 * time.Hour), BasicConstraintsValid: true,
	}, nil
}

// New makes an authority.
func New() (*Authority, error) {
	t, err := template("authority")
	if err != nil {
		return nil, err
	}
	t.IsCA, t.KeyUsage = true, x509.KeyUsageCertSign
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	cert, err := x509.ParseCertificate(der)
	return &Authority{cert, der, key}, err
}

// Issue writes NAME.crt and NAME.key for a program that is reached at NAME, localhost or 127.0.0.1, as server and as
// client, and the authority's ca.crt, into dir. What is there is replaced.
func (a *Authority) Issue(dir, name string) error {
	return a.issue(dir, name, []string{name, "localhost"}, net.IPv4(127, 0, 0, 1))
}

// IssueForService does the same for a program that is reached at NAME alone, as in a cluster.
func (a *Authority) IssueForService(dir, name string) error {
	return a.issue(dir, name, []string{name})
}

func (a *Authority) issue(dir, name string, names []string, addresses ...net.IP) error {
	t, err := template(name)
	if err != nil {
		return err
	}
	t.KeyUsage, t.ExtKeyUsage = x509.KeyUsageDigitalSignature,
		[]x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	t.DNSNames, t.IPAddresses = names, addresses
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	der, err := x509.CreateCertificate(rand.Reader, t, a.cert, &key.PublicKey, a.key)
	if err != nil {
		return err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	return errors.Join(write(dir, name+".crt", "CERTIFICATE", der), write(dir, name+".key", "PRIVATE KEY", private),
		write(dir, "ca.crt", "CERTIFICATE", a.der))
}

func write(dir, name, kind string, der []byte) error {
	if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}),
		0o600); err != nil {
		return fmt.Errorf("write certificate: %w", err)
	}
	return nil
}
