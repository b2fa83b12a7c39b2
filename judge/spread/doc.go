// Package spread holds the packages that run a judge on several machines.
//
//	shard        splits a run into parts for several machines, and merges their results
//	wire         the protocol of a cluster: streams, messages, connections, keys; knows no problems
//	server       a NATS server inside the program, and its keys
//	parcel       files of problems and submissions, and outcomes, as blocks named by their digests
//	worker       takes work, judges it, and answers
//	client       requests the work of a run, and merges the results
//	clustertest  a server, and a network that fails, for the tests of these packages
//
// Imports within this layer:
//
//	client      → parcel wire
//	clustertest → server wire
//	parcel      → wire
//	server      → wire
//	worker      → parcel wire
package spread
