# Wishes that differ are all bought: nothing is refused that only looks alike.

== another product
sheet a.csv
  scrapingOption,leadCount,industries,seedDomains
  filters,100,Software,
  lookalikes,100,Software,example.com
first: submit a.csv --max-total 1000 -> 0 "2 orders placed"
sheet b.csv
  scrapingOption,leadCount,industries,domains
  company_domains,100,,example.com
second: submit b.csv --max-total 1000 -> 0 "1 order placed"
orders: 3

== another title
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  filters,100,Software,CEO,Germany
second: submit a.csv --max-total 1000 -> 0 "1 order placed" no "ordered before"
orders: 2

== another country
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  filters,100,Software,CTO,Austria
second: submit a.csv --max-total 1000 -> 0 "1 order placed" no "ordered before"
orders: 2

== one more exclusion
sheet a.csv
  scrapingOption,leadCount,industries,excludeDomains
  filters,100,Software,example.com
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,industries,excludeDomains
  filters,100,Software,
  filters,100,Software,"example.com, example.org"
second: submit a.csv --max-total 1000 -> 0 "2 orders placed" no "ordered before"
orders: 3

== what is required
sheet a.csv
  scrapingOption,leadCount,industries,requireEmail,requirePhone
  filters,100,Software,,
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,industries,requireEmail,requirePhone
  filters,100,Software,true,
  filters,100,Software,,true
  filters,100,Software,true,true
second: submit a.csv --max-total 1000 -> 0 "3 orders placed" no "ordered before"
orders: 4

== companies named, and companies left out
sheet a.csv
  scrapingOption,leadCount,industries,Domains
  company_domains,100,,example.com
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,industries,Excluded Domains
  filters,100,Software,example.com
second: submit a.csv --max-total 1000 -> 0 "1 order placed" no "ordered before"
sheet a.csv
  scrapingOption,leadCount,industries
  filters,100,Software
second: submit a.csv --max-total 1000 -> 0 "1 order placed" no "ordered before"
orders: 3

== those that the account does not have yet, again and again
sheet a.csv
  scrapingOption,leadCount,industries,excludeOwned
  filters,100,Software,
  filters,100,Software,true
  filters,110,Software,true
first: submit a.csv --max-total 1000 -> 0 "3 orders placed"
sheet a.csv
  scrapingOption,leadCount,industries,excludeOwned
  filters,100,SOFTWARE,true
second: submit a.csv --max-total 1000 -> 0 "1 order placed" no "ordered before"
orders: 4 of 1 wish

== another Reference with another wish
sheet a.csv
  scrapingOption,leadCount,industries,Reference
  filters,100,Software,R-1
first: submit a.csv --map externalRef=Reference --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,industries,Reference
  filters,100,Dentists,R-2
second: submit a.csv --map externalRef=Reference --max-total 1000 -> 0 "1 order placed"
orders: 2

== every field of a profile
sheet a.csv
  filters,100,Software,,
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,industries,jobTitles,locations,seniorities,departments,companySizes,technologies,keywords
  filters,100,Software,CTO,,,,,,
  filters,100,Software,,Germany,,,,,
  filters,100,Software,,,vp,,,,
  filters,100,Software,,,,sales,,,
  filters,100,Software,,,,,11-50,,
  filters,100,Software,,,,,,SAP,
  filters,100,Software,,,,,,,Germany
second: submit a.csv --max-total 1000 -> 0 "7 orders placed" no "ordered before"
orders: 8

== every field of local business
sheet a.csv
  scrapingOption,leadCount,categories,locations,radiusKm,minRating,hasWebsite
  local_business,100,dentist,Vienna,10,4.5,
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,categories,locations,radiusKm,minRating,hasWebsite
  local_business,100,dentist,Vienna,,4.5,
  local_business,100,dentist,Vienna,25,4.5,
  local_business,100,dentist,Vienna,10,4.4,
  local_business,100,dentist,Vienna,10,4.5,true
  local_business,100,dentist,Vienna,10,4.5,false
second: submit a.csv --max-total 1000 -> 0 "5 orders placed" no "ordered before"
orders: 6

== every field of company domains
sheet a.csv
  scrapingOption,leadCount,domains,jobTitles,seniorities,maxPerCompany
  company_domains,100,example.com,CTO,vp,5
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,domains,jobTitles,seniorities,maxPerCompany
  company_domains,100,example.com,CTO,vp,6
  company_domains,100,example.com,CTO,vp,
  company_domains,100,example.com,CTO,,5
  company_domains,100,"example.com,example.org",CTO,vp,5
second: submit a.csv --max-total 1000 -> 0 "4 orders placed" no "ordered before"
orders: 5

== searches that differ in their address
sheet a.csv
  scrapingOption,leadCount,searchUrl
  search_url,100,https://search.example/people?title=cto
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,searchUrl
  search_url,100,https://search.example/people?title=cto&page=2
  search_url,100,https://search.example/people?title=ceo
second: submit a.csv --max-total 1000 -> 0 "2 orders placed" no "ordered before"
orders: 3

== one value more in a list
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  filters,100,"Software, Hardware",CTO,Germany
  filters,100,Software Hardware,CTO,Germany
second: submit a.csv --max-total 1000 -> 0 "2 orders placed" no "ordered before"
orders: 3

== the same word in another column
sheet a.csv
  filters,100,Energy,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,keywords,jobTitles,locations
  filters,100,Energy,CTO,Germany
second: submit a.csv --max-total 1000 -> 0 "1 order placed" no "ordered before"
orders: 2

== signs and accents are letters of their own
sheet a.csv
  scrapingOption,leadCount,technologies,locations
  filters,100,C,Zurich
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,technologies,locations
  filters,100,C++,Zurich
  filters,100,C#,Zurich
  filters,100,C,Z\u00fcrich
  filters,100,24/7,Zurich
  filters,100,247,Zurich
second: submit a.csv --max-total 1000 -> 0 "5 orders placed" no "ordered before"
orders: 6

== those that the account does not have yet, after all of them
sheet a.csv
  scrapingOption,leadCount,industries
  filters,100,Software
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  scrapingOption,leadCount,industries,excludeOwned
  filters,100,Software,true
first: submit a.csv --max-total 1000 -> 0 "1 order placed" no "ordered before"
second: submit a.csv --max-total 1000 -> 0 "1 already ordered" "nothing spent"
orders: 2 of 1 wish

== synonyms warn and refuse nothing
sheet a.csv
  filters,100,Software,CEO,US
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
sheet a.csv
  filters,100,Software,Chief Executive Officer,United States
second: quote a.csv -> 0 "Perhaps the same companies and people as {1}" "It is ordered all the same"
second: submit a.csv --max-total 1000 -> 0 "1 order placed" "Perhaps the same companies and people as {1}" no "Skipped"
orders: 2

== many rows beside many others
sheet a.csv
  60 rows
first: submit a.csv --max-total 1000 -> 0 "60 orders placed"
sheet b.csv
  60 rows from 30
second: submit b.csv --max-total 1000 -> 0 "30 orders placed" "30 already ordered"
orders: 90

== older than the account looks back
sheet a.csv
  filters,100,Software,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed"
clock: 89 days
sheet a.csv
  filters,100,SOFTWARE,CTO,Germany
second: submit a.csv --max-total 1000 -> 0 "1 ordered before" "nothing spent"
clock: 2 days
second: submit a.csv --max-total 1000 -> 0 "1 order placed"
orders: 2 of 1 wish

== a new row among those that are ordered
sheet a.csv
  10 rows
first: submit a.csv --max-total 1000 -> 0 "10 orders placed"
sheet a.csv
  10 rows
  filters,50,Dentists,CTO,Germany
first: submit a.csv --max-total 1000 -> 0 "1 order placed" "10 already ordered"
second: submit a.csv --max-total 1000 -> 0 "11 already ordered"
orders: 11

== two computers race with other wishes
sheet a.csv
  12 rows
sheet b.csv
  12 rows from 12
race: first submit a.csv --max-total 1000 | second submit b.csv --max-total 1000
orders: 24

== all rows meant, in one sheet and twice
sheet a.csv
  filters,100,Software,CTO,Germany
  filters,100,SOFTWARE,CTO,Germany
  filters,250,Software,CTO,Germany
  filters,100,Software,CTO,Germany
first: submit a.csv --keep-duplicates --max-total 1000 -> 0 "4 orders placed"
first: submit a.csv --keep-duplicates --max-total 1000 -> 0 "4 already ordered"
orders: 4 of 1 wish

== rows chosen one after the other
sheet a.csv
  4 rows
first: submit a.csv --rows 2-3 --max-total 1000 -> 0 "2 orders placed"
first: submit a.csv --rows 5 --max-total 1000 -> 0 "1 order placed"
second: submit a.csv --rows 4 --max-total 1000 -> 0 "1 order placed"
orders: 4
