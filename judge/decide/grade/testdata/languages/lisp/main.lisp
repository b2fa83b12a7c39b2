(defun deep (n)
  (if (= n 0) 0 (+ n (deep (- n 1)))))

(defvar *kept* nil)

(let ((mode (second sb-ext:*posix-argv*)))
  (cond ((string= mode "hello") (format t "hello~%"))
        ((string= mode "sum")
         (format t "~d~%" (loop for n = (read *standard-input* nil) while n sum n)))
        ((string= mode "exit") (sb-ext:exit :code 3))
        ((string= mode "loop") (loop))
        ((string= mode "memory")
         (loop (push (make-array (ash 1 20) :element-type '(unsigned-byte 8) :initial-element 1) *kept*)))
        ((string= mode "deep") (format t "~d~%" (deep 100000)))))
