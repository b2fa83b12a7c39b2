//go:build !linux

package backend

var backends = []backend{portable}
