# Twice in a sheet, ended, and ordered again: only on purpose.

== the same profile twice in one sheet
sheet a.csv
  filters,100,"Software, Hardware",CTO,Germany
  filters,100,"Software, Hardware",CTO,Germany
  filters,100,"HARDWARE,software",cto,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed" "2 in the sheet twice"
first: submit a.csv --max-total 1000 -> 0 "nothing spent"
second: submit a.csv --max-total 1000 -> 0 "nothing spent"
orders: 1

== the same profile twice with another count
sheet a.csv
  filters,100,Software,CTO,Germany
  filters,250,SOFTWARE,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed" "1 in the sheet twice"
first: diff a.csv -> 0 "1 already ordered" "1 in the sheet twice"
orders: 1
first: submit a.csv --keep-duplicates --max-total 1000 -> 0 "1 order placed"
orders: 2 of 1 wish
first: submit a.csv --keep-duplicates --max-total 1000 -> 0 "2 already ordered"
first: submit a.csv --max-total 1000 -> 0 "nothing spent"
orders: 2 of 1 wish

== cancelled
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
customer: cancel {1}
first: submit a.csv --max-total 1000 -> 4 "1 ordered, then cancelled" "order-again" "nothing spent"
orders: 1
first: order-again 2 --rows 2 --max-total 1000 -> 0 "1 order placed"
first: submit a.csv --max-total 1000 -> 0 "1 already ordered" "nothing spent"
second: submit a.csv --max-total 1000 -> 0 "1 already ordered" "nothing spent"
orders: 2 of 1 wish

== cancelled, and the row written otherwise since
sheet a.csv
  filters,40,Quarries,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
customer: cancel {1}
sheet a.csv
  filters,40,QUARRIES,CTO,Germany
first: submit a.csv --max-total 1000 -> 4 "1 ordered, then cancelled" "order-again" "nothing spent"
orders: 1
first: order-again 2 --rows 2 --max-total 1000 -> 0 "1 order placed"
first: submit a.csv --max-total 1000 -> 0 "nothing spent"
orders: 2 of 1 wish

== cancelled, and the count changed since
sheet a.csv
  filters,40,Quarries,CTO,Germany
  filters,40,Dentists,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "2 orders placed"
operator: reject {1}
operator: reject {2}
sheet a.csv
  filters,50,Quarries,CTO,Germany
  filters,60,Dentists,CTO,Germany
first: submit a.csv --max-total 1000 -> 4 "ordered, then rejected" "order-again" "nothing spent"
orders: 2
first: order-again 2 --rows 2 --max-total 1000 -> 0 "1 order placed"
orders: 3 of 2 wishes
first: submit a.csv --max-total 1000 -> 4 "ordered, then rejected" "nothing spent"
orders: 3 of 2 wishes

== too old for the service to name, and written otherwise since
answers: good
sheet a.csv
  filters,40,Quarries,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
clock: 120 days
sheet a.csv
  filters,40,QUARRIES,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 ordered before" "nothing spent"
first: submit a.csv --allow-duplicates {1} --max-total 1000 -> 0 "1 order placed"
orders: 2 of 1 wish

== rejected
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
operator: reject {1}
second: submit a.csv --max-total 1000 -> 4 "1 ordered, then rejected" "order-again" "nothing spent"
second: quote a.csv -> 4 "1 ordered, then rejected"
second: diff a.csv -> 0 "1 ordered, then rejected"
orders: 1
second: order-again 1 --rows 2 --max-total 1000 -> 0 "1 order placed"
orders: 2 of 1 wish

== failed
sheet a.csv
  filters,100,Software,CTO,Germany
  filters,100,Dentists,CTO,Germany
first: submit a.csv --rows 2 --max-total 1000 -> 0 "1 order placed"
operator: approve {1}
operator: fail {1}
first: submit a.csv --max-total 1000 -> 4 "1 order placed" "1 ordered, then failed"
first: submit a.csv --max-total 1000 -> 4 "1 already ordered" "1 ordered, then failed" "nothing spent"
orders: 2

== refunded
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
operator: refund {1}
first: submit a.csv --max-total 1000 -> 4 "1 ordered, then refunded" "order-again"
first: quote a.csv -> 4 "1 ordered, then refunded" no "without delivery"
orders: 1

== failed after a part was delivered
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
operator: approve {1}
operator: part {1}
operator: fail {1}
first: submit a.csv --max-total 1000 -> 4 "1 ordered, then failed after part delivery" "order-again"
second: quote a.csv -> 4 "1 ordered, then failed after part delivery" no "without delivery"
second: diff a.csv -> 0 "1 ordered, then failed after part delivery"
orders: 1

== delivered in part, then refunded
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
operator: approve {1}
operator: part {1}
operator: refund {1}
second: submit a.csv --max-total 1000 -> 4 "1 ordered, then refunded" no "delivery"
orders: 1

== a Reference whose order was rejected, then corrected
sheet a.csv
  scrapingOption,leadCount,industries,Reference
  filters,100,Software,R-1
first: submit a.csv --map externalRef=Reference --max-total 1000 -> 0 "1 order placed"
operator: reject {1}
sheet a.csv
  scrapingOption,leadCount,industries,Reference
  filters,100,Hardware,R-1
second: submit a.csv --map externalRef=Reference --max-total 1000 -> 4 "1 ordered, then rejected"
first: submit a.csv --map externalRef=Reference --max-total 1000 -> 4 "1 ordered, then rejected"
orders: 1
first: order-again 2 --rows 2 --max-total 1000 -> 0 "1 order placed"
second: submit a.csv --map externalRef=Reference --max-total 1000 -> 0 "1 already ordered"
orders: 2

== ordered again twice
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
first: order-again 1 --rows 2 --max-total 1000 -> 0 "1 order placed" no "was ordered again before"
first: order-again 1 --rows 2 -> 6 "was ordered again before, as {2}" "This is one more order"
orders: 2 of 1 wish
first: order-again 1 --rows 2 --max-total 1000 -> 0 "was ordered again before, as {2}" "1 order placed"
orders: 3 of 1 wish

== ended, and asked for in other words
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
operator: reject {1}
sheet a.csv
  filters,100,SOFTWARE,CTO,Germany
second: submit a.csv --max-total 1000 -> 0 "1 order placed"
second: submit a.csv --max-total 1000 -> 0 "1 already ordered"
orders: 2 of 1 wish

== ordered again, and the answer lost
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
answers: 0 good, then lost
first: order-again 1 --rows 2 --max-total 1000 --max-outage 0s -> 7
answers: good
first: resume -> 0
first: resume -> 0 "No run is waiting"
orders: 2 of 1 wish

== once a month, whoever asks
sheet a.csv
  filters,100,Software,CTO,Germany
sheet b.csv
  filters,100,software ,CTO,Germany
first: submit a.csv --again-after 30d --max-total 1000 -> 0 "1 order placed"
first: submit a.csv --again-after 30d --max-total 1000 -> 0 "nothing spent"
second: submit b.csv --again-after 30d --max-total 1000 -> 0 "nothing spent"
clock: 29 days
second: submit a.csv --again-after 30d --max-total 1000 -> 0 "nothing spent"
orders: 1
clock: 2 days
second: submit b.csv --again-after 30d --max-total 1000 -> 0 "1 order placed"
first: submit a.csv --again-after 30d --max-total 1000 -> 0 "nothing spent"
first: submit b.csv --again-after 30d --max-total 1000 -> 0 "nothing spent"
second: submit a.csv --again-after 30d --max-total 1000 -> 0 "nothing spent"
orders: 2 of 1 wish
clock: 31 days
first: submit a.csv --again-after 30d --max-total 1000 -> 0 "1 order placed"
second: submit b.csv --again-after 30d --max-total 1000 -> 0 "nothing spent"
second: submit a.csv --again-after 30d --max-total 1000 -> 0 "nothing spent"
orders: 3 of 1 wish

== once a month, two computers at once
sheet a.csv
  6 rows
sheet b.csv
  6 ROWS
first: submit a.csv --again-after 30d --max-total 1000 -> 0 "6 orders placed"
clock: 31 days
race: first submit a.csv --again-after 30d --max-total 1000 | second submit b.csv --again-after 30d --max-total 1000
orders: 12 of 6 wishes
race: first submit b.csv --again-after 30d --max-total 1000 | second submit a.csv --again-after 30d --max-total 1000
orders: 12 of 6 wishes

== once a month, with a Reference
sheet a.csv
  scrapingOption,leadCount,industries,Reference
  filters,100,Software,R-1
first: submit a.csv --map externalRef=Reference --again-after 30d --max-total 1000 -> 0 "1 order placed"
second: submit a.csv --map externalRef=Reference --again-after 30d --max-total 1000 -> 0 "nothing spent"
clock: 31 days
second: submit a.csv --map externalRef=Reference --again-after 30d --max-total 1000 -> 0 "1 order placed"
first: submit a.csv --map externalRef=Reference --again-after 30d --max-total 1000 -> 0 "nothing spent"
orders: 2 of 1 wish

== once a month, and changed meanwhile
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --again-after 30d --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  filters,250,Software,CTO,Germany
first: submit a.csv --again-after 30d --max-total 1000 -> 0 "1 ordered before" "nothing spent"
first: quote a.csv --again-after 30d --include-changed -> 0 "1 order, 250 leads"
first: submit a.csv --again-after 30d --include-changed --max-total 1000 -> 0 "1 order placed"
first: submit a.csv --again-after 30d --include-changed --max-total 1000 -> 0 "1 already ordered" "nothing spent"
second: submit a.csv --again-after 30d --max-total 1000 -> 0 "1 already ordered" "nothing spent"
orders: 2 of 1 wish

== once a month, another spelling is no change
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --again-after 30d --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  filters,100,SOFTWARE,CTO,Germany
first: submit a.csv --again-after 30d --include-changed --max-total 1000 -> 0 "1 ordered before" "nothing spent"
orders: 1
clock: 31 days
first: submit a.csv --again-after 30d --include-changed --max-total 1000 -> 0 "1 order placed"
orders: 2 of 1 wish

== once a month, and what was left is retried
sheet a.csv
  filters,100,Software,CTO,Germany
  filters,-1,Dentists,CTO,Germany
first: submit a.csv --again-after 30d --max-total 1000 -> 4 "1 order placed"
clock: 31 days
first: retry 1 --max-total 1000 -> 4 "Nothing to retry in run 1: 1 needs a fix"
orders: 1
sheet a.csv
  filters,100,Software,CTO,Germany
  filters,50,Dentists,CTO,Germany
first: retry 1 --max-total 1000 -> 0 "1 order placed"
orders: 2
first: submit a.csv --again-after 30d --max-total 1000 -> 0 "1 order placed" "1 already ordered"
orders: 3 of 2 wishes

== retried when the account no longer looks back so far
sheet a.csv
  filters,100,Software,CTO,Germany
  filters,100,Lawyers,CTO,Germany
  filters,-1,Dentists,CTO,Germany
first: submit a.csv --max-total 1000 -> 4 "2 orders placed"
clock: 100 days
sheet a.csv
  filters,100,SOFTWARE,cto,Germany
  filters,300,Lawyers,CTO,Germany
  filters,50,Dentists,CTO,Germany
first: retry 1 --max-total 1000 -> 0 "1 order placed"
orders: 3
first: retry 1 --max-total 1000 -> 0 "Nothing to retry in run 1: 1 already ordered"
orders: 3

== the account refuses by itself
api: PATCH /v1/account {"duplicates":"refuse"} -> 200
api: create key-1 {"scrapingOption":"filters","leadCount":100,"industries":"Software"} -> 201
api: create key-2 {"scrapingOption":"filters","leadCount":100,"industries":"SOFTWARE"} -> 409 "equivalent_order" "{1}"
api: create key-1 {"scrapingOption":"filters","leadCount":100,"industries":"Software"} -> 201 "{1}"
sheet a.csv
  scrapingOption,leadCount,industries
  filters,100,Software
first: submit a.csv --max-total 1000 -> 0 "1 ordered before" "{1}"
orders: 1
