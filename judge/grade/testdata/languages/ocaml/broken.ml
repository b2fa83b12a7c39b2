let () = missing ()
