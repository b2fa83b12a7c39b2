// Package receive accepts problems from Competitive Companion. This browser extension reads the pages of online judges,
// and posts the problems to programs on the same machine.
//
//	listener, err := loopback.Listen(receive.Ports...)
//	server := receive.NewServer()
//	go server.Serve(ctx, listener)
//	for event := range server.Events { folder, notes := event.Task.Folder(judges, layout); … folder.Make(".") … }
//
// Every page in the browser can post to this machine, too. So the server accepts only JSON that an extension or a
// program sends to this machine by one of its own names. Each problem becomes a folder of tests for "judge test".
//
// Format: https://github.com/jmerle/competitive-companion#the-format
package receive

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Task is a problem as the extension sends it.
type Task struct {
	Name        string  `json:"name"`
	Group       string  `json:"group"` // the judge and the contest: "Codeforces - Round 40"
	URL         string  `json:"url"`
	Interactive bool    `json:"interactive"`
	MemoryLimit float64 `json:"memoryLimit"` // in MB
	TimeLimit   float64 `json:"timeLimit"`   // in ms
	Tests       []Test  `json:"tests"`
	Input       Stream  `json:"input"`
	Output      Stream  `json:"output"`
}

// Test is a sample.
type Test struct {
	Input  string `json:"input"`
	Output string `json:"output"`
}

// Stream says where programs read or write. Its type is "stdin", "stdout", "file" or "regex".
type Stream struct {
	Type string `json:"type"`
	File string `json:"fileName"` // for the type "file"
}

// maxSamples is the largest number of samples that a problem may have.
const maxSamples = 1000

// Decode reads a task. It ignores unknown fields, which newer versions of the extension may send.
func Decode(body []byte) (Task, error) {
	var task Task
	err := json.Unmarshal(body, &task)
	switch {
	case err != nil:
		return Task{}, fmt.Errorf("not a problem from Competitive Companion: %w", err)
	case task.Name == "" && task.URL == "":
		return Task{}, errors.New("not a problem from Competitive Companion: it has neither a name nor a url")
	case len(task.Tests) > maxSamples:
		return Task{}, fmt.Errorf("the problem has %d samples; at most %d are accepted", len(task.Tests), maxSamples)
	}
	return task, nil
}
