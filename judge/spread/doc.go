// Package spread holds the rooms that run a judge on several machines.
//
//	shard        splits a run into parts for several machines, and puts their results together
//	wire         the protocol of a cluster: streams, messages, connections; knows no problems
//	server       a NATS server inside the program, its keys, and what each role may do
//	bounded      a value as bytes, read within a bound on memory
//	reply        what a worker sends back for a submission, and how large that may be
//	parcel       the files of a problem and its submissions, by digest: from a checkout or package to a worker
//	worker       takes work, judges it, answers
//	client       asks for the work of a run, and puts the answers together
//	clustertest  a server for the tests of these rooms
//
// Each imports, of this storey:
//
//	client      → parcel reply wire
//	clustertest → server wire
//	parcel      → wire
//	server      → wire
//	reply       → bounded
//	worker      → parcel reply wire
package spread
