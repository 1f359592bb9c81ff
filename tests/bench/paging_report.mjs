// SPDX-License-Identifier: Apache-2.0
export const url = process.argv[2];
export const key = process.env.LEADSHEET_API_KEY;
export const fields = ["id", "fullName", "jobTitle", "email", "companyName", "companyDomain", "city", "country", "result", "hasPhone"];
export const limit = 1000;

/// Counts what comes one by one and prints {"seconds", "cpuSeconds", "leads", "peakMegabytes"}.
export async function report(leads) {
    const started = performance.now();
    let count = 0;
    for await (const lead of leads) count += lead.email ? 1 : 0;
    const { user, system } = process.cpuUsage();
    console.log(
        JSON.stringify({
            seconds: Number(((performance.now() - started) / 1000).toFixed(3)),
            cpuSeconds: Number(((user + system) / 1e6).toFixed(3)),
            leads: count,
            peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
        }),
    );
}
