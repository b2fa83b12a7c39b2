package sandbox

import "strings"

// environment is a program's whole environment. It is made from nothing: the usual places of programs, the folder for
// its own files, and entries, which take the place of those with the same name and in which Folder stands for the
// folder.
func environment(folder string, entries ...string) []string {
	env := []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + folder, "TMPDIR=" + folder, "LANG=C"}
next:
	for _, entry := range replaceFolder(entries, folder) {
		name, _, _ := strings.Cut(entry, "=")
		for i := range env {
			if strings.HasPrefix(env[i], name+"=") {
				env[i] = entry
				continue next
			}
		}
		env = append(env, entry)
	}
	return env
}

// replaceFolder returns texts with Folder replaced by the path of the folder.
func replaceFolder(texts []string, folder string) []string { return replace(texts, Folder, folder) }

// replaceOwn returns texts with Own replaced by the path of the folder of the program's files.
func replaceOwn(texts []string, folder string) []string { return replace(texts, Own, folder) }

func replace(texts []string, old, folder string) []string {
	replaced := make([]string, len(texts))
	for i, text := range texts {
		replaced[i] = strings.ReplaceAll(text, old, folder)
	}
	return replaced
}
