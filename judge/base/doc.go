// Package base holds packages that know nothing about judging.
//
//	checkout   asks git about a checkout: its commit, changes and history, and the files of another commit
//	exit       exit statuses, and errors that carry a status
//	judgetest  helpers for the judge's tests: errors, files, golden files, programs that a machine may lack
//	legible    makes untrusted text safe for a terminal
//	processor  the name of this machine's processor
//	quantity   flags that are numbers, such as --time-limit
//	scratch    temporary folders, and the folders that killed judges have left
//	store      a cache in a private folder, keyed by a digest of all inputs
//	untrusted  opens the files of a problem package: only regular files, of a bounded size
//	version    the version of this judge
//	whole      writes files and new folders completely or not at all
//
// Imports within this layer:
//
//	checkout → scratch
//	scratch  → untrusted
//	store    → untrusted
package base
