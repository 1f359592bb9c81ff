// SPDX-License-Identifier: MIT
// The SDK over n8n's own requests: n8n adds the key, its proxy settings and its rules of where a node may call.
import type {
    IDataObject, IExecuteFunctions, IHookFunctions, IHttpRequestMethods, IHttpRequestOptions, IN8nHttpFullResponse, JsonObject,
} from "n8n-workflow";
import { NodeApiError, NodeOperationError, sleep } from "n8n-workflow";
import { ApiError, CallError, Leadsheet } from "../../../typescript/src/index.js";

type Caller = IExecuteFunctions | IHookFunctions;

const credential = "leadsheetApi";

/** Rejects when the SDK gives an attempt up; n8n itself only ends requests when the whole execution is cancelled. */
function ended(signal: AbortSignal): Promise<never> {
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

function send(caller: Caller): typeof fetch {
    return async (input, init) => {
        const headers = { ...(init?.headers as Record<string, string>) };
        delete headers["x-api-key"];
        const options: IHttpRequestOptions = {
            method: init?.method as IHttpRequestMethods,
            url: String(input),
            headers,
            encoding: "arraybuffer",
            returnFullResponse: true,
            ignoreHttpStatusErrors: true,
            disableFollowRedirect: true,
            ...(init?.body ? { body: init.body as string } : {}),
        };
        const request = caller.helpers.httpRequestWithAuthentication.call(caller, credential, options);
        const answer = (await Promise.race([request, ended(init?.signal as AbortSignal)])) as IN8nHttpFullResponse;
        const empty = [204, 205, 304].includes(answer.statusCode);
        return new Response(empty ? null : (answer.body as unknown as ArrayBuffer), {
            status: answer.statusCode,
            headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]),
        });
    };
}

export async function leadsheetOf(caller: Caller): Promise<Leadsheet> {
    const { baseUrl } = await caller.getCredentials<{ baseUrl: string }>(credential);
    return new Leadsheet({
        baseUrl,
        apiKey: "added-by-n8n",
        fetch: send(caller),
        sleep: (ms) => sleep(ms),
        headers: { "user-agent": "n8n-nodes-leadsheet" },
    });
}

/** What to do about a failure, as far as that can be said. */
function wayOut(error: CallError): string {
    if (error instanceof ApiError && error.code === "equivalent_order") {
        const orders = (error.problem as unknown as { equivalentOrders?: { orderNumber: string }[] }).equivalentOrders ?? [];
        const numbers = orders.map(({ orderNumber }) => orderNumber).join(", ");
        return `Nothing was ordered. To order all the same, write ${numbers} into the option Acknowledge Duplicates Of.`;
    }
    if (error.certainty === "unknown")
        return "The order may have been placed. Run the node again with the same row: its key is the same, so it is bought once.";
    const fields = error instanceof ApiError ? error.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`) : [];
    return fields.join(" ") || "Nothing was ordered or changed by this call.";
}

/** The failure as n8n shows it. */
export function shown(caller: Caller, error: unknown, itemIndex?: number): NodeApiError | NodeOperationError {
    const item = itemIndex === undefined ? {} : { itemIndex };
    if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
    if (!(error instanceof CallError)) return new NodeOperationError(caller.getNode(), error as Error, item);
    const facts = { message: error.message, requestId: error.requestId, ...(error instanceof ApiError ? { code: error.code } : {}) };
    return new NodeApiError(caller.getNode(), facts as JsonObject, {
        ...item,
        message: error.message,
        description: wayOut(error),
        ...(error instanceof ApiError ? { httpCode: String(error.status) } : {}),
    });
}

/** The failure as an item, for nodes that go on: of the form that n8n leads to the error output. */
export function asItem(error: unknown): IDataObject {
    if (!(error instanceof CallError)) return { error: error instanceof Error ? error.message : String(error) };
    const details = {
        wayOut: wayOut(error),
        certainty: error.certainty,
        ...(error.idempotencyKey === undefined ? {} : { idempotencyKey: error.idempotencyKey }),
        ...(error instanceof ApiError ? { status: error.status, code: error.code ?? null } : {}),
    };
    return { error: error.message, details };
}
