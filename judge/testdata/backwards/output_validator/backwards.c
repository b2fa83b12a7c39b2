/* Turns the word of the first pass around for the second, and checks the number of the second. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *in_feedback(const char *folder, const char *name, const char *mode)
{
	char path[4096];
	snprintf(path, sizeof path, "%s%s", folder, name);
	return fopen(path, mode);
}

int main(int argc, char **argv)
{
	char pass[16], word[64];
	int number, got;

	FILE *input = fopen(argv[1], "r"), *answer = fopen(argv[2], "r");
	FILE *message = in_feedback(argv[3], "judgemessage.txt", "a");
	if (argc < 4 || !input || !answer || !message || fscanf(input, "%15s", pass) != 1 || fscanf(answer, "%d", &number) != 1)
		return 1;
	if (strcmp(pass, "decode") == 0) {
		if (scanf("%d", &got) != 1 || got != number) {
			fprintf(message, "decoded another number\n");
			return 43;
		}
		return 42;
	}
	if (scanf("%63s", word) != 1 || strlen(word) > 40 || strspn(word, "ab") != strlen(word)) {
		fprintf(message, "not a word of at most 40 letters a and b\n");
		return 43;
	}
	fprintf(message, "encoded as %s\n", word);
	FILE *next = in_feedback(argv[3], "nextpass.in", "w");
	if (!next)
		return 1;
	fprintf(next, "decode ");
	for (int i = strlen(word) - 1; i >= 0; i--)
		putc(word[i], next);
	putc('\n', next);
	return 42;
}
