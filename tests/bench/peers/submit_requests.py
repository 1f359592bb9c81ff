#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a RevOps engineer writes: requests + urllib3 Retry, eight threads. Usage: submit_requests.py URL ROWS.csv THREADS
Reads the key from LEADSHEET_API_KEY; prints one JSON line {seconds, placed, failed, peakMegabytes}."""

import csv
import json
import os
import resource
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

url, path, threads = sys.argv[1], sys.argv[2], int(sys.argv[3])
key = os.environ["LEADSHEET_API_KEY"]
local = threading.local()


def session():
    if not hasattr(local, "session"):
        local.session = requests.Session()
        retry = Retry(total=12, backoff_factor=0.5, status_forcelist=[408, 425, 429, 500, 502, 503, 504],
                      allowed_methods=None, respect_retry_after_header=True)
        local.session.mount("http://", HTTPAdapter(max_retries=retry, pool_maxsize=threads))
        local.session.headers["x-api-key"] = key
    return local.session


def submit(row):
    body = {"scrapingOption": "filters", "leadCount": int(row["leadCount"]), "industries": row["industries"],
            "jobTitles": row["jobTitles"], "locations": row["locations"]}
    try:
        answer = session().post(url + "/v1/orders", json=body, headers={"Idempotency-Key": row["key"]}, timeout=30)
        return answer.status_code == 201 and "order_number" in answer.json()
    except (requests.RequestException, ValueError):
        return False


with open(path, newline="", encoding="utf-8") as file:
    rows = list(csv.DictReader(file))
started = time.monotonic()
with ThreadPoolExecutor(threads) as pool:
    results = list(pool.map(submit, rows))
print(json.dumps({"seconds": round(time.monotonic() - started, 3), "placed": sum(results),
                  "failed": len(results) - sum(results),
                  "peakMegabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}))
