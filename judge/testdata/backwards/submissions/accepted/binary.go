// Writes the number with two digits.
package main

import "fmt"

func main() {
	var pass, word string
	fmt.Scan(&pass)
	number := 0
	if pass == "encode" {
		fmt.Scan(&number)
		for bit := 20; bit >= 0; bit-- {
			fmt.Print(string("ab"[number>>uint(bit)&1]))
		}
		fmt.Println()
		return
	}
	fmt.Scan(&word)
	for i := len(word) - 1; i >= 0; i-- {
		number = 2*number + int(word[i]-'a')
	}
	fmt.Println(number)
}
