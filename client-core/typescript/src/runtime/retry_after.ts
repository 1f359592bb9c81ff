// SPDX-License-Identifier: Apache-2.0
// How long an answer asks to wait: the forms and bounds of the C++ client (client-core/src/retry/retry_after.hpp).

/** Longer requests are read as this long: no timer waits for ever. */
const longestMs = 366 * 86_400_000;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const month = `(?<month>${months.join("|")})`;
const time = "(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)";
const day = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const longDay = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
/** The three forms of RFC 9110 section 5.6.7: IMF-fixdate, RFC 850, asctime. All of them mean GMT. */
const forms = [
    `${day}, (?<day>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT`,
    `${longDay}, (?<day>\\d\\d)-${month}-(?<year>\\d\\d) ${time} GMT`,
    `${day} ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/** In milliseconds since 1970. A two-digit year is the one within 50 years of `now`; of two, the later. */
function httpDate(text: string, now: number): number | undefined {
    const found = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
    if (found === undefined) return undefined;
    let year = Number(found.year);
    if (found.year?.length === 2) {
        const thisYear = new Date(now).getUTCFullYear();
        year += thisYear - (thisYear % 100);
        if (year > thisYear + 50) year -= 100;
        else if (year <= thisYear - 50) year += 100;
    }
    // Not Date.UTC, which takes the years 0 to 99 for those of the last century.
    const date = new Date(0);
    date.setUTCFullYear(year, months.indexOf(found.month ?? ""), Number(found.day));
    if (date.getUTCDate() !== Number(found.day)) return undefined;
    return date.getTime() + ((Number(found.hour) * 60 + Number(found.minute)) * 60 + Number(found.second)) * 1000;
}

/** What stands between may send the field twice; `Headers` joins the lines. */
function firstLine(value: string): string {
    if (/^\d/.test(value)) return value.replace(/[ \t]*,.*$/, "");
    return value.replace(/GMT,.*$/, "GMT");
}

/**
 * Seconds or an HTTP-date (RFC 9110 section 10.2.3), in milliseconds. A date is measured against the answer's own
 * Date, so that a wrong local clock does not matter. Nothing when malformed.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
    const value = firstLine(headers.get("retry-after")?.trim() ?? "");
    if (/^\d+(\.\d+)?$/.test(value)) return Math.min(wholeSeconds(value) * 1000, longestMs);
    const due = httpDate(value, now);
    if (due === undefined) return undefined;
    const sent = httpDate(firstLine(headers.get("date")?.trim() ?? ""), now) ?? now;
    return Math.min(Math.max(0, due - sent), longestMs);
}

/** Rounded up by its digits: a number would lose those far behind the point. */
function wholeSeconds(value: string): number {
    const [whole, fraction = ""] = value.split(".");
    return Number(whole) + (/[1-9]/.test(fraction) ? 1 : 0);
}
