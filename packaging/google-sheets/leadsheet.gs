// SPDX-License-Identifier: Apache-2.0
/**
 * Leadsheet for Google Sheets: check, price and order the rows of the sheet at hand, one order a row, never twice.
 * Paste this file into Extensions > Apps Script and reload the sheet. How it works and what it does not do: docs/google-sheets.md
 *
 * @OnlyCurrentDoc
 */

/** Stops in time: Google ends a script after six minutes. */
const RUN_MS = 270000;
const QUOTES_A_CALL = 100;
const ORDERS_AT_ONCE = 10;
const TRIES = 4;
const LONGEST_WAIT_MS = 60000;
/** Stands beside a row from before its order leaves until its answer is written. */
const UNKNOWN = "Unknown outcome: choose Order again. The row is bought once.";
/** What this script writes, found by these headers wherever they stand. */
const RESULTS = { key: "Leadsheet key", status: "Leadsheet status", order: "Leadsheet order", price: "Leadsheet price" };

/** Products and fields of resources/api/products.json, which a test holds this to. A column is a field when its header is the name or the title. */
const PRODUCTS = {filters: "Filters", search_url: "Search URL", company_domains: "Company domains", local_business: "Local business", lookalikes: "Lookalikes"};
const FIELDS = {
  leadCount: { title: "Lead count", kind: "integer" },
  requireEmail: { title: "Require e-mail", kind: "boolean" },
  requirePhone: { title: "Require phone", kind: "boolean" },
  excludeDomains: { title: "Exclude domains", kind: "list" },
  excludeOwned: { title: "Exclude owned", kind: "boolean" },
  externalRef: { title: "External reference", kind: "text" },
  notes: { title: "Notes", kind: "text" },
  autoDeliver: { title: "Auto-deliver", kind: "boolean" },
  industries: { title: "Industries", kind: "list" },
  jobTitles: { title: "Job titles", kind: "list" },
  locations: { title: "Locations", kind: "list" },
  seniorities: { title: "Seniorities", kind: "list" },
  departments: { title: "Departments", kind: "list" },
  companySizes: { title: "Company sizes", kind: "list" },
  technologies: { title: "Technologies", kind: "list" },
  keywords: { title: "Keywords", kind: "list" },
  searchUrl: { title: "Search URL", kind: "url" },
  source: { title: "Source", kind: "text" },
  domains: { title: "Domains", kind: "list" },
  linkedinUrls: { title: "LinkedIn URLs", kind: "list" },
  maxPerCompany: { title: "Maximum per company", kind: "integer" },
  categories: { title: "Categories", kind: "list" },
  radiusKm: { title: "Radius in km", kind: "integer" },
  minRating: { title: "Minimum rating", kind: "decimal" },
  hasWebsite: { title: "Has a website", kind: "boolean" },
  seedDomains: { title: "Seed domains", kind: "list" },
};

function onOpen() {
  SpreadsheetApp.getUi().createMenu("Leadsheet")
    .addItem("Check", "leadsheetCheck").addItem("Price", "leadsheetPrice").addItem("Order…", "leadsheetOrder").addItem("Status", "leadsheetStatus")
    .addSeparator().addItem("Connect…", "leadsheetConnect").addToUi();
}

function leadsheetCheck() {
  withSheet_((run) => {
    const rows = quoted_(run);
    writeResults_(run.sheet, rows);
    return `${count_(rows, "ready")} can be ordered, ${count_(rows, "placed")} are ordered already, ${count_(rows, "fix")} need a fix.`;
  });
}

function leadsheetPrice() {
  withSheet_((run) => {
    const rows = quoted_(run);
    rows.filter(({ quote }) => quote).forEach((row) => (row.price = moneyText_(row.quote.total)));
    writeResults_(run.sheet, rows);
    return `${count_(rows, "ready")} orders would cost ${totalText_(rows)}. ${count_(rows, "fix")} rows need a fix.`;
  });
}

function leadsheetOrder() {
  withSheet_((run) => {
    const rows = quoted_(run);
    const ready = rows.filter(({ outcome }) => outcome === "ready");
    writeResults_(run.sheet, rows);
    if (ready.length === 0) return `There is nothing to order. ${count_(rows, "fix")} rows need a fix, see the column "${RESULTS.status}".`;
    const unused = run.unused.length > 0 ? `\n\nNot part of any order: ${run.unused.join(", ")}.` : "";
    const ui = SpreadsheetApp.getUi();
    const asked = ui.alert("Leadsheet", `Place ${ready.length} orders for ${totalText_(ready)}? An order cannot be undone here.${unused}`, ui.ButtonSet.YES_NO);
    if (asked !== ui.Button.YES) return "Nothing was ordered.";
    const stopped = sendAll_(run, ready);
    const left = ready.filter(({ outcome }) => outcome === "ready" || outcome === "unknown").length;
    const refused = ready.filter(({ outcome }) => outcome === "fix").length;
    return `${ready.length - left - refused} orders are placed, ${refused} were refused, ${left} are left. ${stopped}`;
  });
}

function leadsheetStatus() {
  withSheet_((run) => {
    const byKey = new Map(run.rows.filter(({ storedKey }) => storedKey).map((row) => [row.storedKey, row]));
    const found = [];
    let cursor = "";
    for (let first = true; (first || cursor) && found.length < byKey.size && inTime_(run); first = false) {
      const page = call_(run, "get", `/v1/orders?limit=1000${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
      for (const order of page.data) {
        const row = byKey.get(order.idempotencyKey);
        if (row) found.push({ ...row, key: row.storedKey, ...stateOf_(order) });
      }
      cursor = page.meta.nextCursor;
    }
    const isWhole = !cursor || found.length === byKey.size;
    const missing = !isWhole ? [] : [...byKey.values()].filter(({ storedKey }) => !found.some(({ key }) => key === storedKey));
    writeResults_(run.sheet, [...found, ...missing.map((row) => ({ ...row, key: row.storedKey, status: "Not ordered", order: "", price: "" }))]);
    return `${found.length} orders of this sheet were found.${!isWhole ? " There was not enough time to look through all orders of the account." : ""}`;
  });
}

function leadsheetConnect() {
  const ui = SpreadsheetApp.getUi();
  const ask = (text) => {
    const answer = ui.prompt("Leadsheet", text, ui.ButtonSet.OK_CANCEL);
    return answer.getSelectedButton() === ui.Button.OK ? answer.getResponseText().trim() : "";
  };
  const baseUrl = ask("Address of the service, for example https://api.example.com").replace(/\/+$/, "");
  if (!/^https:\/\/[^/]+/.test(baseUrl)) return baseUrl && ui.alert("The address has to begin with https://. Nothing was changed.");
  const apiKey = ask("API key. It is stored for you only, not in the sheet.");
  if (!apiKey) return undefined;
  try {
    const account = call_({ baseUrl, apiKey, started: Date.now() }, "get", "/v1/account");
    PropertiesService.getUserProperties().setProperties({ leadsheetBaseUrl: baseUrl, leadsheetApiKey: apiKey });
    return ui.alert(`Connected to the account ${account.name}.`);
  } catch (error) {
    return ui.alert(`${error.message} Nothing was changed.`);
  }
}

/** Runs `work` on the sheet at hand, alone, and says what came of it. */
function withSheet_(work) {
  const ui = SpreadsheetApp.getUi();
  const { leadsheetBaseUrl: baseUrl, leadsheetApiKey: apiKey } = PropertiesService.getUserProperties().getProperties();
  if (!baseUrl || !apiKey) return ui.alert("Choose Leadsheet > Connect… first.");
  const lock = LockService.getDocumentLock();
  if (!lock.tryLock(1000)) return ui.alert("Leadsheet is at work on this spreadsheet already, perhaps for somebody else. Try again when it is done.");
  try {
    const sheet = SpreadsheetApp.getActiveSheet();
    return ui.alert(work({ sheet, baseUrl, apiKey, started: Date.now(), ...readSheet_(sheet) }));
  } catch (error) {
    return ui.alert(error.message);
  } finally {
    lock.releaseLock();
  }
}

// ---- The sheet --------------------------------------------------------------------------------------------------------

/** Which column is which field, by its header alone. */
function columnsOf_(header) {
  const columns = { fields: [], results: {}, unused: [] };
  const called = new Map([["scrapingOption", "scrapingOption"], ["Product", "scrapingOption"], ["acknowledgeDuplicateOf", "acknowledgeDuplicateOf"]]);
  for (const [name, { title }] of Object.entries(FIELDS)) called.set(name, name).set(title, name);
  header.forEach((cell, at) => {
    const text = String(cell).trim();
    const result = Object.keys(RESULTS).find((name) => RESULTS[name] === text);
    const name = called.get(text);
    if (result) columns.results[result] = at;
    else if (name && columns.fields.some((field) => field.name === name)) throw new Error(`Two columns are the field ${name}: "${text}" is the second. Rename one of them.`);
    else if (name) columns.fields.push({ name, at });
    else if (text) columns.unused.push(text);
  });
  for (const needed of ["scrapingOption", "leadCount"])
    if (!columns.fields.some(({ name }) => name === needed))
      throw new Error(`No column of row 1 is called ${needed} or ${needed === "leadCount" ? FIELDS.leadCount.title : "Product"}. Columns are found by exact names only.`);
  return columns;
}

/** A value that is not of its field's kind stays as it is: the service says what is wrong with it. */
function cellValue_(kind, value, shown) {
  const text = shown.trim();
  if (kind === "list") return text.split(",").map((item) => item.trim()).filter((item) => item !== "");
  if (kind === "boolean") return typeof value === "boolean" ? value : /^(true|false)$/i.test(text) ? text.toLowerCase() === "true" : text;
  if (kind === "integer") return typeof value === "number" ? value : /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (kind === "decimal") return typeof value === "number" ? value : /^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : text;
  return text;
}

/** One row as an order; nothing when no field has a value. */
function rowOf_(columns, values, shown) {
  const row = { request: {}, reference: "", acknowledged: [] };
  for (const { name, at } of columns.fields) {
    const text = shown[at].trim();
    if (text === "") continue;
    if (name === "scrapingOption") row.request[name] = Object.keys(PRODUCTS).find((id) => PRODUCTS[id] === text) || text;
    else if (name === "acknowledgeDuplicateOf") row.acknowledged = cellValue_("list", values[at], text);
    else if (name === "externalRef") row.reference = text;
    else row.request[name] = cellValue_(FIELDS[name].kind, values[at], text);
    if (Array.isArray(row.request[name]) && row.request[name].length === 0) delete row.request[name];
  }
  return Object.keys(row.request).length === 0 ? undefined : row;
}

/** All rows with their keys, and what the sheet itself keeps from being ordered. */
function rowsOf_(table, shown) {
  const columns = columnsOf_(shown[0]);
  const at = (row, name) => (columns.results[name] === undefined ? "" : String(row[columns.results[name]]).trim());
  const rows = [];
  for (let i = 1; i < shown.length; i++) {
    const row = rowOf_(columns, table[i], shown[i]);
    if (!row) continue;
    const stored = { number: i + 1, storedKey: at(shown[i], "key"), status: at(shown[i], "status"), order: at(shown[i], "order"), price: at(shown[i], "price") };
    try {
      rows.push({ ...row, ...stored, ...rowOrder_(row) });
    } catch (error) {
      rows.push({ ...row, ...stored, key: "", outcome: "fix", status: `Needs a fix: ${error.message}` });
    }
  }
  return { rows: holdBack_(rows), unused: columns.unused };
}

/** Rows that must not be sent whatever the service would say. Sorting changes nothing: which of two equal rows is sent makes no difference. */
function holdBack_(rows) {
  const firsts = new Map();
  for (const row of rows.filter(({ key }) => key)) {
    const first = firsts.get(row.key);
    // The one that was ordered is the one the others repeat.
    if (!first || (!first.order && row.order && row.storedKey === row.key)) firsts.set(row.key, row);
  }
  return rows.map((row) => {
    if (row.outcome) return row;
    const first = firsts.get(row.key);
    if (row.order && row.storedKey && row.storedKey !== row.key)
      return { ...row, key: row.storedKey, outcome: "fix", status: `Changed since it was ordered as ${row.order}; nothing is ordered for it. Clear its Leadsheet cells to order it as a new row.` };
    if (row.status === UNKNOWN && row.storedKey && row.storedKey !== row.key)
      return { ...row, key: row.storedKey, outcome: "fix", status: "Changed while its outcome was unknown: choose Status first." };
    if (first === row) return row;
    if (row.reference && first.body !== row.body) return { ...row, key: "", outcome: "fix", status: `Needs a fix: row ${first.number} has the same External reference.` };
    return { ...row, key: "", outcome: "fix", status: `In the sheet twice: row ${first.number} asks for the same. It is ordered once.` };
  });
}

function readSheet_(sheet) {
  const range = sheet.getDataRange();
  return rowsOf_(range.getValues(), range.getDisplayValues());
}

/** Columns of the results, made at the right end where they are missing; 1-based. */
function resultColumns_(sheet) {
  const header = sheet.getRange(1, 1, 1, Math.max(1, sheet.getLastColumn())).getDisplayValues()[0].map((cell) => cell.trim());
  const columns = {};
  for (const [name, title] of Object.entries(RESULTS)) {
    let at = header.indexOf(title);
    if (at < 0) {
      at = header.push(title) - 1;
      sheet.getRange(1, at + 1).setValue(title);
    }
    columns[name] = at + 1;
  }
  return columns;
}

/** Writes the keys beside their rows and makes sure that they are beside them, whatever is sorted meanwhile. */
function writeKeys_(sheet, rows) {
  let places = rows;
  for (let attempt = 0; attempt < 3; attempt++) {
    const { key: column } = resultColumns_(sheet);
    for (const { number, key, storedKey } of places) if (key && key !== storedKey) sheet.getRange(number, column).setValue(key);
    SpreadsheetApp.flush();
    places = readSheet_(sheet).rows;
    if (places.every(({ key, storedKey }) => !key || key === storedKey)) return;
  }
  throw new Error("The sheet is being changed by somebody else. Nothing was ordered; try again when they are done.");
}

/** Finds each row by its key, as rows and columns may have moved, and writes what is known of it. */
function writeResults_(sheet, rows) {
  const columns = resultColumns_(sheet);
  const keys = sheet.getRange(1, columns.key, Math.max(1, sheet.getLastRow()), 1).getDisplayValues().map(([cell]) => cell.trim());
  for (const row of rows) {
    const found = keys.indexOf(row.key) + 1;
    const number = row.key ? found : row.number;
    if (!number) continue; // removed meanwhile
    for (const name of ["status", "order", "price"]) sheet.getRange(number, columns[name]).setValue(row[name] || "");
  }
  SpreadsheetApp.flush();
}

// ---- The service ------------------------------------------------------------------------------------------------------

function inTime_({ started }) {
  return Date.now() - started < RUN_MS;
}

function requestOf_({ baseUrl, apiKey }, method, path, body, key) {
  return {
    url: baseUrl + path, method, muteHttpExceptions: true, followRedirects: false,
    headers: { "x-api-key": apiKey, ...(key ? { "Idempotency-Key": key } : {}) },
    ...(body ? { contentType: "application/json", payload: JSON.stringify(body) } : {}),
  };
}

/** The answer in a form that is easy to judge; `status` 0 when there was none. */
function readAnswer_(response) {
  const headers = {};
  for (const [name, value] of Object.entries(response.getAllHeaders())) headers[name.toLowerCase()] = String(value);
  let body;
  try {
    body = JSON.parse(response.getContentText());
  } catch (error) {
    return { status: 0, headers, body: {} };
  }
  return { status: response.getResponseCode(), headers, body };
}

/** All of them at once; when the connection fails nobody knows which arrived. */
function fetchAll_(requests) {
  try {
    return UrlFetchApp.fetchAll(requests).map(readAnswer_);
  } catch (error) {
    return requests.map(() => ({ status: 0, headers: {}, body: {} }));
  }
}

function isWorthRepeating_({ status, body }) {
  return status === 0 || status === 408 || status === 425 || status === 429 || status >= 500 || body.code === "idempotency_in_progress";
}

/** How long the service asks to wait, at least; longer with each try. */
function waitMs_({ headers }, attempt) {
  const asked = Number(headers["retry-after"]);
  return asked > 0 ? asked * 1000 : 500 * 2 ** attempt;
}

function wait_(run, ms) {
  if (ms > LONGEST_WAIT_MS || Date.now() - run.started + ms > RUN_MS) return false;
  Utilities.sleep(ms);
  return true;
}

/** One call that changes nothing by being repeated. */
function call_(run, method, path, body) {
  let answer;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    [answer] = fetchAll_([requestOf_(run, method, path, body)]);
    if (!isWorthRepeating_(answer) || !wait_(run, waitMs_(answer, attempt))) break;
  }
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  if (answer.status === 0) throw new Error("The service does not answer. Nothing was ordered by this; try again later.");
  throw new Error(`The service refused: ${answer.body.detail || answer.body.title || answer.status}`);
}

/** The rows with the service's price or what it says against them. */
function quoted_(run) {
  const open = run.rows.filter(({ outcome }) => !outcome);
  const answers = new Map();
  for (let first = 0; first < open.length; first += QUOTES_A_CALL) {
    if (!inTime_(run)) throw new Error("There was not enough time to price all rows. Nothing was ordered; divide the sheet.");
    const part = open.slice(first, first + QUOTES_A_CALL);
    const items = part.map(({ body, key }) => ({ ...JSON.parse(body), idempotencyKey: key }));
    for (const item of call_(run, "post", "/v1/quotes", { items }).items) answers.set(part[item.index].key, item);
  }
  writeKeys_(run.sheet, run.rows);
  return run.rows.map((row) => (row.outcome ? row : { ...row, ...judgedQuote_(row, answers.get(row.key)) }));
}

function judgedQuote_(row, { quote, existingOrder, problem }) {
  if (existingOrder) return existing_(row, existingOrder);
  if (problem) return { outcome: "fix", order: "", price: "", status: `Needs a fix: ${problemText_(problem)}` };
  const open = quote.equivalentOrders.map(({ orderNumber }) => orderNumber).filter((number) => !row.acknowledged.includes(number));
  if (open.length > 0) return { outcome: "fix", order: "", price: "", status: orderedBefore_(open) };
  return { outcome: "ready", order: "", price: "", status: "Ready", quote };
}

function orderedBefore_(numbers) {
  return `Ordered before as ${numbers.join(", ")}. To order it all the same, write the numbers into a column acknowledgeDuplicateOf.`;
}

function problemText_({ detail, title, errors }) {
  return errors && errors.length > 0 ? errors.map((one) => one.detail).join(" ") : detail || title;
}

function stateOf_(order) {
  const leads = order.deliveredLeads > 0 ? `, ${order.deliveredLeads} of ${order.leadCount} leads` : "";
  return { outcome: "placed", order: order.order_number, price: moneyText_(order.price), status: `Ordered: ${order.status.replace(/_/g, " ")}${leads}` };
}

/** The order that the row's key has bought. A row with a Reference may ask for something else by now. */
function existing_(row, order) {
  const same = order.leadCount === row.request.leadCount && orderMark_(order.request) === orderMark_(row.request);
  if (same || !row.reference) return stateOf_(order);
  const status = `Its External reference was ordered as ${order.order_number}, which asks for something else; nothing is ordered for it. Write another one.`;
  return { ...stateOf_(order), outcome: "fix", status };
}

/** Sends the rows part by part, each with its own key; says why it stopped early. */
function sendAll_(run, rows) {
  for (let first = 0; first < rows.length; first += ORDERS_AT_ONCE) {
    if (!inTime_(run)) return "Google lets a script run for six minutes only: choose Order again to go on.";
    const part = rows.slice(first, first + ORDERS_AT_ONCE);
    for (const row of part) row.status = UNKNOWN;
    writeResults_(run.sheet, part);
    const stopped = sendPart_(run, part);
    writeResults_(run.sheet, part);
    if (stopped) return stopped;
  }
  return "";
}

function sendPart_(run, part) {
  let open = part;
  for (let attempt = 0; open.length > 0; attempt++) {
    const answers = fetchAll_(open.map((row) => requestOf_(run, "post", "/v1/orders", createOf_(row), row.key)));
    const again = [];
    let wait = 0;
    let stopped = "";
    for (const [i, row] of open.entries()) {
      const answer = answers[i];
      if (isWorthRepeating_(answer)) {
        again.push(row);
        wait = Math.max(wait, waitMs_(answer, attempt));
        if (answer.status !== 429) row.outcome = "unknown";
        row.status = row.outcome === "unknown" ? UNKNOWN : "Ready";
      } else {
        stopped = settle_(run, row, answer) || stopped;
      }
    }
    if (stopped) return stopped;
    open = again;
    if (open.length > 0 && (attempt + 1 >= TRIES || !wait_(run, wait)))
      return `The service is busy or cannot be reached. Choose Order again in ${Math.ceil(wait / 1000)} seconds or later to go on.`;
  }
  return "";
}

function createOf_({ body, quote, acknowledged }) {
  const named = acknowledged.length > 0 ? { acknowledgeDuplicateOf: acknowledged } : {};
  return { ...JSON.parse(body), quoteId: quote.id, duplicates: "refuse", ...named };
}

/** Notes what the answer means for its row. Returns why the run must stop, if it must. */
function settle_(run, row, { status, body }) {
  if (status >= 200 && status < 300) return void Object.assign(row, stateOf_(body));
  if (body.code === "idempotency_key_reused") {
    // Ordered meanwhile, or before an answer got lost, at another price: the key says which order it is.
    const [order] = call_(run, "get", `/v1/orders?idempotencyKey=${encodeURIComponent(row.key)}`).data;
    return void Object.assign(row, order ? existing_(row, order) : { outcome: "fix", status: `Refused: ${problemText_(body)}` });
  }
  if (body.code === "equivalent_order") {
    return void Object.assign(row, { outcome: "fix", status: orderedBefore_(body.equivalentOrders.map(({ orderNumber }) => orderNumber)) });
  }
  // An earlier attempt may have been applied when this came from in front of the key's check.
  const unknown = row.outcome === "unknown" && [401, 403].includes(status);
  if (!unknown) Object.assign(row, { outcome: "fix", status: `Refused: ${problemText_(body)}` });
  return [401, 402, 403].includes(status) ? `Stopped: ${problemText_(body)}` : undefined;
}

function count_(rows, outcome) {
  return rows.filter((row) => row.outcome === outcome).length;
}

function moneyText_({ amount, currency }) {
  const digits = String(amount).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)} ${currency}`;
}

function totalText_(rows) {
  const totals = rows.filter(({ quote }) => quote).map(({ quote }) => quote.total);
  return totals.length === 0 ? "nothing" : moneyText_({ amount: totals.reduce((sum, { amount }) => sum + amount, 0), currency: totals[0].currency });
}

// ---- Identity: the same as client-core/submit derives, held to it by tests/contract/marks.json ---------------------------

const GUARDS = ["quoteId", "maxPrice", "duplicates", "acknowledgeDuplicateOf"];
const NOT_IN_MARK = [...GUARDS, "leadCount", "excludeOwned", "externalRef", "notes", "autoDeliver", "metadata"];

/** In the order of the bytes of UTF-8, which is that of the code points. */
function byBytes_(one, other) {
  const [a, b] = [Array.from(one), Array.from(other)];
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i].codePointAt(0) - b[i].codePointAt(0);
  return a.length - b.length;
}

function sized_(text) {
  const bytes = Array.from(text).reduce((sum, c) => sum + (c < "\u0080" ? 1 : c < "\u0800" ? 2 : c.length === 1 ? 3 : 4), 0);
  return `${bytes}:${text}`;
}

function sha256_(text) {
  const bytes = Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8);
  return bytes.map((byte) => (byte + 256) % 256);
}

function numberText_(value) {
  if (!/^-?\d+(\.\d+)?$/.test(String(value))) throw new Error(`${value} is not a number that an order can hold.`);
  return String(value);
}

function jsonText_(value) {
  if (typeof value === "number") return numberText_(value);
  if (Array.isArray(value)) return `[${value.map(jsonText_).join(",")}]`;
  if (typeof value === "object") return `{${Object.keys(value).sort(byBytes_).map((name) => `${jsonText_(name)}:${jsonText_(value[name])}`).join(",")}}`;
  return JSON.stringify(typeof value === "string" ? value.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd") : value);
}

/** The body of a row's order, without price guards, and its order key. */
function rowOrder_({ request, occurrence = 0, generation = 0, reference = "" }) {
  const ref = reference.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  const members = Object.fromEntries(Object.entries(request).filter(([name]) => !GUARDS.includes(name)));
  const body = jsonText_(ref ? { ...members, externalRef: ref } : members);
  const what = ref ? ` reference ${sized_(ref.normalize("NFC"))}` : ` body ${sized_(body.normalize("NFC"))}${sized_(String(occurrence))}`;
  const bits = sha256_(`leadsheet order key 1${what}${sized_(String(generation))}`).slice(0, 20).map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return { body, key: `ls1-${bits.replace(/.{5}/g, (five) => "abcdefghijklmnopqrstuvwxyz234567".charAt(parseInt(five, 2)))}` };
}

/** Unicode's case folding of one character, which has no function in JavaScript. */
function caseFolded_(c) {
  if (c === "\u0131") return c;
  if (/[\u13a0-\u13fd\uab70-\uabbf]/.test(c)) return c.toUpperCase();
  return c.toLowerCase().toUpperCase().toLowerCase();
}

function folded_(text) {
  let before;
  do {
    before = text;
    text = Array.from(text.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "")).map(caseFolded_).join("").normalize("NFC");
  } while (text !== before);
  return text.replace(/\p{White_Space}+/gu, " ").replace(/^ | $/g, "");
}

function markValues_(name, given) {
  if (typeof given === "boolean") return !given && (name === "requireEmail" || name === "requirePhone") ? [] : [String(given)];
  if (typeof given === "number") return [numberText_(given)];
  const isList = FIELDS[name] && FIELDS[name].kind === "list";
  const items = Array.isArray(given) ? given : isList ? given.split(",") : [given];
  return [...new Set(items.map(folded_))].filter((text) => text !== "").sort(byBytes_);
}

/** Equal for orders that ask for the same people, whatever their count and their spelling. */
function orderMark_(request) {
  let text = "leadsheet mark 1\n";
  // Answers repeat each list as text: industriesText beside industries.
  const repeatsList = (name) => name.endsWith("Text") && Array.isArray(request[name.slice(0, -"Text".length)]);
  for (const name of Object.keys(request).filter((one) => !NOT_IN_MARK.includes(one) && !repeatsList(one)).sort(byBytes_)) {
    const values = markValues_(name, request[name]);
    if (values.length > 0) text += `${name}:${values.length}\n${values.map((value) => `${sized_(value)}\n`).join("")}`;
  }
  return `m1-${sha256_(text).slice(0, 16).map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
