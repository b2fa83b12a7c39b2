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
	"regexp"
	"time"
)

// A folder of keys has a subfolder for the server's certificate. This subfolder holds the certificate and its key.
const (
	serverFolder = "server"
	certFile     = "cert.pem"
	certKeyFile  = "key.pem"
)

// validFor is how long a certificate is valid. It is long, because no program renews the certificate.
const validFor = 5 * 365 * 24 * time.Hour

// certify makes a folder with a certificate for the hosts. The certificate is its own CA: a client that has a copy of
// the certificate can verify that the server has the private key.
func certify(dir string, hosts []string) error {
	now := time.Now()
	certificate := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "server of a judge's cluster"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(validFor), // NotBefore is early, because clocks differ
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	for _, host := range hosts {
		if err := addHost(certificate, host); err != nil {
			return err
		}
	}
	public, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	signed, err := x509.CreateCertificate(rand.Reader, certificate, certificate, public, key)
	if err != nil {
		return err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	return errors.Join(os.Mkdir(dir, 0o700),
		os.WriteFile(filepath.Join(dir, certFile), block("CERTIFICATE", signed), 0o600),
		os.WriteFile(filepath.Join(dir, certKeyFile), block("PRIVATE KEY", private), 0o600))
}

func block(kind string, content []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content})
}

// hostName matches a host name.
var hostName = regexp.MustCompile(`^[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*\.?$`)

// addHost adds a name or an address to a certificate.
func addHost(certificate *x509.Certificate, host string) error {
	if ip := net.ParseIP(host); ip != nil {
		if ip.IsUnspecified() {
			return fmt.Errorf("%s is not a host name; give the name that workers and clients use, with "+
				"--host", host)
		}
		certificate.IPAddresses = append(certificate.IPAddresses, ip)
		return nil
	}
	if !hostName.MatchString(host) {
		return fmt.Errorf("%q is not a host name or address such as judge.example.org or 192.0.2.7 (without a "+
			"port)", host)
	}
	certificate.DNSNames = append(certificate.DNSNames, host)
	return nil
}

// certificate reads the server's certificate from a folder of keys. It returns nil if the folder has no certificate.
func certificate(keys string) (*tls.Certificate, error) {
	cert, key := filepath.Join(keys, serverFolder, certFile), filepath.Join(keys, serverFolder, certKeyFile)
	if _, err := os.Lstat(filepath.Dir(cert)); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read the certificate and its key: %w", filepath.Dir(cert), err)
	}
	return &pair, nil
}
