// Does not flush its output, and waits for the answer to what it has not said.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintln(out, 500)
	var answer string
	fmt.Scan(&answer)
}
