package server

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/spread/wire"
)

// The folder of the server's own certificate in a folder of keys, and its files.
const (
	serverFolder = "server"
	certFile     = "cert.pem"
	certKeyFile  = "key.pem"
)

// validFor is how long a certificate is valid: private users do not renew one every year.
const validFor = 5 * 365 * 24 * time.Hour

// certify makes a folder with a certificate for hosts, and the CA that signed it. The CA's own key is not kept, so
// nobody can steal it and make a certificate of another server.
func certify(dir string, hosts []string) error {
	now := time.Now()
	ca := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "CA of a judge's cluster"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(validFor), // tolerates clocks that differ
		IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true, KeyUsage: x509.KeyUsageCertSign,
	}
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "server of a judge's cluster"},
		NotBefore: ca.NotBefore, NotAfter: ca.NotAfter, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	for _, host := range hosts {
		if err := addHost(leaf, host); err != nil {
			return err
		}
	}
	caPublic, caKey, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	public, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	caDER, err := x509.CreateCertificate(rand.Reader, ca, ca, caPublic, caKey)
	if err != nil {
		return err
	}
	leafDER, err := x509.CreateCertificate(rand.Reader, leaf, ca, public, caKey)
	if err != nil {
		return err
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	return errors.Join(os.Mkdir(dir, 0o700),
		os.WriteFile(filepath.Join(dir, certFile), block("CERTIFICATE", leafDER), 0o600),
		os.WriteFile(filepath.Join(dir, certKeyFile), block("PRIVATE KEY", keyDER), 0o600),
		os.WriteFile(filepath.Join(dir, wire.CAFile), block("CERTIFICATE", caDER), 0o600))
}

func block(kind string, content []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content})
}

// addHost adds a name or an address to a certificate.
func addHost(certificate *x509.Certificate, host string) error {
	if ip := net.ParseIP(host); ip != nil {
		if ip.IsUnspecified() {
			return fmt.Errorf("%s: no machine is called that; name the server as workers and clients call it with "+
				"--host", host)
		}
		if !slices.ContainsFunc(certificate.IPAddresses, ip.Equal) {
			certificate.IPAddresses = append(certificate.IPAddresses, ip)
		}
		return nil
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-."
	if host == "" || len(host) > 253 || strings.Trim(host, letters) != "" || strings.HasPrefix(host, ".") ||
		strings.Contains(host, "..") {
		return fmt.Errorf("%q: no name or address of a machine, such as judge.example.org or 192.0.2.7 (without a "+
			"port)", host)
	}
	if !slices.Contains(certificate.DNSNames, host) {
		certificate.DNSNames = append(certificate.DNSNames, host)
	}
	return nil
}

// certificate reads the server's certificate. It is nil if the keys have none.
func certificate(keys string) (*tls.Certificate, error) {
	cert, key := filepath.Join(keys, serverFolder, certFile), filepath.Join(keys, serverFolder, certKeyFile)
	if _, err := os.Lstat(filepath.Dir(cert)); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return nil, fmt.Errorf("%s: no certificate and key: %w", filepath.Dir(cert), err)
	}
	if now := time.Now(); now.After(pair.Leaf.NotAfter) || now.Before(pair.Leaf.NotBefore) {
		return nil, fmt.Errorf("%s: valid from %s to %s, not today; make new keys with cluster serve --init --keys "+
			"in a new folder",
			cert, pair.Leaf.NotBefore.Format(time.DateOnly), pair.Leaf.NotAfter.Format(time.DateOnly))
	}
	return &pair, nil
}

// hostsOf are the names and addresses that a certificate is for.
func hostsOf(cert *tls.Certificate) []string {
	hosts := slices.Clone(cert.Leaf.DNSNames)
	for _, ip := range cert.Leaf.IPAddresses {
		hosts = append(hosts, ip.String())
	}
	return hosts
}
