autocmd BufNewFile,BufRead *.pml,*.prom,*.promela,*.spin setfiletype promela
autocmd BufNewFile,BufRead *.esml setfiletype esml
