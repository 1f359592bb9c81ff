<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>ActPreview</name>
    <message numerus="yes">
        <source>%Ln order(s) move to In Progress. No money moves: %1 stays held.</source>
        <translation>
            <numerusform>%Ln order moves to In Progress. No money moves: %1 stays held.</numerusform>
            <numerusform>%Ln orders move to In Progress. No money moves: %1 stays held.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) wait until the customer has answered. No money moves: %1 stays held.</source>
        <translation>
            <numerusform>%Ln order waits until the customer has answered. No money moves: %1 stays held.</numerusform>
            <numerusform>%Ln orders wait until the customer has answered. No money moves: %1 stays held.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) are delivered: %1 is charged, and %2 of what is held is released.</source>
        <translation>
            <numerusform>%Ln order is delivered: %1 is charged, and %2 of what is held is released.</numerusform>
            <numerusform>%Ln orders are delivered: %1 is charged, and %2 of what is held is released.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Refund %1 for %Ln order(s).</source>
        <translation>
            <numerusform>Refund %1 for %Ln order.</numerusform>
            <numerusform>Refund %1 for %Ln orders.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) end before delivery: %1 that is held is released. Nothing was charged.</source>
        <translation>
            <numerusform>%Ln order ends before delivery: %1 that is held is released. Nothing was charged.</numerusform>
            <numerusform>%Ln orders end before delivery: %1 that is held is released. Nothing was charged.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Refund %1 that was charged and release %2 that is held, for %Ln order(s).</source>
        <translation>
            <numerusform>Refund %1 that was charged and release %2 that is held, for %Ln order.</numerusform>
            <numerusform>Refund %1 that was charged and release %2 that is held, for %Ln orders.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) are rejected for good: %1 that is held is released.</source>
        <translation>
            <numerusform>%Ln order is rejected for good: %1 that is held is released.</numerusform>
            <numerusform>%Ln orders are rejected for good: %1 that is held is released.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) are given up for good: %1 that is held is released.</source>
        <translation>
            <numerusform>%Ln order is given up for good: %1 that is held is released.</numerusform>
            <numerusform>%Ln orders are given up for good: %1 that is held is released.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approve %Ln Order(s)</source>
        <translation>
            <numerusform>Approve %Ln Order</numerusform>
            <numerusform>Approve %Ln Orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ask About %Ln Order(s)</source>
        <translation>
            <numerusform>Ask About %Ln Order</numerusform>
            <numerusform>Ask About %Ln Orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deliver %Ln Order(s), Charge %1</source>
        <translation>
            <numerusform>Deliver %Ln Order, Charge %1</numerusform>
            <numerusform>Deliver %Ln Orders, Charge %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Give Money Back for %Ln Order(s)</source>
        <translation>
            <numerusform>Give Money Back for %Ln Order</numerusform>
            <numerusform>Give Money Back for %Ln Orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Refund %1 for %Ln Order(s)</source>
        <translation>
            <numerusform>Refund %1 for %Ln Order</numerusform>
            <numerusform>Refund %1 for %Ln Orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>End %Ln Order(s), Release %1</source>
        <translation>
            <numerusform>End %Ln Order, Release %1</numerusform>
            <numerusform>End %Ln Orders, Release %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reject %Ln Order(s), Release %1</source>
        <translation>
            <numerusform>Reject %Ln Order, Release %1</numerusform>
            <numerusform>Reject %Ln Orders, Release %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Give Up %Ln Order(s), Release %1</source>
        <translation>
            <numerusform>Give Up %Ln Order, Release %1</numerusform>
            <numerusform>Give Up %Ln Orders, Release %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chosen order(s) are left out: their state does not allow it.</source>
        <translation>
            <numerusform>%Ln chosen order is left out: its state does not allow it.</numerusform>
            <numerusform>%Ln chosen orders are left out: their state does not allow it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) have no leads: the customer gets nothing and pays nothing.</source>
        <translation>
            <numerusform>%Ln order has no leads: the customer gets nothing and pays nothing.</numerusform>
            <numerusform>%Ln orders have no leads: the customer gets nothing and pays nothing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The last part of the leads has not arrived for %Ln order(s).</source>
        <translation>
            <numerusform>The last part of the leads has not arrived for %Ln order.</numerusform>
            <numerusform>The last part of the leads has not arrived for %Ln orders.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MatterWords</name>
    <message numerus="yes">
        <source>%Ln hidden row(s) skipped</source>
        <translation>
            <numerusform>%Ln hidden row skipped</numerusform>
            <numerusform>%Ln hidden rows skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hidden row(s) included</source>
        <translation>
            <numerusform>%Ln hidden row included</numerusform>
            <numerusform>%Ln hidden rows included</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hidden column(s) read too</source>
        <translation>
            <numerusform>%Ln hidden column read too</numerusform>
            <numerusform>%Ln hidden columns read too</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hidden column(s) skipped</source>
        <translation>
            <numerusform>%Ln hidden column skipped</numerusform>
            <numerusform>%Ln hidden columns skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln merged area(s), first cell only</source>
        <translation>
            <numerusform>%Ln merged area, first cell only</numerusform>
            <numerusform>%Ln merged areas, first cell only</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln merged area(s) filled</source>
        <translation>
            <numerusform>%Ln merged area filled</numerusform>
            <numerusform>%Ln merged areas filled</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln formula error(s) block their rows</source>
        <translation>
            <numerusform>%Ln formula error blocks its row</numerusform>
            <numerusform>%Ln formula errors block their rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln formula error(s) read as empty</source>
        <translation>
            <numerusform>%Ln formula error read as empty</numerusform>
            <numerusform>%Ln formula errors read as empty</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln formula(s) without a value block their rows</source>
        <translation>
            <numerusform>%Ln formula without a value blocks its row</numerusform>
            <numerusform>%Ln formulas without a value block their rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln formula(s) without a value read as empty</source>
        <translation>
            <numerusform>%Ln formula without a value read as empty</numerusform>
            <numerusform>%Ln formulas without a value read as empty</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rounded number(s) read as shown</source>
        <translation>
            <numerusform>%Ln rounded number read as shown</numerusform>
            <numerusform>%Ln rounded numbers read as shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rounded number(s) read as stored</source>
        <translation>
            <numerusform>%Ln rounded number read as stored</numerusform>
            <numerusform>%Ln rounded numbers read as stored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) with more cells kept</source>
        <translation>
            <numerusform>%Ln row with more cells kept</numerusform>
            <numerusform>%Ln rows with more cells kept</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) with more cells blocked</source>
        <translation>
            <numerusform>%Ln row with more cells blocked</numerusform>
            <numerusform>%Ln rows with more cells blocked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln totals row(s) blocked</source>
        <translation>
            <numerusform>%Ln totals row blocked</numerusform>
            <numerusform>%Ln totals rows blocked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln totals row(s) skipped</source>
        <translation>
            <numerusform>%Ln totals row skipped</numerusform>
            <numerusform>%Ln totals rows skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln totals row(s) included</source>
        <translation>
            <numerusform>%Ln totals row included</numerusform>
            <numerusform>%Ln totals rows included</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln marked row(s) blocked</source>
        <translation>
            <numerusform>%Ln marked row blocked</numerusform>
            <numerusform>%Ln marked rows blocked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln marked row(s) skipped</source>
        <translation>
            <numerusform>%Ln marked row skipped</numerusform>
            <numerusform>%Ln marked rows skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln marked row(s) taken</source>
        <translation>
            <numerusform>%Ln marked row taken</numerusform>
            <numerusform>%Ln marked rows taken</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunMoneyWords</name>
    <message numerus="yes">
        <source>The service does not know %Ln order(s) of this run.</source>
        <translation>
            <numerusform>The service does not know %Ln order of this run.</numerusform>
            <numerusform>The service does not know %Ln orders of this run.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%Ln Ready</source>
        <translation>
            <numerusform>%Ln Ready</numerusform>
            <numerusform>%Ln Ready</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Needs Fix</source>
        <translation>
            <numerusform>%Ln Needs Fix</numerusform>
            <numerusform>%Ln Needs Fix</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Skipped</source>
        <translation>
            <numerusform>%Ln Skipped</numerusform>
            <numerusform>%Ln Skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Queued</source>
        <translation>
            <numerusform>%Ln Queued</numerusform>
            <numerusform>%Ln Queued</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Sending</source>
        <translation>
            <numerusform>%Ln Sending</numerusform>
            <numerusform>%Ln Sending</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Placed</source>
        <translation>
            <numerusform>%Ln Placed</numerusform>
            <numerusform>%Ln Placed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Already Ordered</source>
        <translation>
            <numerusform>%Ln Already Ordered</numerusform>
            <numerusform>%Ln Already Ordered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Refused</source>
        <translation>
            <numerusform>%Ln Refused</numerusform>
            <numerusform>%Ln Refused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Unknown Outcome</source>
        <translation>
            <numerusform>%Ln Unknown Outcome</numerusform>
            <numerusform>%Ln Unknown Outcome</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Will Retry</source>
        <translation>
            <numerusform>%Ln Will Retry</numerusform>
            <numerusform>%Ln Will Retry</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln skipped</source>
        <translation>
            <numerusform>%Ln skipped</numerusform>
            <numerusform>%Ln skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not selected</source>
        <translation>
            <numerusform>%Ln not selected</numerusform>
            <numerusform>%Ln not selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln changed since ordered</source>
        <translation>
            <numerusform>%Ln changed since ordered</numerusform>
            <numerusform>%Ln changed since ordered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in the sheet twice</source>
        <translation>
            <numerusform>%Ln in the sheet twice</numerusform>
            <numerusform>%Ln in the sheet twice</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln continued in a later run</source>
        <translation>
            <numerusform>%Ln continued in a later run</numerusform>
            <numerusform>%Ln continued in a later run</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln beyond the first rows chosen</source>
        <translation>
            <numerusform>%Ln beyond the first rows chosen</numerusform>
            <numerusform>%Ln beyond the first rows chosen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Ordered, Then Ended</source>
        <translation>
            <numerusform>%Ln Ordered, Then Ended</numerusform>
            <numerusform>%Ln Ordered, Then Ended</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered before</source>
        <translation>
            <numerusform>%Ln ordered before</numerusform>
            <numerusform>%Ln ordered before</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln replaced in a later run</source>
        <translation>
            <numerusform>%Ln replaced in a later run</numerusform>
            <numerusform>%Ln replaced in a later run</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln given up</source>
        <translation>
            <numerusform>%Ln given up</numerusform>
            <numerusform>%Ln given up</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln minute(s) ago</source>
        <translation>
            <numerusform>%Ln minute ago</numerusform>
            <numerusform>%Ln minutes ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hour(s) ago</source>
        <translation>
            <numerusform>%Ln hour ago</numerusform>
            <numerusform>%Ln hours ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln day(s) ago</source>
        <translation>
            <numerusform>%Ln day ago</numerusform>
            <numerusform>%Ln days ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s)</source>
        <translation>
            <numerusform>%Ln lead</numerusform>
            <numerusform>%Ln leads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> and %Ln other order(s)</source>
        <translation>
            <numerusform> and %Ln other order</numerusform>
            <numerusform> and %Ln other orders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered, then cancelled</source>
        <translation>
            <numerusform>%Ln ordered, then cancelled</numerusform>
            <numerusform>%Ln ordered, then cancelled</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered, then rejected</source>
        <translation>
            <numerusform>%Ln ordered, then rejected</numerusform>
            <numerusform>%Ln ordered, then rejected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered, then failed</source>
        <translation>
            <numerusform>%Ln ordered, then failed</numerusform>
            <numerusform>%Ln ordered, then failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered, then refunded</source>
        <translation>
            <numerusform>%Ln ordered, then refunded</numerusform>
            <numerusform>%Ln ordered, then refunded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered, then ended</source>
        <translation>
            <numerusform>%Ln ordered, then ended</numerusform>
            <numerusform>%Ln ordered, then ended</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ActForm</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ActProgress</name>
    <message numerus="yes">
        <source>%Ln order(s) were refused; nothing was changed there.</source>
        <translation>
            <numerusform>%Ln order was refused; nothing was changed there.</numerusform>
            <numerusform>%Ln orders were refused; nothing was changed there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The outcome of %Ln order(s) is unknown.</source>
        <translation>
            <numerusform>The outcome of %Ln order is unknown.</numerusform>
            <numerusform>The outcome of %Ln orders is unknown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) were not sent.</source>
        <translation>
            <numerusform>%Ln order was not sent.</numerusform>
            <numerusform>%Ln orders were not sent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Send %Ln Order(s) Again</source>
        <translation>
            <numerusform>Send %Ln Order Again</numerusform>
            <numerusform>Send %Ln Orders Again</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ActivityPage</name>
    <message numerus="yes">
        <source>%1 holds %Ln row(s). Keep this number somewhere else; it vouches for every line: %2</source>
        <translation>
            <numerusform>%1 holds %Ln row. Keep this number somewhere else; it vouches for every line: %2</numerusform>
            <numerusform>%1 holds %Ln rows. Keep this number somewhere else; it vouches for every line: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::AgainAfter</name>
    <message numerus="yes">
        <source>%Ln second(s)</source>
        <extracomment>This and the next ones: what was ordered more than … ago. German: &quot;vor mehr als 30 Tagen&quot;.</extracomment>
        <translation>
            <numerusform>%Ln second</numerusform>
            <numerusform>%Ln seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln minute(s)</source>
        <translation>
            <numerusform>%Ln minute</numerusform>
            <numerusform>%Ln minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hour(s)</source>
        <translation>
            <numerusform>%Ln hour</numerusform>
            <numerusform>%Ln hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln day(s)</source>
        <translation>
            <numerusform>%Ln day</numerusform>
            <numerusform>%Ln days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln week(s)</source>
        <translation>
            <numerusform>%Ln week</numerusform>
            <numerusform>%Ln weeks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::CheckCounts</name>
    <message numerus="yes">
        <source>%Ln ready</source>
        <translation>
            <numerusform>%Ln ready</numerusform>
            <numerusform>%Ln ready</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln need(s) a fix</source>
        <translation>
            <numerusform>%Ln needs a fix</numerusform>
            <numerusform>%Ln need a fix</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the ready one(s) odd</source>
        <translation>
            <numerusform>%Ln of the ready rows looks odd</numerusform>
            <numerusform>%Ln of the ready rows look odd</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in the sheet twice</source>
        <translation>
            <numerusform>%Ln in the sheet twice</numerusform>
            <numerusform>%Ln in the sheet twice</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hidden, skipped</source>
        <translation>
            <numerusform>%Ln hidden, skipped</numerusform>
            <numerusform>%Ln hidden, skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln blank</source>
        <translation>
            <numerusform>%Ln blank</numerusform>
            <numerusform>%Ln blank</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the ready one(s) refused when sent</source>
        <translation>
            <numerusform>%Ln of the ready rows was refused when sent</numerusform>
            <numerusform>%Ln of the ready rows were refused when sent</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::CheckStep</name>
    <message numerus="yes">
        <source>%Ln row(s) copied.</source>
        <translation>
            <numerusform>%Ln row copied.</numerusform>
            <numerusform>%Ln rows copied.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fill Down %Ln Row(s)</source>
        <translation>
            <numerusform>Fill Down %Ln Row</numerusform>
            <numerusform>Fill Down %Ln Rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Checking… %Ln row(s) so far</source>
        <translation>
            <numerusform>Checking… %Ln row so far</numerusform>
            <numerusform>Checking… %Ln rows so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Continue to Price With %Ln Row(s)</source>
        <translation>
            <numerusform>Continue to Price With %Ln Row</numerusform>
            <numerusform>Continue to Price With %Ln Rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) ready</source>
        <translation>
            <numerusform>%Ln row ready</numerusform>
            <numerusform>%Ln rows ready</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln need(s) a fix</source>
        <translation>
            <numerusform>%Ln needs a fix</numerusform>
            <numerusform>%Ln need a fix</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Checking… %1 of %Ln row(s)</source>
        <translation>
            <numerusform>Checking… %1 of %Ln row</numerusform>
            <numerusform>Checking… %1 of %Ln rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::CustomersView</name>
    <message numerus="yes">
        <source>The first %Ln account(s); more come as you scroll.</source>
        <translation>
            <numerusform>The first %Ln account; more come as you scroll.</numerusform>
            <numerusform>The first %Ln accounts; more come as you scroll.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln account(s).</source>
        <translation>
            <numerusform>%Ln account.</numerusform>
            <numerusform>%Ln accounts.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::DeliveriesView</name>
    <message numerus="yes">
        <source>The newest %Ln message(s); more come as you scroll.</source>
        <translation>
            <numerusform>The newest message; more come as you scroll.</numerusform>
            <numerusform>The newest %Ln messages; more come as you scroll.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s).</source>
        <translation>
            <numerusform>%Ln message.</numerusform>
            <numerusform>%Ln messages.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::EarlierRuns</name>
    <message numerus="yes">
        <source>Run %1 (“%2”, %3) has %Ln row(s) for %4 not yet sent that this sheet no longer has as they were. Placing this run gives them up: they are not ordered.</source>
        <translation>
            <numerusform>Run %1 (“%2”, %3) has %Ln row for %4 not yet sent that this sheet no longer has as it was. Placing this run gives it up: it is not ordered.</numerusform>
            <numerusform>Run %1 (“%2”, %3) has %Ln rows for %4 not yet sent that this sheet no longer has as they were. Placing this run gives them up: they are not ordered.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Run %1 (“%2”, %3) may have been of another sheet. If this is ticked, its %Ln row(s) for %4 not yet sent are given up when this run is placed; otherwise they stay.</source>
        <translation>
            <numerusform>Run %1 (“%2”, %3) may have been of another sheet. If this is ticked, its %Ln row for %4 not yet sent is given up when this run is placed; otherwise it stays.</numerusform>
            <numerusform>Run %1 (“%2”, %3) may have been of another sheet. If this is ticked, its %Ln rows for %4 not yet sent are given up when this run is placed; otherwise they stay.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) of earlier runs had an unknown outcome: %1 ordered, %2 not.</source>
        <translation>
            <numerusform>%Ln row of earlier runs had an unknown outcome: %1 ordered, %2 not.</numerusform>
            <numerusform>%Ln rows of earlier runs had an unknown outcome: %1 ordered, %2 not.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ExportCard</name>
    <message numerus="yes">
        <source>%Ln lead(s), checked against the service&apos;s count.</source>
        <translation>
            <numerusform>%Ln lead, checked against the service&apos;s count.</numerusform>
            <numerusform>%Ln leads, checked against the service&apos;s count.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cell(s) begin with an apostrophe as a guard.</source>
        <translation>
            <numerusform>%Ln cell begins with an apostrophe as a guard.</numerusform>
            <numerusform>%Ln cells begin with an apostrophe as a guard.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln lead(s)</source>
        <translation>
            <numerusform>%1 of %Ln lead</numerusform>
            <numerusform>%1 of %Ln leads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Writing the file: %Ln lead(s).</source>
        <translation>
            <numerusform>Writing the file: %Ln lead.</numerusform>
            <numerusform>Writing the file: %Ln leads.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ExportPanel</name>
    <message numerus="yes">
        <source>%Ln lead(s)</source>
        <translation>
            <numerusform>%Ln lead</numerusform>
            <numerusform>%Ln leads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The %Ln column(s) shown</source>
        <translation>
            <numerusform>The one column shown</numerusform>
            <numerusform>The %Ln columns shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln column(s)</source>
        <translation>
            <numerusform>The only column</numerusform>
            <numerusform>All %Ln columns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::FixList</name>
    <message numerus="yes">
        <source>%1 (%Ln row(s))</source>
        <translation>
            <numerusform>%1 (%Ln row)</numerusform>
            <numerusform>%1 (%Ln rows)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fix All %Ln Suggestion(s)</source>
        <translation>
            <numerusform>Apply the Suggestion</numerusform>
            <numerusform>Apply All %Ln Suggestions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::FulfilmentWindow</name>
    <message numerus="yes">
        <source>Fulfilment is working on %Ln order(s). They are left as they are.</source>
        <translation>
            <numerusform>Fulfilment is working on %Ln order. It is left as it is.</numerusform>
            <numerusform>Fulfilment is working on %Ln orders. They are left as they are.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::GiveUpBar</name>
    <message numerus="yes">
        <source>%Ln row(s) of run %1 (“%2”) for %3 are to be given up for good. They certainly were not sent; orders that were placed are not touched.</source>
        <translation>
            <numerusform>%Ln row of run %1 (“%2”) for %3 is to be given up for good. It certainly was not sent; orders that were placed are not touched.</numerusform>
            <numerusform>%Ln rows of run %1 (“%2”) for %3 are to be given up for good. They certainly were not sent; orders that were placed are not touched.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) of unknown outcome are asked about first: what turns out to be ordered stays ordered.</source>
        <translation>
            <numerusform>%Ln row of unknown outcome is asked about first: what turns out to be ordered stays ordered.</numerusform>
            <numerusform>%Ln rows of unknown outcome are asked about first: what turns out to be ordered stays ordered.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) of unknown outcome stay as they are: they may be orders.</source>
        <translation>
            <numerusform>%Ln row of unknown outcome stays as it is: it may be an order.</numerusform>
            <numerusform>%Ln rows of unknown outcome stay as they are: they may be orders.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Give Up %Ln Row(s)</source>
        <translation>
            <numerusform>Give Up %Ln Row</numerusform>
            <numerusform>Give Up %Ln Rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) of run %1 for %2 are given up for good. To order such a row after all, submit its sheet again.</source>
        <translation>
            <numerusform>%Ln row of run %1 for %2 is given up for good. To order it after all, submit its sheet again.</numerusform>
            <numerusform>%Ln rows of run %1 for %2 are given up for good. To order such a row after all, submit its sheet again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) of unknown outcome are left: they may be orders.</source>
        <translation>
            <numerusform>%Ln row of unknown outcome is left: it may be an order.</numerusform>
            <numerusform>%Ln rows of unknown outcome are left: they may be orders.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::IngestDialog</name>
    <message numerus="yes">
        <source>With them, %1 of the %Ln lead(s) ordered are there.</source>
        <translation>
            <numerusform>With it, %1 of %Ln lead ordered is there.</numerusform>
            <numerusform>With them, %1 of the %Ln leads ordered are there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s) are ready to be ingested.</source>
        <translation>
            <numerusform>%Ln lead is ready to be ingested.</numerusform>
            <numerusform>%Ln leads are ready to be ingested.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are refused.</source>
        <translation>
            <numerusform>%Ln row is refused.</numerusform>
            <numerusform>%Ln rows are refused.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) repeat a lead that is further up.</source>
        <translation>
            <numerusform>%Ln row repeats a lead that is further up.</numerusform>
            <numerusform>%Ln rows repeat a lead that is further up.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hidden row(s) are left out.</source>
        <translation>
            <numerusform>%Ln hidden row is left out.</numerusform>
            <numerusform>%Ln hidden rows are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s) were ingested.</source>
        <translation>
            <numerusform>%Ln lead was ingested.</numerusform>
            <numerusform>%Ln leads were ingested.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The account already owned %Ln lead(s).</source>
        <translation>
            <numerusform>The account already owned %Ln lead.</numerusform>
            <numerusform>The account already owned %Ln leads.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The service refused %Ln row(s).</source>
        <translation>
            <numerusform>The service refused %Ln row.</numerusform>
            <numerusform>The service refused %Ln rows.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ingest %Ln Lead(s)</source>
        <translation>
            <numerusform>Ingest %Ln Lead</numerusform>
            <numerusform>Ingest %Ln Leads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::KnownRows</name>
    <message numerus="yes">
        <source>%Ln row(s) ask for the companies and people of an earlier order, although they were not ordered themselves: they have a different number of leads, are worded differently, or come from another sheet or computer. They are skipped and cost nothing.</source>
        <translation>
            <numerusform>%Ln row asks for the companies and people of an earlier order, although it was not ordered itself: it has a different number of leads, is worded differently, or comes from another sheet or computer. It is skipped and costs nothing.</numerusform>
            <numerusform>%Ln rows ask for the companies and people of earlier orders, although they were not ordered themselves: they have a different number of leads, are worded differently, or come from another sheet or computer. They are skipped and cost nothing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) bought an order that has ended: it was cancelled, rejected, failed or refunded. They have no price here: nothing is ordered again without asking you.</source>
        <translation>
            <numerusform>%Ln row bought an order that has ended: it was cancelled, rejected, failed or refunded. It has no price here: nothing is ordered again without asking you.</numerusform>
            <numerusform>%Ln rows bought orders that have ended: they were cancelled, rejected, failed or refunded. They have no price here: nothing is ordered again without asking you.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Order All %Ln Again</source>
        <translation>
            <numerusform>Order It Again</numerusform>
            <numerusform>Order All %Ln Again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) that were ordered before are in the price: they are ordered anyway.</source>
        <translation>
            <numerusform>%Ln row that was ordered before is in the price: it is ordered anyway.</numerusform>
            <numerusform>%Ln rows that were ordered before are in the price: they are ordered anyway.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Order %Ln Row(s) Again</source>
        <translation>
            <numerusform>Order %Ln Row Again</numerusform>
            <numerusform>Order %Ln Rows Again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) may ask in other words for what this account ordered before. They are ordered all the same: take out of the sheet what you do not want twice.</source>
        <translation>
            <numerusform>%Ln row may ask in other words for what this account ordered before. It is ordered all the same: take it out of the sheet if you do not want it twice.</numerusform>
            <numerusform>%Ln rows may ask in other words for what this account ordered before. They are ordered all the same: take out of the sheet what you do not want twice.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln Row(s) to the Price</source>
        <translation>
            <numerusform>Add the Row to the Price</numerusform>
            <numerusform>Add %Ln Rows to the Price</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add All %Ln to the Price</source>
        <translation>
            <numerusform>Add It to the Price</numerusform>
            <numerusform>Add All %Ln to the Price</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::LabModel</name>
    <message numerus="yes">
        <source>Accepted after %Ln attempt(s)</source>
        <translation>
            <numerusform>Accepted after %Ln attempt</numerusform>
            <numerusform>Accepted after %Ln attempts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::LabView</name>
    <message numerus="yes">
        <source>%Ln message(s), newest first.</source>
        <translation>
            <numerusform>%Ln message, newest first.</numerusform>
            <numerusform>%Ln messages, newest first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::LeadFilterBar</name>
    <message numerus="yes">
        <source>%Ln lead(s)</source>
        <translation>
            <numerusform>%Ln lead</numerusform>
            <numerusform>%Ln leads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::LeadsPage</name>
    <message numerus="yes">
        <source>%1 is complete: %Ln lead(s).</source>
        <translation>
            <numerusform>%1 is complete: %Ln lead.</numerusform>
            <numerusform>%1 is complete: %Ln leads.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s) so far, counting…</source>
        <translation>
            <numerusform>%Ln lead so far, counting…</numerusform>
            <numerusform>%Ln leads so far, counting…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s)</source>
        <translation>
            <numerusform>%Ln lead</numerusform>
            <numerusform>%Ln leads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln lead(s)</source>
        <translation>
            <numerusform>%1 of %Ln lead</numerusform>
            <numerusform>%1 of %Ln leads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s) are too many for the clipboard. Export them into a file.</source>
        <translation>
            <numerusform>%Ln lead is too many for the clipboard. Export it into a file.</numerusform>
            <numerusform>%Ln leads are too many for the clipboard. Export them into a file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %Ln lead(s).</source>
        <translation>
            <numerusform>Copied %Ln lead.</numerusform>
            <numerusform>Copied %Ln leads.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Erase %Ln Lead(s)?</source>
        <translation>
            <numerusform>Erase %Ln Lead?</numerusform>
            <numerusform>Erase %Ln Leads?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Erased %Ln lead(s).</source>
        <translation>
            <numerusform>Erased %Ln lead.</numerusform>
            <numerusform>Erased %Ln leads.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chosen lead(s)</source>
        <translation>
            <numerusform>%Ln chosen lead</numerusform>
            <numerusform>%Ln chosen leads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln lead(s) of this list</source>
        <translation>
            <numerusform>%Ln lead of this list</numerusform>
            <numerusform>All %Ln leads of this list</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::MapStep</name>
    <message numerus="yes">
        <source>Accept %Ln Suggestion(s)</source>
        <translation>
            <numerusform>Accept the Suggestion</numerusform>
            <numerusform>Accept %Ln Suggestions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s) may fill a field. Nothing is used unless you accept it.</source>
        <translation>
            <numerusform>%Ln column may fill a field. Nothing is used unless you accept it.</numerusform>
            <numerusform>%Ln columns may fill a field. Nothing is used unless you accept it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s) mapped by a saved map</source>
        <translation>
            <numerusform>%Ln column mapped by a saved map</numerusform>
            <numerusform>%Ln columns mapped by a saved map</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s) mapped</source>
        <translation>
            <numerusform>%Ln column mapped</numerusform>
            <numerusform>%Ln columns mapped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln mapped</source>
        <translation>
            <numerusform>%Ln mapped</numerusform>
            <numerusform>%Ln mapped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not accepted</source>
        <translation>
            <numerusform>%Ln not accepted</numerusform>
            <numerusform>%Ln not accepted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s) mapped in all tabs</source>
        <translation>
            <numerusform>%Ln column mapped in all tabs</numerusform>
            <numerusform>%Ln columns mapped in all tabs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Step(s)</source>
        <translation>
            <numerusform>%Ln Step</numerusform>
            <numerusform>%Ln Steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::OrderExporting</name>
    <message numerus="yes">
        <source>%1 holds %Ln order(s).</source>
        <translation>
            <numerusform>%1 holds %Ln order.</numerusform>
            <numerusform>%1 holds %Ln orders.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::OrdersPage</name>
    <message numerus="yes">
        <source>The newest %Ln order(s); more come as you scroll.</source>
        <translation>
            <numerusform>The newest order; more come as you scroll.</numerusform>
            <numerusform>The newest %Ln orders; more come as you scroll.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s).</source>
        <translation>
            <numerusform>%Ln order.</numerusform>
            <numerusform>%Ln orders.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Showing %1 of the newest %Ln order(s).</source>
        <translation>
            <numerusform>Showing %1 of the newest order.</numerusform>
            <numerusform>Showing %1 of the newest %Ln orders.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Showing %1 of %Ln order(s).</source>
        <translation>
            <numerusform>Showing %1 of %Ln order.</numerusform>
            <numerusform>Showing %1 of %Ln orders.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::OutreachView</name>
    <message numerus="yes">
        <source>The newest %Ln lead(s); more come as you scroll.</source>
        <translation>
            <numerusform>The newest lead; more come as you scroll.</numerusform>
            <numerusform>The newest %Ln leads; more come as you scroll.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s).</source>
        <translation>
            <numerusform>%Ln lead.</numerusform>
            <numerusform>%Ln leads.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · %Ln lead(s)</source>
        <comment>an order and what it delivered</comment>
        <translation>
            <numerusform>%1 · %Ln lead</numerusform>
            <numerusform>%1 · %Ln leads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::OverviewPage</name>
    <message numerus="yes">
        <source>Of all %Ln order(s).</source>
        <translation>
            <numerusform>Of %Ln order.</numerusform>
            <numerusform>Of all %Ln orders.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of all %Ln lead(s).</source>
        <translation>
            <numerusform>Of %Ln lead.</numerusform>
            <numerusform>Of all %Ln leads.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of all %Ln delivered order(s).</source>
        <translation>
            <numerusform>Of %Ln delivered order.</numerusform>
            <numerusform>Of all %Ln delivered orders.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln delivered order(s) among the latest ones.</source>
        <translation>
            <numerusform>Of %Ln delivered order among the latest ones.</numerusform>
            <numerusform>Of %Ln delivered orders among the latest ones.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::PricePanel</name>
    <message numerus="yes">
        <source>All %Ln row(s) that can be ordered</source>
        <translation>
            <numerusform>The %Ln row that can be ordered</numerusform>
            <numerusform>All %Ln rows that can be ordered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the %Ln row(s) selected in the sheet</source>
        <translation>
            <numerusform>Only the %Ln row selected in the sheet</numerusform>
            <numerusform>Only the %Ln rows selected in the sheet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Place %Ln Order(s) for %1 of Play Money</source>
        <translation>
            <numerusform>Place %Ln Order for %1 of Play Money</numerusform>
            <numerusform>Place %Ln Orders for %1 of Play Money</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Place %Ln Order(s) for %1</source>
        <translation>
            <numerusform>Place %Ln Order for %1</numerusform>
            <numerusform>Place %Ln Orders for %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) for %1</source>
        <translation>
            <numerusform>%Ln order for %1</numerusform>
            <numerusform>%Ln orders for %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) that were approved before and not sent yet go out too, for %1.</source>
        <translation>
            <numerusform>%Ln row that was approved before and not sent yet goes out too, for %1.</numerusform>
            <numerusform>%Ln rows that were approved before and not sent yet go out too, for %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The service does not know the orders of %Ln row(s) that were ordered: they are left alone; ask the service&apos;s support.</source>
        <translation>
            <numerusform>The service does not know the order of %Ln row that was ordered: it is left alone; ask the service&apos;s support.</numerusform>
            <numerusform>The service does not know the orders of %Ln rows that were ordered: they are left alone; ask the service&apos;s support.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are already ordered. Nothing is left to order, and nothing was spent.</source>
        <translation>
            <numerusform>%Ln row is already ordered. Nothing is left to order, and nothing was spent.</numerusform>
            <numerusform>%Ln rows are already ordered. Nothing is left to order, and nothing was spent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) need a fix in Check before they can be ordered. The others are already ordered, and nothing was spent.</source>
        <translation>
            <numerusform>1 row needs a fix in Check before it can be ordered. The others are already ordered, and nothing was spent.</numerusform>
            <numerusform>%Ln rows need a fix in Check before they can be ordered. The others are already ordered, and nothing was spent.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::PriceSum</name>
    <message numerus="yes">
        <source>%1 for %Ln order(s)</source>
        <translation>
            <numerusform>%1 for %Ln order</numerusform>
            <numerusform>%1 for %Ln orders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::PricingProgress</name>
    <message numerus="yes">
        <source>Looking for %Ln order(s) whose answer was lost; the service is asked again in %1</source>
        <translation>
            <numerusform>Looking for %Ln order whose answer was lost; the service is asked again in %1</numerusform>
            <numerusform>Looking for %Ln orders whose answers were lost; the service is asked again in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looking for %Ln order(s) whose answer was lost; at most %1 s</source>
        <translation>
            <numerusform>Looking for %Ln order whose answer was lost; at most %1 s</numerusform>
            <numerusform>Looking for %Ln orders whose answers were lost; at most %1 s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading the sheet: %Ln row(s)</source>
        <translation>
            <numerusform>Reading the sheet: %Ln row</numerusform>
            <numerusform>Reading the sheet: %Ln rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ProblemList</name>
    <message numerus="yes">
        <source>%Ln row(s): %1</source>
        <translation>
            <numerusform>%Ln row: %1</numerusform>
            <numerusform>%Ln rows: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::PushDialog</name>
    <message numerus="yes">
        <source>%Ln lead(s) are on their way.</source>
        <translation>
            <numerusform>%Ln lead is on its way.</numerusform>
            <numerusform>%Ln leads are on their way.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Send %Ln Lead(s)</source>
        <translation>
            <numerusform>Send %Ln Lead</numerusform>
            <numerusform>Send %Ln Leads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s) go to %1, as far as they have an e-mail address and are verified as %2.</source>
        <translation>
            <numerusform>%Ln lead goes to %1 if it has an e-mail address and is verified as %2.</numerusform>
            <numerusform>%Ln leads go to %1, as far as they have an e-mail address and are verified as %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::QueueView</name>
    <message numerus="yes">
        <source>The oldest %Ln order(s); more come as you scroll.</source>
        <translation>
            <numerusform>The oldest order; more come as you scroll.</numerusform>
            <numerusform>The oldest %Ln orders; more come as you scroll.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s).</source>
        <translation>
            <numerusform>%Ln order.</numerusform>
            <numerusform>%Ln orders.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln are chosen.</source>
        <translation>
            <numerusform>%Ln is chosen.</numerusform>
            <numerusform>%Ln are chosen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::RecentSheets</name>
    <message numerus="yes">
        <source>%Ln placed</source>
        <translation>
            <numerusform>%Ln placed</numerusform>
            <numerusform>%Ln placed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln to fix</source>
        <translation>
            <numerusform>%Ln to fix</numerusform>
            <numerusform>%Ln to fix</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln to retry</source>
        <translation>
            <numerusform>%Ln to retry</numerusform>
            <numerusform>%Ln to retry</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln to answer</source>
        <translation>
            <numerusform>%Ln to answer</numerusform>
            <numerusform>%Ln to answer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln with unknown outcome</source>
        <translation>
            <numerusform>%Ln with unknown outcome</numerusform>
            <numerusform>%Ln with unknown outcome</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not sent</source>
        <translation>
            <numerusform>%Ln not sent</numerusform>
            <numerusform>%Ln not sent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln already ordered</source>
        <translation>
            <numerusform>%Ln already ordered</numerusform>
            <numerusform>%Ln already ordered</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ReplacePanel</name>
    <message numerus="yes">
        <source>Replace in %Ln Row(s)</source>
        <translation>
            <numerusform>Replace in %Ln Row</numerusform>
            <numerusform>Replace in %Ln Rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Empty %Ln Cell(s)</source>
        <translation>
            <numerusform>Empty %Ln Cell</numerusform>
            <numerusform>Empty %Ln Cells</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::RunPanel</name>
    <message numerus="yes">
        <source>Done about %1, %2 rows a second, %Ln in flight.</source>
        <translation>
            <numerusform>Done about %1, %2 rows a second, %Ln in flight.</numerusform>
            <numerusform>Done about %1, %2 rows a second, %Ln in flight.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) were refused; the reasons are below.</source>
        <translation>
            <numerusform>%Ln row was refused; the reason is below.</numerusform>
            <numerusform>%Ln rows were refused; the reasons are below.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fix and Retry %Ln</source>
        <translation>
            <numerusform>Fix and Retry %Ln Row</numerusform>
            <numerusform>Fix and Retry %Ln Rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln placed</source>
        <translation>
            <numerusform>%Ln placed</numerusform>
            <numerusform>%Ln placed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln refused</source>
        <translation>
            <numerusform>%Ln refused</numerusform>
            <numerusform>%Ln refused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are ready. Nothing is ordered before you have seen the price.</source>
        <translation>
            <numerusform>%Ln row is ready. Nothing is ordered before you have seen the price.</numerusform>
            <numerusform>%Ln rows are ready. Nothing is ordered before you have seen the price.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are ready and were not sent.</source>
        <translation>
            <numerusform>%Ln row is ready and was not sent.</numerusform>
            <numerusform>%Ln rows are ready and were not sent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Done: %Ln order(s) placed, %1 held for them.</source>
        <translation>
            <numerusform>Done: %Ln order placed, %1 held for it.</numerusform>
            <numerusform>Done: %Ln orders placed, %1 held for them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) for %1 are left; nothing is lost.</source>
        <translation>
            <numerusform>%Ln row for %1 is left; nothing is lost.</numerusform>
            <numerusform>%Ln rows for %1 are left; nothing is lost.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped. %Ln row(s) for %1 are ready and were not sent.</source>
        <translation>
            <numerusform>Stopped. %Ln row for %1 is ready and was not sent.</numerusform>
            <numerusform>Stopped. %Ln rows for %1 are ready and were not sent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) bought an order that has ended; nothing more will come of it.</source>
        <translation>
            <numerusform>%Ln row bought an order that has ended; nothing more will come of it.</numerusform>
            <numerusform>%Ln rows bought orders that have ended; nothing more will come of them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Order %Ln Older Row(s) for %1</source>
        <translation>
            <numerusform>Order %Ln Older Row for %1</numerusform>
            <numerusform>Order %Ln Older Rows for %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered, then ended</source>
        <translation>
            <numerusform>%Ln ordered, then ended</numerusform>
            <numerusform>%Ln ordered, then ended</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln already ordered</source>
        <translation>
            <numerusform>%Ln already ordered</numerusform>
            <numerusform>%Ln already ordered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln need(s) a fix</source>
        <translation>
            <numerusform>%Ln needs a fix</numerusform>
            <numerusform>%Ln need a fix</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are left out: %1</source>
        <translation>
            <numerusform>%Ln row is left out: %1</numerusform>
            <numerusform>%Ln rows are left out: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) for %1 are left.</source>
        <translation>
            <numerusform>%Ln row for %1 is left.</numerusform>
            <numerusform>%Ln rows for %1 are left.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of those in the sheet twice differ(s) from the earlier one in columns that are not used: look at them in Check.</source>
        <translation>
            <numerusform>%Ln of those in the sheet twice differs from the earlier one in columns that are not used: look at it in Check.</numerusform>
            <numerusform>%Ln of those in the sheet twice differ from the earlier one in columns that are not used: look at them in Check.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Order repeated rows as well (+%Ln order(s))</source>
        <translation>
            <numerusform>Order repeated rows as well (+%Ln order)</numerusform>
            <numerusform>Order repeated rows as well (+%Ln orders)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Order repeated rows as well (+%Ln order(s), +%1)</source>
        <translation>
            <numerusform>Order repeated rows as well (+%Ln order, +%1)</numerusform>
            <numerusform>Order repeated rows as well (+%Ln orders, +%1)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::RunSummaryView</name>
    <message numerus="yes">
        <source>Fix and Retry %Ln</source>
        <translation>
            <numerusform>Fix and Retry %Ln Row</numerusform>
            <numerusform>Fix and Retry %Ln Rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln to Answer</source>
        <translation>
            <numerusform>Show %Ln Open Question</numerusform>
            <numerusform>Show %Ln Open Questions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SettingsPage</name>
    <message numerus="yes">
        <source>Forget %Ln sheet(s)</source>
        <translation>
            <numerusform>Forget %Ln sheet</numerusform>
            <numerusform>Forget %Ln sheets</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SheetEditing</name>
    <message numerus="yes">
        <source>Replace in %Ln Row(s)</source>
        <translation>
            <numerusform>Replace in %Ln Row</numerusform>
            <numerusform>Replace in %Ln Rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fill Down %Ln Row(s)</source>
        <translation>
            <numerusform>Fill Down %Ln Row</numerusform>
            <numerusform>Fill Down %Ln Rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restore %Ln Cell(s)</source>
        <translation>
            <numerusform>Restore %Ln Cell</numerusform>
            <numerusform>Restore %Ln Cells</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SheetTabs</name>
    <message numerus="yes">
        <source>%1 (%Ln to fix)</source>
        <translation>
            <numerusform>%1 (%Ln to fix)</numerusform>
            <numerusform>%1 (%Ln to fix)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SourcePhrases</name>
    <message numerus="yes">
        <source>%Ln row(s) so far</source>
        <translation>
            <numerusform>%Ln row so far</numerusform>
            <numerusform>%Ln rows so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln byte(s) that are not text</source>
        <translation>
            <numerusform>%Ln byte that is not text</numerusform>
            <numerusform>%Ln bytes that are not text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln NUL byte(s) removed</source>
        <translation>
            <numerusform>%Ln NUL byte removed</numerusform>
            <numerusform>%Ln NUL bytes removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tab(s): %1</source>
        <translation>
            <numerusform>%Ln tab: %1</numerusform>
            <numerusform>%Ln tabs: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tab(s)</source>
        <translation>
            <numerusform>%Ln tab</numerusform>
            <numerusform>%Ln tabs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln Tab(s)</source>
        <translation>
            <numerusform>All %Ln Tab</numerusform>
            <numerusform>All %Ln Tabs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SourceStart</name>
    <message numerus="yes">
        <source>%Ln file(s) at once: only the first was opened. Open the others one by one.</source>
        <translation>
            <numerusform>%Ln file at once: only the first was opened. Open the others one by one.</numerusform>
            <numerusform>%Ln files at once: only the first was opened. Open the others one by one.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SourceStep</name>
    <message numerus="yes">
        <source>The sheet was saved again. %Ln correction(s) were dropped, because their rows have changed or are gone: %1.</source>
        <translation>
            <numerusform>The sheet was saved again. %Ln correction was dropped, because its row has changed or is gone: %1.</numerusform>
            <numerusform>The sheet was saved again. %Ln corrections were dropped, because their rows have changed or are gone: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln correction(s) from last time are applied. The file itself is unchanged.</source>
        <translation>
            <numerusform>%Ln correction from last time is applied. The file itself is unchanged.</numerusform>
            <numerusform>%Ln corrections from last time are applied. The file itself is unchanged.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading was stopped: %Ln row(s) are shown here. The check will read all of them.</source>
        <translation>
            <numerusform>Reading was stopped: %Ln row is shown here. The check will read all of them.</numerusform>
            <numerusform>Reading was stopped: %Ln rows are shown here. The check will read all of them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are shown here. %1</source>
        <translation>
            <numerusform>%Ln row is shown here. %1</numerusform>
            <numerusform>%Ln rows are shown here. %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln row(s) so far</source>
        <translation>
            <numerusform>%1, %Ln row so far</numerusform>
            <numerusform>%1, %Ln rows so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln tab(s)</source>
        <translation>
            <numerusform>%1, %Ln tab</numerusform>
            <numerusform>%1, %Ln tabs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::StatementSaving</name>
    <message numerus="yes">
        <source>%1 holds %Ln movement(s) of money. They agree with the balance: %2 available, %3 held.</source>
        <translation>
            <numerusform>%1 holds %Ln movement of money. It agrees with the balance: %2 available, %3 held.</numerusform>
            <numerusform>%1 holds %Ln movements of money. They agree with the balance: %2 available, %3 held.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::Tiles</name>
    <message numerus="yes">
        <source>%1 for %Ln good lead(s)</source>
        <translation>
            <numerusform>%1 for %Ln good lead</numerusform>
            <numerusform>%1 for %Ln good leads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::UnusedColumns</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ViewPanel</name>
    <message numerus="yes">
        <source>Shown now: %1, with %Ln column(s).</source>
        <translation>
            <numerusform>Shown now: %1, with %Ln column.</numerusform>
            <numerusform>Shown now: %1, with %Ln columns.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are %Ln view(s) already; remove one first.</source>
        <translation>
            <numerusform>There is %Ln view already; remove it first.</numerusform>
            <numerusform>There are %Ln views already; remove one first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::WebhooksView</name>
    <message numerus="yes">
        <source>%Ln message(s) to %1 are on their way.</source>
        <translation>
            <numerusform>%Ln message to %1 is on its way.</numerusform>
            <numerusform>%Ln messages to %1 are on their way.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::WhatIsNew</name>
    <message numerus="yes">
        <source>%Ln new order(s) would cost %1.</source>
        <translation>
            <numerusform>%Ln new order would cost %1.</numerusform>
            <numerusform>%Ln new orders would cost %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new</source>
        <translation>
            <numerusform>%Ln new</numerusform>
            <numerusform>%Ln new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln changed</numerusform>
            <numerusform>%Ln changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln already ordered</source>
        <translation>
            <numerusform>%Ln already ordered</numerusform>
            <numerusform>%Ln already ordered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of a run that is not finished</source>
        <translation>
            <numerusform>%Ln of a run that is not finished</numerusform>
            <numerusform>%Ln of a run that is not finished</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in the sheet twice</source>
        <translation>
            <numerusform>%Ln in the sheet twice</numerusform>
            <numerusform>%Ln in the sheet twice</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln gone from the sheet</source>
        <translation>
            <numerusform>%Ln gone from the sheet</numerusform>
            <numerusform>%Ln gone from the sheet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered before</source>
        <translation>
            <numerusform>%Ln ordered before</numerusform>
            <numerusform>%Ln ordered before</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SheetJob</name>
    <message numerus="yes">
        <source>Apply %Ln Suggestion(s)</source>
        <translation>
            <numerusform>Apply the Suggestion</numerusform>
            <numerusform>Apply %Ln Suggestions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ActsDone</name>
    <message numerus="yes">
        <source>%Ln question(s) were sent.</source>
        <translation>
            <numerusform>%Ln question was sent.</numerusform>
            <numerusform>%Ln questions were sent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) were delivered.</source>
        <translation>
            <numerusform>%Ln order was delivered.</numerusform>
            <numerusform>%Ln orders were delivered.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Money was given back for %Ln order(s).</source>
        <translation>
            <numerusform>Money was given back for %Ln order.</numerusform>
            <numerusform>Money was given back for %Ln orders.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) were rejected.</source>
        <translation>
            <numerusform>%Ln order was rejected.</numerusform>
            <numerusform>%Ln orders were rejected.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) were given up.</source>
        <translation>
            <numerusform>%Ln order was given up.</numerusform>
            <numerusform>%Ln orders were given up.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) were approved.</source>
        <translation>
            <numerusform>%Ln order was approved.</numerusform>
            <numerusform>%Ln orders were approved.</numerusform>
        </translation>
    </message>
</context>
</TS>
