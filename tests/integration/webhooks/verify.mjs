// SPDX-License-Identifier: Apache-2.0
// Lets the verifiers of npm judge messages. Reads one JSON array of {secret, headers, body} from standard input;
// prints one line for each fault, then {"accepted", "refused"}: whole messages that were taken, mutations that were not.
import { readFileSync } from "node:fs";
import { Webhook as Standard } from "standardwebhooks";
import { Webhook as Svix } from "svix";

const kVerifiers = { standardwebhooks: Standard, svix: Svix };
const kSkewSeconds = 301; // a second more than any receiver may tolerate

const changedText = (text, at) => text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);

/// Everything that must not pass, by name.
function* mutations({ secret, headers, body }) {
    const signature = headers["webhook-signature"];
    const time = Number(headers["webhook-timestamp"]);
    const withHeader = (name, value) => ({ secret, headers: { ...headers, [name]: value }, body });
    yield ["a byte of the body", { secret, headers, body: changedText(body, Math.floor(body.length / 2)) }];
    yield ["a longer body", { secret, headers, body: `${body} ` }];
    yield ["a shorter body", { secret, headers, body: body.slice(0, -1) }];
    yield ["no body", { secret, headers, body: "" }];
    yield ["another id", withHeader("webhook-id", `${headers["webhook-id"]}x`)];
    for (const by of [-1, 1, -kSkewSeconds, kSkewSeconds]) yield [`a time ${by} s away`, withHeader("webhook-timestamp", String(time + by))];
    yield ["no time", withHeader("webhook-timestamp", "now")];
    for (let at = 3; at < 3 + 43; at++) yield [`character ${at} of the signature`, withHeader("webhook-signature", signature.split(" ").map((one) => changedText(one, at)).join(" "))];
    yield ["another version", withHeader("webhook-signature", signature.replaceAll("v1,", "v2,"))];
    yield ["half a signature", withHeader("webhook-signature", signature.split(" ").map((one) => one.slice(0, 24)).join(" "))];
    yield ["no signature", withHeader("webhook-signature", "")];
    const other = `whsec_${Buffer.from("another secret of 24 byte").toString("base64")}`;
    yield ["another secret", { secret: other, headers, body }];
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
        const { [name]: _, ...fewer } = headers;
        yield [`no ${name}`, { secret, headers: fewer, body }];
    }
}

function accepts(Verifier, { secret, headers, body }) {
    try {
        new Verifier(secret).verify(body, headers);
        return true;
    } catch {
        return false;
    }
}

const counts = { accepted: 0, refused: 0 };
for (const message of JSON.parse(readFileSync(0, "utf8"))) {
    for (const [name, Verifier] of Object.entries(kVerifiers)) {
        if (accepts(Verifier, message)) counts.accepted++;
        else console.log(`${name} refuses ${JSON.stringify(message).slice(0, 300)}`);
        for (const [what, mutation] of mutations(message)) {
            if (accepts(Verifier, mutation)) console.log(`${name} accepts ${what} of ${JSON.stringify(message.headers)}`);
            else counts.refused++;
        }
    }
}
console.log(JSON.stringify(counts));
