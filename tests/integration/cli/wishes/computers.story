# A wish that the account bought is found from another computer, however it is written there.

== the same bytes
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
second: submit a.csv --max-total 1000 -> 0 "1 already ordered" "nothing spent"
second: submit a.csv --max-total 1000 -> 0 "1 already ordered"
orders: 1

== another case
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  filters,100,SOFTWARE,cto,GERMANY
second: submit a.csv --max-total 1000 -> 0 "1 ordered before" "The same companies and people as {1}" "nothing spent"
first: submit a.csv --max-total 1000 -> 0 "1 ordered before" "{1}" "nothing spent"
first: diff a.csv -> 0 "1 ordered before" "{1}" no "gone from the sheet"
orders: 1

== lists in another order, and a value twice
sheet a.csv
  filters,100,"Software, Hardware",CTO,"Germany, France"
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  filters,100,"Hardware, Software, Hardware",CTO,"France,Germany"
second: submit a.csv --max-total 1000 -> 0 "1 ordered before" "{1}"
orders: 1

== blanks, narrow and wide
sheet a.csv
  filters,100,Financial Services,Head of Sales,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  filters,100,  Financial   Services ,Head\u00a0of\u2003Sales,Germany\u3000
second: submit a.csv --max-total 1000 -> 0 "1 ordered before" "{1}"
orders: 1

== composed and decomposed letters
sheet a.csv
  filters,100,Caf\u00e9s,CTO,Z\u00fcrich
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  filters,100,Cafe\u0301s,CTO,ZU\u0308RICH
second: submit a.csv --max-total 1000 -> 0 "{1}" "nothing spent"
orders: 1

== letters of full width, and an invisible character
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  filters,100,\uff33\uff4f\uff46\uff54ware,CTO,Ger\u00admany
second: submit a.csv --max-total 1000 -> 3 "1 needs a fix" "nothing was spent"
second: submit a.csv --fix all --max-total 1000 -> 0 "1 ordered before" "{1}"
orders: 1

== another count, and consent that names the order
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  filters,250,Software,CTO,Germany
second: submit a.csv --max-total 1000 -> 0 "1 ordered before" "{1}" "(100 leads" "nothing spent"
orders: 1
second: submit a.csv --max-total 1000 --allow-duplicates LS-0000000000 -> 2 "--allow-duplicates LS-0000000000: no row asks for the same" "Name orders that the prices show ({1}), or write all" "nothing was spent"
second: quote a.csv --allow-duplicates {1},LS-0000000000 -> 2 "LS-0000000000: no row asks for the same"
second: submit a.csv --max-total 1000 --allow-duplicates ls-0000000000 -> 2 "'ls-0000000000' is not an order number"
second: submit a.csv --max-total 1000 --allow-duplicates {1},{1} -> 2 "'{1}' is named twice"
second: submit a.csv --max-total 1000 --allow-duplicates all,{1} -> 2 "'all' is not an order number"
second: submit a.csv --max-total 1000 --allow-duplicates "{1} {1}" -> 2 "is not an order number"
orders: 1
second: submit a.csv --max-total 1000 --allow-duplicates {1} -> 0 "1 order placed"
second: submit a.csv --max-total 1000 --allow-duplicates {1} -> 0 "1 already ordered" "nothing spent"
orders: 2 of 1 wish

== every order that a row asks for again is named
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  filters,250,Software,CTO,Germany
second: submit a.csv --max-total 1000 --allow-duplicates {1} -> 0 "1 order placed"
sheet a.csv
  filters,400,SOFTWARE,CTO,Germany
third: submit a.csv --max-total 1000 -> 0 "1 ordered before" "{1}" "{2}" "nothing spent"
third: submit a.csv --max-total 1000 --allow-duplicates {1} -> 0 "1 ordered before" "nothing spent"
third: submit a.csv --max-total 1000 --allow-duplicates {2},{1} -> 0 "1 order placed"
orders: 3 of 1 wish

== a sheet that means its repeats, on two computers
sheet a.csv
  filters,100,Software,CTO,Germany
  filters,100,Software,CTO,Germany
  filters,250,SOFTWARE,CTO,Germany
first: submit a.csv --keep-duplicates --max-total 1000 -> 0 "3 orders placed"
second: submit a.csv --keep-duplicates --max-total 1000 -> 0 "3 already ordered" "nothing spent"
orders: 3 of 1 wish

== consent to all that the prices name
sheet a.csv
  filters,100,Software,CTO,Germany
  filters,100,Dentists,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "2 orders placed"
sheet a.csv
  filters,120,software,CTO,Germany
  filters,130,dentists,CTO,Germany
second: submit a.csv --max-total 1000 --allow-duplicates all -> 0 "2 orders placed"
orders: 4 of 2 wishes
second: submit a.csv --max-total 1000 -> 0 "2 already ordered"
orders: 4 of 2 wishes

== an item that nobody can see
sheet a.csv
  scrapingOption,leadCount,industries
  filters,100,Software
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,industries
  filters,100,"Software,\u200b, \u2060"
second: submit a.csv --max-total 1000 -> 0 "1 already ordered" "nothing spent"
api: create key-1 {"scrapingOption":"filters","leadCount":100,"industries":["\u200b"]} -> 422 "blank"
api: create key-2 {"scrapingOption":"filters","leadCount":100,"industries":"\u200b, \u00ad"} -> 201 no "industries"
orders: 2

== a requirement that is off, and one that is not there
sheet a.csv
  scrapingOption,leadCount,industries,requireEmail
  filters,100,Software,false
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,industries
  filters,100,Software
second: submit a.csv --max-total 1000 -> 0 "1 ordered before" "{1}"
orders: 1

== a decimal number written otherwise
sheet a.csv
  scrapingOption,leadCount,categories,locations,minRating
  local_business,100,dentist,Vienna,4.5
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,categories,locations,minRating
  local_business,100,Dentist,VIENNA,4.50
second: submit a.csv --max-total 1000 -> 0 "{1}" "nothing spent"
orders: 1

== the first computer mapped a Reference
sheet a.csv
  scrapingOption,leadCount,industries,Reference
  filters,100,Software,R-1
first: submit a.csv --map externalRef=Reference --max-total 1000 -> 0 "1 order placed"
second: submit a.csv --map ignore=Reference --max-total 1000 -> 0 "1 ordered before" "{1}" "nothing spent"
orders: 1

== the second computer maps a Reference
sheet a.csv
  scrapingOption,leadCount,industries,Reference
  filters,100,Software,R-1
first: submit a.csv --map ignore=Reference --max-total 1000 -> 0 "1 order placed"
second: submit a.csv --map externalRef=Reference --max-total 1000 -> 0 "1 ordered before" "{1}" "nothing spent"
orders: 1

== a Reference that bought something else
sheet a.csv
  scrapingOption,leadCount,industries,Reference
  filters,100,Software,R-1
first: submit a.csv --map externalRef=Reference --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,industries,Reference
  filters,100,Dentists,R-1
second: submit a.csv --map externalRef=Reference --max-total 1000 -> 4 "{1}" "other details"
orders: 1

== notes and prices narrow nothing
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,industries,jobTitles,locations,notes
  filters,100,Software,CTO,Germany,urgent
second: submit a.csv --map notes=notes --max-total 1000 -> 0 "1 ordered before" "{1}"
orders: 1

== bought through the API
api: create key-1 {"scrapingOption":"filters","leadCount":100,"industries":"software , HARDWARE","jobTitles":["CTO"]} -> 201
sheet a.csv
  scrapingOption,leadCount,industries,jobTitles
  filters,100,"Hardware, Software",CTO
first: submit a.csv --max-total 1000 -> 0 "1 ordered before" "{1}" "nothing spent"
orders: 1

== bought from a sheet, then through the API
sheet a.csv
  scrapingOption,leadCount,industries
  filters,100,Software
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
api: create key-1 {"scrapingOption":"filters","leadCount":70,"industries":"software","duplicates":"refuse"} -> 409 "equivalent_order" "{1}"
orders: 1
api: create key-1 {"scrapingOption":"filters","leadCount":70,"industries":"software","duplicates":"refuse","acknowledgeDuplicateOf":["{1}"]} -> 201
orders: 2 of 1 wish
second: submit a.csv --max-total 1000 -> 0 "1 already ordered"
orders: 2 of 1 wish

== bought by an assistant
assistant: order chat-1 {"scrapingOption":"filters","leadCount":100,"industries":["Software"]} -> 0 "LS-"
sheet a.csv
  scrapingOption,leadCount,industries
  filters,100,Software
first: submit a.csv --max-total 1000 -> 0 "1 ordered before" "{1}"
orders: 1

== bought from a sheet, then by an assistant
sheet a.csv
  scrapingOption,leadCount,industries
  filters,100,Software
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
assistant: order chat-1 {"scrapingOption":"filters","leadCount":100,"industries":["SOFTWARE"]} -> 0 "equivalent_order" "{1}"
orders: 1

== two computers race, spelled otherwise
sheet a.csv
  12 rows
sheet b.csv
  12 rows
race: first submit a.csv --max-total 1000 | second submit b.csv --max-total 1000
orders: 12

== two computers race, another case
sheet a.csv
  12 rows
sheet b.csv
  12 ROWS
race: first submit a.csv --max-total 1000 | second submit b.csv --max-total 1000
orders: 12
first: submit b.csv --max-total 1000 -> 0 "nothing spent"
second: submit a.csv --max-total 1000 -> 0 "nothing spent"
orders: 12

== one account under three addresses
sheet a.csv
  filters,100,Software,CTO,Germany
  filters,100,Dentists,CTO,Germany
first: submit a.csv --max-total 1000 --first 1 -> 0 "1 order placed"
first@localhost: submit a.csv --max-total 1000 -> 0 "1 order placed" "1 already ordered"
first@api: submit a.csv --max-total 1000 -> 0 "2 already ordered" "nothing spent"
first@api: diff a.csv -> 0 "2 already ordered"
first: resume -> 0 "No run is waiting"
orders: 2

== another account on the same computer
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
first@other: submit a.csv --max-total 1000 -> 0 "1 order placed"
first@other: submit a.csv --max-total 1000 -> 0 "1 already ordered"
orders: 1

== diff and price agree on the second computer
sheet a.csv
  filters,100,Software,CTO,Germany
  filters,100,Dentists,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "2 orders placed"
sheet a.csv
  filters,100,Software,CTO,Germany
  filters,300,dentists,CTO,Germany
  filters,100,Lawyers,CTO,Germany
second: diff a.csv -> 0 "1 new" "1 already ordered" "1 ordered before" "{2}"
second: quote a.csv -> 0 "1 order, 100 leads" "2 rows skipped: 1 already ordered, 1 ordered before" "{2}"
second: submit a.csv --dry-run -> 0 "1 order, 100 leads" "1 already ordered, 1 ordered before"
orders: 2
second: submit a.csv --max-total 1000 -> 0 "1 order placed"
orders: 3
