// Package watch reports which files below some folders were saved.
//
// Editors save in many ways: they write in place, rename a new file over the old one, or write a copy first. One save
// can cause a dozen events. This package waits until the events end, and then reports each file once. It leaves out
// temporary files of editors.
//
//	saved, err := watch.Folders(ctx, []string{"solutions", "testdata"}, []string{"/home/me"})
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

// Durations after which a save has ended.
const (
	quiet   = 80 * time.Millisecond // a save ends after this time without events
	longest = time.Second           // events do not extend a save that has lasted this long
)

// Folders watches trees, with all folders inside them, including new ones but not hidden ones, and single folders. It
// sends the sorted paths of files that were written, created, renamed or removed. The channel is closed when
// ctx is done. Missing folders are ignored.
func Folders(ctx context.Context, trees, folders []string) (<-chan []string, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, advised(err)
	}
	for i, folder := range slices.Concat(trees, folders) {
		if err := add(watcher, folder, i < len(trees)); err != nil {
			watcher.Close()
			return nil, err
		}
	}
	saved := make(chan []string)
	go func() {
		defer close(saved)
		defer watcher.Close()
		report(ctx, watcher, saved, trees)
	}()
	return saved, nil
}

// add watches a folder. If below is set, it also watches all folders inside that folder, except hidden ones.
func add(watcher *fsnotify.Watcher, folder string, below bool) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // missing, or removed in the meantime
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

// advised adds advice to an error that comes from the kernel's limits on watching folders.
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

// report gathers events until they pause, and then sends the list of saved files. If more files are saved before the
// receiver takes the list, report adds them to the list.
func report(ctx context.Context, watcher *fsnotify.Watcher, saved chan<- []string, trees []string) {
	pending := make(map[string]bool)
	var first time.Time
	pause := time.NewTimer(quiet)
	pause.Stop()
	var ready chan<- []string // the channel saved, or nil if there is nothing to send
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
			if event.Op.Has(fsnotify.Create) && slices.ContainsFunc(trees, func(tree string) bool {
				return strings.HasPrefix(event.Name, filepath.Clean(tree)+"/")
			}) {
				if info, err := os.Stat(event.Name); err == nil && info.IsDir() {
					add(watcher, event.Name, true) // an error means only that the new folder is not watched
				}
			}
			if len(pending) == 0 {
				first = time.Now()
			}
			pending[event.Name] = true
			if ready == nil && time.Since(first) < longest {
				pause.Reset(quiet)
			}
		case <-watcher.Errors: // events were lost; later events are still reported
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
