use strict;
my $big = "1" x (20 << 20);
open(my $file, ">", "own") or die; print $file "own"; close $file;
my $pid = fork();
exit 7 if $pid == 0;
waitpid($pid, 0); die if $? >> 8 != 7;
die if `/bin/echo hello` ne "hello\n";
my $n = <STDIN>;
print 2 * $n, "\n";
