-- <F5> saves the program and judges it; :copen lists the compiler's messages, and :cnext goes to the next one.
vim.keymap.set("n", "<F5>", function()
  vim.cmd("silent update | lcd %:p:h")
  vim.opt_local.makeprg = "judge test %:p:S"
  vim.opt_local.errorformat =
    [[%*[ ]%f:%l:%c: fatal %trror: %m,%*[ ]%f:%l:%c: %trror: %m,%*[ ]%f:%l:%c: %tarning: %m,%*[ ]✖ %m]]
  vim.cmd("make")
end)
