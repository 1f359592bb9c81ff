// SPDX-License-Identifier: MIT
// n8n does not let community nodes use timers; what the inlined SDK needs of them, over the wait that n8n has.
import { sleep } from "n8n-workflow";

export function setTimeout(run, ms) {
    const timer = { live: true };
    sleep(ms).then(() => timer.live && run());
    return timer;
}

export function clearTimeout(timer) {
    if (timer) timer.live = false;
}
