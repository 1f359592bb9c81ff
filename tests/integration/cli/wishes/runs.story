# A run never competes with its own past, nor with what others did meanwhile.

== a typo corrected in the rest of a paused run
sheet a.csv
  10 rows
answers: 3 good, then unavailable
first: submit a.csv --max-total 1000 --max-outage 0s -> 7 "3 orders placed"
answers: good
sheet a.csv
  10 rows, the rest corrected
first: quote a.csv -> 0 "earlier run 1" "They are given up when this sheet is submitted"
first: submit a.csv --dry-run -> 0 "earlier run 1" "They are given up when this sheet is submitted"
first: submit a.csv --dry-run --replaces 99 -> 2 "--replaces 99 names no earlier run"
orders: 3
first: submit a.csv --max-total 1000 -> 0 "7 orders placed" "3 already ordered" "earlier run 1" "given up"
orders: 10
first: resume 1 -> 0 "nothing left to send"
first: resume 1 --max-total 1000 -> 0 "nothing left to send"
first: retry 1 --max-total 1000 -> 0 "Nothing"
orders: 10

== the rest of an interrupted run, written otherwise
sheet a.csv
  20 rows
answers: 4 good, then unavailable
first interrupted: submit a.csv --max-total 1000 -> 130 "resume"
answers: good
sheet a.csv
  20 ROWS
first: submit a.csv --max-total 1000 -> 0 "orders placed"
orders: 20
first: resume 1 --max-total 1000 -> 0
orders: 20

== an older run is not resumed without a word
sheet a.csv
  8 rows
answers: 2 good, then unavailable
first: submit a.csv --max-total 1000 --max-outage 0s -> 7
answers: good
sheet a.csv
  8 rows
  filters,50,Dentists,CTO,Germany
first: submit a.csv --rows 10 --max-total 1000 -> 0 "1 order placed"
first: resume 1 -> 6 "a newer run of its sheet exists" "leadsheet discard 1" "newer_run_exists"
first: resume 1 --max-total 1000 -> 6 "newer_run_exists"
first: resume 1 --max-total 1000 --json -> 6 "newerRun" "newer_run_exists"
first: resume 1 --max-total 1000 --beside 3 -> 2 "--beside 3 is not the newest run" "run 2"
first typing no: resume 1 -> 6 "Nothing of run 1 was sent"
orders: 3
first typing place: resume 1 -> 0 "8 orders placed"
orders: 9

== an older run is resumed beside the newer one
sheet a.csv
  8 rows
answers: 2 good, then unavailable
first: submit a.csv --max-total 1000 --max-outage 0s -> 7
answers: good
sheet a.csv
  8 rows
  filters,50,Dentists,CTO,Germany
first: submit a.csv --rows 10 --max-total 1000 -> 0 "1 order placed"
first: resume 1 --beside 2 --max-total 1000 --json -> 0 "newerRun"
orders: 9

== a newer run left rows of the older one
sheet a.csv
  8 rows
answers: 2 good, then unavailable
first: submit a.csv --max-total 1000 --max-outage 0s -> 7
sheet a.csv
  8 rows, the rest corrected
first: submit a.csv --max-total 1000 --max-outage 0s -> 7 "given up"
answers: good
first: resume 1 -> 0 "nothing left to send"
first: resume 2 -> 0 "6 orders placed"
orders: 8

== the other computer took over meanwhile
sheet a.csv
  10 rows
answers: 3 good, then unavailable
first: submit a.csv --max-total 1000 --max-outage 0s -> 7
answers: good
second: submit a.csv --max-total 1000 -> 0 "7 orders placed" "3 already ordered"
first: resume -> 0
orders: 10

== the other computer took over, spelled otherwise
sheet a.csv
  10 rows
answers: 3 good, then unavailable
first: submit a.csv --max-total 1000 --max-outage 0s -> 7
answers: good
sheet a.csv
  10 ROWS
second: submit a.csv --max-total 1000 -> 0 "7 orders placed" "3 ordered before"
first: resume -> 0 "7 ordered before" "The same companies and people as"
orders: 10

== answers lost, then resumed under another address
sheet a.csv
  8 rows
answers: 2 good, then lost
first: submit a.csv --max-total 1000 --max-outage 0s -> 7 "unknown"
answers: good
first@localhost: resume -> 0
orders: 8
first@api: submit a.csv --max-total 1000 -> 0 "8 already ordered"
orders: 8

== answers lost, and the other computer asks
sheet a.csv
  6 rows
answers: 0 good, then lost
first: submit a.csv --max-total 1000 --max-outage 0s -> 7 "unknown"
answers: good
sheet a.csv
  6 ROWS
second: submit a.csv --max-total 1000 -> 0
orders: 6
first: resume -> 0
first: submit a.csv --max-total 1000 -> 0 "nothing spent"
orders: 6

== an edited row whose answer was lost, ordered
sheet a.csv
  3 rows
  filters,50,Dentist,CTO,Germany
first: submit a.csv --rows 2-4 --max-total 1000 -> 0 "3 orders placed"
answers: 0 good, then lost
first: submit a.csv --max-total 1000 --max-outage 0s -> 7 "unknown"
answers: good
sheet a.csv
  3 rows
  filters,50,DENTIST,CTO,Germany
first: retry 2 --max-total 1000 -> 0 "had an unknown outcome: 1 ordered, 0 not" "Nothing to retry in run 2: 4 already ordered"
orders: 4
first: submit a.csv --max-total 1000 -> 0 "nothing spent"
orders: 4

== an edited row whose answer was lost, not ordered
sheet a.csv
  3 rows
  filters,50,Dentist,CTO,Germany
first: submit a.csv --rows 2-4 --max-total 1000 -> 0 "3 orders placed"
answers: 0 good, then cut
first: submit a.csv --max-total 1000 --max-outage 0s -> 7 "unknown"
answers: good
later: first
sheet a.csv
  3 rows
  filters,50,Dentists,CTO,Germany
first: retry 2 --max-total 1000 -> 0 "had an unknown outcome: 0 ordered, 1 not" "1 order placed"
orders: 4
first: resume 2 --max-total 1000 -> 0
orders: 4

== an edited row whose answer was lost, submitted again
sheet a.csv
  3 rows
  filters,50,Dentist,CTO,Germany
first: submit a.csv --rows 2-4 --max-total 1000 -> 0 "3 orders placed"
answers: 0 good, then lost
first: submit a.csv --max-total 1000 --max-outage 0s -> 7 "unknown"
answers: good
sheet a.csv
  3 rows
  filters,70,dentist ,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "nothing spent"
first: resume 2 --max-total 1000 -> 0
orders: 4

== killed with answers under way
sheet a.csv
  20 rows
answers: 5 good, then held
first killed: submit a.csv --max-total 1000
answers: good
sheet b.csv
  20 ROWS
second: submit b.csv --max-total 1000 -> 0
first: resume -> 0
orders: 20

== killed and killed again
sheet a.csv
  40 rows
first killed at random: submit a.csv --max-total 1000
first killed at random: submit a.csv --max-total 1000
second killed at random: submit a.csv --max-total 1000
first killed at random: resume --max-total 1000
second: submit a.csv --max-total 1000 -> 0
first: submit a.csv --max-total 1000 -> 0
first: resume --max-total 1000 -> 0
orders: 40

== killed, spelled otherwise, killed again
sheet a.csv
  40 rows
sheet b.csv
  40 ROWS
first killed at random: submit a.csv --max-total 1000
second killed at random: submit b.csv --max-total 1000
first killed at random: submit b.csv --max-total 1000
second: submit a.csv --max-total 1000 -> 0
first: resume --max-total 1000 -> 0|2
first: submit a.csv --max-total 1000 -> 0
orders: 40

== the server away from the beginning
sheet a.csv
  4 rows
answers: 0 good, then unavailable
first: submit a.csv --max-total 1000 --max-outage 0s -> 7 no "may have been charged"
second: submit a.csv --max-total 1000 --max-outage 0s -> 7
answers: good
orders: 0
first: resume -> 0 "4 orders placed"
second: resume -> 0
orders: 4

== the rest given up for good
sheet a.csv
  6 rows
answers: 2 good, then unavailable
first: submit a.csv --max-total 1000 --max-outage 0s -> 7
answers: good
first: discard 1 -> 0 "4 rows of run 1" "given up for good"
first: discard 1 -> 0 "nothing left to send"
first: resume -> 0 "No run is waiting"
first: resume 1 --max-total 1000 -> 0 "nothing left to send"
first: retry 1 --without-sheet --max-total 1000 -> 0 "Nothing spent"
orders: 2
first: submit a.csv --max-total 1000 -> 0 "4 orders placed" "2 already ordered"
orders: 6

== given up with an answer lost
sheet a.csv
  6 rows
answers: 2 good, then lost
first: submit a.csv --max-total 1000 --max-outage 0s -> 7 "unknown"
answers: good
first: discard 1 -> 0 "turned out to be ordered and stay so"
first: resume 1 --max-total 1000 -> 0 "nothing left to send"
first: submit a.csv --max-total 1000 -> 0 "already ordered"
first: submit a.csv --max-total 1000 -> 0 "6 already ordered"
orders: 6

== another sheet that looks alike leaves the run alone
sheet a.csv
  8 rows
answers: 2 good, then unavailable
first: submit a.csv --max-total 1000 --max-outage 0s -> 7
answers: good
sheet b.csv
  2 rows from 6
  filters,50,Dentists 1,CTO,Germany
  filters,50,Dentists 2,CTO,Germany
  filters,50,Dentists 3,CTO,Germany
first: submit b.csv --max-total 1000 -> 0 "may have been of another sheet, so they stay" "leadsheet discard 1"
first: resume 1 -> 0
orders: 11

== another sheet that replaces the run, when that is said
sheet a.csv
  8 rows
first: submit a.csv --rows 2-3 --max-total 1000 -> 0 "2 orders placed"
answers: 0 good, then unavailable
first: submit a.csv --max-total 1000 --max-outage 0s -> 7
answers: good
sheet b.csv
  2 rows from 6
  filters,50,Dentists 1,CTO,Germany
  filters,50,Dentists 2,CTO,Germany
  filters,50,Dentists 3,CTO,Germany
first: submit b.csv --replaces 2 --max-total 1000 -> 0 "5 orders placed" "given up"
first: resume 2 --max-total 1000 -> 0 "nothing left to send"
orders: 7
