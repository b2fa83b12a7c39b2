// Package spread holds the packages that run a judge on several machines.
//
//	shard        splits a run into parts for several machines, and merges the results of the parts
//	wire         the protocol of a cluster: streams, messages, connections, keys; knows nothing of problems
//	server       a NATS server that runs inside the program, and the keys that it admits
//	parcel       carries outcomes, and files of problems and submissions, in blocks that are named by their digests
//	worker       takes work, judges it, and publishes the result
//	client       publishes the work of a run, and combines the results
//	clustertest  a server and an unreliable network, for the tests of these packages
//
// Imports within this layer:
//
//	client      → parcel wire
//	clustertest → server wire
//	parcel      → wire
//	server      → wire
//	worker      → parcel wire
package spread
