package scratch

import (
	"bytes"
	"os"
	"strconv"
)

// startTime is when a process started, in clock ticks after the machine did (proc_pid_stat(5)), or 0 for one that is
// gone.
func startTime(pid int) int64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	// The second field is the program's name in parentheses and may hold anything; the start is the 22nd.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 20 {
		return 0
	}
	ticks, _ := strconv.ParseInt(string(fields[19]), 10, 64)
	return ticks
}
