// Package base holds packages that know nothing about judging.
//
//	checkout   asks git about a checkout: its commit, changes, history; the files of another commit
//	exit       exit statuses, and errors that carry one
//	judgetest  helpers for the judge's tests: errors, files, golden files, programs that a machine may lack
//	legible    makes foreign text safe for a terminal
//	processor  the name of this machine's processor
//	quantity   flags that are numbers, such as --time-limit
//	scratch    temporary folders, and those that dead judges have left
//	store      a cache in a private folder, keyed by a digest of all inputs
//	untrusted  opens the files of a package: regular ones only, of a bounded size
//	version    the version of this judge
//	whole      writes files completely or not at all
//
// Imports within this layer:
//
//	checkout → scratch
//	scratch  → untrusted
//	store    → untrusted
package base
