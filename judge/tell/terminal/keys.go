package terminal

import (
	"os"
	"os/signal"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// Keys returns a channel of the keys that the user presses at the terminal. Until restore is called, each key is sent
// immediately, and is not echoed. Ctrl-C remains a signal. Without a terminal, the channel is nil.
func Keys() (pressed <-chan byte, restore func()) {
	input := int(os.Stdin.Fd())
	if !term.IsTerminal(input) {
		return nil, func() {}
	}
	before, err := unix.IoctlGetTermios(input, getTermios)
	if err != nil {
		return nil, func() {}
	}
	each := *before
	each.Lflag &^= unix.ICANON | unix.ECHO
	each.Cc[unix.VMIN], each.Cc[unix.VTIME] = 1, 0
	if unix.IoctlSetTermios(input, setTermios, &each) != nil {
		return nil, func() {}
	}
	// A shell that stops and continues this process resets the terminal, so the settings are then made again.
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	over, restored := make(chan struct{}), make(chan struct{})
	go func() {
		for {
			select {
			case <-continued:
				unix.IoctlSetTermios(input, setTermios, &each)
			case <-over:
				unix.IoctlSetTermios(input, setTermios, before)
				close(restored)
				return
			}
		}
	}()
	keys := make(chan byte)
	go func() {
		defer close(keys)
		one := make([]byte, 1)
		for {
			if n, err := os.Stdin.Read(one); n != 1 || err != nil {
				return
			}
			select {
			case keys <- one[0]:
			case <-over:
				return
			}
		}
	}()
	return keys, sync.OnceFunc(func() {
		signal.Stop(continued)
		close(over)
		<-restored
	})
}
