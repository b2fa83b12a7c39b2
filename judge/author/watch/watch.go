// Package watch reports which files below some folders were saved.
//
// Editors save in many ways: they write in place, rename a new file over the old one, or write a copy first. One save
// can be a dozen events. This package waits until they have ended and reports each file once. It leaves out the
// editor's own files.
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

// A save ends after quiet without events. Once it has lasted longest, more events do not extend it.
const (
	quiet   = 80 * time.Millisecond
	longest = time.Second
)

// Folders watches folders and, if below is set, all but hidden folders in them, new ones included. It sends the sorted
// paths of files that were written, made, renamed or removed. The channel is closed when ctx is done. Missing folders
// are ignored.
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

// add watches a folder and, if below is set, all folders in it except hidden ones.
func add(watcher *fsnotify.Watcher, folder string, below bool) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // removed in the meantime
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

// advised adds advice to the error of a kernel that cannot watch any more folders.
func advised(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("%w: no more folders can be watched; raise fs.inotify.max_user_watches with sysctl", err)
	case errors.Is(err, syscall.EMFILE):
		return fmt.Errorf("%w: no more programs can watch folders; raise fs.inotify.max_user_instances with sysctl",
			err)
	}
	return err
}

// report gathers events until they pause, and then sends the saved files. Until the receiver takes them, it adds more.
func report(ctx context.Context, watcher *fsnotify.Watcher, saved chan<- []string, below bool) {
	pending := make(map[string]bool)
	var first time.Time
	pause := time.NewTimer(quiet)
	pause.Stop()
	var ready chan<- []string // equals saved when a save is over, else nil
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
					add(watcher, event.Name, below) // fails only if the folder was removed
				}
			}
			if len(pending) == 0 {
				first = time.Now()
			}
			pending[event.Name] = true
			if ready == nil && time.Since(first) < longest {
				pause.Reset(quiet)
			}
		case <-watcher.Errors: // events were lost; later ones are still reported
		case <-pause.C:
			ready = saved
		case ready <- slices.Sorted(maps.Keys(pending)):
			clear(pending)
			ready = nil
		}
	}
}

// passing reports whether a file is an editor's own temporary file.
func passing(path string) bool {
	name := filepath.Base(path)
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "#") || strings.HasSuffix(name, "~") || name == "4913" {
		return true
	}
	return slices.Contains([]string{".swp", ".swx", ".swo", ".tmp", ".bak", ".orig"}, filepath.Ext(name))
}
