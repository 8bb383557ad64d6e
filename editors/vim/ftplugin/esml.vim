setlocal commentstring=(*\ %s\ *)
setlocal comments=s1:(*,mb:*,ex:*)
