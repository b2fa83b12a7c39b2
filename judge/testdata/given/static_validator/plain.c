/* Rejects what has a goto in one of its own files. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	static char text[1 << 16];
	DIR *folder = opendir(".");
	for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
		FILE *file = strstr(entry->d_name, ".c") ? fopen(entry->d_name, "r") : NULL;
		if (!file)
			continue;
		text[fread(text, 1, sizeof text - 1, file)] = 0;
		if (strstr(text, "goto"))
			return 43;
		fclose(file);
	}
	return 42;
}
