setlocal commentstring=/*\ %s\ */
setlocal comments=s1:/*,mb:*,ex:*/,://
setlocal iskeyword=@,48-57,_
