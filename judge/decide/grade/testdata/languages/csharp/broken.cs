class Program { static void Main() { missing(); } }
