// Package base is the ground floor: rooms that know nothing of judging.
//
//	checkout   what git knows of a checkout: its commit, changes, history; the files of another commit
//	exit       exit statuses, and errors that carry one
//	judgetest  what the judge's tests share: ending on errors, files, golden files, programs that a machine may lack
//	legible    text from elsewhere as a terminal may show it
//	processor  the name of this machine's processor
//	quantity   flags that are numbers, such as --time-limit
//	scratch    temporary folders, and which of them dead judges have left
//	store      keeps what took long to make, by a digest of all that it was made from, in a private folder
//	untrusted  opens the files of a package: regular ones only, of a bounded size
//	version    which judge this is
//	whole      writes files completely or not at all
//
// Each imports, of this storey:
//
//	scratch → untrusted
//	store   → untrusted
package base
