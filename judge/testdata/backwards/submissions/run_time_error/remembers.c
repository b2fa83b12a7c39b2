/* Writes the number to a file and looks for it in the second pass, which has a new working folder. */
#include <stdio.h>

int main(void)
{
	char pass[16];
	int number;

	scanf("%15s", pass);
	if (pass[0] == 'e') {
		scanf("%d", &number);
		fprintf(fopen("number", "w"), "%d", number);
		puts("a");
		return 0;
	}
	FILE *file = fopen("number", "r");
	if (!file)
		return 4;
	fscanf(file, "%d", &number);
	printf("%d\n", number);
}
