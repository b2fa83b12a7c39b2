// Package watch reports which files below some folders were saved.
//
// Editors save in many ways: they write in place, rename a new file over the old one, or write beside it first. One
// save can be a dozen events. This package waits until they have ended and reports each file once, without the editor's
// own files.
//
//	saved, err := watch.Folders(ctx, []string{"solutions", "testdata"}, true)
//	for paths := range saved { … }
package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// quiet is how long nothing may happen until a save is over, and longest how long a save may take.
const (
	quiet   = 80 * time.Millisecond
	longest = time.Second
)

// Folders watches folders and, if below is set, all that are in them or come into them. What it reports are the paths
// of files that were written, made, renamed or removed, sorted. The channel is closed when ctx is done. Folders that do
// not exist are left out.
func Folders(ctx context.Context, folders []string, below bool) (<-chan []string, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, advised(err)
	}
	for _, folder := range folders {
		if err := add(watcher, folder, below); err != nil {
			watcher.Close()
			return nil, err
		}
	}
	saved := make(chan []string)
	go func() {
		defer close(saved)
		defer watcher.Close()
		report(ctx, watcher, saved, below)
	}()
	return saved, nil
}

// add watches a folder and, if asked for, those in it.
func add(watcher *fsnotify.Watcher, folder string, below bool) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // it was removed meanwhile
			return nil
		case err != nil:
			return err
		case !entry.IsDir():
			return nil
		case path != folder && (!below || strings.HasPrefix(entry.Name(), ".")):
			return fs.SkipDir
		}
		if err := watcher.Add(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return advised(fmt.Errorf("%s: %w", path, err))
		}
		return nil
	})
}

// advised adds advice to the error of a kernel that cannot watch more folders.
func advised(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("%w: as many folders are watched as fs.inotify.max_user_watches allows; raise it with sysctl",
			err)
	case errors.Is(err, syscall.EMFILE):
		return fmt.Errorf("%w: as many programs watch folders as fs.inotify.max_user_instances allows; raise it "+
			"with sysctl", err)
	}
	return err
}

// report gathers events until they pause, and passes on what was saved. Until somebody receives the list, more is
// added.
func report(ctx context.Context, watcher *fsnotify.Watcher, saved chan<- []string, below bool) {
	pending := make(map[string]bool)
	var first time.Time
	pause := time.NewTimer(quiet)
	pause.Stop()
	var ready chan<- []string // saved, when a save is over
	for {
		select {
		case <-ctx.Done():
			return
		case event, open := <-watcher.Events:
			if !open {
				return
			}
			if event.Op == fsnotify.Chmod || passing(event.Name) {
				continue
			}
			if below && event.Op.Has(fsnotify.Create) {
				if info, err := os.Stat(event.Name); err == nil && info.IsDir() {
					add(watcher, event.Name, below) // what cannot be watched was removed
				}
			}
			if len(pending) == 0 {
				first = time.Now()
			}
			pending[event.Name] = true
			if ready == nil && time.Since(first) < longest {
				pause.Reset(quiet)
			}
		case <-watcher.Errors: // events were lost: what comes next is reported
		case <-pause.C:
			ready = saved
		case ready <- slices.Sorted(maps.Keys(pending)):
			clear(pending)
			ready = nil
		}
	}
}

// passing reports whether a file is an editor's own, which comes and goes.
func passing(path string) bool {
	name := filepath.Base(path)
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "#") || strings.HasSuffix(name, "~") || name == "4913" {
		return true
	}
	return slices.Contains([]string{".swp", ".swx", ".swo", ".tmp", ".bak", ".orig"}, filepath.Ext(name))
}
