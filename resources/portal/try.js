// SPDX-License-Identifier: Apache-2.0
// Loads Swagger UI when it is asked for. The server serves this page in sandboxes only; requests go
// nowhere else.
"use strict";

const button = document.getElementById("load");
const said = document.getElementById("said");
const here = new URL(".", document.baseURI);
const service = new URL("../", here);
button.hidden = false;

// The name of the class is Swagger UI's.
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const dress = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", dress);
dress();

function load(kind, attributes) {
    return new Promise((resolve, reject) => {
        const element = Object.assign(document.createElement(kind), attributes);
        element.onload = resolve;
        element.onerror = () => reject(new Error(`${attributes.src ?? attributes.href} could not be loaded`));
        document.head.append(element);
    });
}

function onlyHere(request) {
    const target = new URL(request.url, document.baseURI);
    if (target.origin !== service.origin) throw new Error(`This page sends nothing to ${target.origin}.`);
    return request;
}

async function show() {
    button.disabled = true;
    said.textContent = "Loading …";
    try {
        await Promise.all([
            load("link", { rel: "stylesheet", href: new URL("swagger-ui.css", here).href }),
            load("script", { src: new URL("swagger-ui-bundle.js", here).href }),
        ]);
        window.SwaggerUIBundle({
            url: new URL("v1/openapi.json", service).href,
            domNode: document.getElementById("swagger"),
            requestInterceptor: onlyHere,
            validatorUrl: null,
            deepLinking: false,
            docExpansion: "none",
            persistAuthorization: false,
            onComplete: () => {
                said.textContent = "";
                button.remove();
                document.getElementById("servers")?.setAttribute("aria-label", "Server");
            },
        });
    } catch (error) {
        said.textContent = `${error.message}. Reload the page to try again.`;
    }
}

button.addEventListener("click", show);
