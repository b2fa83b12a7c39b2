/* Answers guesses of the number in the input. */
#include <stdio.h>
#include <stdlib.h>

static FILE *message;

static void reject(const char *why)
{
	fprintf(message, "%s\n", why);
	exit(43);
}

int main(int argc, char **argv)
{
	char path[4096];
	int number, guess;

	snprintf(path, sizeof path, "%sjudgemessage.txt", argc > 3 ? argv[3] : "");
	message = fopen(path, "a");
	FILE *input = fopen(argv[1], "r");
	if (!message || !input || fscanf(input, "%d", &number) != 1)
		return 1;
	for (int i = 0; i < 10; i++) {
		if (scanf("%d", &guess) != 1)
			reject("no guess where one was expected");
		if (guess < 1 || guess > 1000)
			reject("a guess is not from 1 to 1000");
		puts(guess == number ? "correct" : number < guess ? "lower" : "higher");
		fflush(stdout);
		if (guess == number) {
			if (scanf(" %*c") != EOF)
				reject("more output after the right guess");
			return 42;
		}
	}
	reject("not found with 10 guesses");
}
