package receive

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"syscall"
)

// Ports are those to which the extension sends without being told.
var Ports = []int{10043, 27121, 1327, 4244, 6174, 10042, 10045}

// Listener is a port of this machine's own addresses, in each family that there is.
type Listener struct {
	Port    int
	sockets []net.Listener
}

// Close gives the port back.
func (l Listener) Close() {
	for _, s := range l.sockets {
		s.Close()
	}
}

// Listen listens on those of the ports that are free, 0 for any port. It returns those that are not. Nobody from
// another machine can reach them.
func Listen(ports []int) (listeners []Listener, busy []int, err error) {
	for _, port := range ports {
		l, err := listen(port)
		switch {
		case err == nil:
			listeners = append(listeners, l)
		case errors.Is(err, syscall.EADDRINUSE):
			busy = append(busy, port)
		default:
			for _, l := range listeners {
				l.Close()
			}
			return nil, nil, fmt.Errorf("cannot listen on port %d: %w; choose another one", port, err)
		}
	}
	return listeners, busy, nil
}

// listen takes a port in both families. Browsers take localhost for either; a port that somebody else has in one of
// them is not free. Where the system has no addresses of a family, the other one does.
func listen(port int) (Listener, error) {
	l := Listener{Port: port}
	var absent error
	for _, address := range []struct{ network, host string }{{"tcp4", "127.0.0.1"}, {"tcp6", "::1"}} {
		socket, err := net.Listen(address.network, net.JoinHostPort(address.host, strconv.Itoa(l.Port)))
		switch {
		case err == nil:
			l.sockets = append(l.sockets, socket)
			l.Port = socket.Addr().(*net.TCPAddr).Port
		case errors.Is(err, syscall.EADDRNOTAVAIL) || errors.Is(err, syscall.EAFNOSUPPORT):
			absent = err
		default:
			l.Close()
			return Listener{}, err
		}
	}
	if len(l.sockets) == 0 {
		return Listener{}, absent
	}
	return l, nil
}
