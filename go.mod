module dlxjudge

go 1.26.0
