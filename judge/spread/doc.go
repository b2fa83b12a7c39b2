// Package spread holds the rooms that run a judge on several machines.
//
//	shard        splits a run into parts for several machines, and puts their results together
//	wire         the protocol of a cluster: streams, messages, connections, keys; knows no problems
//	server       a NATS server inside the program, and its keys
//	parcel       the files of problems and submissions, and outcomes, as blocks that are named by their digests
//	worker       takes work, judges it, answers
//	client       asks for the work of a run, and puts the results together
//	clustertest  a server, and a network that fails, for the tests of these rooms
//
// Each imports, of this storey:
//
//	client      → parcel wire
//	clustertest → server wire
//	parcel      → wire
//	server      → wire
//	worker      → parcel wire
package spread
