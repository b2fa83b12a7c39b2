package workload

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/execute/compile"
)

const (
	schema    = "dlxjudge workload 1" // raised when entries of older judges must not be used
	mostKept  = 256 << 20             // bytes of all entries together
	unusedFor = 30 * 24 * time.Hour
	leftFor   = time.Hour // a file that is not written by then was a killed judge's
	temporary = "making-"
)

// store keeps inputs with their answers in a folder of the judge's cache, a file for each entry:
//
//	sha256 of all that follows the line, in hexadecimal
//	bytes of the input
//	the input, then the answer
//
// Its content is read whole and checked each time. So one judge may remove what another uses, and what is damaged is
// made anew.
type store struct{ dir string }

func openStore(cache *compile.Cache) (store, error) {
	dir, err := cache.Folder("workloads")
	s := store{dir}
	if err == nil {
		s.prune(time.Now(), mostKept)
	}
	return s, err
}

var entryName = regexp.MustCompile(`^[0-9a-f]{64}$`)

// load reads an entry, and whether it is there and intact.
func (s store) load(key string) (input, answer []byte, kept bool) {
	path := filepath.Join(s.dir, key)
	text, err := untrusted.Read(path, 2*mostBytes+1<<10)
	if err != nil {
		return nil, nil, false
	}
	sum, rest, _ := bytes.Cut(text, []byte("\n"))
	if string(sum) != sumOf(rest) {
		return nil, nil, false
	}
	line, body, _ := bytes.Cut(rest, []byte("\n"))
	var size int
	if _, err := fmt.Sscanf(string(line), "%d", &size); err != nil || size < 0 || size > len(body) {
		return nil, nil, false
	}
	now := time.Now()
	os.Chtimes(path, now, now) // in use: not to be pruned; if it fails, the entry is only made again some day
	return body[:size], body[size:], true
}

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// save keeps an entry, which appears whole, by one rename. An entry that cannot be kept is only made again the next
// time.
func (s store) save(key string, input, answer []byte) {
	rest := slices.Concat([]byte(fmt.Sprintf("%d\n", len(input))), input, answer)
	file, err := os.CreateTemp(s.dir, temporary)
	if err != nil {
		return
	}
	defer os.Remove(file.Name()) // fails, as intended, once it has its name
	_, err = file.WriteString(sumOf(rest) + "\n")
	if err == nil {
		_, err = file.Write(rest)
	}
	if closed := file.Close(); err == nil && closed == nil {
		os.Rename(file.Name(), filepath.Join(s.dir, key))
	}
}

// prune removes entries that were not used for long, the least recently used ones beyond most bytes, and what killed
// judges have left. It only tidies: what it cannot remove stays, and the next judge tries again.
func (s store) prune(now time.Time, most int64) {
	files, err := os.ReadDir(s.dir)
	if err != nil {
		return
	}
	var entries []fs.FileInfo
	for _, file := range files {
		info, err := file.Info()
		if err != nil {
			continue
		}
		keep := leftFor
		switch {
		case entryName.MatchString(info.Name()):
			keep = unusedFor
			entries = append(entries, info)
		case !strings.HasPrefix(info.Name(), temporary):
			continue // not ours
		}
		if now.Sub(info.ModTime()) > keep {
			os.Remove(filepath.Join(s.dir, info.Name()))
		}
	}
	slices.SortFunc(entries, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	for _, info := range entries {
		if most -= info.Size(); most < 0 {
			os.Remove(filepath.Join(s.dir, info.Name()))
		}
	}
}
