# snippet
if printf %s "$5" | verify "$1" "$2" "$3" "$4"; then printf true; else printf false; fi
