let rec deep n = if n = 0 then 0 else n + deep (n - 1)

let () =
  match Sys.argv.(1) with
  | "hello" -> print_endline "hello"
  | "sum" ->
    let sum = ref 0 in
    (try
       while true do
         sum := !sum + Scanf.scanf " %d" (fun x -> x)
       done
     with Scanf.Scan_failure _ | End_of_file -> ());
    Printf.printf "%d\n" !sum
  | "exit" -> exit 3
  | "loop" -> while true do ignore (Sys.opaque_identity 0) done
  | "memory" ->
    let all = ref [] in
    while true do all := Bytes.make (1 lsl 20) 'x' :: !all done
  | _ -> Printf.printf "%d\n" (deep 100000)
