// Package child says how the judge starts what it needs beside the programs it judges: compilers, checkers, validators.
package child
