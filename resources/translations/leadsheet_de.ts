<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>AccountFacts</name>
    <message>
        <source>%1 of %2 checks of these limits left in %3</source>
        <translation>%1 von %2 Abrufen dieser Grenzen übrig, für %3</translation>
    </message>
    <message>
        <source>%1 of %2 new orders left in %3</source>
        <translation>%1 von %2 neuen Aufträgen übrig, für %3</translation>
    </message>
    <message>
        <source>%1 of %2 other requests to the service left in %3</source>
        <translation>%1 von %2 anderen Anfragen an den Dienst übrig, für %3</translation>
    </message>
    <message>
        <source>sandbox, play money</source>
        <translation>Spielplatz, Spielgeld</translation>
    </message>
    <message>
        <source>live</source>
        <translation>echt</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>admin key ending in %1, for fulfilment</source>
        <translation>Admin-Schlüssel, endet auf %1, für die Bearbeitung</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Konto</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Balance</source>
        <translation>Guthaben</translation>
    </message>
    <message>
        <source>%1 available, %2 held</source>
        <translation>%1 verfügbar, %2 reserviert</translation>
    </message>
    <message>
        <source>Daily cap</source>
        <translation>Tagesgrenze</translation>
    </message>
    <message>
        <source>ending in %1</source>
        <translation>endet auf %1</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>Rechte</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>%1, of which %2 used today</source>
        <translation>%1, davon heute %2 verbraucht</translation>
    </message>
</context>
<context>
    <name>ActPreview</name>
    <message numerus="yes">
        <source>%Ln order(s) move to In Progress. No money moves: %1 stays held.</source>
        <translation>
            <numerusform>%Ln Auftrag geht in Arbeit. Es fließt kein Geld: %1 bleiben reserviert.</numerusform>
            <numerusform>%Ln Aufträge gehen in Arbeit. Es fließt kein Geld: %1 bleiben reserviert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) wait until the customer has answered. No money moves: %1 stays held.</source>
        <translation>
            <numerusform>%Ln Auftrag wartet, bis der Kunde geantwortet hat. Es fließt kein Geld: %1 bleiben reserviert.</numerusform>
            <numerusform>%Ln Aufträge warten, bis die Kunden geantwortet haben. Es fließt kein Geld: %1 bleiben reserviert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) are delivered: %1 is charged, and %2 of what is held is released.</source>
        <translation>
            <numerusform>%Ln Auftrag wird geliefert: %1 werden berechnet, und %2 der Reservierung werden freigegeben.</numerusform>
            <numerusform>%Ln Aufträge werden geliefert: %1 werden berechnet, und %2 der Reservierungen werden freigegeben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Refund %1 for %Ln order(s).</source>
        <translation>
            <numerusform>%1 für %Ln Auftrag erstatten.</numerusform>
            <numerusform>%1 für %Ln Aufträge erstatten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) end before delivery: %1 that is held is released. Nothing was charged.</source>
        <translation>
            <numerusform>%Ln Auftrag endet vor der Lieferung: %1, die reserviert sind, werden freigegeben. Berechnet wurde nichts.</numerusform>
            <numerusform>%Ln Aufträge enden vor der Lieferung: %1, die reserviert sind, werden freigegeben. Berechnet wurde nichts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Refund %1 that was charged and release %2 that is held, for %Ln order(s).</source>
        <translation>
            <numerusform>%1, die berechnet wurden, erstatten und %2, die reserviert sind, freigeben, für %Ln Auftrag.</numerusform>
            <numerusform>%1, die berechnet wurden, erstatten und %2, die reserviert sind, freigeben, für %Ln Aufträge.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) are rejected for good: %1 that is held is released.</source>
        <translation>
            <numerusform>%Ln Auftrag wird endgültig abgelehnt: %1, die reserviert sind, werden freigegeben.</numerusform>
            <numerusform>%Ln Aufträge werden endgültig abgelehnt: %1, die reserviert sind, werden freigegeben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) are given up for good: %1 that is held is released.</source>
        <translation>
            <numerusform>%Ln Auftrag wird endgültig aufgegeben: %1, die reserviert sind, werden freigegeben.</numerusform>
            <numerusform>%Ln Aufträge werden endgültig aufgegeben: %1, die reserviert sind, werden freigegeben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approve %Ln Order(s)</source>
        <translation>
            <numerusform>%Ln Auftrag annehmen</numerusform>
            <numerusform>%Ln Aufträge annehmen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ask About %Ln Order(s)</source>
        <translation>
            <numerusform>Zu %Ln Auftrag nachfragen</numerusform>
            <numerusform>Zu %Ln Aufträgen nachfragen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deliver %Ln Order(s), Charge %1</source>
        <translation>
            <numerusform>%Ln Auftrag liefern, %1 berechnen</numerusform>
            <numerusform>%Ln Aufträge liefern, %1 berechnen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Give Money Back for %Ln Order(s)</source>
        <translation>
            <numerusform>Geld für %Ln Auftrag zurückgeben</numerusform>
            <numerusform>Geld für %Ln Aufträge zurückgeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Refund %1 for %Ln Order(s)</source>
        <translation>
            <numerusform>%1 für %Ln Auftrag erstatten</numerusform>
            <numerusform>%1 für %Ln Aufträge erstatten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>End %Ln Order(s), Release %1</source>
        <translation>
            <numerusform>%Ln Auftrag beenden, %1 freigeben</numerusform>
            <numerusform>%Ln Aufträge beenden, %1 freigeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reject %Ln Order(s), Release %1</source>
        <translation>
            <numerusform>%Ln Auftrag ablehnen, %1 freigeben</numerusform>
            <numerusform>%Ln Aufträge ablehnen, %1 freigeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Give Up %Ln Order(s), Release %1</source>
        <translation>
            <numerusform>%Ln Auftrag aufgeben, %1 freigeben</numerusform>
            <numerusform>%Ln Aufträge aufgeben, %1 freigeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chosen order(s) are left out: their state does not allow it.</source>
        <translation>
            <numerusform>%Ln gewählter Auftrag bleibt außen vor: Sein Zustand lässt es nicht zu.</numerusform>
            <numerusform>%Ln gewählte Aufträge bleiben außen vor: Ihr Zustand lässt es nicht zu.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) have no leads: the customer gets nothing and pays nothing.</source>
        <translation>
            <numerusform>%Ln Auftrag hat keine Leads: Der Kunde bekommt nichts und zahlt nichts.</numerusform>
            <numerusform>%Ln Aufträge haben keine Leads: Die Kunden bekommen nichts und zahlen nichts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The last part of the leads has not arrived for %Ln order(s).</source>
        <translation>
            <numerusform>Bei %Ln Auftrag ist der letzte Teil der Leads noch nicht da.</numerusform>
            <numerusform>Bei %Ln Aufträgen ist der letzte Teil der Leads noch nicht da.</numerusform>
        </translation>
    </message>
    <message>
        <source>Request Info…</source>
        <translation>Rückfrage …</translation>
    </message>
    <message>
        <source>Deliver…</source>
        <translation>Liefern …</translation>
    </message>
    <message>
        <source>Refund…</source>
        <translation>Erstatten …</translation>
    </message>
    <message>
        <source>Reject…</source>
        <translation>Ablehnen …</translation>
    </message>
    <message>
        <source>Give Up…</source>
        <translation>Aufgeben …</translation>
    </message>
    <message>
        <source>Approve…</source>
        <translation>Annehmen …</translation>
    </message>
    <message>
        <source>Request Info</source>
        <translation>Rückfrage</translation>
    </message>
    <message>
        <source>Deliver Orders</source>
        <translation>Aufträge liefern</translation>
    </message>
    <message>
        <source>Refund Orders</source>
        <translation>Aufträge erstatten</translation>
    </message>
    <message>
        <source>Reject Orders</source>
        <translation>Aufträge ablehnen</translation>
    </message>
    <message>
        <source>Give Up Orders</source>
        <translation>Aufträge aufgeben</translation>
    </message>
    <message>
        <source>Approve Orders</source>
        <translation>Aufträge annehmen</translation>
    </message>
    <message>
        <source>Question, shown to the customer</source>
        <translation>Frage, die der Kunde liest</translation>
    </message>
    <message>
        <source>Reason, shown to the customer</source>
        <translation>Grund, den der Kunde liest</translation>
    </message>
</context>
<context>
    <name>DesktopProgram</name>
    <message>
        <source>Only the first sheet was opened: one sheet is ordered at a time.</source>
        <translation>Nur die erste Tabelle wurde geöffnet: Bestellt wird immer aus einer Tabelle.</translation>
    </message>
</context>
<context>
    <name>DestinationWords</name>
    <message>
        <source>First name</source>
        <translation>Vorname</translation>
    </message>
    <message>
        <source>Last name</source>
        <translation>Nachname</translation>
    </message>
    <message>
        <source>Company</source>
        <translation>Firma</translation>
    </message>
    <message>
        <source>Job title</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>Phone</source>
        <translation>Telefon</translation>
    </message>
    <message>
        <source>Company domain</source>
        <translation>Domain der Firma</translation>
    </message>
    <message>
        <source>LinkedIn page</source>
        <translation>LinkedIn-Seite</translation>
    </message>
    <message>
        <source>Industry</source>
        <translation>Branche</translation>
    </message>
    <message>
        <source>City</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Country</source>
        <translation>Land</translation>
    </message>
    <message>
        <source>Full name</source>
        <translation>Voller Name</translation>
    </message>
    <message>
        <source>Seniority</source>
        <translation>Hierarchiestufe</translation>
    </message>
    <message>
        <source>Department</source>
        <translation>Abteilung</translation>
    </message>
    <message>
        <source>Company size</source>
        <translation>Unternehmensgröße</translation>
    </message>
    <message>
        <source>Company revenue</source>
        <translation>Umsatz</translation>
    </message>
    <message>
        <source>Year founded</source>
        <translation>Gründungsjahr</translation>
    </message>
    <message>
        <source>Technologies</source>
        <translation>Technologien</translation>
    </message>
    <message>
        <source>LinkedIn of the company</source>
        <translation>LinkedIn der Firma</translation>
    </message>
    <message>
        <source>Street</source>
        <translation>Straße</translation>
    </message>
    <message>
        <source>Postal code</source>
        <translation>Postleitzahl</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Region</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>Zeitzone</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Reviews</source>
        <translation>Rezensionen</translation>
    </message>
    <message>
        <source>Verification result</source>
        <translation>Ergebnis der Prüfung</translation>
    </message>
    <message>
        <source>Order number</source>
        <translation>Auftragsnummer</translation>
    </message>
    <message>
        <source>Your reference</source>
        <translation>Ihre Referenz</translation>
    </message>
    <message>
        <source>Leave out leads that are anywhere in the workspace</source>
        <translation>Leads auslassen, die irgendwo im Arbeitsbereich sind</translation>
    </message>
    <message>
        <source>Leave out leads that are in a campaign</source>
        <translation>Leads auslassen, die in einer Kampagne sind</translation>
    </message>
    <message>
        <source>Leave out leads that are in a list</source>
        <translation>Leads auslassen, die in einer Liste sind</translation>
    </message>
    <message>
        <source>Send every lead, known or not</source>
        <translation>Jeden Lead senden, bekannt oder nicht</translation>
    </message>
    <message>
        <source>good</source>
        <translation>gut</translation>
    </message>
    <message>
        <source>risky</source>
        <translation>riskant</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>invalid</source>
        <translation>ungültig</translation>
    </message>
    <message>
        <source>Disabled</source>
        <translation>Abgeschaltet</translation>
    </message>
    <message>
        <source>No campaign yet</source>
        <translation>Noch keine Kampagne</translation>
    </message>
    <message>
        <source>Some outcomes unknown</source>
        <translation>Teils Ausgang unbekannt</translation>
    </message>
    <message>
        <source>Sending</source>
        <translation>Wird gesendet</translation>
    </message>
    <message>
        <source>Sends automatically</source>
        <translation>Sendet automatisch</translation>
    </message>
    <message>
        <source>Sends on request</source>
        <translation>Sendet auf Wunsch</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>Already known</source>
        <translation>Schon bekannt</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Outcome unknown</source>
        <translation>Ausgang unbekannt</translation>
    </message>
    <message>
        <source>On its way</source>
        <translation>Unterwegs</translation>
    </message>
</context>
<context>
    <name>ExportPresets</name>
    <message>
        <source>Excel</source>
        <translation>Excel</translation>
    </message>
    <message>
        <source>A workbook. Numbers with leading zeros and phone numbers stay as they are.</source>
        <translation>Eine Arbeitsmappe. Zahlen mit führenden Nullen und Telefonnummern bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Google Sheets, LibreOffice</source>
        <translation>Google Sheets, LibreOffice</translation>
    </message>
    <message>
        <source>CSV in UTF-8 with commas.</source>
        <translation>CSV in UTF-8 mit Kommas.</translation>
    </message>
    <message>
        <source>Excel (CSV)</source>
        <translation>Excel (CSV)</translation>
    </message>
    <message>
        <source>CSV with semicolons and a byte order mark, the way Excel opens it in countries with a decimal comma.</source>
        <translation>CSV mit Semikolons und Byte Order Mark, wie Excel es in Ländern mit Dezimalkomma öffnet.</translation>
    </message>
    <message>
        <source>Outreach (Instantly, Smartlead, lemlist)</source>
        <translation>Outreach (Instantly, Smartlead, lemlist)</translation>
    </message>
    <message>
        <source>CSV with the columns that campaigns use, e-mail first.</source>
        <translation>CSV mit den Spalten, die Kampagnen brauchen, E-Mail zuerst.</translation>
    </message>
    <message>
        <source>Programs (JSON Lines)</source>
        <translation>Programme (JSON Lines)</translation>
    </message>
    <message>
        <source>One JSON object per line, with types kept.</source>
        <translation>Ein JSON-Objekt je Zeile, mit erhaltenen Typen.</translation>
    </message>
</context>
<context>
    <name>InfoTemplates</name>
    <message>
        <source>Locations</source>
        <translation>Orte</translation>
    </message>
    <message>
        <source>Which countries or regions should the leads come from?</source>
        <translation>Aus welchen Ländern oder Regionen sollen die Leads kommen?</translation>
    </message>
    <message>
        <source>Too few found</source>
        <translation>Zu wenige gefunden</translation>
    </message>
    <message>
        <source>Fewer companies fit this profile than you ordered leads. Shall we widen the locations, widen the industries, or deliver what there is?</source>
        <translation>Zu diesem Profil gibt es weniger Firmen als bestellte Leads. Sollen wir die Orte erweitern, die Branchen erweitern oder liefern, was es gibt?</translation>
    </message>
    <message>
        <source>Search address</source>
        <translation>Suchadresse</translation>
    </message>
    <message>
        <source>The search address cannot be opened. Please send one that is shared with everybody who has the link.</source>
        <translation>Die Suchadresse lässt sich nicht öffnen. Bitte senden Sie eine, die für alle mit dem Link freigegeben ist.</translation>
    </message>
</context>
<context>
    <name>Ingest</name>
    <message>
        <source>The account already owns this lead.</source>
        <translation>Das Konto besitzt diesen Lead schon.</translation>
    </message>
    <message>
        <source>The service refused this row.</source>
        <translation>Der Dienst hat diese Zeile abgelehnt.</translation>
    </message>
</context>
<context>
    <name>KeyTrouble</name>
    <message>
        <source>The system keychain is locked or refused access.</source>
        <translation>Der Schlüsselbund des Systems ist gesperrt oder hat den Zugriff verweigert.</translation>
    </message>
    <message>
        <source>The system keychain did not answer.</source>
        <translation>Der Schlüsselbund des Systems hat nicht geantwortet.</translation>
    </message>
    <message>
        <source>There is no system keychain in this session.</source>
        <translation>In dieser Sitzung gibt es keinen Schlüsselbund des Systems.</translation>
    </message>
    <message>
        <source>The key belongs to account %1, but profile “%2” is for %3.</source>
        <translation>Der Schlüssel gehört zum Konto %1, das Profil „%2“ aber zu %3.</translation>
    </message>
    <message>
        <source>Nothing was changed and nothing was spent.</source>
        <translation>Nichts wurde geändert und nichts ausgegeben.</translation>
    </message>
    <message>
        <source>Use the key of that account, or add another profile for this one.</source>
        <translation>Verwenden Sie den Schlüssel jenes Kontos, oder legen Sie für dieses ein weiteres Profil an.</translation>
    </message>
    <message>
        <source>There is no key of profile “%1” in the system keychain, or the keychain is locked.</source>
        <translation>Im Schlüsselbund des Systems liegt kein Schlüssel des Profils „%1“, oder er ist gesperrt.</translation>
    </message>
    <message>
        <source>Profile “%1” cannot be used without its key.</source>
        <translation>Ohne seinen Schlüssel lässt sich das Profil „%1“ nicht verwenden.</translation>
    </message>
    <message>
        <source>Unlock the keychain and try again, or enter the key.</source>
        <translation>Entsperren Sie den Schlüsselbund und versuchen Sie es noch einmal, oder geben Sie den Schlüssel ein.</translation>
    </message>
    <message>
        <source>Enter the key.</source>
        <translation>Geben Sie den Schlüssel ein.</translation>
    </message>
    <message>
        <source>%1 The key is kept until you quit and nowhere else; you will be asked for it next time.</source>
        <translation>%1 Der Schlüssel bleibt nur bis zum Beenden im Speicher; beim nächsten Mal werden Sie danach gefragt.</translation>
    </message>
</context>
<context>
    <name>LeadWords</name>
    <message>
        <source>work</source>
        <translation>dienstlich</translation>
    </message>
    <message>
        <source>personal</source>
        <translation>privat</translation>
    </message>
    <message>
        <source>of a department</source>
        <translation>einer Abteilung</translation>
    </message>
    <message>
        <source>direct</source>
        <translation>Durchwahl</translation>
    </message>
    <message>
        <source>mobile</source>
        <translation>mobil</translation>
    </message>
    <message>
        <source>office</source>
        <translation>Zentrale</translation>
    </message>
    <message>
        <source>other</source>
        <translation>andere</translation>
    </message>
    <message>
        <source>Lead</source>
        <translation>Lead</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Geliefert</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Reason for the result</source>
        <translation>Grund des Ergebnisses</translation>
    </message>
    <message>
        <source>Has e-mail</source>
        <translation>Hat E-Mail</translation>
    </message>
    <message>
        <source>Has phone</source>
        <translation>Hat Telefon</translation>
    </message>
    <message>
        <source>First name</source>
        <translation>Vorname</translation>
    </message>
    <message>
        <source>Last name</source>
        <translation>Nachname</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Job title</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>Seniority</source>
        <translation>Hierarchiestufe</translation>
    </message>
    <message>
        <source>Department</source>
        <translation>Abteilung</translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation>E-Mail</translation>
    </message>
    <message>
        <source>Kind of e-mail</source>
        <translation>Art der E-Mail</translation>
    </message>
    <message>
        <source>Phone</source>
        <translation>Telefon</translation>
    </message>
    <message>
        <source>Kind of phone</source>
        <translation>Art des Telefons</translation>
    </message>
    <message>
        <source>LinkedIn</source>
        <translation>LinkedIn</translation>
    </message>
    <message>
        <source>Company</source>
        <translation>Firma</translation>
    </message>
    <message>
        <source>Web domain</source>
        <translation>Webdomain</translation>
    </message>
    <message>
        <source>Company on LinkedIn</source>
        <translation>Firma auf LinkedIn</translation>
    </message>
    <message>
        <source>Industry</source>
        <translation>Branche</translation>
    </message>
    <message>
        <source>Company size</source>
        <translation>Unternehmensgröße</translation>
    </message>
    <message>
        <source>Revenue</source>
        <translation>Umsatz</translation>
    </message>
    <message>
        <source>Founded</source>
        <translation>Gegründet</translation>
    </message>
    <message>
        <source>Technologies</source>
        <translation>Technologien</translation>
    </message>
    <message>
        <source>Street</source>
        <translation>Straße</translation>
    </message>
    <message>
        <source>City</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Region</translation>
    </message>
    <message>
        <source>Postal code</source>
        <translation>Postleitzahl</translation>
    </message>
    <message>
        <source>Country</source>
        <translation>Land</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>Zeitzone</translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Reviews</source>
        <translation>Rezensionen</translation>
    </message>
    <message>
        <source>Your reference</source>
        <translation>Ihre Referenz</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>Gut</translation>
    </message>
    <message>
        <source>Risky</source>
        <translation>Riskant</translation>
    </message>
    <message>
        <source>Invalid</source>
        <translation>Ungültig</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>result: %1</source>
        <translation>Ergebnis: %1</translation>
    </message>
    <message>
        <source>with e-mail</source>
        <translation>mit E-Mail</translation>
    </message>
    <message>
        <source>without e-mail</source>
        <translation>ohne E-Mail</translation>
    </message>
    <message>
        <source>with phone</source>
        <translation>mit Telefon</translation>
    </message>
    <message>
        <source>without phone</source>
        <translation>ohne Telefon</translation>
    </message>
    <message>
        <source>country: %1</source>
        <translation>Land: %1</translation>
    </message>
    <message>
        <source>order: %1</source>
        <translation>Auftrag: %1</translation>
    </message>
    <message>
        <source>delivered after %1</source>
        <translation>geliefert nach %1</translation>
    </message>
</context>
<context>
    <name>MapStep</name>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Metadata: %1</source>
        <translation>Metadaten: %1</translation>
    </message>
</context>
<context>
    <name>MatterWords</name>
    <message>
        <source>How to treat hidden rows</source>
        <translation>Was mit ausgeblendeten Zeilen geschieht</translation>
    </message>
    <message>
        <source>Skip Hidden Rows</source>
        <translation>Ausgeblendete Zeilen überspringen</translation>
    </message>
    <message>
        <source>Include Hidden Rows</source>
        <translation>Ausgeblendete Zeilen mitlesen</translation>
    </message>
    <message>
        <source>How to treat hidden columns</source>
        <translation>Was mit ausgeblendeten Spalten geschieht</translation>
    </message>
    <message>
        <source>Read Hidden Columns Too</source>
        <translation>Ausgeblendete Spalten mitlesen</translation>
    </message>
    <message>
        <source>Skip Hidden Columns</source>
        <translation>Ausgeblendete Spalten überspringen</translation>
    </message>
    <message>
        <source>What the cells under a merged cell hold</source>
        <translation>Was die Zellen unter einer verbundenen Zelle enthalten</translation>
    </message>
    <message>
        <source>Leave Them Empty</source>
        <translation>Leer lassen</translation>
    </message>
    <message>
        <source>Give Each the Value of the First</source>
        <translation>Allen den Wert der ersten geben</translation>
    </message>
    <message>
        <source>How to treat cells like #N/A</source>
        <translation>Was mit Zellen wie #NV geschieht</translation>
    </message>
    <message>
        <source>Block Their Rows</source>
        <translation>Ihre Zeilen aufhalten</translation>
    </message>
    <message>
        <source>Read Them as Empty</source>
        <translation>Als leer lesen</translation>
    </message>
    <message>
        <source>How to treat formulas that were saved without a value</source>
        <translation>Was mit Formeln geschieht, die ohne Wert gespeichert wurden</translation>
    </message>
    <message>
        <source>How to read numbers that are shown rounded</source>
        <translation>Was von gerundet angezeigten Zahlen gelesen wird</translation>
    </message>
    <message>
        <source>Read What Is Shown</source>
        <translation>Lesen wie angezeigt</translation>
    </message>
    <message>
        <source>Read What Is Stored</source>
        <translation>Lesen wie gespeichert</translation>
    </message>
    <message>
        <source>How to treat rows with more cells than column names</source>
        <translation>Was mit Zeilen geschieht, die mehr Zellen als Spaltennamen haben</translation>
    </message>
    <message>
        <source>Keep These Rows</source>
        <translation>Diese Zeilen behalten</translation>
    </message>
    <message>
        <source>Block These Rows</source>
        <translation>Diese Zeilen aufhalten</translation>
    </message>
    <message>
        <source>How to treat rows that the sheet marks as not wanted</source>
        <translation>Was mit Zeilen geschieht, die laut Tabelle nicht gewünscht sind</translation>
    </message>
    <message>
        <source>How to treat totals rows</source>
        <translation>Was mit Summenzeilen geschieht</translation>
    </message>
    <message>
        <source>Block and List Them</source>
        <translation>Aufhalten und auflisten</translation>
    </message>
    <message>
        <source>Skip Them</source>
        <translation>Überspringen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln hidden row(s) skipped</source>
        <translation>
            <numerusform>%Ln ausgeblendete Zeile übersprungen</numerusform>
            <numerusform>%Ln ausgeblendete Zeilen übersprungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hidden row(s) included</source>
        <translation>
            <numerusform>%Ln ausgeblendete Zeile gelesen</numerusform>
            <numerusform>%Ln ausgeblendete Zeilen gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hidden column(s) read too</source>
        <translation>
            <numerusform>%Ln ausgeblendete Spalte mitgelesen</numerusform>
            <numerusform>%Ln ausgeblendete Spalten mitgelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hidden column(s) skipped</source>
        <translation>
            <numerusform>%Ln ausgeblendete Spalte übersprungen</numerusform>
            <numerusform>%Ln ausgeblendete Spalten übersprungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln merged area(s), first cell only</source>
        <translation>
            <numerusform>%Ln verbundener Bereich, nur die erste Zelle</numerusform>
            <numerusform>%Ln verbundene Bereiche, nur die erste Zelle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln merged area(s) filled</source>
        <translation>
            <numerusform>%Ln verbundener Bereich ausgefüllt</numerusform>
            <numerusform>%Ln verbundene Bereiche ausgefüllt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln formula error(s) block their rows</source>
        <translation>
            <numerusform>%Ln Formelfehler hält seine Zeile auf</numerusform>
            <numerusform>%Ln Formelfehler halten ihre Zeilen auf</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln formula error(s) read as empty</source>
        <translation>
            <numerusform>%Ln Formelfehler als leer gelesen</numerusform>
            <numerusform>%Ln Formelfehler als leer gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln formula(s) without a value block their rows</source>
        <translation>
            <numerusform>%Ln Formel ohne Wert hält ihre Zeile auf</numerusform>
            <numerusform>%Ln Formeln ohne Wert halten ihre Zeilen auf</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln formula(s) without a value read as empty</source>
        <translation>
            <numerusform>%Ln Formel ohne Wert als leer gelesen</numerusform>
            <numerusform>%Ln Formeln ohne Wert als leer gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rounded number(s) read as shown</source>
        <translation>
            <numerusform>%Ln gerundete Zahl gelesen wie angezeigt</numerusform>
            <numerusform>%Ln gerundete Zahlen gelesen wie angezeigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rounded number(s) read as stored</source>
        <translation>
            <numerusform>%Ln gerundete Zahl gelesen wie gespeichert</numerusform>
            <numerusform>%Ln gerundete Zahlen gelesen wie gespeichert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) with more cells kept</source>
        <translation>
            <numerusform>%Ln Zeile mit mehr Zellen behalten</numerusform>
            <numerusform>%Ln Zeilen mit mehr Zellen behalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) with more cells blocked</source>
        <translation>
            <numerusform>%Ln Zeile mit mehr Zellen aufgehalten</numerusform>
            <numerusform>%Ln Zeilen mit mehr Zellen aufgehalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln totals row(s) blocked</source>
        <translation>
            <numerusform>%Ln Summenzeile aufgehalten</numerusform>
            <numerusform>%Ln Summenzeilen aufgehalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln totals row(s) skipped</source>
        <translation>
            <numerusform>%Ln Summenzeile übersprungen</numerusform>
            <numerusform>%Ln Summenzeilen übersprungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Order Them Too</source>
        <translation>Ebenfalls bestellen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln totals row(s) included</source>
        <translation>
            <numerusform>%Ln Summenzeile mitgelesen</numerusform>
            <numerusform>%Ln Summenzeilen mitgelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln marked row(s) blocked</source>
        <translation>
            <numerusform>%Ln abgewählte Zeile aufgehalten</numerusform>
            <numerusform>%Ln abgewählte Zeilen aufgehalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln marked row(s) skipped</source>
        <translation>
            <numerusform>%Ln abgewählte Zeile übersprungen</numerusform>
            <numerusform>%Ln abgewählte Zeilen übersprungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln marked row(s) taken</source>
        <translation>
            <numerusform>%Ln abgewählte Zeile mitgelesen</numerusform>
            <numerusform>%Ln abgewählte Zeilen mitgelesen</numerusform>
        </translation>
    </message>
    <message>
        <source>Repeat the Value Downwards</source>
        <translation>Den Wert nach unten wiederholen</translation>
    </message>
</context>
<context>
    <name>OrderWords</name>
    <message>
        <source>Leads wanted</source>
        <translation>Gewünschte Leads</translation>
    </message>
    <message>
        <source>Industries</source>
        <translation>Branchen</translation>
    </message>
    <message>
        <source>Job titles</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>Locations</source>
        <translation>Orte</translation>
    </message>
    <message>
        <source>Seniorities</source>
        <translation>Hierarchiestufen</translation>
    </message>
    <message>
        <source>Departments</source>
        <translation>Abteilungen</translation>
    </message>
    <message>
        <source>Company sizes</source>
        <translation>Unternehmensgrößen</translation>
    </message>
    <message>
        <source>Technologies</source>
        <translation>Technologien</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>Search address</source>
        <translation>Adresse der Suche</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Domains</source>
        <translation>Domains</translation>
    </message>
    <message>
        <source>LinkedIn pages</source>
        <translation>LinkedIn-Seiten</translation>
    </message>
    <message>
        <source>At most per company</source>
        <translation>Höchstens je Unternehmen</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>Radius in km</source>
        <translation>Umkreis in km</translation>
    </message>
    <message>
        <source>Rating at least</source>
        <translation>Bewertung mindestens</translation>
    </message>
    <message>
        <source>With a website</source>
        <translation>Mit Website</translation>
    </message>
    <message>
        <source>Similar to</source>
        <translation>Ähnlich wie</translation>
    </message>
    <message>
        <source>E-mail required</source>
        <translation>E-Mail erforderlich</translation>
    </message>
    <message>
        <source>Phone required</source>
        <translation>Telefon erforderlich</translation>
    </message>
    <message>
        <source>Exclude domains</source>
        <translation>Ohne Domains</translation>
    </message>
    <message>
        <source>Exclude leads you own</source>
        <translation>Ohne schon vorhandene Leads</translation>
    </message>
    <message>
        <source>Your reference</source>
        <translation>Ihre Referenz</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Anmerkungen</translation>
    </message>
    <message>
        <source>Automatic delivery</source>
        <translation>Automatisch zugestellt</translation>
    </message>
    <message>
        <source>Ordered</source>
        <translation>Bestellt</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>The service asked</source>
        <translation>Rückfrage des Dienstes</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Beantwortet</translation>
    </message>
    <message>
        <source>Leads arrived</source>
        <translation>Leads eingegangen</translation>
    </message>
    <message>
        <source>A part was delivered</source>
        <translation>Ein Teil wurde geliefert</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Geliefert</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Storniert</translation>
    </message>
    <message>
        <source>Refunded</source>
        <translation>Erstattet</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>Waiting for Review</source>
        <translation>In Prüfung</translation>
    </message>
    <message>
        <source>In Progress</source>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>Needs Your Answer</source>
        <translation>Rückfrage</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>held</source>
        <translation>reserviert</translation>
    </message>
    <message>
        <source>charged</source>
        <translation>berechnet</translation>
    </message>
    <message>
        <source>partly refunded</source>
        <translation>teilweise erstattet</translation>
    </message>
    <message>
        <source>refunded</source>
        <translation>erstattet</translation>
    </message>
    <message>
        <source>released</source>
        <translation>freigegeben</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1 leads ordered, %2 delivered</source>
        <translation>%1 Leads bestellt, %2 geliefert</translation>
    </message>
    <message>
        <source>Shown here: %1 leads ordered, %2 delivered</source>
        <translation>Hier gezeigt: %1 Leads bestellt, %2 geliefert</translation>
    </message>
    <message>
        <source>%1 charged, %2 held</source>
        <translation>%1 berechnet, %2 reserviert</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>30 of 50 leads</comment>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>Queue</name>
    <message>
        <source>Needs Info</source>
        <translation>Rückfrage</translation>
    </message>
    <message>
        <source>In Progress</source>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Geliefert</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
</context>
<context>
    <name>Refresh</name>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Refreshed at %1.</source>
        <translation>Stand %1.</translation>
    </message>
    <message>
        <source>Refreshing slowly, next at %1: %2 of %3 requests are left.</source>
        <translation>Langsames Neuladen, das nächste Mal um %1: %2 von %3 Anfragen sind übrig.</translation>
    </message>
    <message>
        <source>Next at %1, or press F5.</source>
        <translation>Nächstes Mal um %1, oder F5.</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>The service has not answered yet.</source>
        <translation>Der Dienst hat noch nicht geantwortet.</translation>
    </message>
</context>
<context>
    <name>RunMoneyWords</name>
    <message>
        <source>As of %1: %2 held, %3 charged, %4 released, %5 refunded.</source>
        <translation>Stand %1: %2 reserviert, %3 berechnet, %4 freigegeben, %5 erstattet.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>12 Delivered</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Orders: %1.</source>
        <translation>Aufträge: %1.</translation>
    </message>
    <message numerus="yes">
        <source>The service does not know %Ln order(s) of this run.</source>
        <translation>
            <numerusform>Der Dienst kennt %Ln Auftrag dieses Laufs nicht.</numerusform>
            <numerusform>Der Dienst kennt %Ln Aufträge dieses Laufs nicht.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Scope</name>
    <message>
        <source>see balance and ledger</source>
        <translation>Guthaben und Buchungen sehen</translation>
    </message>
    <message>
        <source>decide what happens to duplicates</source>
        <translation>bestimmen, was mit Dubletten geschieht</translation>
    </message>
    <message>
        <source>see orders and prices</source>
        <translation>Aufträge und Preise sehen</translation>
    </message>
    <message>
        <source>order, which spends money</source>
        <translation>bestellen, was Geld ausgibt</translation>
    </message>
    <message>
        <source>see and export leads</source>
        <translation>Leads sehen und exportieren</translation>
    </message>
    <message>
        <source>erase leads</source>
        <translation>Leads löschen</translation>
    </message>
    <message>
        <source>see webhooks</source>
        <translation>Webhooks sehen</translation>
    </message>
    <message>
        <source>change them, send leads</source>
        <translation>sie ändern, Leads senden</translation>
    </message>
    <message>
        <source>see destinations</source>
        <translation>Ziele sehen</translation>
    </message>
    <message>
        <source>change them, push leads</source>
        <translation>sie ändern, Leads übergeben</translation>
    </message>
    <message>
        <source>create and revoke keys</source>
        <translation>Schlüssel erstellen und sperren</translation>
    </message>
    <message>
        <source>decide on every order</source>
        <translation>über jeden Auftrag entscheiden</translation>
    </message>
    <message>
        <source>ingest leads and deliver</source>
        <translation>Leads aufnehmen und liefern</translation>
    </message>
    <message>
        <source>refund orders</source>
        <translation>Aufträge erstatten</translation>
    </message>
    <message>
        <source>export the leads of every order</source>
        <translation>Leads jedes Auftrags exportieren</translation>
    </message>
    <message>
        <source>manage accounts, credit and keys</source>
        <translation>Konten, Guthaben und Schlüssel verwalten</translation>
    </message>
</context>
<context>
    <name>SheetJob</name>
    <message>
        <source>Pasted rows</source>
        <translation>Eingefügte Zeilen</translation>
    </message>
</context>
<context>
    <name>SheetPlace</name>
    <message>
        <source>Row %1 (line %2): %3</source>
        <translation>Zeile %1 (Textzeile %2): %3</translation>
    </message>
    <message>
        <source>Row %1 (line %2), column %3: %4</source>
        <translation>Zeile %1 (Textzeile %2), Spalte %3: %4</translation>
    </message>
    <message>
        <source>Row %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>Row %1, column %2: %3</source>
        <translation>Zeile %1, Spalte %2: %3</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Textzeile %1: %2</translation>
    </message>
    <message>
        <source>Line %1, column %2: %3</source>
        <translation>Textzeile %1, Spalte %2: %3</translation>
    </message>
    <message>
        <source>Column %1: %2</source>
        <translation>Spalte %1: %2</translation>
    </message>
</context>
<context>
    <name>Trouble</name>
    <message>
        <source>The sandbox</source>
        <translation>Der Spielplatz</translation>
    </message>
    <message>
        <source>The server at %1</source>
        <translation>Der Server unter %1</translation>
    </message>
    <message>
        <source>Store a valid key for this account under Accounts.</source>
        <translation>Hinterlegen Sie unter Konten einen gültigen Schlüssel für dieses Konto.</translation>
    </message>
    <message>
        <source>This key is not allowed to do that.</source>
        <translation>Dieser Schlüssel darf das nicht.</translation>
    </message>
    <message>
        <source>Use a key with that scope, or have it added to this one.</source>
        <translation>Verwenden Sie einen Schlüssel mit dieser Berechtigung, oder lassen Sie sie diesem hinzufügen.</translation>
    </message>
    <message>
        <source>This key is of the wrong type.</source>
        <translation>Dieser Schlüssel ist von der falschen Art.</translation>
    </message>
    <message>
        <source>Use a customer key for orders; admin keys are for fulfilment only.</source>
        <translation>Verwenden Sie für Aufträge einen Kundenschlüssel; Admin-Schlüssel sind nur für die Bearbeitung.</translation>
    </message>
    <message>
        <source>The account is suspended.</source>
        <translation>Das Konto ist gesperrt.</translation>
    </message>
    <message>
        <source>Ask the service&apos;s support.</source>
        <translation>Fragen Sie den Support des Dienstes.</translation>
    </message>
    <message>
        <source>The key has expired.</source>
        <translation>Der Schlüssel ist abgelaufen.</translation>
    </message>
    <message>
        <source>The key was revoked.</source>
        <translation>Der Schlüssel wurde widerrufen.</translation>
    </message>
    <message>
        <source>%1 does not know this key.</source>
        <translation>%1 kennt diesen Schlüssel nicht.</translation>
    </message>
    <message>
        <source>The balance does not cover it.</source>
        <translation>Das Guthaben reicht dafür nicht.</translation>
    </message>
    <message>
        <source>Top up the account, or order fewer rows.</source>
        <translation>Laden Sie das Konto auf, oder bestellen Sie weniger Zeilen.</translation>
    </message>
    <message>
        <source>The key&apos;s daily spend cap is reached.</source>
        <translation>Die Tagesgrenze des Schlüssels ist erreicht.</translation>
    </message>
    <message>
        <source>Continue tomorrow, or have the cap of this key raised.</source>
        <translation>Machen Sie morgen weiter, oder lassen Sie die Grenze dieses Schlüssels erhöhen.</translation>
    </message>
    <message>
        <source>Ask for the prices again and look at them.</source>
        <translation>Fragen Sie die Preise neu ab, und sehen Sie sie an.</translation>
    </message>
    <message>
        <source>Check the network, then try again.</source>
        <translation>Prüfen Sie das Netz, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The proxy does not work.</source>
        <translation>Der Proxy funktioniert nicht.</translation>
    </message>
    <message>
        <source>Check the proxy in the settings.</source>
        <translation>Prüfen Sie den Proxy in den Einstellungen.</translation>
    </message>
    <message>
        <source>There is no secure connection to %1.</source>
        <translation>Es gibt keine sichere Verbindung zu %1.</translation>
    </message>
    <message>
        <source>Behind a company proxy that inspects traffic, name its certificate in the settings.</source>
        <translation>Hinter einem Firmenproxy, der den Verkehr prüft, nennen Sie dessen Zertifikat in den Einstellungen.</translation>
    </message>
    <message>
        <source>%1 answered, but it is not a Leadsheet server.</source>
        <translation>%1 hat geantwortet, ist aber kein Leadsheet-Server.</translation>
    </message>
    <message>
        <source>Check the address. It is the part before /v1, for example https://api.example.com</source>
        <translation>Prüfen Sie die Adresse. Gemeint ist der Teil vor /v1, zum Beispiel https://api.example.com</translation>
    </message>
    <message>
        <source>%1 has an internal error.</source>
        <translation>%1 hat selbst einen Fehler.</translation>
    </message>
    <message>
        <source>Wait a little, then try again.</source>
        <translation>Warten Sie ein wenig, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>%1 did not answer in time.</source>
        <translation>%1 hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>%1 sent more than any answer contains.</source>
        <translation>%1 hat mehr geschickt, als irgendeine Antwort enthält.</translation>
    </message>
    <message>
        <source>%1 refused the request.</source>
        <translation>%1 hat die Anfrage abgelehnt.</translation>
    </message>
    <message>
        <source>The connection to the sandbox broke before the answer was complete.</source>
        <translation>Die Verbindung zum Spielplatz brach ab, bevor die Antwort vollständig war.</translation>
    </message>
    <message>
        <source>The connection to %1 broke before the answer was complete.</source>
        <translation>Die Verbindung zu %1 brach ab, bevor die Antwort vollständig war.</translation>
    </message>
    <message>
        <source>%1 cannot be reached.</source>
        <translation>%1 ist nicht erreichbar.</translation>
    </message>
    <message>
        <source>The key&apos;s request budget is used up.</source>
        <translation>Das Anfragekontingent des Schlüssels ist aufgebraucht.</translation>
    </message>
    <message>
        <source>Try again later; nothing is lost.</source>
        <translation>Versuchen Sie es später noch einmal; nichts ist verloren.</translation>
    </message>
    <message>
        <source>Wait until it has finished, or end it there; then try again.</source>
        <translation>Warten Sie, bis er fertig ist, oder beenden Sie ihn dort; versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>Free some space on that disk, then try again.</source>
        <translation>Schaffen Sie Platz auf diesem Datenträger, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Set it aside with the command: leadsheet ledger set-aside</source>
        <translation>Legen Sie es beiseite mit dem Befehl: leadsheet ledger set-aside</translation>
    </message>
    <message>
        <source>Use the newer version of Leadsheet.</source>
        <translation>Verwenden Sie die neuere Version von Leadsheet.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>%1 cannot do this.</source>
        <translation>%1 kann das nicht.</translation>
    </message>
    <message>
        <source>No order was sent and nothing was spent.</source>
        <translation>Kein Auftrag wurde gesendet und nichts ausgegeben.</translation>
    </message>
    <message>
        <source>Copy the whole key from the service again, or have a new one made.</source>
        <translation>Kopieren Sie den ganzen Schlüssel noch einmal beim Dienst, oder lassen Sie einen neuen machen.</translation>
    </message>
    <message>
        <source>The fault is the outreach platform&apos;s, not this service&apos;s.</source>
        <translation>Der Fehler liegt bei der Outreach-Plattform, nicht bei diesem Dienst.</translation>
    </message>
    <message>
        <source>Look at the platform&apos;s status page, or try again later.</source>
        <translation>Sehen Sie auf der Statusseite der Plattform nach, oder versuchen Sie es später noch einmal.</translation>
    </message>
</context>
<context>
    <name>UsageRows</name>
    <message>
        <source>Checks of these limits in %1</source>
        <translation>Abrufe dieser Grenzen in %1</translation>
    </message>
    <message>
        <source>New orders in %1</source>
        <translation>Neue Aufträge in %1</translation>
    </message>
    <message>
        <source>Other requests to the service in %1</source>
        <translation>Andere Anfragen an den Dienst in %1</translation>
    </message>
    <message>
        <source>unused</source>
        <translation>unbenutzt</translation>
    </message>
    <message>
        <source>Daily spending</source>
        <translation>Ausgaben am Tag</translation>
    </message>
    <message>
        <source>when you delete some</source>
        <translation>wenn Sie welche löschen</translation>
    </message>
    <message>
        <source>Webhooks of the account</source>
        <translation>Webhooks des Kontos</translation>
    </message>
    <message>
        <source>Destinations of the account</source>
        <translation>Ziele des Kontos</translation>
    </message>
</context>
<context>
    <name>WebhookWords</name>
    <message>
        <source>Not delivered, held back</source>
        <translation>Nicht zugestellt, zurückgehalten</translation>
    </message>
    <message>
        <source>Order placed</source>
        <translation>Auftrag erteilt</translation>
    </message>
    <message>
        <source>Order approved</source>
        <translation>Auftrag angenommen</translation>
    </message>
    <message>
        <source>Question about an order</source>
        <translation>Frage zu einem Auftrag</translation>
    </message>
    <message>
        <source>Order delivered</source>
        <translation>Auftrag geliefert</translation>
    </message>
    <message>
        <source>Order rejected</source>
        <translation>Auftrag abgelehnt</translation>
    </message>
    <message>
        <source>Order cancelled</source>
        <translation>Auftrag storniert</translation>
    </message>
    <message>
        <source>Order refunded</source>
        <translation>Auftrag erstattet</translation>
    </message>
    <message>
        <source>Order failed</source>
        <translation>Auftrag gescheitert</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>Leads</translation>
    </message>
    <message>
        <source>A webhook was disabled</source>
        <translation>Ein Webhook wurde abgeschaltet</translation>
    </message>
    <message>
        <source>Test message</source>
        <translation>Testnachricht</translation>
    </message>
    <message>
        <source>Disabled: it answered 410</source>
        <translation>Abgeschaltet: antwortete 410</translation>
    </message>
    <message>
        <source>Disabled: failed for days</source>
        <translation>Abgeschaltet: tagelang gescheitert</translation>
    </message>
    <message>
        <source>Disabled</source>
        <translation>Abgeschaltet</translation>
    </message>
    <message>
        <source>Failing</source>
        <translation>Scheitert</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Nothing sent yet</source>
        <translation>Noch nichts gesendet</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Zugestellt</translation>
    </message>
    <message>
        <source>Not delivered</source>
        <translation>Nicht zugestellt</translation>
    </message>
    <message>
        <source>Held back</source>
        <translation>Zurückgehalten</translation>
    </message>
    <message>
        <source>Will retry</source>
        <translation>Neuer Versuch folgt</translation>
    </message>
    <message>
        <source>On its way</source>
        <translation>Unterwegs</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>%1 of %2 kinds</source>
        <translation>%1 von %2 Arten</translation>
    </message>
    <message>
        <source>%1 % of %2</source>
        <translation>%1 % von %2</translation>
    </message>
    <message>
        <source>Answered %1</source>
        <translation>Antwort %1</translation>
    </message>
    <message>
        <source>The address is missing.</source>
        <translation>Die Adresse fehlt.</translation>
    </message>
    <message>
        <source>The address is longer than 2,048 characters.</source>
        <translation>Die Adresse ist länger als 2.048 Zeichen.</translation>
    </message>
    <message>
        <source>This is not an address: it contains a character that must be percent-encoded.</source>
        <translation>Das ist keine Adresse: Sie enthält ein Zeichen, das als Prozentfolge geschrieben werden muss.</translation>
    </message>
    <message>
        <source>The address must begin with https://</source>
        <translation>Die Adresse muss mit https:// beginnen</translation>
    </message>
    <message>
        <source>The address names no host.</source>
        <translation>Die Adresse nennt keinen Rechner.</translation>
    </message>
    <message>
        <source>The address must not hold a user name or password. Check the signature instead.</source>
        <translation>Die Adresse darf weder Benutzernamen noch Kennwort enthalten. Prüfen Sie stattdessen die Signatur.</translation>
    </message>
    <message>
        <source>Lead erased</source>
        <translation>Lead gelöscht</translation>
    </message>
    <message>
        <source>%1 held back</source>
        <translation>%1 zurückgehalten</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>$%1</source>
        <extracomment>An amount of US dollars.</extracomment>
        <translation>%1&#xa0;$</translation>
    </message>
    <message>
        <source>tomorrow %1</source>
        <translation>morgen %1</translation>
    </message>
    <message>
        <source>yesterday %1</source>
        <translation>gestern %1</translation>
    </message>
    <message>
        <source>yyyy-MM-dd HH:mm</source>
        <extracomment>How a date and a time are written, see QDateTime::toString.</extracomment>
        <translation>dd.MM.yyyy HH:mm</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Needs Fix</source>
        <translation>Zu korrigieren</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>In der Warteschlange</translation>
    </message>
    <message>
        <source>Sending</source>
        <translation>Wird gesendet</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>Erteilt</translation>
    </message>
    <message>
        <source>Already Ordered</source>
        <translation>Schon bestellt</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Unknown Outcome</source>
        <translation>Ausgang unbekannt</translation>
    </message>
    <message>
        <source>Will Retry</source>
        <translation>Neuer Versuch</translation>
    </message>
    <message numerus="yes">
        <source>%Ln Ready</source>
        <translation>
            <numerusform>%Ln bereit</numerusform>
            <numerusform>%Ln bereit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Needs Fix</source>
        <translation>
            <numerusform>%Ln zu korrigieren</numerusform>
            <numerusform>%Ln zu korrigieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Skipped</source>
        <translation>
            <numerusform>%Ln übersprungen</numerusform>
            <numerusform>%Ln übersprungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Queued</source>
        <translation>
            <numerusform>%Ln in der Warteschlange</numerusform>
            <numerusform>%Ln in der Warteschlange</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Sending</source>
        <translation>
            <numerusform>%Ln wird gesendet</numerusform>
            <numerusform>%Ln werden gesendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Placed</source>
        <translation>
            <numerusform>%Ln erteilt</numerusform>
            <numerusform>%Ln erteilt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Already Ordered</source>
        <translation>
            <numerusform>%Ln schon bestellt</numerusform>
            <numerusform>%Ln schon bestellt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Refused</source>
        <translation>
            <numerusform>%Ln abgelehnt</numerusform>
            <numerusform>%Ln abgelehnt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Unknown Outcome</source>
        <translation>
            <numerusform>%Ln mit unbekanntem Ausgang</numerusform>
            <numerusform>%Ln mit unbekanntem Ausgang</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln Will Retry</source>
        <translation>
            <numerusform>%Ln vor neuem Versuch</numerusform>
            <numerusform>%Ln vor neuem Versuch</numerusform>
        </translation>
    </message>
    <message>
        <source>not selected</source>
        <translation>nicht ausgewählt</translation>
    </message>
    <message>
        <source>changed since ordered</source>
        <translation>seit der Bestellung geändert</translation>
    </message>
    <message>
        <source>in the sheet twice</source>
        <translation>doppelt in der Tabelle</translation>
    </message>
    <message>
        <source>continued in a later run</source>
        <translation>ein späterer Lauf macht damit weiter</translation>
    </message>
    <message>
        <source>beyond the first rows chosen</source>
        <translation>nach den gewählten ersten Zeilen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln skipped</source>
        <translation>
            <numerusform>%Ln übersprungen</numerusform>
            <numerusform>%Ln übersprungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not selected</source>
        <translation>
            <numerusform>%Ln nicht ausgewählt</numerusform>
            <numerusform>%Ln nicht ausgewählt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln changed since ordered</source>
        <translation>
            <numerusform>%Ln seit der Bestellung geändert</numerusform>
            <numerusform>%Ln seit der Bestellung geändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in the sheet twice</source>
        <translation>
            <numerusform>%Ln doppelt in der Tabelle</numerusform>
            <numerusform>%Ln doppelt in der Tabelle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln continued in a later run</source>
        <translation>
            <numerusform>%Ln, mit der ein späterer Lauf weitermacht</numerusform>
            <numerusform>%Ln, mit denen ein späterer Lauf weitermacht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln beyond the first rows chosen</source>
        <translation>
            <numerusform>%Ln nach den gewählten ersten Zeilen</numerusform>
            <numerusform>%Ln nach den gewählten ersten Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>Geplant</translation>
    </message>
    <message>
        <source>Ready to send</source>
        <translation>Bereit zum Senden</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Paused. 0 in flight.</source>
        <translation>Angehalten. 0 unterwegs.</translation>
    </message>
    <message>
        <source>Paused: the server refused many rows in a row for the same reason.</source>
        <translation>Angehalten: Der Server hat viele Zeilen hintereinander aus demselben Grund abgelehnt.</translation>
    </message>
    <message>
        <source>Paused: the server no longer accepts this key.</source>
        <translation>Angehalten: Der Server nimmt diesen Schlüssel nicht mehr an.</translation>
    </message>
    <message>
        <source>Paused: the balance does not cover the next row.</source>
        <translation>Angehalten: Das Guthaben reicht nicht für die nächste Zeile.</translation>
    </message>
    <message>
        <source>Paused: your spending cap is reached.</source>
        <translation>Angehalten: Ihre Ausgabengrenze ist erreicht.</translation>
    </message>
    <message>
        <source>Paused: the key&apos;s daily spend cap is reached.</source>
        <translation>Angehalten: Die Tagesgrenze des Schlüssels ist erreicht.</translation>
    </message>
    <message>
        <source>Paused: the account is suspended.</source>
        <translation>Angehalten: Das Konto ist gesperrt.</translation>
    </message>
    <message>
        <source>Paused: an order holds a different amount than its quote. Contact the service&apos;s support.</source>
        <translation>Angehalten: Für einen Auftrag ist ein anderer Betrag reserviert als im Preisangebot. Melden Sie es dem Support des Dienstes.</translation>
    </message>
    <message>
        <source>Paused: prices of rows not yet sent went up. Nothing was ordered at a higher price.</source>
        <translation>Angehalten: Preise noch nicht gesendeter Zeilen sind gestiegen. Nichts wurde zu einem höheren Preis bestellt.</translation>
    </message>
    <message>
        <source>Paused: the ledger on this computer could not be written.</source>
        <translation>Angehalten: Das Auftragsbuch auf diesem Rechner ließ sich nicht schreiben.</translation>
    </message>
    <message>
        <source>Paused: the server cannot be reached.</source>
        <translation>Angehalten: Der Server ist nicht erreichbar.</translation>
    </message>
    <message>
        <source>Paused: the server asked for a long wait.</source>
        <translation>Angehalten: Der Server hat um eine lange Wartezeit gebeten.</translation>
    </message>
    <message>
        <source>Paused: the run took longer than a day.</source>
        <translation>Angehalten: Der Lauf hat länger als einen Tag gedauert.</translation>
    </message>
    <message>
        <source>Ordered, Then Ended</source>
        <translation>Bestellt, dann beendet</translation>
    </message>
    <message numerus="yes">
        <source>%Ln Ordered, Then Ended</source>
        <translation>
            <numerusform>%Ln bestellt, dann beendet</numerusform>
            <numerusform>%Ln bestellt, dann beendet</numerusform>
        </translation>
    </message>
    <message>
        <source>ordered before</source>
        <translation>früher bestellt</translation>
    </message>
    <message>
        <source>replaced in a later run</source>
        <translation>in einem späteren Lauf ersetzt</translation>
    </message>
    <message>
        <source>given up</source>
        <translation>aufgegeben</translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered before</source>
        <translation>
            <numerusform>%Ln früher bestellt</numerusform>
            <numerusform>%Ln früher bestellt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln replaced in a later run</source>
        <translation>
            <numerusform>%Ln in einem späteren Lauf ersetzt</numerusform>
            <numerusform>%Ln in einem späteren Lauf ersetzt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln given up</source>
        <translation>
            <numerusform>%Ln aufgegeben</numerusform>
            <numerusform>%Ln aufgegeben</numerusform>
        </translation>
    </message>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message numerus="yes">
        <source>%Ln minute(s) ago</source>
        <translation>
            <numerusform>vor %Ln Minute</numerusform>
            <numerusform>vor %Ln Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hour(s) ago</source>
        <translation>
            <numerusform>vor %Ln Stunde</numerusform>
            <numerusform>vor %Ln Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln day(s) ago</source>
        <translation>
            <numerusform>vor %Ln Tag</numerusform>
            <numerusform>vor %Ln Tagen</numerusform>
        </translation>
    </message>
    <message>
        <source>The same Reference as %1</source>
        <translation>Dieselbe Referenz wie %1</translation>
    </message>
    <message>
        <source>Perhaps the same companies and people as %1</source>
        <translation>Vielleicht dieselben Firmen und Personen wie %1</translation>
    </message>
    <message>
        <source>The same companies and people as %1</source>
        <translation>Dieselben Firmen und Personen wie %1</translation>
    </message>
    <message>
        <source>, ordered %1</source>
        <comment>12 days ago</comment>
        <translation>, bestellt %1</translation>
    </message>
    <message>
        <source> by key …%1</source>
        <translation> mit Schlüssel …%1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s)</source>
        <translation>
            <numerusform>%Ln Lead</numerusform>
            <numerusform>%Ln Leads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> and %Ln other order(s)</source>
        <translation>
            <numerusform> und %Ln weiterer Auftrag</numerusform>
            <numerusform> und %Ln weitere Aufträge</numerusform>
        </translation>
    </message>
    <message>
        <source>Ordered, Then Cancelled</source>
        <translation>Bestellt, dann storniert</translation>
    </message>
    <message>
        <source>Ordered, Then Rejected</source>
        <translation>Bestellt, dann abgelehnt</translation>
    </message>
    <message>
        <source>Ordered, Then Failed</source>
        <translation>Bestellt, dann gescheitert</translation>
    </message>
    <message>
        <source>Ordered, Then Refunded</source>
        <translation>Bestellt, dann erstattet</translation>
    </message>
    <message>
        <source>%1 After Part Delivery</source>
        <comment>Ordered, Then Failed</comment>
        <translation>%1 (nach Teillieferung)</translation>
    </message>
    <message>
        <source>%1 after part delivery</source>
        <comment>2 ordered, then failed</comment>
        <translation>%1 (nach Teillieferung)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered, then cancelled</source>
        <translation>
            <numerusform>%Ln bestellt, dann storniert</numerusform>
            <numerusform>%Ln bestellt, dann storniert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered, then rejected</source>
        <translation>
            <numerusform>%Ln bestellt, dann abgelehnt</numerusform>
            <numerusform>%Ln bestellt, dann abgelehnt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered, then failed</source>
        <translation>
            <numerusform>%Ln bestellt, dann gescheitert</numerusform>
            <numerusform>%Ln bestellt, dann gescheitert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered, then refunded</source>
        <translation>
            <numerusform>%Ln bestellt, dann erstattet</numerusform>
            <numerusform>%Ln bestellt, dann erstattet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered, then ended</source>
        <translation>
            <numerusform>%Ln bestellt, dann beendet</numerusform>
            <numerusform>%Ln bestellt, dann beendet</numerusform>
        </translation>
    </message>
    <message>
        <source>in the sheet twice; differs in a column that is not used</source>
        <translation>zweimal in der Tabelle; unterscheidet sich in einer Spalte, die nicht verwendet wird</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::AccountBand</name>
    <message>
        <source>No account connected</source>
        <translation>Kein Konto verbunden</translation>
    </message>
    <message>
        <source>Sandbox, play money</source>
        <translation>Spielplatz, Spielgeld</translation>
    </message>
    <message>
        <source>Account %1</source>
        <translation>Konto %1</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::AccountSwitcher</name>
    <message>
        <source>Sandbox</source>
        <translation>Spielplatz</translation>
    </message>
    <message>
        <source>No account</source>
        <translation>Kein Konto</translation>
    </message>
    <message>
        <source>Choose one here</source>
        <translation>Hier eines wählen</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbinden …</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>Nicht verbunden</translation>
    </message>
    <message>
        <source>fulfilment</source>
        <translation>Bearbeitung</translation>
    </message>
    <message>
        <source>Account: %1, %2</source>
        <translation>Konto: %1, %2</translation>
    </message>
    <message>
        <source>Sandbox (play money)</source>
        <translation>Spielplatz (Spielgeld)</translation>
    </message>
    <message>
        <source>Add Account…</source>
        <translation>Konto hinzufügen …</translation>
    </message>
    <message>
        <source>Manage Accounts</source>
        <translation>Konten verwalten</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>play money</source>
        <translation>Spielgeld</translation>
    </message>
    <message>
        <source>live</source>
        <translation>echt</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::AccountsPage</name>
    <message>
        <source>Each profile is an address with one of your keys. The command line uses the same profiles; keys are stored in the system keychain.</source>
        <translation>Jedes Profil ist eine Adresse mit einem Ihrer Schlüssel. Die Kommandozeile verwendet dieselben Profile; die Schlüssel liegen im Schlüsselbund des Systems.</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profile</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Konto</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwendung</translation>
    </message>
    <message>
        <source>Add an Account</source>
        <translation>Konto hinzufügen</translation>
    </message>
    <message>
        <source>Switch To</source>
        <translation>Wechseln</translation>
    </message>
    <message>
        <source>Make Default</source>
        <translation>Als Standard</translation>
    </message>
    <message>
        <source>The profile that commands use when none is named</source>
        <translation>Das Profil, das Befehle verwenden, wenn keines genannt ist</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename (F2)</source>
        <translation>Umbenennen (F2)</translation>
    </message>
    <message>
        <source>Enter Key…</source>
        <translation>Schlüssel eingeben …</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen …</translation>
    </message>
    <message>
        <source>Add Account…</source>
        <translation>Konto hinzufügen …</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>in Gebrauch</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>fulfilment (admin key)</source>
        <translation>Bearbeitung (Admin-Schlüssel)</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>Spielplatz</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>auf diesem Rechner</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbinden …</translation>
    </message>
    <message>
        <source>Remove This Profile?</source>
        <translation>Dieses Profil entfernen?</translation>
    </message>
    <message>
        <source>Profile “%1” and its key are removed from this computer. Orders and leads stay at the service, and the ledger keeps what was ordered.</source>
        <translation>Das Profil „%1“ und sein Schlüssel werden von diesem Rechner entfernt. Aufträge und Leads bleiben beim Dienst, und das Auftragsbuch behält, was bestellt wurde.</translation>
    </message>
    <message>
        <source>Remove Profile</source>
        <translation>Profil entfernen</translation>
    </message>
    <message>
        <source>Keep It</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Accounts</source>
        <translation>Konten</translation>
    </message>
    <message>
        <source>Replace Key…</source>
        <translation>Schlüssel ersetzen …</translation>
    </message>
    <message>
        <source>Have the service create a new key for the profile that is in use</source>
        <translation>Den Dienst einen neuen Schlüssel für das benutzte Profil erzeugen lassen</translation>
    </message>
    <message>
        <source>Replace This Key?</source>
        <translation>Diesen Schlüssel ersetzen?</translation>
    </message>
    <message>
        <source>The service creates a new key for “%1” with the same scopes and limits, and it is stored in the system keychain. The key in use, ending in %2, keeps working for another 24 hours: give other programs that use it the new one by then.</source>
        <translation>Der Dienst erzeugt für „%1“ einen neuen Schlüssel mit denselben Rechten und Grenzen; er kommt in den Schlüsselbund des Systems. Der benutzte Schlüssel, endend auf %2, gilt noch 24 Stunden: Geben Sie anderen Programmen, die ihn benutzen, bis dahin den neuen.</translation>
    </message>
    <message>
        <source>Replace Key</source>
        <translation>Schlüssel ersetzen</translation>
    </message>
    <message>
        <source>Give the profile a key that you have</source>
        <translation>Dem Profil einen Schlüssel geben, den Sie haben</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ActDialog</name>
    <message>
        <source>%1 – Fulfilment</source>
        <translation>%1 – Bearbeitung</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ActForm</name>
    <message>
        <source>Amount in %1, at most %2</source>
        <translation>Betrag in %1, höchstens %2</translation>
    </message>
    <message>
        <source>The state of the chosen orders does not allow this.</source>
        <translation>Der Zustand der gewählten Aufträge lässt das nicht zu.</translation>
    </message>
    <message>
        <source>Type a question, or choose a template.</source>
        <translation>Geben Sie eine Frage ein, oder wählen Sie eine Vorlage.</translation>
    </message>
    <message>
        <source>Type a reason.</source>
        <translation>Geben Sie einen Grund ein.</translation>
    </message>
    <message>
        <source>The text is too long: at most %1 characters.</source>
        <translation>Der Text ist zu lang: höchstens %1 Zeichen.</translation>
    </message>
    <message>
        <source>This is not an amount of money. Type one like %1.</source>
        <translation>Das ist kein Geldbetrag. Geben Sie einen wie %1 ein.</translation>
    </message>
    <message>
        <source>The amount must be above zero, and at most %1.</source>
        <translation>Der Betrag muss über null liegen und höchstens %1 sein.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 und %Ln weiterer</numerusform>
            <numerusform>%1 und %Ln weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ActProgress</name>
    <message numerus="yes">
        <source>%Ln order(s) were refused; nothing was changed there.</source>
        <translation>
            <numerusform>%Ln Auftrag wurde abgelehnt; dort ist nichts geändert.</numerusform>
            <numerusform>%Ln Aufträge wurden abgelehnt; dort ist nichts geändert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The outcome of %Ln order(s) is unknown.</source>
        <translation>
            <numerusform>Was aus %Ln Auftrag wurde, ist unbekannt.</numerusform>
            <numerusform>Was aus %Ln Aufträgen wurde, ist unbekannt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) were not sent.</source>
        <translation>
            <numerusform>%Ln Auftrag wurde nicht gesendet.</numerusform>
            <numerusform>%Ln Aufträge wurden nicht gesendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Orders that have an outcome</source>
        <translation>Aufträge, deren Ausgang feststeht</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Under the same keys: nothing is done twice</source>
        <translation>Unter denselben Schlüsseln: Nichts geschieht doppelt</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Outcome of each order</source>
        <translation>Ausgang jedes Auftrags</translation>
    </message>
    <message>
        <source>Stops after the order that is under way.</source>
        <translation>Hält nach dem laufenden Auftrag an.</translation>
    </message>
    <message>
        <source>%1 of %2 orders have an outcome.</source>
        <translation>Von %2 Aufträgen steht bei %1 der Ausgang fest.</translation>
    </message>
    <message numerus="yes">
        <source>Send %Ln Order(s) Again</source>
        <translation>
            <numerusform>%Ln Auftrag erneut senden</numerusform>
            <numerusform>%Ln Aufträge erneut senden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ActivityPage</name>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>%1, outcome unknown</source>
        <translation>%1, Ausgang unbekannt</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Rows of the run</source>
        <translation>Zeilen des Laufs</translation>
    </message>
    <message>
        <source>Attempts to send the row</source>
        <translation>Sendeversuche der Zeile</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Request number</source>
        <translation>Anfragenummer</translation>
    </message>
    <message>
        <source>Continue Run</source>
        <translation>Lauf fortsetzen</translation>
    </message>
    <message>
        <source>Export Audit…</source>
        <translation>Prüfprotokoll speichern …</translation>
    </message>
    <message>
        <source>Every run, row and attempt as a file that shows whether somebody changed it afterwards</source>
        <translation>Jeder Lauf, jede Zeile und jeder Versuch als Datei, der man spätere Änderungen ansieht</translation>
    </message>
    <message>
        <source>Refresh Activity</source>
        <translation>Verlauf neu laden</translation>
    </message>
    <message>
        <source>Export Audit</source>
        <translation>Prüfprotokoll speichern</translation>
    </message>
    <message>
        <source>JSON Lines (*.jsonl)</source>
        <translation>JSON Lines (*.jsonl)</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Attempts to send row %1</source>
        <translation>Sendeversuche von Zeile %1</translation>
    </message>
    <message>
        <source>No runs yet. The first one begins when you place orders.</source>
        <translation>Noch keine Läufe. Der erste beginnt, wenn Sie Aufträge erteilen.</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Verlauf</translation>
    </message>
    <message numerus="yes">
        <source>%1 holds %Ln row(s). Keep this number somewhere else; it vouches for every line: %2</source>
        <translation>
            <numerusform>%1 enthält %Ln Zeile. Bewahren Sie diese Nummer anderswo auf, sie bürgt für jede Textzeile: %2</numerusform>
            <numerusform>%1 enthält %Ln Zeilen. Bewahren Sie diese Nummer anderswo auf, sie bürgt für jede Textzeile: %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Check the Outcome</source>
        <translation>Ergebnis abfragen</translation>
    </message>
    <message>
        <source>What is held, charged, released and refunded for the orders of this run so far, according to the service</source>
        <translation>Was für die Aufträge dieses Laufs inzwischen reserviert, berechnet, freigegeben und erstattet ist, nach Angabe des Dienstes</translation>
    </message>
    <message>
        <source>Check the Outcome of the Run</source>
        <translation>Ergebnis des Laufs abfragen</translation>
    </message>
    <message>
        <source>Run %1: %2 was held when it was ordered.</source>
        <translation>Lauf %1: Bei der Bestellung wurden %2 reserviert.</translation>
    </message>
    <message>
        <source>Give Up the Rest…</source>
        <translation>Rest aufgeben …</translation>
    </message>
    <message>
        <source>What this run has not sent is never sent; you are asked again first</source>
        <translation>Was dieser Lauf nicht gesendet hat, wird nie gesendet; Sie werden noch einmal gefragt</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::AgainAfter</name>
    <message>
        <source>Order again what was ordered more than</source>
        <translation>Noch einmal bestellen, was vor mehr als</translation>
    </message>
    <message>
        <source>Rows whose orders are older are ordered once more, once per period, whoever does it. Kept for sheets with these columns.</source>
        <translation>Zeilen, deren Aufträge älter sind, werden noch einmal bestellt, einmal je Zeitraum, gleich durch wen. Wird für Tabellen mit diesen Spalten gemerkt.</translation>
    </message>
    <message>
        <source>After how long what was ordered is ordered again</source>
        <translation>Nach welcher Zeit Bestelltes noch einmal bestellt wird</translation>
    </message>
    <message numerus="yes">
        <source>%Ln second(s)</source>
        <extracomment>This and the next ones: what was ordered more than … ago. German: &quot;vor mehr als 30 Tagen&quot;.</extracomment>
        <translation>
            <numerusform>%Ln Sekunde</numerusform>
            <numerusform>%Ln Sekunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln minute(s)</source>
        <translation>
            <numerusform>%Ln Minute</numerusform>
            <numerusform>%Ln Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hour(s)</source>
        <translation>
            <numerusform>%Ln Stunde</numerusform>
            <numerusform>%Ln Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln day(s)</source>
        <translation>
            <numerusform>%Ln Tag</numerusform>
            <numerusform>%Ln Tagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln week(s)</source>
        <translation>
            <numerusform>%Ln Woche</numerusform>
            <numerusform>%Ln Wochen</numerusform>
        </translation>
    </message>
    <message>
        <source>For example 30 days, 2 weeks or 12 hours</source>
        <translation>Zum Beispiel 30 Tage, 2 Wochen oder 12 Stunden</translation>
    </message>
    <message>
        <source>= %1</source>
        <comment>2w = 14 days ago</comment>
        <translation>= %1</translation>
    </message>
    <message>
        <source>ago</source>
        <comment>Order again what was ordered more than 30 days ago</comment>
        <translation>bestellt wurde</translation>
    </message>
    <message>
        <source>“%1” is not a period. Write for example 30 days, 2 weeks or 12 hours, at most 366 days.</source>
        <translation>„%1“ ist kein Zeitraum. Schreiben Sie zum Beispiel 30 Tage, 2 Wochen oder 12 Stunden, höchstens 366 Tage.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::BacklogPanel</name>
    <message>
        <source>Enable for New Messages Only</source>
        <translation>Nur für Neues einschalten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>What happened while %1 was disabled was held back and is kept for 30 days. It can be sent now, together with what failed before; or only new messages are sent, and what was held back can still be sent later.</source>
        <translation>Was entstand, während %1 abgeschaltet war, wurde zurückgehalten und bleibt 30 Tage aufbewahrt. Es kann jetzt gesendet werden, zusammen mit dem, was vorher scheiterte; oder es werden nur neue Nachrichten gesendet, und Zurückgehaltenes kann später noch gesendet werden.</translation>
    </message>
    <message>
        <source>Enable and Send What Was Held Back</source>
        <translation>Einschalten und nachsenden</translation>
    </message>
    <message>
        <source>Everything that was not delivered to %1 since this moment is sent again, with the same webhook-id: a program that already has a message recognises it by that.</source>
        <translation>Alles, was %1 seit diesem Zeitpunkt nicht zugestellt wurde, wird noch einmal gesendet, mit derselben webhook-id: Daran erkennt ein Programm eine Nachricht, die es schon hat.</translation>
    </message>
    <message>
        <source>Redeliver All Failed</source>
        <translation>Alles Gescheiterte neu zustellen</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::CellDelegate</name>
    <message>
        <source>Cell %1%2</source>
        <translation>Zelle %1%2</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ChartCard</name>
    <message>
        <source>Return opens the list behind a number.</source>
        <translation>Eingabe öffnet die Liste hinter einer Zahl.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::CheckCounts</name>
    <message numerus="yes">
        <source>%Ln ready</source>
        <translation>
            <numerusform>%Ln bereit</numerusform>
            <numerusform>%Ln bereit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln need(s) a fix</source>
        <translation>
            <numerusform>%Ln zu korrigieren</numerusform>
            <numerusform>%Ln zu korrigieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the ready one(s) odd</source>
        <translation>
            <numerusform>%Ln bereite Zeile ist auffällig</numerusform>
            <numerusform>%Ln bereite Zeilen sind auffällig</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in the sheet twice</source>
        <translation>
            <numerusform>%Ln doppelt in der Tabelle</numerusform>
            <numerusform>%Ln doppelt in der Tabelle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hidden, skipped</source>
        <translation>
            <numerusform>%Ln ausgeblendet, übersprungen</numerusform>
            <numerusform>%Ln ausgeblendet, übersprungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln blank</source>
        <translation>
            <numerusform>%Ln leer</numerusform>
            <numerusform>%Ln leer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the ready one(s) refused when sent</source>
        <translation>
            <numerusform>%Ln bereite Zeile wurde beim Senden abgelehnt</numerusform>
            <numerusform>%Ln bereite Zeilen wurden beim Senden abgelehnt</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::CheckStep</name>
    <message>
        <source>Apply the Fix</source>
        <translation>Korrektur anwenden</translation>
    </message>
    <message>
        <source>Edit %1%2</source>
        <translation>%1%2 ändern</translation>
    </message>
    <message>
        <source>Only rows with problems</source>
        <translation>Nur Zeilen mit Problemen</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Previous Problem</source>
        <translation>Voriges Problem</translation>
    </message>
    <message>
        <source>Next Problem</source>
        <translation>Nächstes Problem</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Find in the Rows</source>
        <translation>In den Zeilen suchen</translation>
    </message>
    <message>
        <source>Fill Down</source>
        <translation>Nach unten füllen</translation>
    </message>
    <message>
        <source>Replace in Column</source>
        <translation>In der Spalte ersetzen</translation>
    </message>
    <message>
        <source>Restore the File&apos;s Values</source>
        <translation>Wert der Datei wiederherstellen</translation>
    </message>
    <message>
        <source>Copy Cells</source>
        <translation>Zellen kopieren</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>nicht verwendet</translation>
    </message>
    <message>
        <source>→ %1</source>
        <translation>→ %1</translation>
    </message>
    <message>
        <source>No row has a problem.</source>
        <translation>Keine Zeile hat ein Problem.</translation>
    </message>
    <message>
        <source>Row %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>No row can be ordered yet. Fix at least one of them, or go back and map the columns differently.</source>
        <translation>Noch lässt sich keine Zeile bestellen. Korrigieren Sie wenigstens eine, oder ordnen Sie die Spalten anders zu.</translation>
    </message>
    <message>
        <source>Continue to Price</source>
        <translation>Weiter zum Preis</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Prüfen …</translation>
    </message>
    <message>
        <source>The sheet could not be checked</source>
        <translation>Die Tabelle ließ sich nicht prüfen</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>Noch nicht geprüft</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) copied.</source>
        <translation>
            <numerusform>%Ln Zeile kopiert.</numerusform>
            <numerusform>%Ln Zeilen kopiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fill Down %Ln Row(s)</source>
        <translation>
            <numerusform>%Ln Zeile nach unten füllen</numerusform>
            <numerusform>%Ln Zeilen nach unten füllen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Checking… %Ln row(s) so far</source>
        <translation>
            <numerusform>Prüfen … bisher %Ln Zeile</numerusform>
            <numerusform>Prüfen … bisher %Ln Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Continue to Price With %Ln Row(s)</source>
        <translation>
            <numerusform>Weiter zum Preis mit %Ln Zeile</numerusform>
            <numerusform>Weiter zum Preis mit %Ln Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) ready</source>
        <translation>
            <numerusform>%Ln Zeile bereit</numerusform>
            <numerusform>%Ln Zeilen bereit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln need(s) a fix</source>
        <translation>
            <numerusform>%Ln zu korrigieren</numerusform>
            <numerusform>%Ln zu korrigieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Checking… %1 of %Ln row(s)</source>
        <translation>
            <numerusform>Prüfen … %1 von %Ln Zeile</numerusform>
            <numerusform>Prüfen … %1 von %Ln Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Read the Sheet Again</source>
        <translation>Tabelle neu einlesen</translation>
    </message>
    <message>
        <source>Apply All Suggestions</source>
        <translation>Alle Vorschläge anwenden</translation>
    </message>
    <message>
        <source>Continue to Price: All Already Ordered</source>
        <translation>Weiter zum Preis: alles schon bestellt</translation>
    </message>
    <message>
        <source>What was ordered before could not be looked up, so ordered rows count as ready. %1</source>
        <translation>Was früher bestellt wurde, ließ sich nicht nachsehen; bestellte Zeilen zählen deshalb als bereit. %1</translation>
    </message>
    <message>
        <source>Every row was ordered before. Price shows the orders, and can order rows once more.</source>
        <translation>Jede Zeile wurde schon bestellt. „Preis“ zeigt die Aufträge und kann Zeilen noch einmal bestellen.</translation>
    </message>
    <message>
        <source>The rows that can be ordered have been ordered before. The others need a fix.</source>
        <translation>Die Zeilen, die bestellt werden können, sind schon bestellt. Die anderen müssen korrigiert werden.</translation>
    </message>
    <message>
        <source>Checked again when opened</source>
        <translation>Wird beim Öffnen neu geprüft</translation>
    </message>
    <message>
        <source>No row is new. On Price you can order changed rows, and those whose order has ended.</source>
        <translation>Keine Zeile ist neu. Unter „Preis“ lassen sich geänderte Zeilen bestellen und solche, deren Auftrag beendet ist.</translation>
    </message>
    <message>
        <source>Undo: %1 (Ctrl+Z)</source>
        <translation>Rückgängig: %1 (Strg+Z)</translation>
    </message>
    <message>
        <source>Redo: %1 (Ctrl+Shift+Z)</source>
        <translation>Wiederholen: %1 (Strg+Umschalt+Z)</translation>
    </message>
    <message>
        <source>Undo (Ctrl+Z)</source>
        <translation>Rückgängig (Strg+Z)</translation>
    </message>
    <message>
        <source>Redo (Ctrl+Shift+Z)</source>
        <translation>Wiederholen (Strg+Umschalt+Z)</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ColumnChooser</name>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Space chooses a column; drag it, or use the buttons, to move it.</source>
        <translation>Die Leertaste wählt eine Spalte; verschieben Sie sie durch Ziehen oder mit den Knöpfen.</translation>
    </message>
    <message>
        <source>Columns of the list</source>
        <translation>Spalten der Liste</translation>
    </message>
    <message>
        <source>Move Up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Usual Columns</source>
        <translation>Übliche Spalten</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::CommandSearch</name>
    <message>
        <source>Find a Command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>Schreiben Sie, was Sie tun möchten</translation>
    </message>
    <message>
        <source>Command to find</source>
        <translation>Gesuchter Befehl</translation>
    </message>
    <message>
        <source>Commands found</source>
        <translation>Gefundene Befehle</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ConnectDialog</name>
    <message>
        <source>Connect an Account</source>
        <translation>Konto verbinden</translation>
    </message>
    <message>
        <source>Key of Profile “%1”</source>
        <translation>Schlüssel des Profils „%1“</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ConnectForm</name>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API-Schlüssel</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>What you want to call this account</source>
        <translation>Wie Sie dieses Konto nennen möchten</translation>
    </message>
    <message>
        <source>Company network: proxy and certificate</source>
        <translation>Firmennetz: Proxy und Zertifikat</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>System setting; or “none”, or http://proxy:8080</source>
        <translation>Wie im System; oder „none“ oder http://proxy:8080</translation>
    </message>
    <message>
        <source>Certificate file</source>
        <translation>Zertifikatsdatei</translation>
    </message>
    <message>
        <source>The company&apos;s certificate authority, as PEM</source>
        <translation>Zertifizierungsstelle der Firma, als PEM</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen …</translation>
    </message>
    <message>
        <source>Choose the certificate file</source>
        <translation>Zertifikatsdatei auswählen</translation>
    </message>
    <message>
        <source>Certificate File</source>
        <translation>Zertifikatsdatei</translation>
    </message>
    <message>
        <source>Certificates (*.pem *.crt)</source>
        <translation>Zertifikate (*.pem *.crt)</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Save and Connect</source>
        <translation>Speichern und verbinden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>Testen …</translation>
    </message>
    <message>
        <source>Fulfilment</source>
        <translation>Bearbeitung</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ConnectionNotice</name>
    <message>
        <source>Enter Key…</source>
        <translation>Schlüssel eingeben …</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::CredentialForm</name>
    <message>
        <source>Leads are added to one of your campaigns at an outreach platform. The platform&apos;s key is encrypted by the service and never shown again. Nothing is sent until you say so.</source>
        <translation>Leads kommen in eine Kampagne von Ihnen bei einer Outreach-Plattform. Der Schlüssel der Plattform wird vom Dienst verschlüsselt und nie wieder gezeigt. Nichts wird gesendet, bevor Sie es sagen.</translation>
    </message>
    <message>
        <source>Platform</source>
        <translation>Plattform</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>For you; the platform&apos;s name if left empty</source>
        <translation>Für Sie; leer gilt der Name der Plattform</translation>
    </message>
    <message>
        <source>Key of the platform</source>
        <translation>Schlüssel der Plattform</translation>
    </message>
    <message>
        <source>The sandbox pretends these platforms: nothing leaves this computer. Type any key (“wrong” is refused). The campaign that you choose next decides what happens to the leads: accepted, already there, rejected, a slow answer, or none.</source>
        <translation>Der Spielplatz spielt diese Plattformen nach: Nichts verlässt diesen Rechner. Geben Sie einen beliebigen Schlüssel ein („wrong“ wird abgelehnt). Die Kampagne, die Sie danach wählen, bestimmt, was mit den Leads geschieht: angenommen, schon bekannt, abgelehnt, eine langsame Antwort oder keine.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::CreditDialog</name>
    <message>
        <source>Add Credit</source>
        <translation>Guthaben hinzufügen</translation>
    </message>
    <message>
        <source>Amount in %1</source>
        <translation>Betrag in %1</translation>
    </message>
    <message>
        <source>Reason, kept in the account&apos;s ledger</source>
        <translation>Grund, steht in den Buchungen des Kontos</translation>
    </message>
    <message>
        <source>Type an amount of money, like %1.</source>
        <translation>Geben Sie einen Betrag ein, etwa %1.</translation>
    </message>
    <message>
        <source>The amount must be above zero.</source>
        <translation>Der Betrag muss größer als null sein.</translation>
    </message>
    <message>
        <source>This is more than an account can hold.</source>
        <translation>Das ist mehr, als ein Konto fassen kann.</translation>
    </message>
    <message>
        <source>%1 is added: %2 can then be spent at once, instead of %3 now. What was added cannot be taken back here.</source>
        <translation>%1 kommen hinzu: %2 können dann sofort ausgegeben werden, jetzt sind es %3. Was hinzugefügt wurde, kann hier nicht zurückgenommen werden.</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Type a reason.</source>
        <translation>Geben Sie einen Grund ein.</translation>
    </message>
    <message>
        <source>The text is too long: at most %1 characters.</source>
        <translation>Der Text ist zu lang: höchstens %1 Zeichen.</translation>
    </message>
    <message>
        <source>%1 was added to “%2”: %3 can be spent now.</source>
        <translation>%1 wurden „%2“ hinzugefügt: %3 können jetzt ausgegeben werden.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::CustomerDetail</name>
    <message>
        <source>Money</source>
        <translation>Geld</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Add Credit…</source>
        <translation>Guthaben hinzufügen …</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Suspend…</source>
        <translation>Sperren …</translation>
    </message>
    <message>
        <source>Orders of This Account</source>
        <translation>Aufträge dieses Kontos</translation>
    </message>
    <message>
        <source>Copy Id</source>
        <translation>Id kopieren</translation>
    </message>
    <message>
        <source>Choose an account to see its money and its keys.</source>
        <translation>Wählen Sie ein Konto, um sein Geld und seine Schlüssel zu sehen.</translation>
    </message>
    <message>
        <source>%1: its keys are refused</source>
        <translation>%1: Seine Schlüssel werden abgewiesen</translation>
    </message>
    <message>
        <source>Reinstate…</source>
        <translation>Wieder zulassen …</translation>
    </message>
    <message>
        <source>Available</source>
        <translation>Verfügbar</translation>
    </message>
    <message>
        <source>Held for orders</source>
        <translation>Für Aufträge reserviert</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Account id</source>
        <translation>Konto-ID</translation>
    </message>
    <message>
        <source>Webhooks</source>
        <translation>Webhooks</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>Outreach destinations</source>
        <translation>Outreach-Ziele</translation>
    </message>
    <message>
        <source>Daily spending</source>
        <translation>Ausgaben am Tag</translation>
    </message>
    <message>
        <source>with each key, above</source>
        <translation>bei jedem Schlüssel, oben</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::CustomerDialog</name>
    <message>
        <source>%1 (%2): %3 available, %4 held</source>
        <translation>%1 (%2): %3 verfügbar, %4 reserviert</translation>
    </message>
    <message>
        <source>%1 – Fulfilment</source>
        <translation>%1 – Bearbeitung</translation>
    </message>
    <message>
        <source>This was sent before and no answer came, so it may have been done. Sent again unchanged, it is done at most once; if you change it, it is a new request.</source>
        <translation>Das wurde schon gesendet, und es kam keine Antwort; es kann also geschehen sein. Noch einmal so gesendet, wie es hier steht, geschieht es höchstens einmal; geändert ist es etwas anderes.</translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>Wird gesendet …</translation>
    </message>
    <message>
        <source>It may have been done. Send it again unchanged: it is done at most once.</source>
        <translation>Es kann geschehen sein. Senden Sie es noch einmal, wie es hier steht: Es geschieht höchstens einmal.</translation>
    </message>
    <message>
        <source>Secret of the key</source>
        <translation>Geheimnis des Schlüssels</translation>
    </message>
    <message>
        <source>I Have Stored It</source>
        <translation>Ich habe es abgelegt</translation>
    </message>
    <message>
        <source>Key “%1” ends in %2.</source>
        <translation>Schlüssel „%1“ endet auf %2.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::CustomerKeyModel</name>
    <message>
        <source>Revoked</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>Abgelaufen</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>Ersetzt</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Gültig</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Ends in</source>
        <translation>Endet auf</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::CustomerKeys</name>
    <message>
        <source>Keys of the account</source>
        <translation>Schlüssel des Kontos</translation>
    </message>
    <message>
        <source>New Key…</source>
        <translation>Neuer Schlüssel …</translation>
    </message>
    <message>
        <source>Replace Key…</source>
        <translation>Schlüssel ersetzen …</translation>
    </message>
    <message>
        <source>A new key takes its place; this one keeps working for another 24 hours</source>
        <translation>Ein neuer Schlüssel tritt an seine Stelle; dieser gilt noch 24 Stunden</translation>
    </message>
    <message>
        <source>Revoke Key…</source>
        <translation>Schlüssel sperren …</translation>
    </message>
    <message>
        <source>The key is refused at once</source>
        <translation>Der Schlüssel wird sofort abgewiesen</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>The account has no key yet, so nobody can order for it.</source>
        <translation>Das Konto hat noch keinen Schlüssel, also kann niemand dafür bestellen.</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>Bearbeiter</translation>
    </message>
    <message>
        <source>the customer</source>
        <translation>den Kunden</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>Rechte</translation>
    </message>
    <message>
        <source>Daily cap</source>
        <translation>Grenze am Tag</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>without its own cap</source>
        <translation>ohne eigene Grenze</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Zuletzt benutzt</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>Revoked</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Valid until</source>
        <translation>Gilt bis</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::CustomerModel</name>
    <message>
        <source>Suspended</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Konto</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Available</source>
        <translation>Verfügbar</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Account id</source>
        <translation>Konto-ID</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::CustomersView</name>
    <message>
        <source>No accounts yet.</source>
        <translation>Noch keine Konten.</translation>
    </message>
    <message>
        <source>Part of a name, or an account id</source>
        <translation>Teil eines Namens oder eine Konto-ID</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>New Account…</source>
        <translation>Neues Konto …</translation>
    </message>
    <message>
        <source>Accounts of customers</source>
        <translation>Konten von Kunden</translation>
    </message>
    <message>
        <source>No accounts match.</source>
        <translation>Kein Konto passt.</translation>
    </message>
    <message numerus="yes">
        <source>The first %Ln account(s); more come as you scroll.</source>
        <translation>
            <numerusform>Das erste %Ln Konto; weitere kommen beim Blättern.</numerusform>
            <numerusform>Die ersten %Ln Konten; weitere kommen beim Blättern.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln account(s).</source>
        <translation>
            <numerusform>%Ln Konto.</numerusform>
            <numerusform>%Ln Konten.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::DeliveriesView</name>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>On Their Way</source>
        <translation>Unterwegs</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Zugestellt</translation>
    </message>
    <message>
        <source>Not Delivered</source>
        <translation>Nicht zugestellt</translation>
    </message>
    <message>
        <source>Held Back</source>
        <translation>Zurückgehalten</translation>
    </message>
    <message>
        <source>Messages to the webhook</source>
        <translation>Nachrichten an den Webhook</translation>
    </message>
    <message>
        <source>No message yet. Messages come with orders and leads, or with Send Test.</source>
        <translation>Noch keine Nachricht. Nachrichten kommen mit Aufträgen und Leads oder mit „Test senden“.</translation>
    </message>
    <message>
        <source>No message is in this state.</source>
        <translation>Keine Nachricht ist in diesem Zustand.</translation>
    </message>
    <message numerus="yes">
        <source>The newest %Ln message(s); more come as you scroll.</source>
        <translation>
            <numerusform>Die neueste %Ln Nachricht; beim Blättern kommen mehr.</numerusform>
            <numerusform>Die neuesten %Ln Nachrichten; beim Blättern kommen mehr.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s).</source>
        <translation>
            <numerusform>%Ln Nachricht.</numerusform>
            <numerusform>%Ln Nachrichten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Choose a message to see its attempts.</source>
        <translation>Wählen Sie eine Nachricht, um ihre Versuche zu sehen.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::DeliveryDetail</name>
    <message>
        <source>answered %1 after %2 ms</source>
        <translation>Antwort %1 nach %2 ms</translation>
    </message>
    <message>
        <source>no answer after %1 ms</source>
        <translation>keine Antwort nach %1 ms</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Body, as it is signed</source>
        <translation>Inhalt, wie er signiert ist</translation>
    </message>
    <message>
        <source>Headers of the last attempt</source>
        <translation>Kopfzeilen des letzten Versuchs</translation>
    </message>
    <message>
        <source>Redeliver</source>
        <translation>Neu zustellen</translation>
    </message>
    <message>
        <source>The same message with the same webhook-id once more</source>
        <translation>Dieselbe Nachricht mit derselben webhook-id noch einmal</translation>
    </message>
    <message>
        <source>Copy Body</source>
        <translation>Inhalt kopieren</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>%1, next attempt %2</source>
        <translation>%1, nächster Versuch %2</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>Noch keine.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::DeliveryModel</name>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Entstanden</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Last answer</source>
        <translation>Letzte Antwort</translation>
    </message>
    <message>
        <source>Next attempt</source>
        <translation>Nächster Versuch</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Auftrag</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::DestinationDialog</name>
    <message>
        <source>Add an Outreach Platform</source>
        <translation>Outreach-Plattform hinzufügen</translation>
    </message>
    <message>
        <source>Set Up %1</source>
        <translation>%1 einrichten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Check at the Platform</source>
        <translation>Bei der Plattform prüfen</translation>
    </message>
    <message>
        <source>Save and Send This Lead</source>
        <translation>Speichern und diesen Lead senden</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Asking the platform…</source>
        <translation>Die Plattform wird gefragt …</translation>
    </message>
    <message>
        <source>The platform does not accept this key: %1</source>
        <translation>Die Plattform nimmt diesen Schlüssel nicht an: %1</translation>
    </message>
    <message>
        <source>Asking the platform for its campaigns…</source>
        <translation>Die Plattform wird nach ihren Kampagnen gefragt …</translation>
    </message>
    <message>
        <source>The lead is on its way…</source>
        <translation>Der Lead ist unterwegs …</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>Wird gespeichert …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Not sent</source>
        <translation>Nicht gesendet</translation>
    </message>
    <message>
        <source>The test lead: %1.</source>
        <translation>Der Test-Lead: %1.</translation>
    </message>
    <message>
        <source>The test lead: %1. %2</source>
        <translation>Der Test-Lead: %1. %2</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::DestinationModel</name>
    <message>
        <source>Destination</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Platform</source>
        <translation>Plattform</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>Already known</source>
        <translation>Schon bekannt</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::DestinationsPage</name>
    <message>
        <source>Kinds of destinations</source>
        <translation>Arten von Zielen</translation>
    </message>
    <message>
        <source>Webhooks</source>
        <translation>Webhooks</translation>
    </message>
    <message>
        <source>Outreach</source>
        <translation>Outreach-Plattformen</translation>
    </message>
    <message>
        <source>Local Lab</source>
        <translation>Lokales Labor</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Your program should trust a message only after it has checked the signature over the bytes exactly as received. This is all it takes, using only the standard library; take the secret from where you stored it, and both secrets during a rotation.</source>
        <translation>Ein Programm von Ihnen sollte einer Nachricht erst glauben, wenn es die Signatur über die Bytes, wie sie kamen, geprüft hat. Mehr als das hier braucht es nicht, allein mit der Standardbibliothek; nehmen Sie das Geheimnis von dort, wo Sie es abgelegt haben, und beide Geheimnisse während eines Wechsels.</translation>
    </message>
    <message>
        <source>Refresh Destinations</source>
        <translation>Ziele aktualisieren</translation>
    </message>
    <message>
        <source>Add a Webhook</source>
        <translation>Webhook hinzufügen</translation>
    </message>
    <message>
        <source>Add an Outreach Platform</source>
        <translation>Outreach-Plattform hinzufügen</translation>
    </message>
    <message>
        <source>Receive Webhooks on This Computer</source>
        <translation>Webhooks auf diesem Rechner empfangen</translation>
    </message>
    <message>
        <source>Destinations</source>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>Quit Without the Secret</source>
        <translation>Ohne das Geheimnis beenden</translation>
    </message>
    <message>
        <source>Wait for It</source>
        <translation>Darauf warten</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::EarlierRuns</name>
    <message>
        <source>Earlier runs of this sheet</source>
        <translation>Frühere Läufe dieser Tabelle</translation>
    </message>
    <message>
        <source>These are rows of run %1, and run %2 of the same sheet is newer. Placing them orders what the older run has left.</source>
        <translation>Dies sind Zeilen von Lauf %1, und Lauf %2 derselben Tabelle ist neuer. Damit bestellen Sie, was vom älteren Lauf übrig ist.</translation>
    </message>
    <message numerus="yes">
        <source>Run %1 (“%2”, %3) has %Ln row(s) for %4 not yet sent that this sheet no longer has as they were. Placing this run gives them up: they are not ordered.</source>
        <translation>
            <numerusform>Lauf %1 („%2“, %3) hat %Ln noch nicht gesendete Zeile für %4, die diese Tabelle so nicht mehr hat. Mit dem Bestellen dieses Laufs wird sie aufgegeben: Sie wird nicht bestellt.</numerusform>
            <numerusform>Lauf %1 („%2“, %3) hat %Ln noch nicht gesendete Zeilen für %4, die diese Tabelle so nicht mehr hat. Mit dem Bestellen dieses Laufs werden sie aufgegeben: Sie werden nicht bestellt.</numerusform>
        </translation>
    </message>
    <message>
        <source>This sheet replaces run %1</source>
        <translation>Diese Tabelle ersetzt Lauf %1</translation>
    </message>
    <message numerus="yes">
        <source>Run %1 (“%2”, %3) may have been of another sheet. If this is ticked, its %Ln row(s) for %4 not yet sent are given up when this run is placed; otherwise they stay.</source>
        <translation>
            <numerusform>Lauf %1 („%2“, %3) war vielleicht von einer anderen Tabelle. Mit dem Haken wird seine %Ln noch nicht gesendete Zeile für %4 aufgegeben, wenn dieser Lauf bestellt wird; ohne ihn bleibt sie.</numerusform>
            <numerusform>Lauf %1 („%2“, %3) war vielleicht von einer anderen Tabelle. Mit dem Haken werden seine %Ln noch nicht gesendeten Zeilen für %4 aufgegeben, wenn dieser Lauf bestellt wird; ohne ihn bleiben sie.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) of earlier runs had an unknown outcome: %1 ordered, %2 not.</source>
        <translation>
            <numerusform>%Ln Zeile früherer Läufe hatte ein unbekanntes Ergebnis: %1 bestellt, %2 nicht.</numerusform>
            <numerusform>%Ln Zeilen früherer Läufe hatten ein unbekanntes Ergebnis: %1 bestellt, %2 nicht.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::EndKeyDialog</name>
    <message>
        <source>Replace the Key</source>
        <translation>Den Schlüssel ersetzen</translation>
    </message>
    <message>
        <source>Revoke the Key</source>
        <translation>Den Schlüssel sperren</translation>
    </message>
    <message>
        <source>Key “%1” of %2, ending in %3</source>
        <translation>Schlüssel „%1“ von %2, endet auf %3</translation>
    </message>
    <message>
        <source>A new key with the same scopes, cap and counters takes its place. The old one keeps working for another 24 hours, so that programs can be given the new one.</source>
        <translation>Ein neuer Schlüssel mit denselben Rechten, derselben Grenze und denselben Zählern tritt an seine Stelle. Der alte gilt noch 24 Stunden, damit Programme den neuen bekommen können.</translation>
    </message>
    <message>
        <source>Replace Key</source>
        <translation>Schlüssel ersetzen</translation>
    </message>
    <message>
        <source>The key is refused at once and for good. Programs that use it stop working; orders and money stay as they are.</source>
        <translation>Der Schlüssel wird sofort und endgültig abgewiesen. Programme, die ihn benutzen, arbeiten nicht mehr; Aufträge und Geld bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Revoke Key</source>
        <translation>Schlüssel sperren</translation>
    </message>
    <message>
        <source>This is the key that you work with here: enter the new one under Accounts within 24 hours.</source>
        <translation>Das ist der Schlüssel, mit dem Sie hier arbeiten: Geben Sie den neuen innerhalb von 24 Stunden unter Konten ein.</translation>
    </message>
    <message>
        <source>This is the key that you work with here: you cannot go on without another one.</source>
        <translation>Das ist der Schlüssel, mit dem Sie hier arbeiten: Ohne einen anderen können Sie nicht weiterarbeiten.</translation>
    </message>
    <message>
        <source>Key “%1”, ending in %2, is refused from now on.</source>
        <translation>Schlüssel „%1“, der auf %2 endet, wird ab jetzt abgewiesen.</translation>
    </message>
    <message>
        <source>The secret of the new key is shown this once. The old one, ending in %1, keeps working for another 24 hours: give programs the new one before then.</source>
        <translation>Das Geheimnis des neuen Schlüssels wird nur dieses eine Mal gezeigt. Der alte, der auf %1 endet, gilt noch 24 Stunden: Geben Sie Programmen vorher den neuen.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ExportCard</name>
    <message numerus="yes">
        <source>%Ln lead(s), checked against the service&apos;s count.</source>
        <translation>
            <numerusform>%Ln Lead, mit der Zählung des Dienstes verglichen.</numerusform>
            <numerusform>%Ln Leads, mit der Zählung des Dienstes verglichen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, SHA-256 %2….</source>
        <translation>%1, SHA-256 %2….</translation>
    </message>
    <message numerus="yes">
        <source>%Ln cell(s) begin with an apostrophe as a guard.</source>
        <translation>
            <numerusform>%Ln Zelle beginnt zum Schutz mit einem Apostroph.</numerusform>
            <numerusform>%Ln Zellen beginnen zum Schutz mit einem Apostroph.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln lead(s)</source>
        <translation>
            <numerusform>%1 von %Ln Lead</numerusform>
            <numerusform>%1 von %Ln Leads</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting for the export before it.</source>
        <translation>Wartet auf den Export davor.</translation>
    </message>
    <message numerus="yes">
        <source>Writing the file: %Ln lead(s).</source>
        <translation>
            <numerusform>Die Datei wird geschrieben: %Ln Lead.</numerusform>
            <numerusform>Die Datei wird geschrieben: %Ln Leads.</numerusform>
        </translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Beginnt …</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>Paused at %1.</source>
        <translation>Angehalten bei %1.</translation>
    </message>
    <message>
        <source>Resume continues there.</source>
        <translation>Fortsetzen geht dort weiter.</translation>
    </message>
    <message>
        <source>Connect its account to go on.</source>
        <translation>Verbinden Sie sein Konto, um fortzusetzen.</translation>
    </message>
    <message>
        <source>Nothing is new; no file was written.</source>
        <translation>Nichts ist neu; es wurde keine Datei geschrieben.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Cancel Export</source>
        <translation>Export abbrechen</translation>
    </message>
    <message>
        <source>Open Folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Remove From List</source>
        <translation>Von der Liste nehmen</translation>
    </message>
    <message>
        <source>Progress of %1</source>
        <translation>Fortschritt von %1</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ExportPanel</name>
    <message>
        <source>Exports on this computer</source>
        <translation>Exporte auf diesem Rechner</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>For which program</source>
        <translation>Für welches Programm</translation>
    </message>
    <message>
        <source>Which columns</source>
        <translation>Welche Spalten</translation>
    </message>
    <message>
        <source>Guard against formulas</source>
        <translation>Vor Formeln schützen</translation>
    </message>
    <message>
        <source>A text such as =HYPERLINK(…) would be calculated by the program that opens the file. It gets an apostrophe before it; phone numbers such as +49 30 1234 stay as they are.</source>
        <translation>Ein Text wie =HYPERLINK(…) würde von dem Programm berechnet, das die Datei öffnet. Er bekommt einen Apostroph davor; Telefonnummern wie +49 30 1234 bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Choose File…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Export Leads Into</source>
        <translation>Leads exportieren in</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s)</source>
        <translation>
            <numerusform>%Ln Lead</numerusform>
            <numerusform>%Ln Leads</numerusform>
        </translation>
    </message>
    <message>
        <source>All leads</source>
        <translation>Alle Leads</translation>
    </message>
    <message>
        <source>%1: everything that the account owns.</source>
        <translation>%1: alles, was dem Konto gehört.</translation>
    </message>
    <message>
        <source>%1 with this filter: %2.</source>
        <translation>%1 mit diesem Filter: %2.</translation>
    </message>
    <message numerus="yes">
        <source>The %Ln column(s) shown</source>
        <translation>
            <numerusform>Die %Ln gezeigte Spalte</numerusform>
            <numerusform>Die %Ln gezeigten Spalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln column(s)</source>
        <translation>
            <numerusform>Die einzige Spalte</numerusform>
            <numerusform>Alle %Ln Spalten</numerusform>
        </translation>
    </message>
    <message>
        <source>These leads have not been exported here yet.</source>
        <translation>Diese Leads wurden hier noch nicht exportiert.</translation>
    </message>
    <message>
        <source>Name a file with its whole path.</source>
        <translation>Nennen Sie eine Datei mit ihrem ganzen Pfad.</translation>
    </message>
    <message>
        <source>Only what is new</source>
        <translation>Nur was neu ist</translation>
    </message>
    <message>
        <source>Those since %1, when %2 was written.</source>
        <translation>Die seit %1, als %2 geschrieben wurde.</translation>
    </message>
    <message>
        <source>Replace This File?</source>
        <translation>Diese Datei ersetzen?</translation>
    </message>
    <message>
        <source>%1 already exists, or an export is writing it. Its content would be lost.</source>
        <translation>%1 gibt es schon, oder ein Export schreibt sie gerade. Ihr Inhalt ginge verloren.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Keep the File</source>
        <translation>Datei behalten</translation>
    </message>
    <message>
        <source>What is searched for does not narrow the file.</source>
        <translation>Das Gesuchte grenzt die Datei nicht ein.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::FaultButton</name>
    <message>
        <source>Try a Fault</source>
        <translation>Störungen</translation>
    </message>
    <message>
        <source>Let something go wrong in the sandbox, and see that nothing is ordered twice</source>
        <translation>Lassen Sie auf dem Spielplatz etwas schiefgehen, und sehen Sie, dass nichts doppelt bestellt wird</translation>
    </message>
    <message>
        <source>Answer 429 for 30 s</source>
        <translation>30 s lang mit 429 antworten</translation>
    </message>
    <message>
        <source>The server refuses everything as too much; a run waits and continues.</source>
        <translation>Der Server lehnt alles als zu viel ab; ein Lauf wartet und macht weiter.</translation>
    </message>
    <message>
        <source>Drop the Next Answer</source>
        <translation>Nächste Antwort verlieren</translation>
    </message>
    <message>
        <source>The next order is placed, but its answer is lost; the run asks again with the same key.</source>
        <translation>Der nächste Auftrag wird erteilt, aber seine Antwort geht verloren; der Lauf fragt mit demselben Schlüssel noch einmal.</translation>
    </message>
    <message>
        <source>Slow Network</source>
        <translation>Langsames Netz</translation>
    </message>
    <message>
        <source>Every answer takes two seconds.</source>
        <translation>Jede Antwort dauert zwei Sekunden.</translation>
    </message>
    <message>
        <source>Crash the App Now…</source>
        <translation>Programm jetzt abstürzen lassen …</translation>
    </message>
    <message>
        <source>Ends this program as a power cut would. Start it again, and continue.</source>
        <translation>Beendet dieses Programm wie bei einem Stromausfall. Starten Sie es wieder, und machen Sie weiter.</translation>
    </message>
    <message>
        <source>The sandbox answers again.</source>
        <translation>Der Spielplatz antwortet wieder.</translation>
    </message>
    <message>
        <source>For 30 seconds the sandbox answers “too many requests” (429).</source>
        <translation>30 Sekunden lang antwortet der Spielplatz „zu viele Anfragen“ (429).</translation>
    </message>
    <message>
        <source>The next order will be placed, and its answer lost.</source>
        <translation>Der nächste Auftrag wird erteilt, seine Antwort geht verloren.</translation>
    </message>
    <message>
        <source>Every answer of the sandbox now takes two seconds.</source>
        <translation>Jede Antwort des Spielplatzes dauert jetzt zwei Sekunden.</translation>
    </message>
    <message>
        <source>The sandbox answers at once again.</source>
        <translation>Der Spielplatz antwortet wieder sofort.</translation>
    </message>
    <message>
        <source>Crash the App?</source>
        <translation>Programm abstürzen lassen?</translation>
    </message>
    <message>
        <source>Leadsheet ends at once, as in a power cut: nothing is saved or tidied up first. Start it again to see what happened to your orders.</source>
        <translation>Leadsheet endet sofort wie bei einem Stromausfall: Nichts wird vorher gespeichert oder aufgeräumt. Starten Sie es wieder, um zu sehen, was aus Ihren Aufträgen wurde.</translation>
    </message>
    <message>
        <source>Crash Now</source>
        <translation>Jetzt abstürzen lassen</translation>
    </message>
    <message>
        <source>Do Not Crash</source>
        <translation>Nicht abstürzen lassen</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::FieldForm</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::FieldList</name>
    <message>
        <source>For every product</source>
        <translation>Für jedes Produkt</translation>
    </message>
    <message>
        <source>Search fields</source>
        <translation>Felder suchen</translation>
    </message>
    <message>
        <source>Field that the column fills</source>
        <translation>Feld, das die Spalte füllt</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>Nicht verwendet</translation>
    </message>
    <message>
        <source>Nothing is said about this column.</source>
        <translation>Über diese Spalte ist nichts festgelegt.</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>The column is left out here and in other sheets with this name.</source>
        <translation>Die Spalte wird hier und unter diesem Namen auch in anderen Tabellen ausgelassen.</translation>
    </message>
    <message>
        <source>Kept with the order under this name.</source>
        <translation>Wird unter diesem Namen beim Auftrag aufbewahrt.</translation>
    </message>
    <message>
        <source>Which product the row orders.</source>
        <translation>Welches Produkt die Zeile bestellt.</translation>
    </message>
    <message>
        <source>Your own number for the row. Choose it only if it is unique across all your sheets: it then identifies orders.</source>
        <translation>Ihre eigene Nummer der Zeile. Wählen Sie sie nur, wenn sie über alle Ihre Tabellen eindeutig ist: Sie unterscheidet dann Aufträge.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::FieldMapModel</name>
    <message>
        <source>not sent</source>
        <translation>nicht gesendet</translation>
    </message>
    <message>
        <source>Column of the lead</source>
        <translation>Spalte des Leads</translation>
    </message>
    <message>
        <source>One of your leads</source>
        <translation>Einer Ihrer Leads</translation>
    </message>
    <message>
        <source>Name at the platform</source>
        <translation>Name bei der Plattform</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::FindBar</name>
    <message>
        <source>&amp;Find:</source>
        <translation>&amp;Suchen:</translation>
    </message>
    <message>
        <source>Text to find</source>
        <translation>Gesuchter Text</translation>
    </message>
    <message>
        <source>Find Previous</source>
        <translation>Vorigen suchen</translation>
    </message>
    <message>
        <source>Find Next</source>
        <translation>Nächsten suchen</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>Suche schließen</translation>
    </message>
    <message>
        <source>Close the search (Esc)</source>
        <translation>Suche schließen (Esc)</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suchen …</translation>
    </message>
    <message>
        <source>Not found.</source>
        <translation>Nicht gefunden.</translation>
    </message>
    <message>
        <source>Row %1, column %2</source>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::FixList</name>
    <message numerus="yes">
        <source>%1 (%Ln row(s))</source>
        <translation>
            <numerusform>%1 (%Ln Zeile)</numerusform>
            <numerusform>%1 (%Ln Zeilen)</numerusform>
        </translation>
    </message>
    <message>
        <source>Adds a step to the column; Map shows it, and can remove it.</source>
        <translation>Fügt der Spalte einen Schritt hinzu; Zuordnen zeigt ihn und kann ihn entfernen.</translation>
    </message>
    <message numerus="yes">
        <source>Fix All %Ln Suggestion(s)</source>
        <translation>
            <numerusform>Vorschlag anwenden</numerusform>
            <numerusform>Alle %Ln Vorschläge anwenden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::FulfilmentBand</name>
    <message>
        <source>Fulfilment · no operator&apos;s key</source>
        <translation>Bearbeitung · kein Admin-Schlüssel</translation>
    </message>
    <message>
        <source>Fulfilment · %1 · orders and accounts of all customers at %2</source>
        <translation>Bearbeitung · %1 · Aufträge und Konten aller Kunden bei %2</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::FulfilmentDetail</name>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Customer</source>
        <translation>Kunde</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>Geld</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>Leads</translation>
    </message>
    <message>
        <source>What was ordered</source>
        <translation>Was bestellt wurde</translation>
    </message>
    <message>
        <source>Choose an order to see what the customer wants.</source>
        <translation>Wählen Sie einen Auftrag, um zu sehen, was der Kunde will.</translation>
    </message>
    <message>
        <source>Copy Number</source>
        <translation>Nummer kopieren</translation>
    </message>
    <message>
        <source>Orders of This Account</source>
        <translation>Aufträge dieses Kontos</translation>
    </message>
    <message>
        <source>Show only the orders of this account</source>
        <translation>Nur die Aufträge dieses Kontos zeigen</translation>
    </message>
    <message>
        <source>Ingest Leads…</source>
        <translation>Leads aufnehmen …</translation>
    </message>
    <message>
        <source>From a sheet, while the order is in progress</source>
        <translation>Aus einer Tabelle, solange der Auftrag in Arbeit ist</translation>
    </message>
    <message>
        <source>Save Leads…</source>
        <translation>Leads speichern …</translation>
    </message>
    <message>
        <source>Save all ingested leads to a file</source>
        <translation>Alle aufgenommenen Leads in einer Datei speichern</translation>
    </message>
    <message>
        <source>%1 · money %2</source>
        <translation>%1 · Geld %2</translation>
    </message>
    <message>
        <source>Asked: %1</source>
        <translation>Gefragt: %1</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Konto</translation>
    </message>
    <message>
        <source>Account id</source>
        <translation>Konto-ID</translation>
    </message>
    <message>
        <source>Ordered</source>
        <translation>Bestellt</translation>
    </message>
    <message>
        <source>Quoted at most</source>
        <translation>Höchstens angeboten</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>Freigegeben</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>To charge</source>
        <translation>Zu berechnen</translation>
    </message>
    <message>
        <source>Charged</source>
        <translation>Berechnet</translation>
    </message>
    <message>
        <source>Refunded</source>
        <translation>Erstattet</translation>
    </message>
    <message>
        <source>Ingested</source>
        <translation>Aufgenommen</translation>
    </message>
    <message>
        <source>Already owned</source>
        <translation>Schon im Besitz</translation>
    </message>
    <message>
        <source>Rejected rows</source>
        <translation>Abgelehnte Zeilen</translation>
    </message>
    <message>
        <source>Last part</source>
        <translation>Letzter Teil</translation>
    </message>
    <message>
        <source>has arrived</source>
        <translation>ist da</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>noch nicht</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::FulfilmentPage</name>
    <message>
        <source>Customers&apos; orders are handled in a separate window, so that they are never mistaken for your own orders.</source>
        <translation>Aufträge von Kunden werden in einem eigenen Fenster bearbeitet, damit sie nie für eigene gehalten werden.</translation>
    </message>
    <message>
        <source>Open Fulfilment</source>
        <translation>Bearbeitung öffnen</translation>
    </message>
    <message>
        <source>Open the Fulfilment Window</source>
        <translation>Fenster für die Bearbeitung öffnen</translation>
    </message>
    <message>
        <source>Fulfilment</source>
        <translation>Bearbeitung</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::FulfilmentWindow</name>
    <message>
        <source>No command narrows the list like this.</source>
        <translation>Kein Befehl grenzt die Liste so ein.</translation>
    </message>
    <message>
        <source>Orders of Customers</source>
        <translation>Aufträge von Kunden</translation>
    </message>
    <message>
        <source>Copy as Command</source>
        <translation>Als Befehl kopieren</translation>
    </message>
    <message>
        <source>Copy the command line that shows the same, without secrets</source>
        <translation>Die Kommandozeile kopieren, die dasselbe zeigt, ohne Geheimnisse</translation>
    </message>
    <message>
        <source>Fulfilment – %1 – Leadsheet</source>
        <translation>Bearbeitung – %1 – Leadsheet</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>Leads of an order are being ingested. What has arrived stays.</source>
        <translation>Leads eines Auftrags werden gerade aufgenommen. Was angekommen ist, bleibt.</translation>
    </message>
    <message numerus="yes">
        <source>Fulfilment is working on %Ln order(s). They are left as they are.</source>
        <translation>
            <numerusform>Die Bearbeitung hat noch %Ln Auftrag vor sich. Er bleibt, wie er ist.</numerusform>
            <numerusform>Die Bearbeitung hat noch %Ln Aufträge vor sich. Sie bleiben, wie sie sind.</numerusform>
        </translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>Accounts and Keys</source>
        <translation>Konten und Schlüssel</translation>
    </message>
    <message>
        <source>Accounts of Customers</source>
        <translation>Konten von Kunden</translation>
    </message>
    <message>
        <source>An account or a key is being changed, or a secret waits to be stored.</source>
        <translation>Ein Konto oder ein Schlüssel wird gerade geändert, oder ein Geheimnis wartet darauf, abgelegt zu werden.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::GiveUpBar</name>
    <message numerus="yes">
        <source>%Ln row(s) of run %1 (“%2”) for %3 are to be given up for good. They certainly were not sent; orders that were placed are not touched.</source>
        <translation>
            <numerusform>%Ln Zeile von Lauf %1 („%2“) für %3 soll endgültig aufgegeben werden. Sie wurde sicher nicht gesendet; erteilte Aufträge bleiben unberührt.</numerusform>
            <numerusform>%Ln Zeilen von Lauf %1 („%2“) für %3 sollen endgültig aufgegeben werden. Sie wurden sicher nicht gesendet; erteilte Aufträge bleiben unberührt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) of unknown outcome are asked about first: what turns out to be ordered stays ordered.</source>
        <translation>
            <numerusform>Nach %Ln Zeile mit unbekanntem Ergebnis wird zuerst gefragt: Was bestellt ist, bleibt bestellt.</numerusform>
            <numerusform>Nach %Ln Zeilen mit unbekanntem Ergebnis wird zuerst gefragt: Was bestellt ist, bleibt bestellt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) of unknown outcome stay as they are: they may be orders.</source>
        <translation>
            <numerusform>%Ln Zeile mit unbekanntem Ergebnis bleibt, wie sie ist: Sie kann ein Auftrag sein.</numerusform>
            <numerusform>%Ln Zeilen mit unbekanntem Ergebnis bleiben, wie sie sind: Sie können Aufträge sein.</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep Them</source>
        <translation>Behalten</translation>
    </message>
    <message numerus="yes">
        <source>Give Up %Ln Row(s)</source>
        <translation>
            <numerusform>%Ln Zeile aufgeben</numerusform>
            <numerusform>%Ln Zeilen aufgeben</numerusform>
        </translation>
    </message>
    <message>
        <source>Giving up what run %1 has left</source>
        <translation>Der Rest von Lauf %1 wird aufgegeben</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Run %1 has nothing left that was not sent.</source>
        <translation>Von Lauf %1 ist nichts mehr übrig, was nicht gesendet wurde.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) of run %1 for %2 are given up for good. To order such a row after all, submit its sheet again.</source>
        <translation>
            <numerusform>%Ln Zeile von Lauf %1 für %2 ist endgültig aufgegeben. Um sie doch zu bestellen, bestellen Sie ihre Tabelle noch einmal.</numerusform>
            <numerusform>%Ln Zeilen von Lauf %1 für %2 sind endgültig aufgegeben. Um eine davon doch zu bestellen, bestellen Sie ihre Tabelle noch einmal.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) of unknown outcome are left: they may be orders.</source>
        <translation>
            <numerusform>%Ln Zeile mit unbekanntem Ergebnis bleibt: Sie kann ein Auftrag sein.</numerusform>
            <numerusform>%Ln Zeilen mit unbekanntem Ergebnis bleiben: Sie können Aufträge sein.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::HelpWindow</name>
    <message>
        <source>Leadsheet Help</source>
        <translation>Leadsheet-Hilfe</translation>
    </message>
    <message>
        <source>Help text</source>
        <translation>Hilfetext</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::IngestDialog</name>
    <message numerus="yes">
        <source>With them, %1 of the %Ln lead(s) ordered are there.</source>
        <translation>
            <numerusform>Damit ist %1 von %Ln bestellten Lead da.</numerusform>
            <numerusform>Damit sind %1 von %Ln bestellten Leads da.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s) are ready to be ingested.</source>
        <translation>
            <numerusform>%Ln Lead kann aufgenommen werden.</numerusform>
            <numerusform>%Ln Leads können aufgenommen werden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are refused.</source>
        <translation>
            <numerusform>%Ln Zeile wird abgelehnt.</numerusform>
            <numerusform>%Ln Zeilen werden abgelehnt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) repeat a lead that is further up.</source>
        <translation>
            <numerusform>%Ln Zeile wiederholt einen Lead, der weiter oben steht.</numerusform>
            <numerusform>%Ln Zeilen wiederholen einen Lead, der weiter oben steht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hidden row(s) are left out.</source>
        <translation>
            <numerusform>%Ln ausgeblendete Zeile bleibt außen vor.</numerusform>
            <numerusform>%Ln ausgeblendete Zeilen bleiben außen vor.</numerusform>
        </translation>
    </message>
    <message>
        <source>The first %1 are listed.</source>
        <translation>Die ersten %1 sind aufgeführt.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s) were ingested.</source>
        <translation>
            <numerusform>%Ln Lead wurde aufgenommen.</numerusform>
            <numerusform>%Ln Leads wurden aufgenommen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The account already owned %Ln lead(s).</source>
        <translation>
            <numerusform>%Ln Lead besaß das Konto schon.</numerusform>
            <numerusform>%Ln Leads besaß das Konto schon.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The service refused %Ln row(s).</source>
        <translation>
            <numerusform>Der Dienst hat %Ln Zeile abgelehnt.</numerusform>
            <numerusform>Der Dienst hat %Ln Zeilen abgelehnt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Ingest Leads – Fulfilment</source>
        <translation>Leads aufnehmen – Bearbeitung</translation>
    </message>
    <message>
        <source>%1 for order %2 of %3</source>
        <translation>%1 für Auftrag %2 von %3</translation>
    </message>
    <message>
        <source>Columns of the sheet</source>
        <translation>Spalten der Tabelle</translation>
    </message>
    <message>
        <source>The chosen column fills</source>
        <translation>Die gewählte Spalte füllt</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Check the Rows</source>
        <translation>Zeilen prüfen</translation>
    </message>
    <message>
        <source>Leads sent so far</source>
        <translation>Gesendete Leads</translation>
    </message>
    <message>
        <source>These are all leads of the order: it is then ready to deliver</source>
        <translation>Das sind alle Leads des Auftrags: Er ist dann bereit zur Lieferung</translation>
    </message>
    <message>
        <source>Rows that do not become leads</source>
        <translation>Zeilen, die kein Lead werden</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Checking the rows…</source>
        <translation>Zeilen werden geprüft …</translation>
    </message>
    <message numerus="yes">
        <source>Ingest %Ln Lead(s)</source>
        <translation>
            <numerusform>%Ln Lead aufnehmen</numerusform>
            <numerusform>%Ln Leads aufnehmen</numerusform>
        </translation>
    </message>
    <message>
        <source>The answer was lost, so the leads may have arrived. Ingest them again: nothing is ingested twice.</source>
        <translation>Die Antwort ging verloren, die Leads können also angekommen sein. Nehmen Sie sie noch einmal auf: Nichts wird doppelt aufgenommen.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Tab with the leads</source>
        <translation>Blatt mit den Leads</translation>
    </message>
    <message>
        <source>%1 (hidden)</source>
        <translation>%1 (ausgeblendet)</translation>
    </message>
    <message>
        <source>The columns are mapped as you mapped them last time.</source>
        <translation>Die Spalten sind so zugeordnet, wie Sie es das letzte Mal getan haben.</translation>
    </message>
    <message>
        <source>Some columns are as you mapped them in another sheet.</source>
        <translation>Einige Spalten sind so zugeordnet, wie Sie es in einer anderen Tabelle getan haben.</translation>
    </message>
    <message>
        <source>The order is now in “%1”.</source>
        <comment>a queue</comment>
        <translation>Der Auftrag steht jetzt unter „%1“.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::IngestFaultModel</name>
    <message>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::InterruptedNotice</name>
    <message>
        <source>Run “%1” was interrupted at %2.</source>
        <translation>Lauf „%1“ wurde unterbrochen: %2.</translation>
    </message>
    <message>
        <source>Run “%1” was paused at %2.</source>
        <translation>Lauf „%1“ wurde angehalten: %2.</translation>
    </message>
    <message>
        <source>%1 placed, %2 unknown, %3 to retry, %4 not sent.</source>
        <translation>%1 erteilt, %2 unbekannt, %3 noch einmal zu versuchen, %4 nicht gesendet.</translation>
    </message>
    <message>
        <source>You can go on with it, or give it up, once its account is connected.</source>
        <translation>Sobald das Konto verbunden ist, können Sie ihn fortsetzen oder aufgeben.</translation>
    </message>
    <message>
        <source>Check and Resume</source>
        <translation>Prüfen und fortsetzen</translation>
    </message>
    <message>
        <source>Review Run</source>
        <translation>Lauf ansehen</translation>
    </message>
    <message>
        <source>Give Up the Rest…</source>
        <translation>Rest aufgeben …</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::KeyRotation</name>
    <message>
        <source>The old one works until %1.</source>
        <translation>Der alte gilt bis %1.</translation>
    </message>
    <message>
        <source>The old one keeps working for another 24 hours.</source>
        <translation>Der alte gilt noch 24 Stunden.</translation>
    </message>
    <message>
        <source>Open the keychain and start the program again before then.</source>
        <translation>Öffnen Sie vorher den Schlüsselbund und starten Sie das Programm neu.</translation>
    </message>
    <message>
        <source>“%1” has a new key, ending in %2, which is in the keychain.</source>
        <translation>„%1“ hat einen neuen Schlüssel, endend auf %2; er liegt im Schlüsselbund.</translation>
    </message>
    <message>
        <source>This key was already replaced, elsewhere. Enter the new one under Enter Key…, or have another one created.</source>
        <translation>Dieser Schlüssel wurde bereits anderswo ersetzt. Geben Sie den neuen unter „Schlüssel eingeben …“ ein oder lassen Sie einen weiteren erzeugen.</translation>
    </message>
    <message>
        <source>The key in use keeps working. Press Replace Key again: if the new key was made, the same one is shown again.</source>
        <translation>Der benutzte Schlüssel gilt weiter. Drücken Sie noch einmal „Schlüssel ersetzen“: Wurde der neue schon erzeugt, kommt derselbe noch einmal.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::KnownRows</name>
    <message>
        <source>Ordered before</source>
        <translation>Früher bestellt</translation>
    </message>
    <message>
        <source>Ordered, then ended</source>
        <translation>Bestellt, dann beendet</translation>
    </message>
    <message>
        <source>Rows that were ordered before</source>
        <translation>Zeilen, die früher bestellt wurden</translation>
    </message>
    <message>
        <source>Rows whose orders have ended</source>
        <translation>Zeilen, deren Aufträge beendet sind</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Was daraus wurde</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>Leads</translation>
    </message>
    <message>
        <source>Leave Them Out</source>
        <translation>Auslassen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) ask for the companies and people of an earlier order, although they were not ordered themselves: they have a different number of leads, are worded differently, or come from another sheet or computer. They are skipped and cost nothing.</source>
        <translation>
            <numerusform>%Ln Zeile fragt nach den Firmen und Personen eines früheren Auftrags, obwohl sie selbst nicht bestellt wurde: Sie hat eine andere Zahl von Leads, ist anders geschrieben oder kommt aus einer anderen Tabelle oder von einem anderen Rechner. Sie wird ausgelassen und kostet nichts.</numerusform>
            <numerusform>%Ln Zeilen fragen nach den Firmen und Personen früherer Aufträge, obwohl sie selbst nicht bestellt wurden: Sie haben eine andere Zahl von Leads, sind anders geschrieben oder kommen aus einer anderen Tabelle oder von einem anderen Rechner. Sie werden ausgelassen und kosten nichts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) bought an order that has ended: it was cancelled, rejected, failed or refunded. They have no price here: nothing is ordered again without asking you.</source>
        <translation>
            <numerusform>%Ln Zeile hat einen Auftrag ergeben, der beendet ist: Er wurde storniert, abgelehnt oder erstattet oder ist gescheitert. Sie hat hier keinen Preis: Nichts wird ungefragt noch einmal bestellt.</numerusform>
            <numerusform>%Ln Zeilen haben Aufträge ergeben, die beendet sind: Sie wurden storniert, abgelehnt oder erstattet oder sind gescheitert. Sie haben hier keinen Preis: Nichts wird ungefragt noch einmal bestellt.</numerusform>
        </translation>
    </message>
    <message>
        <source>The first %1 of %2 are listed.</source>
        <translation>Die ersten %1 von %2 sind aufgeführt.</translation>
    </message>
    <message numerus="yes">
        <source>Order All %Ln Again</source>
        <translation>
            <numerusform>Alle %Ln noch einmal bestellen</numerusform>
            <numerusform>Alle %Ln noch einmal bestellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) that were ordered before are in the price: they are ordered anyway.</source>
        <translation>
            <numerusform>%Ln Zeile, die früher bestellt wurde, ist im Preis: Sie wird trotzdem bestellt.</numerusform>
            <numerusform>%Ln Zeilen, die früher bestellt wurden, sind im Preis: Sie werden trotzdem bestellt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Skipped.</source>
        <translation>Ausgelassen.</translation>
    </message>
    <message>
        <source>Order %1: %2.</source>
        <translation>Auftrag %1: %2.</translation>
    </message>
    <message>
        <source>Order Again</source>
        <translation>Noch einmal bestellen</translation>
    </message>
    <message numerus="yes">
        <source>Order %Ln Row(s) Again</source>
        <translation>
            <numerusform>%Ln Zeile noch einmal bestellen</numerusform>
            <numerusform>%Ln Zeilen noch einmal bestellen</numerusform>
        </translation>
    </message>
    <message>
        <source>Perhaps ordered before</source>
        <translation>Vielleicht früher bestellt</translation>
    </message>
    <message>
        <source>Rows that were perhaps ordered before</source>
        <translation>Zeilen, die vielleicht früher bestellt wurden</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) may ask in other words for what this account ordered before. They are ordered all the same: take out of the sheet what you do not want twice.</source>
        <translation>
            <numerusform>%Ln Zeile fragt vielleicht mit anderen Worten nach etwas, das dieses Konto schon bestellt hat. Sie wird trotzdem bestellt: Nehmen Sie sie aus der Tabelle, wenn Sie sie nicht zweimal wollen.</numerusform>
            <numerusform>%Ln Zeilen fragen vielleicht mit anderen Worten nach etwas, das dieses Konto schon bestellt hat. Sie werden trotzdem bestellt: Nehmen Sie aus der Tabelle, was Sie nicht zweimal wollen.</numerusform>
        </translation>
    </message>
    <message>
        <source>It is ordered all the same.</source>
        <translation>Sie wird trotzdem bestellt.</translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln Row(s) to the Price</source>
        <translation>
            <numerusform>Zeile in den Preis aufnehmen</numerusform>
            <numerusform>%Ln Zeilen in den Preis aufnehmen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add All %Ln to the Price</source>
        <translation>
            <numerusform>In den Preis aufnehmen</numerusform>
            <numerusform>Alle %Ln in den Preis aufnehmen</numerusform>
        </translation>
    </message>
    <message>
        <source>Leave It Out</source>
        <translation>Weglassen</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::LabModel</name>
    <message>
        <source>No kind of message</source>
        <translation>Ohne Art</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Empfangen</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Signature</source>
        <translation>Signatur</translation>
    </message>
    <message>
        <source>Times received</source>
        <translation>Wie oft empfangen</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Forwarded</source>
        <translation>Weitergereicht</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>Nicht geprüft</translation>
    </message>
    <message>
        <source>Genuine</source>
        <translation>Echt</translation>
    </message>
    <message>
        <source>Skipped: too many are waiting</source>
        <translation>Ausgelassen: zu viele warten</translation>
    </message>
    <message numerus="yes">
        <source>Accepted after %Ln attempt(s)</source>
        <translation>
            <numerusform>Angenommen nach %Ln Versuch</numerusform>
            <numerusform>Angenommen nach %Ln Versuchen</numerusform>
        </translation>
    </message>
    <message>
        <source>Not accepted: answered %1</source>
        <translation>Nicht angenommen: Antwort %1</translation>
    </message>
    <message>
        <source>Not accepted: %1</source>
        <translation>Nicht angenommen: %1</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::LabView</name>
    <message>
        <source>A receiver on this computer to build your own program against: it checks signatures, shows what arrives, and answers the way you choose. Start it, add its address as a webhook, then send a test.</source>
        <translation>Ein Empfänger auf diesem Rechner, mit dem Sie Ihr eigenes Programm entwickeln können: Er prüft Signaturen, zeigt, was ankommt, und antwortet so, wie Sie es wollen. Starten Sie ihn, legen Sie seine Adresse als Webhook an und senden Sie dann einen Test.</translation>
    </message>
    <message>
        <source>Address of the lab</source>
        <translation>Adresse des Labors</translation>
    </message>
    <message>
        <source>Copy Address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Add as Webhook…</source>
        <translation>Als Webhook hinzufügen …</translation>
    </message>
    <message>
        <source>Signing secret</source>
        <translation>Signaturgeheimnis</translation>
    </message>
    <message>
        <source>whsec_…; without it signatures are not checked</source>
        <translation>whsec_…; ohne wird keine Signatur geprüft</translation>
    </message>
    <message>
        <source>Forward to</source>
        <translation>Weiterreichen an</translation>
    </message>
    <message>
        <source>Your own program&apos;s address (optional)</source>
        <translation>Adresse Ihres eigenen Programms (freiwillig)</translation>
    </message>
    <message>
        <source>Answer with</source>
        <translation>Antworten mit</translation>
    </message>
    <message>
        <source>Hold back for</source>
        <translation>Zurückhalten für</translation>
    </message>
    <message>
        <source>Fail first</source>
        <translation>Erst ablehnen</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source> messages</source>
        <translation> Nachrichten</translation>
    </message>
    <message>
        <source>This many of the next messages are answered with 503</source>
        <translation>So viele der nächsten Nachrichten werden mit 503 beantwortet</translation>
    </message>
    <message>
        <source>Messages received</source>
        <translation>Empfangene Nachrichten</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Stop the Lab</source>
        <translation>Labor anhalten</translation>
    </message>
    <message>
        <source>Start the Lab</source>
        <translation>Labor starten</translation>
    </message>
    <message>
        <source>Not listening</source>
        <translation>Nimmt nichts an</translation>
    </message>
    <message>
        <source>This is not a signing secret: whsec_ and base64. During a rotation enter both, separated by a space.</source>
        <translation>Das ist kein Signaturgeheimnis: whsec_ und Base64. Während eines Wechsels geben Sie beide an, mit einem Leerzeichen dazwischen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s), newest first.</source>
        <translation>
            <numerusform>%Ln Nachricht, die neueste zuerst.</numerusform>
            <numerusform>%Ln Nachrichten, die neueste zuerst.</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting for messages. Add the address as a webhook, then send a test.</source>
        <translation>Wartet auf Nachrichten. Fügen Sie die Adresse als Webhook hinzu und senden Sie dann einen Test.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::LeadColumnModel</name>
    <message>
        <source>left out</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>Field of a lead</source>
        <translation>Feld eines Leads</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::LeadDetail</name>
    <message>
        <source>Person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Verification</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Company</source>
        <translation>Firma</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Choose a lead to see everything that is known about it.</source>
        <translation>Wählen Sie einen Lead, um alles zu sehen, was über ihn bekannt ist.</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::LeadFilterBar</name>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation>E-Mail</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>Egal</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>Vorhanden</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>Phone</source>
        <translation>Telefon</translation>
    </message>
    <message>
        <source>Country</source>
        <translation>Land</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Geliefert</translation>
    </message>
    <message>
        <source>Any Time</source>
        <translation>Jederzeit</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>In the Last 7 Days</source>
        <translation>In den letzten 7 Tagen</translation>
    </message>
    <message>
        <source>In the Last 30 Days</source>
        <translation>In den letzten 30 Tagen</translation>
    </message>
    <message>
        <source>Since a Day</source>
        <translation>Seit einem Tag</translation>
    </message>
    <message>
        <source>Delivered since this day</source>
        <translation>Geliefert seit diesem Tag</translation>
    </message>
    <message>
        <source>Clear Filters</source>
        <translation>Filter aufheben</translation>
    </message>
    <message>
        <source>“%1” is not a country code such as DE or FR.</source>
        <translation>„%1“ ist kein Ländercode wie DE oder FR.</translation>
    </message>
    <message>
        <source>“%1” is not an order number such as %2.</source>
        <translation>„%1“ ist keine Auftragsnummer wie %2.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s)</source>
        <translation>
            <numerusform>%Ln Lead</numerusform>
            <numerusform>%Ln Leads</numerusform>
        </translation>
    </message>
    <message>
        <source>After %1</source>
        <translation>Nach %1</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>Sortierung</translation>
    </message>
    <message>
        <source>Oldest First</source>
        <translation>Älteste zuerst</translation>
    </message>
    <message>
        <source>Newest First</source>
        <translation>Neueste zuerst</translation>
    </message>
    <message>
        <source>Search: name, company, title, e-mail</source>
        <translation>Suche: Name, Firma, Position, E-Mail</translation>
    </message>
    <message>
        <source>Leads are searched in the copy on this computer, and there is none.</source>
        <translation>Gesucht wird in der Kopie auf diesem Rechner, und es gibt keine.</translation>
    </message>
    <message>
        <source>By %1</source>
        <translation>Nach %1</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::LeadGridModel</name>
    <message>
        <source>%1: press the title to sort</source>
        <translation>%1: Titel drücken, um zu sortieren</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::LeadsPage</name>
    <message>
        <source>The export into %1 failed. %2</source>
        <translation>Der Export nach „%1“ ist fehlgeschlagen. %2</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>Ansichten</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>Leads</translation>
    </message>
    <message>
        <source>The file is in the folder %1</source>
        <translation>Die Datei liegt im Ordner %1</translation>
    </message>
    <message>
        <source>Nothing is new; no file was written.</source>
        <translation>Nichts ist neu; es wurde keine Datei geschrieben.</translation>
    </message>
    <message numerus="yes">
        <source>%1 is complete: %Ln lead(s).</source>
        <translation>
            <numerusform>%1 ist vollständig: %Ln Lead.</numerusform>
            <numerusform>%1 ist vollständig: %Ln Leads.</numerusform>
        </translation>
    </message>
    <message>
        <source>An export of leads is running. It continues where it stopped when you resume it.</source>
        <translation>Ein Export von Leads läuft. Er geht dort weiter, wo er war, wenn Sie ihn fortsetzen.</translation>
    </message>
    <message>
        <source>Copy Leads</source>
        <translation>Leads kopieren</translation>
    </message>
    <message>
        <source>Copy Leads as JSON</source>
        <translation>Leads als JSON kopieren</translation>
    </message>
    <message>
        <source>Select All in This Filter</source>
        <translation>Alle dieses Filters auswählen</translation>
    </message>
    <message>
        <source>Fetch New Leads</source>
        <translation>Neue Leads holen</translation>
    </message>
    <message>
        <source>Show or Hide the Lead&apos;s Details</source>
        <translation>Einzelheiten des Leads zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Filter Leads</source>
        <translation>Leads filtern</translation>
    </message>
    <message>
        <source>Export Leads</source>
        <translation>Leads exportieren</translation>
    </message>
    <message>
        <source>Choose Columns</source>
        <translation>Spalten wählen</translation>
    </message>
    <message>
        <source>Views of Leads</source>
        <translation>Ansichten von Leads</translation>
    </message>
    <message>
        <source>Connect an account to see its leads.</source>
        <translation>Verbinden Sie ein Konto, um seine Leads zu sehen.</translation>
    </message>
    <message>
        <source>This is an admin key. Leads belong to customers&apos; accounts.</source>
        <translation>Dies ist ein Admin-Schlüssel. Leads gehören zu Konten von Kunden.</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>The disk is full: this computer cannot keep a copy of your leads. They are read from the service page by page; make room, then try again.</source>
        <translation>Der Datenträger ist voll: Dieser Rechner kann keine Kopie Ihrer Leads halten. Sie werden seitenweise vom Dienst gelesen; schaffen Sie Platz und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>This computer cannot keep a copy of your leads. They are read from the service page by page. Check the folder “leads” beside the ledger, then try again.</source>
        <translation>Dieser Rechner kann keine Kopie Ihrer Leads halten. Sie werden seitenweise vom Dienst gelesen. Prüfen Sie den Ordner „leads“ neben dem Auftragsbuch und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Wird gezählt …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s) so far, counting…</source>
        <translation>
            <numerusform>Bisher %Ln Lead, wird gezählt …</numerusform>
            <numerusform>Bisher %Ln Leads, wird gezählt …</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s)</source>
        <translation>
            <numerusform>%Ln Lead</numerusform>
            <numerusform>%Ln Leads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln lead(s)</source>
        <translation>
            <numerusform>%1 von %Ln Lead</numerusform>
            <numerusform>%1 von %Ln Leads</numerusform>
        </translation>
    </message>
    <message>
        <source>Fetching pauses until %1, so that the key&apos;s request budget is left for your work.</source>
        <translation>Das Holen ruht bis %1, damit das Anfragebudget des Schlüssels für Ihre Arbeit bleibt.</translation>
    </message>
    <message>
        <source>Looking for new leads…</source>
        <translation>Neue Leads werden gesucht …</translation>
    </message>
    <message>
        <source>Fetching: %1 of %2 are on this computer.</source>
        <translation>Wird geholt: %1 von %2 sind auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Fetching: %1 are on this computer.</source>
        <translation>Wird geholt: %1 sind auf diesem Rechner.</translation>
    </message>
    <message>
        <source>As of %1; F5 fetches what is new.</source>
        <translation>Stand: %1; F5 holt, was neu ist.</translation>
    </message>
    <message>
        <source>You own no leads yet. They appear here when an order is delivered.</source>
        <translation>Ihnen gehören noch keine Leads. Sie erscheinen hier, wenn ein Auftrag geliefert ist.</translation>
    </message>
    <message>
        <source>No lead matches: %1.</source>
        <translation>Kein Lead passt: %1.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s) are too many for the clipboard. Export them into a file.</source>
        <translation>
            <numerusform>%Ln Lead ist zu viel für die Zwischenablage. Exportieren Sie ihn in eine Datei.</numerusform>
            <numerusform>%Ln Leads sind zu viele für die Zwischenablage. Exportieren Sie sie in eine Datei.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %Ln lead(s).</source>
        <translation>
            <numerusform>%Ln Lead kopiert.</numerusform>
            <numerusform>%Ln Leads kopiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>The newest come first once all are on this computer.</source>
        <translation>Die neuesten kommen zuerst, sobald alle auf diesem Rechner sind.</translation>
    </message>
    <message>
        <source>Find Leads</source>
        <translation>Leads suchen</translation>
    </message>
    <message>
        <source>They are sorted once all are on this computer.</source>
        <translation>Sortiert wird, sobald alle auf diesem Rechner sind.</translation>
    </message>
    <message>
        <source>Searched are those that are on this computer.</source>
        <translation>Gesucht wird in denen, die auf diesem Rechner sind.</translation>
    </message>
    <message>
        <source>No lead has “%1” in its name, company, title or e-mail.</source>
        <translation>Kein Lead hat „%1“ in Name, Firma, Position oder E-Mail.</translation>
    </message>
    <message>
        <source>No lead of this filter has “%1” in its name, company, title or e-mail: %2.</source>
        <translation>Kein Lead dieses Filters hat „%1“ in Name, Firma, Position oder E-Mail: %2.</translation>
    </message>
    <message>
        <source>Erase Leads…</source>
        <translation>Leads löschen …</translation>
    </message>
    <message>
        <source>Clear Local Copy…</source>
        <translation>Lokale Kopie löschen …</translation>
    </message>
    <message>
        <source>At most %1 leads are erased at once.</source>
        <translation>Höchstens %1 Leads werden auf einmal gelöscht.</translation>
    </message>
    <message numerus="yes">
        <source>Erase %Ln Lead(s)?</source>
        <translation>
            <numerusform>%Ln Lead löschen?</numerusform>
            <numerusform>%Ln Leads löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>What the service and this computer&apos;s copy know about the person is deleted for good. The lead&apos;s place, order, result and country stay, so that counts stay right, and the person is not delivered to you again. Exported files and outreach platforms keep what they have: delete it there.</source>
        <translation>Was der Dienst und die Kopie auf diesem Rechner über die Person wissen, wird endgültig gelöscht. Position in der Liste, Auftrag, Ergebnis und Land des Leads bleiben, damit Zahlen stimmen, und die Person wird Ihnen nicht wieder geliefert. Exportierte Dateien und Outreach-Plattformen behalten, was sie haben: Löschen Sie es dort.</translation>
    </message>
    <message>
        <source>Erase for Good</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message numerus="yes">
        <source>Erased %Ln lead(s).</source>
        <translation>
            <numerusform>%Ln Lead gelöscht.</numerusform>
            <numerusform>%Ln Leads gelöscht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear the Local Copy?</source>
        <translation>Die lokale Kopie löschen?</translation>
    </message>
    <message>
        <source>The copy of your leads on this computer is deleted; the service keeps them. They are fetched again when you refresh or come back to this page.</source>
        <translation>Die Kopie Ihrer Leads auf diesem Rechner wird gelöscht; der Dienst behält sie. Sie werden wieder geholt, wenn Sie aktualisieren oder auf diese Seite zurückkommen.</translation>
    </message>
    <message>
        <source>Clear Copy</source>
        <translation>Kopie löschen</translation>
    </message>
    <message>
        <source>The copy on this computer was deleted.</source>
        <translation>Die Kopie auf diesem Rechner wurde gelöscht.</translation>
    </message>
    <message>
        <source>Send…</source>
        <translation>Senden …</translation>
    </message>
    <message>
        <source>Send Leads to a Platform…</source>
        <translation>Leads an eine Plattform senden …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln chosen lead(s)</source>
        <translation>
            <numerusform>%Ln gewählter Lead</numerusform>
            <numerusform>%Ln gewählte Leads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln lead(s) of this list</source>
        <translation>
            <numerusform>%Ln Lead dieser Liste</numerusform>
            <numerusform>Alle %Ln Leads dieser Liste</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no leads here to send.</source>
        <translation>Hier gibt es keinen Lead zum Senden.</translation>
    </message>
    <message>
        <source>At most %1 leads are sent at once. Choose fewer.</source>
        <translation>Höchstens %1 Leads werden auf einmal gesendet. Wählen Sie weniger.</translation>
    </message>
    <message>
        <source>Erase %1?</source>
        <comment>a person</comment>
        <translation>%1 löschen?</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ListFilters</name>
    <message>
        <source>Clear Search</source>
        <translation>Suche leeren</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::MainWindow</name>
    <message>
        <source>Open Sheet</source>
        <translation>Tabelle öffnen</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Copy as Command</source>
        <translation>Als Befehl kopieren</translation>
    </message>
    <message>
        <source>Copy the command line that does the same, without secrets</source>
        <translation>Die Kommandozeile kopieren, die dasselbe tut, ohne Geheimnisse</translation>
    </message>
    <message>
        <source>Find a command (Ctrl+K)</source>
        <translation>Befehl suchen (Strg+K)</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Help about this page (F1)</source>
        <translation>Hilfe zu dieser Seite (F1)</translation>
    </message>
    <message>
        <source>Help about this page</source>
        <translation>Hilfe zu dieser Seite</translation>
    </message>
    <message>
        <source>Find a Command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Help About This Page</source>
        <translation>Hilfe zu dieser Seite</translation>
    </message>
    <message>
        <source>Accounts</source>
        <translation>Konten</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>About Leadsheet</source>
        <translation>Über Leadsheet</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Gehe zu %1</translation>
    </message>
    <message>
        <source>SANDBOX, play money</source>
        <translation>SPIELPLATZ, Spielgeld</translation>
    </message>
    <message>
        <source>%1 – Leadsheet</source>
        <translation>%1 – Leadsheet</translation>
    </message>
    <message>
        <source>%1 – %2 – Leadsheet</source>
        <translation>%1 – %2 – Leadsheet</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>Quit While Running?</source>
        <translation>Während eines Laufs beenden?</translation>
    </message>
    <message>
        <source>Leadsheet %1</source>
        <translation>Leadsheet %1</translation>
    </message>
    <message>
        <source>Order verified lead lists, one order per row of your spreadsheet.

Your orders are recorded in %1
Settings and maps are in %2

Apache License 2.0. Built with Qt %3, libcurl, SQLite, ICU, expat, zlib and Boost, each under its own licence.</source>
        <translation>Geprüfte Lead-Listen bestellen, ein Auftrag je Zeile Ihrer Tabelle.

Ihre Aufträge sind verzeichnet in %1
Einstellungen und Zuordnungen liegen in %2

Apache License 2.0. Erstellt mit Qt %3, libcurl, SQLite, ICU, expat, zlib und Boost, jeweils unter eigener Lizenz.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::MapModel</name>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Results of an earlier run</source>
        <translation>Ergebnisse eines früheren Laufs</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>%1?</source>
        <translation>%1?</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>Nicht verwendet</translation>
    </message>
    <message>
        <source>A guess, not accepted</source>
        <translation>Vermutet, nicht bestätigt</translation>
    </message>
    <message>
        <source>As you chose</source>
        <translation>Von Ihnen gewählt</translation>
    </message>
    <message>
        <source>Certain: %1</source>
        <translation>Sicher: %1</translation>
    </message>
    <message>
        <source>Likely: %1</source>
        <translation>Wahrscheinlich: %1</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>Erste Zeilen</translation>
    </message>
    <message>
        <source>Fills</source>
        <translation>Füllt</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Wie sicher</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>%1, with %2</source>
        <translation>%1, mit %2</translation>
    </message>
    <message>
        <source>Not used, may narrow</source>
        <translation>Nicht verwendet, könnte eingrenzen</translation>
    </message>
    <message>
        <source>As in the saved map</source>
        <translation>Wie in der gespeicherten Zuordnung</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::MapStep</name>
    <message>
        <source>It may be %1.</source>
        <translation>Vielleicht %1.</translation>
    </message>
    <message>
        <source>Continue to Check</source>
        <translation>Weiter zum Prüfen</translation>
    </message>
    <message>
        <source>Columns of the sheet and what they fill</source>
        <translation>Spalten der Tabelle und was sie füllen</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>Steps from the cell to the field:</source>
        <translation>Schritte von der Zelle zum Feld:</translation>
    </message>
    <message>
        <source>Undo Mapping</source>
        <translation>Zuordnung rückgängig machen</translation>
    </message>
    <message>
        <source>Redo Mapping</source>
        <translation>Zuordnung wiederholen</translation>
    </message>
    <message>
        <source>Accept All Suggestions</source>
        <translation>Alle Vorschläge bestätigen</translation>
    </message>
    <message>
        <source>These columns were mapped before; the saved map is in use.</source>
        <translation>Diese Spalten wurden schon einmal zugeordnet; die gespeicherte Zuordnung gilt.</translation>
    </message>
    <message>
        <source>It may be %1 (%2).</source>
        <translation>Vielleicht %1 (%2).</translation>
    </message>
    <message>
        <source>Accept %1</source>
        <translation>%1 bestätigen</translation>
    </message>
    <message>
        <source>The column fills nothing, so nothing is changed.</source>
        <translation>Die Spalte füllt nichts, also wird nichts geändert.</translation>
    </message>
    <message>
        <source>The cells are taken as they are shown.</source>
        <translation>Die Zellen werden genommen, wie sie angezeigt sind.</translation>
    </message>
    <message>
        <source>Changes %1 of the first %2 cells:</source>
        <translation>Ändert %1 der ersten %2 Zellen:</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>Not every field that an order needs has a column yet</source>
        <translation>Noch nicht jedes Feld, das ein Auftrag braucht, hat eine Spalte</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Zuordnen</translation>
    </message>
    <message numerus="yes">
        <source>Accept %Ln Suggestion(s)</source>
        <translation>
            <numerusform>Vorschlag bestätigen</numerusform>
            <numerusform>%Ln Vorschläge bestätigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s) may fill a field. Nothing is used unless you accept it.</source>
        <translation>
            <numerusform>%Ln Spalte könnte ein Feld füllen. Nichts wird verwendet, bevor Sie es bestätigen.</numerusform>
            <numerusform>%Ln Spalten könnten ein Feld füllen. Nichts wird verwendet, bevor Sie es bestätigen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s) mapped by a saved map</source>
        <translation>
            <numerusform>%Ln Spalte nach gespeicherter Zuordnung</numerusform>
            <numerusform>%Ln Spalten nach gespeicherter Zuordnung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s) mapped</source>
        <translation>
            <numerusform>%Ln Spalte zugeordnet</numerusform>
            <numerusform>%Ln Spalten zugeordnet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln mapped</source>
        <translation>
            <numerusform>%Ln zugeordnet</numerusform>
            <numerusform>%Ln zugeordnet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not accepted</source>
        <translation>
            <numerusform>%Ln nicht bestätigt</numerusform>
            <numerusform>%Ln nicht bestätigt</numerusform>
        </translation>
    </message>
    <message>
        <source>In tab %1 not every field that an order needs has a column yet.</source>
        <translation>Im Blatt %1 hat noch nicht jedes Feld, das ein Auftrag braucht, eine Spalte.</translation>
    </message>
    <message>
        <source>Show Tab %1</source>
        <translation>Blatt %1 zeigen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln column(s) mapped in all tabs</source>
        <translation>
            <numerusform>%Ln Spalte in allen Blättern zugeordnet</numerusform>
            <numerusform>%Ln Spalten in allen Blättern zugeordnet</numerusform>
        </translation>
    </message>
    <message>
        <source>Its commas are kept, as in “%1”. Remove the step “keep commas” to split the cells there.</source>
        <translation>Die Kommas bleiben, wie in „%1“. Entfernen Sie den Schritt „Kommas behalten“, um die Zellen dort zu teilen.</translation>
    </message>
    <message>
        <source>Its cells are split at commas, as in “%1”. Add the step “keep commas” if they are part of one text.</source>
        <translation>Die Zellen werden an Kommas geteilt, wie in „%1“. Fügen Sie den Schritt „Kommas behalten“ hinzu, wenn sie zu einem Text gehören.</translation>
    </message>
    <message>
        <source>Not every cell shows this: look at them.</source>
        <translation>Nicht jede Zelle spricht dafür: Sehen Sie sie an.</translation>
    </message>
    <message>
        <source>Choose a Field for This Column</source>
        <translation>Feld für diese Spalte wählen</translation>
    </message>
    <message>
        <source>Column %1</source>
        <translation>Spalte %1</translation>
    </message>
    <message>
        <source>%1 fills %2</source>
        <translation>%1 füllt %2</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message numerus="yes">
        <source>%Ln Step(s)</source>
        <translation>
            <numerusform>%Ln Schritt</numerusform>
            <numerusform>%Ln Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 fills the field of the same name</source>
        <translation>%1 füllt das gleichnamige Feld</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::NameDialog</name>
    <message>
        <source>Rename the Account</source>
        <translation>Das Konto umbenennen</translation>
    </message>
    <message>
        <source>New Account</source>
        <translation>Neues Konto</translation>
    </message>
    <message>
        <source>A customer who orders leads</source>
        <translation>Ein Kunde, der Leads bestellt</translation>
    </message>
    <message>
        <source>Name of the account</source>
        <translation>Name des Kontos</translation>
    </message>
    <message>
        <source>Money, keys and orders stay as they are.</source>
        <translation>Geld, Schlüssel und Aufträge bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>The account begins without money and without keys. It can order once it has both.</source>
        <translation>Das Konto beginnt ohne Geld und ohne Schlüssel. Es kann bestellen, sobald es beides hat.</translation>
    </message>
    <message>
        <source>Rename Account</source>
        <translation>Konto umbenennen</translation>
    </message>
    <message>
        <source>Create Account</source>
        <translation>Konto erstellen</translation>
    </message>
    <message>
        <source>Type a name.</source>
        <translation>Geben Sie einen Namen ein.</translation>
    </message>
    <message>
        <source>The name is too long: at most %1 characters.</source>
        <translation>Der Name ist zu lang: höchstens %1 Zeichen.</translation>
    </message>
    <message>
        <source>That is already its name.</source>
        <translation>So heißt es schon.</translation>
    </message>
    <message>
        <source>The account is called “%1” now.</source>
        <translation>Das Konto heißt jetzt „%1“.</translation>
    </message>
    <message>
        <source>Account “%1” was created. Add credit and a key next.</source>
        <translation>Konto „%1“ wurde erstellt. Als Nächstes braucht es Guthaben und einen Schlüssel.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::NewKeyDialog</name>
    <message>
        <source>New Key</source>
        <translation>Neuer Schlüssel</translation>
    </message>
    <message>
        <source>For %1 (%2)</source>
        <translation>Für %1 (%2)</translation>
    </message>
    <message>
        <source>Name of the key</source>
        <translation>Name des Schlüssels</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>Benutzt von</translation>
    </message>
    <message>
        <source>The customer</source>
        <translation>Der Kunde</translation>
    </message>
    <message>
        <source>An operator of the service</source>
        <translation>Ein Bearbeiter des Dienstes</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>Rechte</translation>
    </message>
    <message>
        <source>Daily cap (UTC) in %1; empty = the service&apos;s own cap</source>
        <translation>Grenze am Tag (UTC) in %1; leer = die Grenze des Dienstes</translation>
    </message>
    <message>
        <source>Valid until the end of this day (UTC)</source>
        <translation>Gilt bis zum Ende dieses Tages (UTC)</translation>
    </message>
    <message>
        <source>Last day of the key</source>
        <translation>Letzter Tag des Schlüssels</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Create Key</source>
        <translation>Schlüssel erstellen</translation>
    </message>
    <message>
        <source>Type a name.</source>
        <translation>Geben Sie einen Namen ein.</translation>
    </message>
    <message>
        <source>The name is too long: at most %1 characters.</source>
        <translation>Der Name ist zu lang: höchstens %1 Zeichen.</translation>
    </message>
    <message>
        <source>Choose at least one scope.</source>
        <translation>Wählen Sie mindestens ein Recht.</translation>
    </message>
    <message>
        <source>The cap is not an amount of money above zero.</source>
        <translation>Die Grenze ist kein Betrag über null.</translation>
    </message>
    <message>
        <source>An operator&apos;s key works on the orders and the money of all customers. Never give it to a customer.</source>
        <translation>Der Schlüssel eines Bearbeiters wirkt auf die Aufträge und das Geld aller Kunden. Geben Sie ihn nie einem Kunden.</translation>
    </message>
    <message>
        <source>The key cannot spend money.</source>
        <translation>Der Schlüssel kann kein Geld ausgeben.</translation>
    </message>
    <message>
        <source>The key can spend up to %1 a day of what the account has, which is %2 now.</source>
        <translation>Der Schlüssel kann am Tag bis zu %1 von dem ausgeben, was das Konto hat; jetzt sind das %2.</translation>
    </message>
    <message>
        <source>Without a cap the key can spend all that the account has at once, which is %1 now, unless the service sets its own cap.</source>
        <translation>Ohne Grenze kann der Schlüssel auf einmal alles ausgeben, was das Konto hat, jetzt %1, sofern der Dienst keine eigene Grenze setzt.</translation>
    </message>
    <message>
        <source>The secret of key “%1” is shown this once. Give it to its user in a way that nobody else can read; if it is lost, it can only be replaced.</source>
        <translation>Das Geheimnis von Schlüssel „%1“ wird nur dieses eine Mal gezeigt. Geben Sie es dem, für den es ist, so, dass niemand sonst es lesen kann; verloren kann es nur ersetzt werden.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::NewerVersionNotice</name>
    <message>
        <source>This is Leadsheet %1.</source>
        <translation>Dies ist Leadsheet %1.</translation>
    </message>
    <message>
        <source>The service names a newer version, %1.</source>
        <translation>Der Dienst nennt eine neuere Version, %1.</translation>
    </message>
    <message>
        <source>The service names a newer version, %1, at %2.</source>
        <translation>Der Dienst nennt eine neuere Version, %1, unter %2.</translation>
    </message>
    <message>
        <source>Open Download Page</source>
        <translation>Download-Seite öffnen</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::NoticeBar</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::OrderDetail</name>
    <message>
        <source>Money</source>
        <translation>Geld</translation>
    </message>
    <message>
        <source>What was ordered</source>
        <translation>Was bestellt wurde</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Choose an order to see what happened to it.</source>
        <translation>Wählen Sie einen Auftrag, um zu sehen, was aus ihm wurde.</translation>
    </message>
    <message>
        <source>Cancel Order…</source>
        <translation>Auftrag stornieren …</translation>
    </message>
    <message>
        <source>Order Again</source>
        <translation>Noch einmal bestellen</translation>
    </message>
    <message>
        <source>Order the same a second time; the price is shown first</source>
        <translation>Dasselbe ein zweites Mal bestellen; zuerst wird der Preis gezeigt</translation>
    </message>
    <message>
        <source>Copy Number</source>
        <translation>Nummer kopieren</translation>
    </message>
    <message>
        <source>The service asks</source>
        <translation>Der Dienst fragt</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>Ihre Antwort</translation>
    </message>
    <message>
        <source>Send Answer</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>%1 · money %2</source>
        <translation>%1 · Geld %2</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>Charged</source>
        <translation>Berechnet</translation>
    </message>
    <message>
        <source>Refunded</source>
        <translation>Erstattet</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Geliefert</translation>
    </message>
    <message>
        <source>%1 of %2 leads</source>
        <translation>%1 von %2 Leads</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>View Leads</source>
        <translation>Leads ansehen</translation>
    </message>
    <message>
        <source>Quoted at most</source>
        <translation>Höchstens angeboten</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>Freigegeben</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::OrderExporting</name>
    <message numerus="yes">
        <source>%1 holds %Ln order(s).</source>
        <translation>
            <numerusform>%1 enthält %Ln Auftrag.</numerusform>
            <numerusform>%1 enthält %Ln Aufträge.</numerusform>
        </translation>
    </message>
    <message>
        <source>The orders were not exported. %1</source>
        <translation>Die Aufträge wurden nicht exportiert. %1</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::OrderMeaning</name>
    <message>
        <source>What is ordered</source>
        <translation>Was bestellt wird</translation>
    </message>
    <message>
        <source>What each row orders</source>
        <translation>Was jede Zeile bestellt</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::OrderModel</name>
    <message>
        <source>Order</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Ordered</source>
        <translation>Bestellt</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>Leads</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Geliefert</translation>
    </message>
    <message>
        <source>Charged</source>
        <translation>Berechnet</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::OrdersPage</name>
    <message>
        <source>No orders yet. They appear here when you place some.</source>
        <translation>Noch keine Aufträge. Sie erscheinen hier, sobald Sie welche erteilen.</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>Refresh Orders</source>
        <translation>Aufträge neu laden</translation>
    </message>
    <message>
        <source>Show or Hide the Order&apos;s Details</source>
        <translation>Einzelheiten des Auftrags ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Find an Order</source>
        <translation>Auftrag suchen</translation>
    </message>
    <message>
        <source>Connect an account to see its orders.</source>
        <translation>Verbinden Sie ein Konto, um seine Aufträge zu sehen.</translation>
    </message>
    <message>
        <source>This is an admin key. Orders of customers are under Fulfilment.</source>
        <translation>Das ist ein Admin-Schlüssel. Aufträge von Kunden stehen unter Bearbeitung.</translation>
    </message>
    <message>
        <source>No orders match.</source>
        <translation>Kein Auftrag passt.</translation>
    </message>
    <message>
        <source>Your answer for %1 was sent.</source>
        <translation>Ihre Antwort zu %1 wurde gesendet.</translation>
    </message>
    <message>
        <source>The amount held</source>
        <translation>Der reservierte Betrag</translation>
    </message>
    <message>
        <source>Cancel This Order?</source>
        <translation>Diesen Auftrag stornieren?</translation>
    </message>
    <message>
        <source>%1 is cancelled, and %2 held for it is released at once. A cancelled order cannot be reopened; you can order the same again.</source>
        <translation>%1 wird storniert und dafür Reserviertes sofort freigegeben: %2. Ein stornierter Auftrag lässt sich nicht wieder aufnehmen; Sie können dasselbe neu bestellen.</translation>
    </message>
    <message>
        <source>Cancel Order, Release %1</source>
        <translation>Auftrag stornieren, %1 freigeben</translation>
    </message>
    <message>
        <source>Keep the Order</source>
        <translation>Auftrag behalten</translation>
    </message>
    <message>
        <source>%1 was cancelled; %2 was released.</source>
        <translation>%1 wurde storniert; freigegeben: %2.</translation>
    </message>
    <message>
        <source>The ledger on this computer does not know this order: it was placed elsewhere. To order the same again, submit a sheet with its row.</source>
        <translation>Das Auftragsbuch auf diesem Rechner kennt diesen Auftrag nicht: Er wurde anderswo erteilt. Um dasselbe noch einmal zu bestellen, bestellen Sie aus einer Tabelle mit seiner Zeile.</translation>
    </message>
    <message numerus="yes">
        <source>The newest %Ln order(s); more come as you scroll.</source>
        <translation>
            <numerusform>Der neueste Auftrag; weitere kommen beim Blättern.</numerusform>
            <numerusform>Die neuesten %Ln Aufträge; weitere kommen beim Blättern.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s).</source>
        <translation>
            <numerusform>%Ln Auftrag.</numerusform>
            <numerusform>%Ln Aufträge.</numerusform>
        </translation>
    </message>
    <message>
        <source>Search: number, reference, product, status</source>
        <translation>Suche: Nummer, Referenz, Produkt, Status</translation>
    </message>
    <message>
        <source>Export Orders…</source>
        <translation>Aufträge exportieren …</translation>
    </message>
    <message>
        <source>What is shown here, as a workbook or as CSV</source>
        <translation>Was hier zu sehen ist, als Arbeitsmappe oder als CSV</translation>
    </message>
    <message>
        <source>Export Orders</source>
        <translation>Aufträge exportieren</translation>
    </message>
    <message numerus="yes">
        <source>Showing %1 of the newest %Ln order(s).</source>
        <translation>
            <numerusform>Zeigt %1 des neuesten Auftrags.</numerusform>
            <numerusform>Zeigt %1 der neuesten %Ln Aufträge.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Showing %1 of %Ln order(s).</source>
        <translation>
            <numerusform>Zeigt %1 von %Ln Auftrag.</numerusform>
            <numerusform>Zeigt %1 von %Ln Aufträgen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Return asks the service for an order of this number or this very reference.</source>
        <translation>Eingabe fragt den Dienst nach einem Auftrag mit dieser Nummer oder genau dieser Referenz.</translation>
    </message>
    <message>
        <source>Only these are sorted.</source>
        <translation>Nur diese sind sortiert.</translation>
    </message>
    <message>
        <source>Workbook (*.xlsx);;CSV (*.csv)</source>
        <translation>Arbeitsmappe (*.xlsx);;CSV (*.csv)</translation>
    </message>
    <message>
        <source>It may have been done. Sent again, it is done at most once.</source>
        <translation>Möglicherweise wurde es ausgeführt. Auch wenn Sie es noch einmal senden, wird es höchstens einmal ausgeführt.</translation>
    </message>
    <message>
        <source>%1 is as it was before.</source>
        <translation>%1 ist wie vorher.</translation>
    </message>
    <message>
        <source>The order has changed meanwhile, and what you asked for was not done.</source>
        <translation>Der Auftrag hat sich inzwischen geändert, und was Sie wollten, wurde nicht ausgeführt.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::OutcomeModel</name>
    <message>
        <source>Sending</source>
        <translation>Wird gesendet</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Unknown Outcome</source>
        <translation>Ausgang unbekannt</translation>
    </message>
    <message>
        <source>Not Sent</source>
        <translation>Nicht gesendet</translation>
    </message>
    <message>
        <source>No answer came, so it may have been done. Sent again, it is done at most once.</source>
        <translation>Es kam keine Antwort, es kann also geschehen sein. Erneut gesendet, geschieht es höchstens einmal.</translation>
    </message>
    <message>
        <source>The order changed since it was shown. Look at it again.</source>
        <translation>Der Auftrag hat sich geändert, seit er gezeigt wurde. Sehen Sie ihn noch einmal an.</translation>
    </message>
    <message>
        <source>This order no longer exists.</source>
        <translation>Diesen Auftrag gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::OutreachView</name>
    <message>
        <source>Outreach platforms</source>
        <translation>Outreach-Plattformen</translation>
    </message>
    <message>
        <source>Outcome of each lead</source>
        <translation>Was aus jedem Lead wurde</translation>
    </message>
    <message>
        <source>Add Platform…</source>
        <translation>Plattform hinzufügen …</translation>
    </message>
    <message>
        <source>Set Up…</source>
        <translation>Einrichten …</translation>
    </message>
    <message>
        <source>Disable</source>
        <translation>Abschalten</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen …</translation>
    </message>
    <message>
        <source>Send the Leads of This Order</source>
        <translation>Leads dieses Auftrags senden</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>Already Known</source>
        <translation>Schon bekannt</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>No outreach platform yet. Leads can go straight into a campaign of Instantly, Smartlead or lemlist. Nothing is sent there before you have chosen a campaign and said so. Try it with one lead first.</source>
        <translation>Noch keine Outreach-Plattform. Leads können geradewegs in eine Kampagne von Instantly, Smartlead oder lemlist gehen. Nichts wird dorthin gesendet, bevor Sie eine Kampagne gewählt und es gesagt haben. Versuchen Sie es zuerst mit einem Lead.</translation>
    </message>
    <message>
        <source>Connect an account to see its outreach platforms.</source>
        <translation>Verbinden Sie ein Konto, um seine Outreach-Plattformen zu sehen.</translation>
    </message>
    <message>
        <source>This is an admin key. Outreach platforms belong to accounts of customers.</source>
        <translation>Das ist ein Admin-Schlüssel. Outreach-Plattformen gehören zu Konten von Kunden.</translation>
    </message>
    <message>
        <source>No lead has been sent here yet.</source>
        <translation>Noch wurde kein Lead hierher gesendet.</translation>
    </message>
    <message>
        <source>No lead has this outcome.</source>
        <translation>Kein Lead hat diesen Ausgang.</translation>
    </message>
    <message numerus="yes">
        <source>The newest %Ln lead(s); more come as you scroll.</source>
        <translation>
            <numerusform>Der neueste %Ln Lead; beim Blättern kommen mehr.</numerusform>
            <numerusform>Die neuesten %Ln Leads; beim Blättern kommen mehr.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s).</source>
        <translation>
            <numerusform>%Ln Lead.</numerusform>
            <numerusform>%Ln Leads.</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Enable</source>
        <translation>Einschalten</translation>
    </message>
    <message>
        <source>%1 is enabled.</source>
        <translation>%1 ist eingeschaltet.</translation>
    </message>
    <message>
        <source>%1 is disabled. Waiting leads stay where they are.</source>
        <translation>%1 ist abgeschaltet. Wartende Leads bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Remove This Platform?</source>
        <translation>Diese Plattform entfernen?</translation>
    </message>
    <message>
        <source>Nothing more is sent to %1, leads that wait are dropped, and its key is erased. Leads that are in the campaign stay there.</source>
        <translation>An %1 wird nichts mehr gesendet, wartende Leads werden verworfen, und der Schlüssel wird gelöscht. Leads in der Kampagne bleiben dort.</translation>
    </message>
    <message>
        <source>Remove Platform</source>
        <translation>Plattform entfernen</translation>
    </message>
    <message>
        <source>Keep It</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>%1 was removed.</source>
        <translation>%1 wurde entfernt.</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %Ln lead(s)</source>
        <comment>an order and what it delivered</comment>
        <translation>
            <numerusform>%1 · %Ln Lead</numerusform>
            <numerusform>%1 · %Ln Leads</numerusform>
        </translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Choose an order</source>
        <translation>Auftrag wählen</translation>
    </message>
    <message>
        <source>That is not the number of an order. Choose one of the list.</source>
        <translation>Das ist keine Auftragsnummer. Wählen Sie einen Auftrag aus der Liste.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::OverviewPage</name>
    <message>
        <source>No money moved in this period.</source>
        <translation>In diesem Zeitraum wurde kein Geld bewegt.</translation>
    </message>
    <message>
        <source>Leads by Row</source>
        <translation>Leads nach Zeilen</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Ordered</source>
        <translation>Bestellt</translation>
    </message>
    <message>
        <source>%1, row %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
    <message>
        <source>%1, %2, row %3</source>
        <translation>%1, %2, Zeile %3</translation>
    </message>
    <message>
        <source>The rows of this computer&apos;s sheets that brought the most leads. Choose one to see its leads.</source>
        <translation>Die Zeilen der Tabellen dieses Computers, die die meisten Leads gebracht haben. Wählen Sie eine, um ihre Leads zu sehen.</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Usage and Limits of This Key</source>
        <translation>Verbrauch und Grenzen dieses Schlüssels</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Money by</source>
        <translation>Geld nach</translation>
    </message>
    <message>
        <source>Money by Day</source>
        <translation>Geld nach Tagen</translation>
    </message>
    <message>
        <source>Money by Week</source>
        <translation>Geld nach Wochen</translation>
    </message>
    <message>
        <source>Money by Month</source>
        <translation>Geld nach Monaten</translation>
    </message>
    <message>
        <source>Show Tables</source>
        <translation>Tabellen zeigen</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>Geld</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>Refunded</source>
        <translation>Erstattet</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>Orders by Status</source>
        <translation>Aufträge nach Status</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Verification Results</source>
        <translation>Prüfergebnisse</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>Leads</translation>
    </message>
    <message>
        <source>Delivery Speed</source>
        <translation>Lieferzeit</translation>
    </message>
    <message>
        <source>Delivered after</source>
        <translation>Geliefert nach</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Verbraucht</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Resets</source>
        <translation>Wieder voll</translation>
    </message>
    <message>
        <source>Refresh Overview</source>
        <translation>Überblick aktualisieren</translation>
    </message>
    <message>
        <source>Connect an account to see its numbers.</source>
        <translation>Verbinden Sie ein Konto, um seine Zahlen zu sehen.</translation>
    </message>
    <message>
        <source>This is an admin key. The overview is for customers&apos; accounts.</source>
        <translation>Dies ist ein Admin-Schlüssel. Der Überblick gilt Konten von Kunden.</translation>
    </message>
    <message>
        <source>Gathering numbers…</source>
        <translation>Zahlen werden geholt …</translation>
    </message>
    <message>
        <source>As of %1.</source>
        <translation>Stand: %1.</translation>
    </message>
    <message>
        <source>Now %1 is available and %2 is held.</source>
        <translation>Jetzt sind %1 verfügbar und %2 reserviert.</translation>
    </message>
    <message numerus="yes">
        <source>Of all %Ln order(s).</source>
        <translation>
            <numerusform>Von %Ln Auftrag.</numerusform>
            <numerusform>Von allen %Ln Aufträgen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of all %Ln lead(s).</source>
        <translation>
            <numerusform>Von %Ln Lead.</numerusform>
            <numerusform>Von allen %Ln Leads.</numerusform>
        </translation>
    </message>
    <message>
        <source>Up to 10 minutes</source>
        <translation>Bis 10 Minuten</translation>
    </message>
    <message>
        <source>Up to an hour</source>
        <translation>Bis eine Stunde</translation>
    </message>
    <message>
        <source>Up to a day</source>
        <translation>Bis ein Tag</translation>
    </message>
    <message>
        <source>Up to 3 days</source>
        <translation>Bis 3 Tage</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>Länger</translation>
    </message>
    <message>
        <source>No order has been delivered yet.</source>
        <translation>Noch wurde kein Auftrag geliefert.</translation>
    </message>
    <message>
        <source>Half of them were delivered within %1.</source>
        <translation>Die Hälfte wurde innerhalb von %1 geliefert.</translation>
    </message>
    <message numerus="yes">
        <source>Of all %Ln delivered order(s).</source>
        <translation>
            <numerusform>Von %Ln geliefertem Auftrag.</numerusform>
            <numerusform>Von allen %Ln gelieferten Aufträgen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln delivered order(s) among the latest ones.</source>
        <translation>
            <numerusform>Von %Ln geliefertem Auftrag unter den letzten.</numerusform>
            <numerusform>Von %Ln gelieferten Aufträgen unter den letzten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>how QDate writes a day of a month</comment>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>Save Statement…</source>
        <translation>Kontoauszug speichern …</translation>
    </message>
    <message>
        <source>Every movement of the account&apos;s money with the order, sheet, row, reference and campaign it was for</source>
        <translation>Jede Geldbewegung des Kontos mit Auftrag, Tabelle, Zeile, Referenz und Kampagne, für die sie war</translation>
    </message>
    <message>
        <source>Charged</source>
        <translation>Berechnet</translation>
    </message>
    <message>
        <source>Save Statement</source>
        <translation>Kontoauszug speichern</translation>
    </message>
    <message>
        <source>Workbook (*.xlsx);;CSV (*.csv)</source>
        <translation>Arbeitsmappe (*.xlsx);;CSV (*.csv)</translation>
    </message>
    <message>
        <source>This key may not read it: it lacks the scope %1.</source>
        <translation>Dieser Schlüssel darf das nicht lesen: ihm fehlt das Recht %1.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::Page</name>
    <message>
        <source>Pause and Quit</source>
        <translation>Anhalten und beenden</translation>
    </message>
    <message>
        <source>Keep Running</source>
        <translation>Weiterlaufen lassen</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::PricePanel</name>
    <message>
        <source>The other rows of the sheet stay as they are.</source>
        <translation>Die anderen Zeilen der Tabelle bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Asking for prices</source>
        <translation>Preise werden abgefragt</translation>
    </message>
    <message>
        <source>Pricing was cancelled.</source>
        <translation>Die Preisabfrage wurde abgebrochen.</translation>
    </message>
    <message>
        <source>No order was sent and nothing was spent.</source>
        <translation>Kein Auftrag wurde gesendet und nichts ausgegeben.</translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation>Was es kostet</translation>
    </message>
    <message>
        <source>Which rows</source>
        <translation>Welche Zeilen</translation>
    </message>
    <message>
        <source>How many of the first rows</source>
        <translation>Wie viele der ersten Zeilen</translation>
    </message>
    <message>
        <source>Order rows that changed since they were ordered, too</source>
        <translation>Auch Zeilen bestellen, die sich seit ihrer Bestellung geändert haben</translation>
    </message>
    <message>
        <source>Ask for Prices Again</source>
        <translation>Preise neu abfragen</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Connect an Account</source>
        <translation>Konto verbinden</translation>
    </message>
    <message>
        <source>Nothing to Place</source>
        <translation>Nichts zu bestellen</translation>
    </message>
    <message>
        <source>Only the first rows, in the order of the sheet:</source>
        <translation>Nur die ersten Zeilen, in der Reihenfolge der Tabelle:</translation>
    </message>
    <message numerus="yes">
        <source>All %Ln row(s) that can be ordered</source>
        <translation>
            <numerusform>Die %Ln Zeile, die sich bestellen lässt</numerusform>
            <numerusform>Alle %Ln Zeilen, die sich bestellen lassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the %Ln row(s) selected in the sheet</source>
        <translation>
            <numerusform>Nur die in der Tabelle ausgewählte Zeile</numerusform>
            <numerusform>Nur die %Ln in der Tabelle ausgewählten Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Place %Ln Order(s) for %1 of Play Money</source>
        <translation>
            <numerusform>%Ln Auftrag für %1 Spielgeld erteilen</numerusform>
            <numerusform>%Ln Aufträge für %1 Spielgeld erteilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Place %Ln Order(s) for %1</source>
        <translation>
            <numerusform>%Ln Auftrag für %1 erteilen</numerusform>
            <numerusform>%Ln Aufträge für %1 erteilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) for %1</source>
        <translation>
            <numerusform>%Ln Auftrag für %1</numerusform>
            <numerusform>%Ln Aufträge für %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the Prices of the Sheet</source>
        <translation>Preise der Tabelle zeigen</translation>
    </message>
    <message>
        <source>Read the Sheet Again</source>
        <translation>Tabelle neu einlesen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) that were approved before and not sent yet go out too, for %1.</source>
        <translation>
            <numerusform>%Ln Zeile, die früher freigegeben und noch nicht gesendet wurde, geht für %1 mit hinaus.</numerusform>
            <numerusform>%Ln Zeilen, die früher freigegeben und noch nicht gesendet wurden, gehen für %1 mit hinaus.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The service does not know the orders of %Ln row(s) that were ordered: they are left alone; ask the service&apos;s support.</source>
        <translation>
            <numerusform>Der Dienst kennt den Auftrag von %Ln Zeile nicht, die bestellt wurde: Sie bleibt, wie sie ist; fragen Sie den Support des Dienstes.</numerusform>
            <numerusform>Der Dienst kennt die Aufträge von %Ln Zeilen nicht, die bestellt wurden: Sie bleiben, wie sie sind; fragen Sie den Support des Dienstes.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show What Was Ordered</source>
        <translation>Zeigen, was bestellt wurde</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are already ordered. Nothing is left to order, and nothing was spent.</source>
        <translation>
            <numerusform>%Ln Zeile ist schon bestellt. Es bleibt nichts zu bestellen, und nichts wurde ausgegeben.</numerusform>
            <numerusform>%Ln Zeilen sind schon bestellt. Es bleibt nichts zu bestellen, und nichts wurde ausgegeben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel %1 and Order Again for %2…</source>
        <translation>%1 stornieren und für %2 neu bestellen …</translation>
    </message>
    <message>
        <source>Cancel and Order Again?</source>
        <translation>Stornieren und neu bestellen?</translation>
    </message>
    <message>
        <source>the amount held</source>
        <translation>der reservierte Betrag</translation>
    </message>
    <message>
        <source>%1 is cancelled, and %2 held for it is released. Then the row is ordered as it is now, for %3. Should the order no longer be in review, nothing is cancelled and nothing is ordered.</source>
        <translation>%1 wird storniert; die dafür reservierten %2 werden freigegeben. Dann wird die Zeile bestellt, wie sie jetzt ist, für %3. Ist der Auftrag nicht mehr in Prüfung, wird nichts storniert und nichts bestellt.</translation>
    </message>
    <message>
        <source>Cancel and Order Again</source>
        <translation>Stornieren und neu bestellen</translation>
    </message>
    <message>
        <source>Keep %1</source>
        <translation>%1 behalten</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) need a fix in Check before they can be ordered. The others are already ordered, and nothing was spent.</source>
        <translation>
            <numerusform>Eine Zeile muss beim Schritt Prüfen berichtigt werden, bevor sie bestellt werden kann. Die anderen sind schon bestellt, und nichts wurde ausgegeben.</numerusform>
            <numerusform>%Ln Zeilen müssen beim Schritt Prüfen berichtigt werden, bevor sie bestellt werden können. Die anderen sind schon bestellt, und nichts wurde ausgegeben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Place Orders for at Most %1</source>
        <translation>Für höchstens %1 bestellen</translation>
    </message>
    <message>
        <source>Place Orders for at Most %1 of Play Money</source>
        <translation>Für höchstens %1 Spielgeld bestellen</translation>
    </message>
    <message>
        <source>Row %1 was ordered with %2.</source>
        <translation>Zeile %1 wurde mit %2 bestellt.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::PriceStep</name>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>The row of %1 is ordered a second time; that order stays as it is.</source>
        <translation>Die Zeile von %1 wird ein zweites Mal bestellt; jener Auftrag bleibt, wie er ist.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::PriceSum</name>
    <message>
        <source>Balance %1 + %2 released by cancelling → %3</source>
        <translation>Guthaben %1 + %2, frei durch das Stornieren → %3</translation>
    </message>
    <message>
        <source>Balance %1 → %2</source>
        <translation>Guthaben %1 → %2</translation>
    </message>
    <message>
        <source>Balance %1: %2 is missing. Top up the account, or order fewer rows.</source>
        <translation>Guthaben %1: Es fehlen %2. Laden Sie das Konto auf, oder bestellen Sie weniger Zeilen.</translation>
    </message>
    <message>
        <source>These prices hold until %1 (%2 left).</source>
        <translation>Diese Preise gelten bis %1 (noch %2).</translation>
    </message>
    <message>
        <source>These prices no longer hold. Ask for prices again.</source>
        <translation>Diese Preise gelten nicht mehr. Fragen Sie die Preise neu ab.</translation>
    </message>
    <message>
        <source>Sending takes about %1 and ends about %2.</source>
        <translation>Das Senden dauert etwa %1 und endet gegen %2.</translation>
    </message>
    <message numerus="yes">
        <source>%1 for %Ln order(s)</source>
        <translation>
            <numerusform>%1 für %Ln Auftrag</numerusform>
            <numerusform>%1 für %Ln Aufträge</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::PricingProgress</name>
    <message>
        <source>Asking for prices</source>
        <translation>Preise werden abgefragt</translation>
    </message>
    <message>
        <source>Progress of pricing</source>
        <translation>Fortschritt der Preisabfrage</translation>
    </message>
    <message>
        <source>Cancel Pricing</source>
        <translation>Preisabfrage abbrechen</translation>
    </message>
    <message>
        <source>Asking for prices: %1 of %2 rows</source>
        <translation>Preise werden abgefragt: %1 von %2 Zeilen</translation>
    </message>
    <message numerus="yes">
        <source>Looking for %Ln order(s) whose answer was lost; the service is asked again in %1</source>
        <translation>
            <numerusform>%Ln Auftrag, dessen Antwort verloren ging, wird gesucht; der Dienst wird wieder gefragt in %1</numerusform>
            <numerusform>%Ln Aufträge, deren Antworten verloren gingen, werden gesucht; der Dienst wird wieder gefragt in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looking for %Ln order(s) whose answer was lost; at most %1 s</source>
        <translation>
            <numerusform>%Ln Auftrag, dessen Antwort verloren ging, wird gesucht; höchstens %1 s</numerusform>
            <numerusform>%Ln Aufträge, deren Antworten verloren gingen, werden gesucht; höchstens %1 s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading the sheet: %Ln row(s)</source>
        <translation>
            <numerusform>Tabelle wird gelesen: %Ln Zeile</numerusform>
            <numerusform>Tabelle wird gelesen: %Ln Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading the sheet and comparing it with earlier orders</source>
        <translation>Tabelle wird gelesen und mit früheren Aufträgen verglichen</translation>
    </message>
    <message>
        <source>Asking for prices: %1 of %2 rows. The service has not answered for %3.</source>
        <translation>Preise werden abgefragt: %1 von %2 Zeilen. Seit %3 kommt vom Dienst keine Antwort.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ProblemList</name>
    <message>
        <source>left out until it is fixed</source>
        <translation>ausgelassen bis zur Korrektur</translation>
    </message>
    <message>
        <source>odd, but allowed</source>
        <translation>auffällig, aber erlaubt</translation>
    </message>
    <message>
        <source>for information</source>
        <translation>zur Information</translation>
    </message>
    <message>
        <source>Problems by kind</source>
        <translation>Probleme nach Art</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>Keine Probleme</translation>
    </message>
    <message>
        <source>All problems</source>
        <translation>Alle Probleme</translation>
    </message>
    <message>
        <source>%1 First in row %2.</source>
        <translation>%1 Zuerst in Zeile %2.</translation>
    </message>
    <message>
        <source>%1 First in row %2, column %3.</source>
        <translation>%1 Zuerst in Zeile %2, Spalte %3.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s): %1</source>
        <translation>
            <numerusform>%Ln Zeile: %1</numerusform>
            <numerusform>%Ln Zeilen: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Return: %1</source>
        <translation>Eingabe: %1</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ProductPrices</name>
    <message>
        <source>Orders, leads and price by product</source>
        <translation>Aufträge, Leads und Preis nach Produkt</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>Leads</translation>
    </message>
    <message>
        <source>Per lead, on average</source>
        <translation>Je Lead im Mittel</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::PushDialog</name>
    <message numerus="yes">
        <source>%Ln lead(s) are on their way.</source>
        <translation>
            <numerusform>%Ln Lead ist unterwegs.</numerusform>
            <numerusform>%Ln Leads sind unterwegs.</numerusform>
        </translation>
    </message>
    <message>
        <source>Sent before: %1. Left out, by their verification or without an e-mail: %2.</source>
        <translation>Schon früher gesendet: %1. Ausgelassen, nach ihrer Prüfung oder ohne E-Mail: %2.</translation>
    </message>
    <message>
        <source>They join the campaign that was chosen for the platform. A lead that was sent there before is not sent again.</source>
        <translation>Sie kommen in die Kampagne, die für die Plattform gewählt wurde. Ein Lead, der schon dorthin gesendet wurde, wird nicht noch einmal gesendet.</translation>
    </message>
    <message>
        <source>Send Leads to a Platform</source>
        <translation>Leads an eine Plattform senden</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>Leads</translation>
    </message>
    <message>
        <source>Platform</source>
        <translation>Plattform</translation>
    </message>
    <message>
        <source>Set Up a Platform</source>
        <translation>Plattform einrichten</translation>
    </message>
    <message>
        <source>Loading the platforms…</source>
        <translation>Die Plattformen werden geladen …</translation>
    </message>
    <message numerus="yes">
        <source>Send %Ln Lead(s)</source>
        <translation>
            <numerusform>%Ln Lead senden</numerusform>
            <numerusform>%Ln Leads senden</numerusform>
        </translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>Wird gesendet …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lead(s) go to %1, as far as they have an e-mail address and are verified as %2.</source>
        <translation>
            <numerusform>%Ln Lead geht an %1, wenn er eine E-Mail-Adresse hat und so geprüft ist: %2.</numerusform>
            <numerusform>%Ln Leads gehen an %1, soweit sie eine E-Mail-Adresse haben und so geprüft sind: %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>A platform needs a campaign, and must not be disabled.</source>
        <translation>Eine Plattform braucht eine Kampagne und darf nicht abgeschaltet sein.</translation>
    </message>
    <message>
        <source>No platform can take leads now.</source>
        <translation>Keine Plattform kann jetzt Leads annehmen.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::PushModel</name>
    <message>
        <source>Lead</source>
        <translation>Lead</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Platform&apos;s reason</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::QueueModel</name>
    <message>
        <source>Order</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Konto</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>Leads</translation>
    </message>
    <message>
        <source>Ingested</source>
        <translation>Aufgenommen</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>Ordered</source>
        <translation>Bestellt</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Geliefert</translation>
    </message>
    <message>
        <source>Charged</source>
        <translation>Berechnet</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::QueueView</name>
    <message>
        <source>No orders match.</source>
        <translation>Kein Auftrag passt.</translation>
    </message>
    <message>
        <source>Order number or account id</source>
        <translation>Auftragsnummer oder Konto-ID</translation>
    </message>
    <message>
        <source>Orders of customers</source>
        <translation>Aufträge von Kunden</translation>
    </message>
    <message>
        <source>%1 · %2+</source>
        <translation>%1 · %2+</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>No orders are waiting here.</source>
        <translation>Hier warten keine Aufträge.</translation>
    </message>
    <message numerus="yes">
        <source>The oldest %Ln order(s); more come as you scroll.</source>
        <translation>
            <numerusform>Der älteste %Ln Auftrag; weitere folgen beim Blättern.</numerusform>
            <numerusform>Die ältesten %Ln Aufträge; weitere folgen beim Blättern.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s).</source>
        <translation>
            <numerusform>%Ln Auftrag.</numerusform>
            <numerusform>%Ln Aufträge.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln are chosen.</source>
        <translation>
            <numerusform>%Ln ist gewählt.</numerusform>
            <numerusform>%Ln sind gewählt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose the Sheet With the Leads</source>
        <translation>Tabelle mit den Leads wählen</translation>
    </message>
    <message>
        <source>Sheets (*.csv *.tsv *.txt *.xlsx *.xlsm *.ods *.gz);;All files (*)</source>
        <translation>Tabellen (*.csv *.tsv *.txt *.xlsx *.xlsm *.ods *.gz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save Leads</source>
        <translation>Leads speichern</translation>
    </message>
    <message>
        <source>CSV (*.csv);;JSON Lines (*.ndjson *.jsonl)</source>
        <translation>CSV (*.csv);;JSON Lines (*.ndjson *.jsonl)</translation>
    </message>
    <message>
        <source>The leads are in %1.</source>
        <translation>Die Leads sind in %1.</translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose a folder that you may write to, with room for it.</source>
        <translation>%1 lässt sich nicht schreiben. Wählen Sie einen Ordner mit Schreibrecht und genug Platz.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::RecentSheets</name>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>a day of this year</comment>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>a day</comment>
        <translation>d. MMM yyyy</translation>
    </message>
    <message numerus="yes">
        <source>%Ln placed</source>
        <translation>
            <numerusform>%Ln erteilt</numerusform>
            <numerusform>%Ln erteilt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln to fix</source>
        <translation>
            <numerusform>%Ln zu korrigieren</numerusform>
            <numerusform>%Ln zu korrigieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln to answer</source>
        <translation>
            <numerusform>%Ln zu beantworten</numerusform>
            <numerusform>%Ln zu beantworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln with unknown outcome</source>
        <translation>
            <numerusform>%Ln mit unbekanntem Ausgang</numerusform>
            <numerusform>%Ln mit unbekanntem Ausgang</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not sent</source>
        <translation>
            <numerusform>%Ln nicht gesendet</numerusform>
            <numerusform>%Ln nicht gesendet</numerusform>
        </translation>
    </message>
    <message>
        <source>Opened before</source>
        <translation>Früher geöffnet</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln to retry</source>
        <translation>
            <numerusform>%Ln noch einmal zu versuchen</numerusform>
            <numerusform>%Ln noch einmal zu versuchen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln already ordered</source>
        <translation>
            <numerusform>%Ln schon bestellt</numerusform>
            <numerusform>%Ln schon bestellt</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ReplacePanel</name>
    <message>
        <source>Text to replace</source>
        <translation>Zu ersetzender Text</translation>
    </message>
    <message>
        <source>Replacement</source>
        <translation>Ersatz</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>with</source>
        <translation>durch</translation>
    </message>
    <message>
        <source>Choose a cell to replace its text in the whole column.</source>
        <translation>Wählen Sie eine Zelle, um ihren Text in der ganzen Spalte zu ersetzen.</translation>
    </message>
    <message>
        <source>In column %1</source>
        <translation>In Spalte %1</translation>
    </message>
    <message numerus="yes">
        <source>Replace in %Ln Row(s)</source>
        <translation>
            <numerusform>In %Ln Zeile ersetzen</numerusform>
            <numerusform>In %Ln Zeilen ersetzen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Empty %Ln Cell(s)</source>
        <translation>
            <numerusform>%Ln Zelle leeren</numerusform>
            <numerusform>%Ln Zellen leeren</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ResultsSaving</name>
    <message>
        <source>The earlier results file held other cells; it was kept as %1.</source>
        <translation>Die frühere Ergebnisdatei enthielt andere Zellen; sie wurde als %1 behalten.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::RowModel</name>
    <message>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>Leads</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::RunEngine</name>
    <message>
        <source>No account is connected.</source>
        <translation>Kein Konto ist verbunden.</translation>
    </message>
    <message>
        <source>No order was sent and nothing was spent.</source>
        <translation>Kein Auftrag wurde gesendet und nichts ausgegeben.</translation>
    </message>
    <message>
        <source>Connect an account, or start the sandbox.</source>
        <translation>Verbinden Sie ein Konto, oder starten Sie den Spielplatz.</translation>
    </message>
    <message>
        <source>These prices are not the ones asked for last.</source>
        <translation>Diese Preise sind nicht die zuletzt abgefragten.</translation>
    </message>
    <message>
        <source>Ask for the prices again and look at them.</source>
        <translation>Fragen Sie die Preise neu ab, und sehen Sie sie an.</translation>
    </message>
    <message>
        <source>Connect the account of the run first.</source>
        <translation>Verbinden Sie zuerst das Konto des Laufs.</translation>
    </message>
    <message>
        <source>Connect profile “%1” first.</source>
        <translation>Verbinden Sie zuerst das Profil „%1“.</translation>
    </message>
    <message>
        <source>Look at the run, and decide what happens to its rows.</source>
        <translation>Sehen Sie sich den Lauf an und entscheiden Sie, was aus seinen Zeilen werden soll.</translation>
    </message>
    <message>
        <source>%1 was cancelled, and nothing was ordered in its place.</source>
        <translation>%1 wurde storniert, und an seiner Stelle wurde nichts bestellt.</translation>
    </message>
    <message>
        <source>%1 is no longer in review, so it cannot be cancelled.</source>
        <translation>%1 ist nicht mehr in Prüfung und lässt sich deshalb nicht stornieren.</translation>
    </message>
    <message>
        <source>Order the changed row as well, or leave it.</source>
        <translation>Bestellen Sie die geänderte Zeile zusätzlich, oder lassen Sie sie.</translation>
    </message>
    <message>
        <source>Nothing was ordered, and whether %1 was cancelled is not known.</source>
        <translation>Es wurde nichts bestellt; ob %1 storniert wurde, ist nicht bekannt.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::RunModel</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>Erteilt</translation>
    </message>
    <message>
        <source>Still to send</source>
        <translation>Noch zu senden</translation>
    </message>
    <message>
        <source>Held when ordered</source>
        <translation>Beim Bestellen reserviert</translation>
    </message>
    <message>
        <source>To fix</source>
        <translation>Zu korrigieren</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::RunPanel</name>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1. The others can be ordered.</source>
        <translation>%1. Die anderen können bestellt werden.</translation>
    </message>
    <message>
        <source>Waiting for the key&apos;s order budget until %1.</source>
        <translation>Warten auf das Auftragskontingent des Schlüssels bis %1.</translation>
    </message>
    <message>
        <source>Waiting for the key&apos;s request budget until %1.</source>
        <translation>Warten auf das Anfragekontingent des Schlüssels bis %1.</translation>
    </message>
    <message>
        <source>The server asked to wait until %1.</source>
        <translation>Der Server hat gebeten, bis %1 zu warten.</translation>
    </message>
    <message>
        <source>The server is failing; the next try is at %1.</source>
        <translation>Der Server ist gestört; nächster Versuch um %1.</translation>
    </message>
    <message>
        <source>The server answered 429 without saying how long to wait; the next try is at %1.</source>
        <translation>Der Server hat mit 429 geantwortet, ohne zu sagen, wie lange zu warten ist; nächster Versuch um %1.</translation>
    </message>
    <message>
        <source>The last rows are tried again at %1.</source>
        <translation>Die letzten Zeilen werden um %1 noch einmal versucht.</translation>
    </message>
    <message>
        <source>Pausing: the last answers are on their way.</source>
        <translation>Wird angehalten: Die letzten Antworten sind unterwegs.</translation>
    </message>
    <message>
        <source>Which rows are shown</source>
        <translation>Welche Zeilen gezeigt werden</translation>
    </message>
    <message>
        <source>Rows of the run</source>
        <translation>Zeilen des Laufs</translation>
    </message>
    <message>
        <source>Save Results…</source>
        <translation>Ergebnisse speichern …</translation>
    </message>
    <message>
        <source>View Orders</source>
        <translation>Aufträge ansehen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Finishes what is in flight. The rest is not sent; its price is asked for once more before it goes on.</source>
        <translation>Bringt zu Ende, was unterwegs ist. Der Rest wird nicht gesendet; bevor er weitergeht, wird sein Preis noch einmal erfragt.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Finishes what is in flight. The rest goes on at the prices that were approved, when you resume.</source>
        <translation>Bringt zu Ende, was unterwegs ist. Der Rest geht zu den genehmigten Preisen weiter, sobald Sie fortsetzen.</translation>
    </message>
    <message>
        <source>Check and Resume</source>
        <translation>Prüfen und fortsetzen</translation>
    </message>
    <message>
        <source>Open Accounts</source>
        <translation>Konten öffnen</translation>
    </message>
    <message>
        <source>Review New Prices</source>
        <translation>Neue Preise ansehen</translation>
    </message>
    <message>
        <source>Run %1: %2</source>
        <translation>Lauf %1: %2</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Noch kein Lauf</translation>
    </message>
    <message>
        <source>All rows</source>
        <translation>Alle Zeilen</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>Erteilt</translation>
    </message>
    <message>
        <source>Refused or needs fix</source>
        <translation>Abgelehnt oder zu korrigieren</translation>
    </message>
    <message>
        <source>Unknown outcome or will retry</source>
        <translation>Ausgang unbekannt oder neuer Versuch</translation>
    </message>
    <message>
        <source>Not sent yet</source>
        <translation>Noch nicht gesendet</translation>
    </message>
    <message>
        <source>Already ordered</source>
        <translation>Schon bestellt</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message numerus="yes">
        <source>Done about %1, %2 rows a second, %Ln in flight.</source>
        <translation>
            <numerusform>Fertig gegen %1, %2 Zeilen je Sekunde, %Ln unterwegs.</numerusform>
            <numerusform>Fertig gegen %1, %2 Zeilen je Sekunde, %Ln unterwegs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) were refused; the reasons are below.</source>
        <translation>
            <numerusform>%Ln Zeile wurde abgelehnt; der Grund steht unten.</numerusform>
            <numerusform>%Ln Zeilen wurden abgelehnt; die Gründe stehen unten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fix and Retry %Ln</source>
        <translation>
            <numerusform>%Ln Zeile korrigieren</numerusform>
            <numerusform>%Ln Zeilen korrigieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln placed</source>
        <translation>
            <numerusform>%Ln erteilt</numerusform>
            <numerusform>%Ln erteilt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln refused</source>
        <translation>
            <numerusform>%Ln abgelehnt</numerusform>
            <numerusform>%Ln abgelehnt</numerusform>
        </translation>
    </message>
    <message>
        <source>The server was asked: %1 orders for %2 placed rows, none twice.</source>
        <translation>Der Server wurde gefragt: %1 Aufträge für %2 Zeilen mit erteiltem Auftrag, keiner doppelt.</translation>
    </message>
    <message>
        <source>The server was asked: %1 orders for %2 placed rows. Compare them on the Orders page.</source>
        <translation>Der Server wurde gefragt: %1 Aufträge für %2 Zeilen mit erteiltem Auftrag. Vergleichen Sie sie auf der Seite „Aufträge“.</translation>
    </message>
    <message>
        <source>View Leads</source>
        <translation>Leads ansehen</translation>
    </message>
    <message>
        <source>Set a New Limit</source>
        <translation>Neue Obergrenze setzen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are ready. Nothing is ordered before you have seen the price.</source>
        <translation>
            <numerusform>%Ln Zeile ist bereit. Nichts wird bestellt, bevor Sie den Preis gesehen haben.</numerusform>
            <numerusform>%Ln Zeilen sind bereit. Nichts wird bestellt, bevor Sie den Preis gesehen haben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Review Price</source>
        <translation>Preis ansehen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are ready and were not sent.</source>
        <translation>
            <numerusform>%Ln Zeile ist bereit und wurde nicht gesendet.</numerusform>
            <numerusform>%Ln Zeilen sind bereit und wurden nicht gesendet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Done: %Ln order(s) placed, %1 held for them.</source>
        <translation>
            <numerusform>Fertig: %Ln Auftrag erteilt, %1 dafür reserviert.</numerusform>
            <numerusform>Fertig: %Ln Aufträge erteilt, %1 dafür reserviert.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 held</source>
        <translation>%1 reserviert</translation>
    </message>
    <message>
        <source>%1 held, and up to %2 more for rows whose answer is not known yet</source>
        <translation>%1 reserviert und bis zu %2 mehr für Zeilen, deren Antwort noch fehlt</translation>
    </message>
    <message>
        <source>%1 of at most %2 held</source>
        <translation>%1 von höchstens %2 reserviert</translation>
    </message>
    <message>
        <source>%1 of at most %2 held, and up to %3 more for rows whose answer is not known yet</source>
        <translation>%1 von höchstens %2 reserviert und bis zu %3 mehr für Zeilen, deren Antwort noch fehlt</translation>
    </message>
    <message>
        <source>Give Up the Rest…</source>
        <translation>Rest aufgeben …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) for %1 are left; nothing is lost.</source>
        <translation>
            <numerusform>%Ln Zeile für %1 ist übrig; nichts ist verloren.</numerusform>
            <numerusform>%Ln Zeilen für %1 sind übrig; nichts ist verloren.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped. %Ln row(s) for %1 are ready and were not sent.</source>
        <translation>
            <numerusform>Gestoppt. %Ln Zeile für %1 ist bereit und wurde nicht gesendet.</numerusform>
            <numerusform>Gestoppt. %Ln Zeilen für %1 sind bereit und wurden nicht gesendet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) bought an order that has ended; nothing more will come of it.</source>
        <translation>
            <numerusform>%Ln Zeile hat einen Auftrag ergeben, der beendet ist; daraus wird nichts mehr.</numerusform>
            <numerusform>%Ln Zeilen haben Aufträge ergeben, die beendet sind; daraus wird nichts mehr.</numerusform>
        </translation>
    </message>
    <message>
        <source>Order what this older run has left all the same, or give it up.</source>
        <translation>Bestellen Sie trotzdem, was von diesem älteren Lauf übrig ist, oder geben Sie es auf.</translation>
    </message>
    <message numerus="yes">
        <source>Order %Ln Older Row(s) for %1</source>
        <translation>
            <numerusform>%Ln ältere Zeile für %1 bestellen</numerusform>
            <numerusform>%Ln ältere Zeilen für %1 bestellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered, then ended</source>
        <translation>
            <numerusform>%Ln bestellt, dann beendet</numerusform>
            <numerusform>%Ln bestellt, dann beendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln already ordered</source>
        <translation>
            <numerusform>%Ln schon bestellt</numerusform>
            <numerusform>%Ln schon bestellt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln need(s) a fix</source>
        <translation>
            <numerusform>%Ln zu korrigieren</numerusform>
            <numerusform>%Ln zu korrigieren</numerusform>
        </translation>
    </message>
    <message>
        <source>No row is left out.</source>
        <translation>Keine Zeile wird ausgelassen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are left out: %1</source>
        <translation>
            <numerusform>%Ln Zeile wird ausgelassen: %1</numerusform>
            <numerusform>%Ln Zeilen werden ausgelassen: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) for %1 are left.</source>
        <translation>
            <numerusform>%Ln Zeile für %1 ist übrig.</numerusform>
            <numerusform>%Ln Zeilen für %1 sind übrig.</numerusform>
        </translation>
    </message>
    <message>
        <source>Run %1 of the same sheet is newer.</source>
        <translation>Lauf %1 derselben Tabelle ist neuer.</translation>
    </message>
    <message>
        <source>Ordered, then ended</source>
        <translation>Bestellt, dann beendet</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of those in the sheet twice differ(s) from the earlier one in columns that are not used: look at them in Check.</source>
        <translation>
            <numerusform>%Ln der Zeilen, die zweimal in der Tabelle stehen, unterscheidet sich von der früheren in Spalten, die nicht verwendet werden: Sehen Sie sie unter „Prüfen“ an.</numerusform>
            <numerusform>%Ln der Zeilen, die zweimal in der Tabelle stehen, unterscheiden sich von den früheren in Spalten, die nicht verwendet werden: Sehen Sie sie unter „Prüfen“ an.</numerusform>
        </translation>
    </message>
    <message>
        <source>Order repeated rows as well</source>
        <translation>Wiederholte Zeilen auch bestellen</translation>
    </message>
    <message numerus="yes">
        <source>Order repeated rows as well (+%Ln order(s))</source>
        <translation>
            <numerusform>Wiederholte Zeilen auch bestellen (+%Ln Auftrag)</numerusform>
            <numerusform>Wiederholte Zeilen auch bestellen (+%Ln Aufträge)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Order repeated rows as well (+%Ln order(s), +%1)</source>
        <translation>
            <numerusform>Wiederholte Zeilen auch bestellen (+%Ln Auftrag, +%1)</numerusform>
            <numerusform>Wiederholte Zeilen auch bestellen (+%Ln Aufträge, +%1)</numerusform>
        </translation>
    </message>
    <message>
        <source>Run “%1” was interrupted at %2. Resuming asks the server about each row with the same key: nothing is ordered twice.</source>
        <translation>Lauf „%1“ wurde unterbrochen: %2. Beim Fortsetzen wird der Server nach jeder Zeile mit demselben Schlüssel gefragt: Nichts wird doppelt bestellt.</translation>
    </message>
    <message>
        <source>Done. Everything that was sent has been answered.</source>
        <translation>Fertig. Alles, was gesendet wurde, ist beantwortet.</translation>
    </message>
    <message>
        <source>Each row below says what has to be fixed.</source>
        <translation>Bei jeder Zeile steht, was zu korrigieren ist.</translation>
    </message>
    <message>
        <source>What is ready was not sent.</source>
        <translation>Was bereit ist, wurde nicht gesendet.</translation>
    </message>
    <message>
        <source>Save These Rows…</source>
        <translation>Diese Zeilen speichern …</translation>
    </message>
    <message>
        <source>Run %1 is being sent; this one can go on afterwards.</source>
        <translation>Lauf %1 wird gesendet; dieser kann danach weitergehen.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::RunRowsModel</name>
    <message>
        <source>What it orders</source>
        <translation>Was sie bestellt</translation>
    </message>
    <message>
        <source>Whether the order was placed is not known yet. Leadsheet asks the service, or sends the order again with the same key: the row is ordered at most once.</source>
        <translation>Ob der Auftrag erteilt wurde, ist noch nicht bekannt. Leadsheet fragt beim Dienst nach oder sendet den Auftrag mit demselben Schlüssel noch einmal: Die Zeile wird höchstens einmal bestellt.</translation>
    </message>
    <message>
        <source>Next try: %1. %2</source>
        <translation>Nächster Versuch: %1. %2</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>Leads</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::RunStep</name>
    <message>
        <source>%1: %2</source>
        <comment>name of a sheet, what came of its run</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Results saved: %1</source>
        <translation>Ergebnisse gespeichert: %1</translation>
    </message>
    <message>
        <source>The results were not saved. %1</source>
        <translation>Die Ergebnisse wurden nicht gespeichert. %1</translation>
    </message>
    <message>
        <source>Save Results…</source>
        <translation>Ergebnisse speichern …</translation>
    </message>
    <message>
        <source>Pause the Run</source>
        <translation>Lauf anhalten</translation>
    </message>
    <message>
        <source>Stop the Run</source>
        <translation>Lauf beenden</translation>
    </message>
    <message>
        <source>Save Results</source>
        <translation>Ergebnisse speichern</translation>
    </message>
    <message>
        <source>Same format as the sheet (*.*)</source>
        <translation>Format wie die Tabelle (*.*)</translation>
    </message>
    <message>
        <source>Orders are being placed. Quitting finishes what is in flight and keeps the rest queued; the run continues when you open Leadsheet again and resume it.</source>
        <translation>Aufträge werden gerade erteilt. Beim Beenden wird zu Ende gebracht, was unterwegs ist; der Rest bleibt in der Warteschlange. Der Lauf geht weiter, wenn Sie Leadsheet wieder öffnen und ihn fortsetzen.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::RunSummaryView</name>
    <message numerus="yes">
        <source>Fix and Retry %Ln</source>
        <translation>
            <numerusform>%Ln Zeile korrigieren</numerusform>
            <numerusform>%Ln Zeilen korrigieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %Ln to Answer</source>
        <translation>
            <numerusform>%Ln offene Frage zeigen</numerusform>
            <numerusform>%Ln offene Fragen zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>View Orders</source>
        <translation>Aufträge ansehen</translation>
    </message>
    <message>
        <source>Review Price</source>
        <translation>Preis ansehen</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>Erteilt</translation>
    </message>
    <message>
        <source>Rows that are orders now</source>
        <translation>Zeilen, die jetzt Aufträge sind</translation>
    </message>
    <message>
        <source>To fix</source>
        <translation>Zu korrigieren</translation>
    </message>
    <message>
        <source>Refused, or not to be ordered as they stand</source>
        <translation>Abgelehnt, oder so nicht zu bestellen</translation>
    </message>
    <message>
        <source>To answer</source>
        <translation>Zu beantworten</translation>
    </message>
    <message>
        <source>Ordered before, or changed since: left out until you say that you want them all the same</source>
        <translation>Früher bestellt oder seither geändert: ausgelassen, bis Sie sagen, dass Sie sie trotzdem wollen</translation>
    </message>
    <message>
        <source>Held when ordered</source>
        <translation>Beim Bestellen reserviert</translation>
    </message>
    <message>
        <source>Held at most</source>
        <translation>Höchstens reserviert</translation>
    </message>
    <message>
        <source>Held for what was placed, and what may be held for rows whose answer is not known yet</source>
        <translation>Reserviert für das Erteilte, und was für Zeilen mit noch unbekannter Antwort reserviert sein kann</translation>
    </message>
    <message>
        <source>Placed: %1</source>
        <translation>Erteilt: %1</translation>
    </message>
    <message>
        <source>To fix: %1</source>
        <translation>Zu korrigieren: %1</translation>
    </message>
    <message>
        <source>To answer: %1</source>
        <translation>Zu beantworten: %1</translation>
    </message>
    <message>
        <source>Held when ordered: %1</source>
        <translation>Beim Bestellen reserviert: %1</translation>
    </message>
    <message>
        <source>Held at most: %1</source>
        <translation>Höchstens reserviert: %1</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Sent, and their answer is not known yet</source>
        <translation>Gesendet, ihre Antwort ist noch nicht bekannt</translation>
    </message>
    <message>
        <source>To retry</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Sent and not ordered; they are sent again</source>
        <translation>Gesendet und nicht bestellt; sie werden noch einmal gesendet</translation>
    </message>
    <message>
        <source>Not sent</source>
        <translation>Nicht gesendet</translation>
    </message>
    <message>
        <source>Ready, and not sent yet</source>
        <translation>Bereit und noch nicht gesendet</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Skipped, already ordered, or bought by an order that has ended</source>
        <translation>Übersprungen, schon bestellt, oder mit einem Auftrag, der geendet hat</translation>
    </message>
    <message>
        <source>Unknown: %1</source>
        <translation>Unbekannt: %1</translation>
    </message>
    <message>
        <source>To retry: %1</source>
        <translation>Noch einmal: %1</translation>
    </message>
    <message>
        <source>Not sent: %1</source>
        <translation>Nicht gesendet: %1</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>Ausgelassen: %1</translation>
    </message>
    <message>
        <source>At most %1</source>
        <translation>Höchstens %1</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SecretRow</name>
    <message>
        <source>Copy Secret</source>
        <translation>Geheimnis kopieren</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SecretView</name>
    <message>
        <source>Send Test</source>
        <translation>Test senden</translation>
    </message>
    <message>
        <source>I Have Stored It</source>
        <translation>Ich habe es abgelegt</translation>
    </message>
    <message>
        <source>The new signing secret is shown this once. Until %1 messages carry signatures of the old secret and of the new one: give your program the new one before then.</source>
        <translation>Das neue Signaturgeheimnis wird nur dieses eine Mal gezeigt. Bis %1 tragen Nachrichten Signaturen des alten und des neuen Geheimnisses: Geben Sie Ihrem Programm bis dahin das neue.</translation>
    </message>
    <message>
        <source>The signing secret is shown this once. Store it where your program reads it; with it your program knows that a message is from this service. If it is lost, create a new one with Rotate Secret.</source>
        <translation>Das Signaturgeheimnis wird nur dieses eine Mal gezeigt. Legen Sie es dort ab, wo Ihr Programm es liest; damit weiß Ihr Programm, dass eine Nachricht von diesem Dienst ist. Geht es verloren, machen Sie mit „Geheimnis wechseln“ ein neues.</translation>
    </message>
    <message>
        <source>Signing secret</source>
        <translation>Signaturgeheimnis</translation>
    </message>
    <message>
        <source>A test message is on its way…</source>
        <translation>Eine Testnachricht ist unterwegs …</translation>
    </message>
    <message>
        <source>The test message is queued; no answer has come yet. It is in the list of messages.</source>
        <translation>Die Testnachricht ist eingereiht; noch kam keine Antwort. Sie steht in der Liste der Nachrichten.</translation>
    </message>
    <message>
        <source>Delivered: your program answered %1 within %2 ms.</source>
        <translation>Zugestellt: Ihr Programm antwortete %1 binnen %2 ms.</translation>
    </message>
    <message>
        <source>Your program answered 410 after %1 ms, which means that it is gone for good: the webhook is disabled.</source>
        <translation>Ihr Programm antwortete 410 nach %1 ms; das heißt, dass es für immer weg ist: Der Webhook ist abgeschaltet.</translation>
    </message>
    <message>
        <source>Your program answered %1 after %2 ms, and only 2xx counts as delivered. The message is tried again.</source>
        <translation>Ihr Programm antwortete %1 nach %2 ms, und nur 2xx gilt als zugestellt. Die Nachricht wird noch einmal versucht.</translation>
    </message>
    <message>
        <source>Your program was not reached. %1</source>
        <translation>Ihr Programm wurde nicht erreicht. %1</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SettingsPage</name>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>System default</source>
        <translation>Wie im System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>%1 pt</source>
        <translation>%1 pt</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>The language changes the next time Leadsheet starts.</source>
        <translation>Die Sprache wechselt beim nächsten Start von Leadsheet.</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keiner</translation>
    </message>
    <message>
        <source>This address</source>
        <translation>Diese Adresse</translation>
    </message>
    <message>
        <source>Address of the proxy</source>
        <translation>Adresse des Proxys</translation>
    </message>
    <message>
        <source>Company certificate</source>
        <translation>Firmenzertifikat</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen …</translation>
    </message>
    <message>
        <source>Choose the company certificate</source>
        <translation>Firmenzertifikat auswählen</translation>
    </message>
    <message>
        <source>Company Certificate</source>
        <translation>Firmenzertifikat</translation>
    </message>
    <message>
        <source>Certificates (*.pem *.crt)</source>
        <translation>Zertifikate (*.pem *.crt)</translation>
    </message>
    <message>
        <source>Applies to the next connection. Certificates are always checked.</source>
        <translation>Gilt ab der nächsten Verbindung. Zertifikate werden immer geprüft.</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Show a notification when a run ends or needs you</source>
        <translation>Hinweis zeigen, wenn ein Lauf endet oder Sie braucht</translation>
    </message>
    <message>
        <source>Recent sheets</source>
        <translation>Letzte Tabellen</translation>
    </message>
    <message>
        <source>None to forget</source>
        <translation>Keine zu vergessen</translation>
    </message>
    <message>
        <source>Where things are kept</source>
        <translation>Speicherorte</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>No program here can show folders. The folder is: %1</source>
        <translation>Hier zeigt kein Programm Ordner an. Der Ordner ist: %1</translation>
    </message>
    <message>
        <source>Ledger and sandbox</source>
        <translation>Auftragsbuch und Spielplatz</translation>
    </message>
    <message>
        <source>Open the folder of the ledger</source>
        <translation>Ordner des Auftragsbuchs öffnen</translation>
    </message>
    <message>
        <source>Profiles and maps</source>
        <translation>Profile und Zuordnungen</translation>
    </message>
    <message>
        <source>Open the folder of the profiles</source>
        <translation>Ordner der Profile öffnen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message numerus="yes">
        <source>Forget %Ln sheet(s)</source>
        <translation>
            <numerusform>%Ln Tabelle vergessen</numerusform>
            <numerusform>%Ln Tabellen vergessen</numerusform>
        </translation>
    </message>
    <message>
        <source>Only those of the system</source>
        <translation>Nur die des Systems</translation>
    </message>
    <message>
        <source>Tell me when the service names a newer version</source>
        <translation>Hinweisen, wenn der Dienst eine neuere Version nennt</translation>
    </message>
    <message>
        <source>Go to Download Page</source>
        <translation>Zur Download-Seite</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SetupForm</name>
    <message>
        <source>Campaign</source>
        <translation>Kampagne</translation>
    </message>
    <message>
        <source>Known leads</source>
        <translation>Bekannte Leads</translation>
    </message>
    <message>
        <source>Leads of orders with automatic delivery are sent here</source>
        <translation>Leads von Aufträgen mit automatischer Zustellung gehen hierher</translation>
    </message>
    <message>
        <source>Verified as</source>
        <translation>Geprüft als</translation>
    </message>
    <message>
        <source>Usual Names</source>
        <translation>Übliche Namen</translation>
    </message>
    <message>
        <source>Names of the columns at the platform</source>
        <translation>Namen der Spalten bei der Plattform</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1, which the platform does not list</source>
        <translation>%1, von der Plattform nicht genannt</translation>
    </message>
    <message>
        <source>The platform lists no campaign. Create one there, then open this again.</source>
        <translation>Die Plattform nennt keine Kampagne. Legen Sie dort eine an und öffnen Sie dies dann noch einmal.</translation>
    </message>
    <message>
        <source>This is how %1 would be sent; the e-mail always is. Type a name over one in the last column, or nothing to leave a column out.</source>
        <translation>So würde %1 gesendet; die E-Mail geht immer mit. Überschreiben Sie einen Namen in der letzten Spalte, oder leeren Sie ihn, um eine Spalte auszulassen.</translation>
    </message>
    <message>
        <source>You own no verified lead with an e-mail yet, so there is no example. The e-mail is always sent. Type a name over one in the last column, or nothing to leave a column out.</source>
        <translation>Sie besitzen noch keinen geprüften Lead mit E-Mail, daher gibt es kein Beispiel. Die E-Mail geht immer mit. Überschreiben Sie einen Namen in der letzten Spalte, oder leeren Sie ihn, um eine Spalte auszulassen.</translation>
    </message>
    <message>
        <source>Choose a campaign.</source>
        <translation>Wählen Sie eine Kampagne.</translation>
    </message>
    <message>
        <source>Choose at least one result of the verification.</source>
        <translation>Wählen Sie wenigstens ein Ergebnis der Prüfung.</translation>
    </message>
    <message>
        <source>Give at least one column a name.</source>
        <translation>Geben Sie wenigstens einer Spalte einen Namen.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SheetChecking</name>
    <message>
        <source>%1 As it repeats an earlier row, it is left out; Price can order both.</source>
        <translation>%1 Da sie eine frühere Zeile wiederholt, wird sie ausgelassen; unter Preis lassen sich beide bestellen.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>order number, time</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>It is already ordered: %1.</source>
        <translation>Sie ist schon bestellt: %1.</translation>
    </message>
    <message>
        <source>It was ordered: %1. That order has ended (%2); Price can order it again.</source>
        <translation>Sie wurde bestellt: %1. Dieser Auftrag ist beendet (%2); „Preis“ kann sie noch einmal bestellen.</translation>
    </message>
    <message>
        <source>Its reference was ordered with other details: %1. It needs another one.</source>
        <translation>Ihre Referenz wurde mit anderen Angaben bestellt: %1. Sie braucht eine andere.</translation>
    </message>
    <message>
        <source>It has changed since it was ordered: %1. It is left out unless you want this order as well.</source>
        <translation>Sie wurde seit der Bestellung geändert: %1. Sie wird ausgelassen, es sei denn, Sie wollen auch diesen Auftrag.</translation>
    </message>
    <message>
        <source>The same was ordered before: %1. It is left out unless you want it once more.</source>
        <translation>Dasselbe wurde schon bestellt: %1. Sie wird ausgelassen, es sei denn, Sie wollen es noch einmal.</translation>
    </message>
    <message>
        <source>A row with its reference is under way, and its outcome is not known yet.</source>
        <translation>Eine Zeile mit ihrer Referenz ist unterwegs, und ihr Ausgang ist noch nicht bekannt.</translation>
    </message>
    <message>
        <source>The service refused it when it was sent: %1</source>
        <translation>Der Dienst hat sie beim Senden abgelehnt: %1</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SheetEditing</name>
    <message numerus="yes">
        <source>Replace in %Ln Row(s)</source>
        <translation>
            <numerusform>In %Ln Zeile ersetzen</numerusform>
            <numerusform>In %Ln Zeilen ersetzen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fill Down %Ln Row(s)</source>
        <translation>
            <numerusform>%Ln Zeile nach unten füllen</numerusform>
            <numerusform>%Ln Zeilen nach unten füllen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restore %Ln Cell(s)</source>
        <translation>
            <numerusform>%Ln Zelle wiederherstellen</numerusform>
            <numerusform>%Ln Zellen wiederherstellen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SheetGridModel</name>
    <message>
        <source>Corrected here; empty in the file.</source>
        <translation>Hier korrigiert; in der Datei leer.</translation>
    </message>
    <message>
        <source>Corrected here; the file has: %1</source>
        <translation>Hier korrigiert; in der Datei steht: %1</translation>
    </message>
    <message>
        <source>This row is hidden in the file.</source>
        <translation>Diese Zeile ist in der Datei ausgeblendet.</translation>
    </message>
    <message>
        <source>This row could not be read back.</source>
        <translation>Diese Zeile ließ sich nicht wieder lesen.</translation>
    </message>
    <message>
        <source>%1 (hidden)</source>
        <translation>%1 (ausgeblendet)</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>This column is hidden in the file.</source>
        <translation>Diese Spalte ist in der Datei ausgeblendet.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SheetGridView</name>
    <message>
        <source>Rows of the sheet</source>
        <translation>Zeilen der Tabelle</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SheetTabs</name>
    <message>
        <source>Tabs that the rows come from</source>
        <translation>Blätter, aus denen die Zeilen kommen</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%Ln to fix)</source>
        <translation>
            <numerusform>%1 (%Ln zu korrigieren)</numerusform>
            <numerusform>%1 (%Ln zu korrigieren)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SnippetView</name>
    <message>
        <source>Copy Code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>Verify messages in</source>
        <translation>Nachrichten prüfen in</translation>
    </message>
    <message>
        <source>Programming language</source>
        <translation>Programmiersprache</translation>
    </message>
    <message>
        <source>Code that verifies messages</source>
        <translation>Code, der Nachrichten prüft</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SortHeader</name>
    <message>
        <source>%1: not sorted by it</source>
        <translation>%1: nicht danach sortiert</translation>
    </message>
    <message>
        <source>%1: sorted, ascending</source>
        <translation>%1: aufsteigend sortiert</translation>
    </message>
    <message>
        <source>%1: sorted, descending</source>
        <translation>%1: absteigend sortiert</translation>
    </message>
    <message>
        <source>Columns of %1</source>
        <translation>Spalten von %1</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SourcePhrases</name>
    <message>
        <source>comma</source>
        <translation>Komma</translation>
    </message>
    <message>
        <source>semicolon</source>
        <translation>Semikolon</translation>
    </message>
    <message>
        <source>tab</source>
        <translation>Tabulator</translation>
    </message>
    <message>
        <source>vertical bar</source>
        <translation>senkrechter Strich</translation>
    </message>
    <message>
        <source>text kept exactly as shown</source>
        <translation>Text genau wie angezeigt</translation>
    </message>
    <message>
        <source>Leading zeros, long numbers and dates are taken as the sheet displays them.</source>
        <translation>Führende Nullen, lange Zahlen und Daten werden so genommen, wie die Tabelle sie anzeigt.</translation>
    </message>
    <message>
        <source>%1 (hidden)</source>
        <translation>%1 (ausgeblendet)</translation>
    </message>
    <message>
        <source>tab %1</source>
        <translation>Blatt %1</translation>
    </message>
    <message>
        <source>No row has column names</source>
        <translation>Keine Zeile hat Spaltennamen</translation>
    </message>
    <message>
        <source>Row %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>header row %1</source>
        <translation>Kopfzeile %1</translation>
    </message>
    <message>
        <source>no header row</source>
        <translation>keine Kopfzeile</translation>
    </message>
    <message>
        <source>Which row holds the column names</source>
        <translation>Welche Zeile die Spaltennamen enthält</translation>
    </message>
    <message>
        <source>Detect</source>
        <translation>Selbst erkennen</translation>
    </message>
    <message>
        <source>Character encoding of the file</source>
        <translation>Zeichenkodierung der Datei</translation>
    </message>
    <message>
        <source>columns separated by %1</source>
        <translation>Spalten durch %1</translation>
    </message>
    <message>
        <source>Column separator</source>
        <translation>Trennzeichen der Spalten</translation>
    </message>
    <message>
        <source>Another encoding may read them.</source>
        <translation>Ein anderer Zeichensatz kann sie vielleicht lesen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) so far</source>
        <translation>
            <numerusform>bisher %Ln Zeile</numerusform>
            <numerusform>bisher %Ln Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln byte(s) that are not text</source>
        <translation>
            <numerusform>%Ln Byte, das kein Text ist</numerusform>
            <numerusform>%Ln Bytes, die kein Text sind</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln NUL byte(s) removed</source>
        <translation>
            <numerusform>%Ln NUL-Byte entfernt</numerusform>
            <numerusform>%Ln NUL-Bytes entfernt</numerusform>
        </translation>
    </message>
    <message>
        <source>Text has none. The file may be damaged, or have another encoding.</source>
        <translation>Text enthält keine. Die Datei ist vielleicht beschädigt oder hat einen anderen Zeichensatz.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tab(s): %1</source>
        <translation>
            <numerusform>%Ln Blatt: %1</numerusform>
            <numerusform>%Ln Blätter: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tab(s)</source>
        <translation>
            <numerusform>%Ln Blatt</numerusform>
            <numerusform>%Ln Blätter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln Tab(s)</source>
        <translation>
            <numerusform>Alle %Ln Blätter</numerusform>
            <numerusform>Alle %Ln Blätter</numerusform>
        </translation>
    </message>
    <message>
        <source>Which tabs of the workbook are read</source>
        <translation>Welche Blätter der Arbeitsmappe gelesen werden</translation>
    </message>
    <message>
        <source>Choose Several Tabs…</source>
        <translation>Mehrere Blätter wählen …</translation>
    </message>
    <message>
        <source>no header row in %1</source>
        <translation>keine Kopfzeile in %1</translation>
    </message>
    <message>
        <source>header row %1 in %2</source>
        <translation>Kopfzeile %1 in %2</translation>
    </message>
    <message>
        <source>a workbook despite its name</source>
        <translation>trotz ihres Namens eine Arbeitsmappe</translation>
    </message>
    <message>
        <source>text despite its name</source>
        <translation>trotz ihres Namens Text</translation>
    </message>
    <message>
        <source>A file is read as what its content says, whatever its name.</source>
        <translation>Eine Datei wird als das gelesen, was ihr Inhalt zeigt, wie auch immer sie heißt.</translation>
    </message>
    <message>
        <source>tab %1, whose header fits best</source>
        <translation>Blatt %1, dessen Kopfzeile am besten passt</translation>
    </message>
    <message>
        <source>The visible tab whose header fits an order best is read.</source>
        <translation>Gelesen wird das sichtbare Tabellenblatt, dessen Kopfzeile am besten zu einem Auftrag passt.</translation>
    </message>
    <message>
        <source>columns aligned with spaces</source>
        <translation>Spalten mit Leerzeichen ausgerichtet</translation>
    </message>
    <message>
        <source>%1 (hidden, fits too)</source>
        <translation>%1 (ausgeblendet, passt auch)</translation>
    </message>
    <message>
        <source>%1 (not wanted, judging by its name)</source>
        <translation>%1 (dem Namen nach nicht gewollt)</translation>
    </message>
    <message>
        <source>%1 (an example, judging by its name)</source>
        <translation>%1 (dem Namen nach ein Beispiel)</translation>
    </message>
    <message>
        <source>%1 (done or old, judging by its name)</source>
        <translation>%1 (dem Namen nach erledigt oder alt)</translation>
    </message>
    <message>
        <source>%1 (fits too)</source>
        <translation>%1 (passt auch)</translation>
    </message>
    <message>
        <source>not read: %1</source>
        <translation>nicht gelesen: %1</translation>
    </message>
    <message>
        <source>merged cells in %1 hold for all their rows</source>
        <translation>verbundene Zellen in %1 gelten für alle ihre Zeilen</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SourceStart</name>
    <message numerus="yes">
        <source>%Ln file(s) at once: only the first was opened. Open the others one by one.</source>
        <translation>
            <numerusform>%Ln Datei auf einmal: Nur die erste wurde geöffnet. Öffnen Sie die übrigen einzeln.</numerusform>
            <numerusform>%Ln Dateien auf einmal: Nur die erste wurde geöffnet. Öffnen Sie die übrigen einzeln.</numerusform>
        </translation>
    </message>
    <message>
        <source>Paste Cells</source>
        <translation>Zellen einfügen</translation>
    </message>
    <message>
        <source>Address of a published sheet</source>
        <translation>Adresse einer veröffentlichten Tabelle</translation>
    </message>
    <message>
        <source>https://… of a published sheet</source>
        <translation>https://… einer veröffentlichten Tabelle</translation>
    </message>
    <message>
        <source>Open Address</source>
        <translation>Adresse öffnen</translation>
    </message>
    <message>
        <source>Which sheet do you want to order from?</source>
        <translation>Aus welcher Tabelle möchten Sie bestellen?</translation>
    </message>
    <message>
        <source>On the web</source>
        <translation>Im Web</translation>
    </message>
    <message>
        <source>Open Sheet</source>
        <translation>Tabelle öffnen</translation>
    </message>
    <message>
        <source>Sheets (*.xlsx *.xlsm *.ods *.csv *.tsv *.txt *.gz);;All files (*)</source>
        <translation>Tabellen (*.xlsx *.xlsm *.ods *.csv *.tsv *.txt *.gz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>There are no cells on the clipboard. Copy the rows, with their column names, in your spreadsheet program first.</source>
        <translation>In der Zwischenablage sind keine Zellen. Kopieren Sie zuerst in Ihrer Tabellenkalkulation die Zeilen mit ihren Spaltennamen.</translation>
    </message>
    <message>
        <source>The sample could not be written to %1. Check the free space and the permissions of that folder.</source>
        <translation>Das Beispiel ließ sich nicht nach %1 schreiben. Prüfen Sie Platz und Rechte dieses Ordners.</translation>
    </message>
    <message>
        <source>Drop a sheet here, or choose a file…</source>
        <translation>Tabelle hier ablegen oder Datei wählen …</translation>
    </message>
    <message>
        <source>Each row becomes one order. XLSX, XLSM, ODS, CSV, TSV and .csv.gz are read; the file itself is never changed.</source>
        <translation>Aus jeder Zeile wird ein Auftrag. Gelesen werden XLSX, XLSM, ODS, CSV, TSV und .csv.gz; die Datei selbst wird nie verändert.</translation>
    </message>
    <message>
        <source>Try With Sample Data</source>
        <translation>Mit Beispieldaten ausprobieren</translation>
    </message>
    <message>
        <source>Opens a sample sheet in the sandbox, which has play money</source>
        <translation>Öffnet eine Beispieltabelle in der Sandbox, in der es Spielgeld gibt</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Zurück zu %1</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SourceStep</name>
    <message>
        <source>Opening the sheet</source>
        <translation>Tabelle wird geöffnet</translation>
    </message>
    <message>
        <source>Stop Opening</source>
        <translation>Öffnen abbrechen</translation>
    </message>
    <message>
        <source>Rows read</source>
        <translation>Gelesene Zeilen</translation>
    </message>
    <message>
        <source>Stop Reading</source>
        <translation>Lesen abbrechen</translation>
    </message>
    <message>
        <source>Continue to Map</source>
        <translation>Weiter zum Zuordnen</translation>
    </message>
    <message>
        <source>Open Another Sheet</source>
        <translation>Andere Tabelle öffnen</translation>
    </message>
    <message>
        <source>Paste Cells as a Sheet</source>
        <translation>Zellen als Tabelle einfügen</translation>
    </message>
    <message>
        <source>To make a sheet of copied cells, choose Open Another Sheet first.</source>
        <translation>Um aus kopierten Zellen eine Tabelle zu machen, wählen Sie zuerst „Andere Tabelle öffnen“.</translation>
    </message>
    <message>
        <source>Find in the Rows</source>
        <translation>In den Zeilen suchen</translation>
    </message>
    <message>
        <source>Use This Row as Column Names</source>
        <translation>Diese Zeile als Spaltennamen verwenden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>%1 wird geöffnet …</translation>
    </message>
    <message>
        <source>Discard Corrections</source>
        <translation>Korrekturen verwerfen</translation>
    </message>
    <message>
        <source>No sheet yet</source>
        <translation>Noch keine Tabelle</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 wird geöffnet</translation>
    </message>
    <message>
        <source>%1 was not opened</source>
        <translation>%1 wurde nicht geöffnet</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message numerus="yes">
        <source>The sheet was saved again. %Ln correction(s) were dropped, because their rows have changed or are gone: %1.</source>
        <translation>
            <numerusform>Die Tabelle wurde neu gespeichert. %Ln Korrektur entfällt, weil ihre Zeile geändert wurde oder fehlt: %1.</numerusform>
            <numerusform>Die Tabelle wurde neu gespeichert. %Ln Korrekturen entfallen, weil ihre Zeilen geändert wurden oder fehlen: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln correction(s) from last time are applied. The file itself is unchanged.</source>
        <translation>
            <numerusform>%Ln Korrektur vom letzten Mal gilt. Die Datei selbst ist unverändert.</numerusform>
            <numerusform>%Ln Korrekturen vom letzten Mal gelten. Die Datei selbst ist unverändert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading was stopped: %Ln row(s) are shown here. The check will read all of them.</source>
        <translation>
            <numerusform>Das Lesen wurde abgebrochen: %Ln Zeile wird hier gezeigt. Die Prüfung liest alle.</numerusform>
            <numerusform>Das Lesen wurde abgebrochen: %Ln Zeilen werden hier gezeigt. Die Prüfung liest alle.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) are shown here. %1</source>
        <translation>
            <numerusform>%Ln Zeile wird hier gezeigt. %1</numerusform>
            <numerusform>%Ln Zeilen werden hier gezeigt. %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln row(s) so far</source>
        <translation>
            <numerusform>%1, bisher %Ln Zeile</numerusform>
            <numerusform>%1, bisher %Ln Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Tab %1 is empty and left out.</source>
        <translation>Das Blatt %1 ist leer und wird ausgelassen.</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln tab(s)</source>
        <translation>
            <numerusform>%1, %Ln Blatt</numerusform>
            <numerusform>%1, %Ln Blätter</numerusform>
        </translation>
    </message>
    <message>
        <source>Try With Sample Data</source>
        <translation>Mit Beispieldaten ausprobieren</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SourceTrouble</name>
    <message>
        <source>%1 was not opened.</source>
        <translation>%1 wurde nicht geöffnet.</translation>
    </message>
    <message>
        <source>Read as %1</source>
        <translation>Als %1 lesen</translation>
    </message>
    <message>
        <source>Find the Column Names Again</source>
        <translation>Spaltennamen neu suchen</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Open Another Sheet</source>
        <translation>Andere Tabelle öffnen</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SpendingCap</name>
    <message>
        <source>Spend at most</source>
        <translation>Höchstens ausgeben</translation>
    </message>
    <message>
        <source>The most this run may spend</source>
        <translation>Was dieser Lauf höchstens ausgeben darf</translation>
    </message>
    <message>
        <source>Spending cannot be undone here: an order can be cancelled, which releases what is held, until work on it begins. A higher price than the one shown is never accepted without asking you.</source>
        <translation>Ausgaben lassen sich hier nicht rückgängig machen: Ein Auftrag kann nur storniert werden, bis die Arbeit daran beginnt; dabei wird freigegeben, was reserviert ist. Ein höherer Preis als der gezeigte wird nie ungefragt angenommen.</translation>
    </message>
    <message>
        <source>Not an amount in %1.</source>
        <translation>Kein Betrag in %1.</translation>
    </message>
    <message>
        <source>The run pauses before it would spend more than this.</source>
        <translation>Der Lauf hält an, bevor er mehr ausgeben würde.</translation>
    </message>
    <message>
        <source>Less than the price: the run will pause when this is reached.</source>
        <translation>Weniger als der Preis: Der Lauf hält an, wenn dies erreicht ist.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::StandingDialog</name>
    <message>
        <source>Reinstate the Account</source>
        <translation>Das Konto wieder zulassen</translation>
    </message>
    <message>
        <source>Suspend the Account</source>
        <translation>Das Konto sperren</translation>
    </message>
    <message>
        <source>Its keys work again at once; revoked and expired ones stay that way. No money moves.</source>
        <translation>Seine Schlüssel gelten sofort wieder; gesperrte und abgelaufene bleiben es. Es bewegt sich kein Geld.</translation>
    </message>
    <message>
        <source>Reinstate Account</source>
        <translation>Konto wieder zulassen</translation>
    </message>
    <message>
        <source>Every key of the account is refused at once, until it is reinstated. No money moves: its orders stay where they are, and %1 stays held.</source>
        <translation>Jeder Schlüssel des Kontos wird sofort abgewiesen, bis es wieder zugelassen ist. Es bewegt sich kein Geld: Seine Aufträge bleiben, wo sie sind, und %1 bleiben reserviert.</translation>
    </message>
    <message>
        <source>Suspend Account</source>
        <translation>Konto sperren</translation>
    </message>
    <message>
        <source>“%1” is suspended: its keys are refused.</source>
        <translation>„%1“ ist gesperrt: Seine Schlüssel werden abgewiesen.</translation>
    </message>
    <message>
        <source>“%1” is active again.</source>
        <translation>„%1“ ist wieder aktiv.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::StateBar</name>
    <message>
        <source>Rows by state</source>
        <translation>Zeilen nach Zustand</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::StatementSaving</name>
    <message numerus="yes">
        <source>%1 holds %Ln movement(s) of money. They agree with the balance: %2 available, %3 held.</source>
        <translation>
            <numerusform>%1 enthält %Ln Geldbewegung. Sie stimmt mit dem Guthaben überein: %2 verfügbar, %3 reserviert.</numerusform>
            <numerusform>%1 enthält %Ln Geldbewegungen. Sie stimmen mit dem Guthaben überein: %2 verfügbar, %3 reserviert.</numerusform>
        </translation>
    </message>
    <message>
        <source>No statement was written: the service&apos;s movements and balances do not agree.</source>
        <translation>Es wurde kein Kontoauszug geschrieben: Bewegungen und Guthaben des Dienstes stimmen nicht überein.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::StepButton</name>
    <message>
        <source>Step %1, %2: %3</source>
        <translation>Schritt %1, %2: %3</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::StepChips</name>
    <message>
        <source>trim spaces</source>
        <translation>Leerzeichen am Rand entfernen</translation>
    </message>
    <message>
        <source>UPPER CASE</source>
        <translation>GROSSBUCHSTABEN</translation>
    </message>
    <message>
        <source>lower case</source>
        <translation>kleinbuchstaben</translation>
    </message>
    <message>
        <source>Title Case</source>
        <translation>Große Anfangsbuchstaben</translation>
    </message>
    <message>
        <source>split at %1</source>
        <translation>teilen bei %1</translation>
    </message>
    <message>
        <source>join with %1</source>
        <translation>verbinden mit %1</translation>
    </message>
    <message>
        <source>replace %1 with %2</source>
        <translation>%1 durch %2 ersetzen</translation>
    </message>
    <message>
        <source>%1 is empty</source>
        <translation>%1 ist leer</translation>
    </message>
    <message>
        <source>%1 means %2</source>
        <translation>%1 bedeutet %2</translation>
    </message>
    <message>
        <source>number like 1.234,5</source>
        <translation>Zahl wie 1.234,5</translation>
    </message>
    <message>
        <source>number like 1,234.5</source>
        <translation>Zahl wie 1,234.5</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add Step</source>
        <translation>Schritt hinzufügen</translation>
    </message>
    <message>
        <source>Split…</source>
        <translation>Teilen …</translation>
    </message>
    <message>
        <source>Join…</source>
        <translation>Verbinden …</translation>
    </message>
    <message>
        <source>Replace…</source>
        <translation>Ersetzen …</translation>
    </message>
    <message>
        <source>Remove the step: %1</source>
        <translation>Schritt entfernen: %1</translation>
    </message>
    <message>
        <source>Remove this step</source>
        <translation>Diesen Schritt entfernen</translation>
    </message>
    <message>
        <source>Split at these characters</source>
        <translation>An diesen Zeichen teilen</translation>
    </message>
    <message>
        <source>Text between the values</source>
        <translation>Text zwischen den Werten</translation>
    </message>
    <message>
        <source>Text to replace</source>
        <translation>Zu ersetzender Text</translation>
    </message>
    <message>
        <source>Replacement</source>
        <translation>Ersatz</translation>
    </message>
    <message>
        <source>keep commas</source>
        <translation>Kommas behalten</translation>
    </message>
    <message>
        <source>fill down</source>
        <translation>nach unten ausfüllen</translation>
    </message>
    <message>
        <source>leave empty cells empty</source>
        <translation>leere Zellen leer lassen</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::StepStrip</name>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>working</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>needs attention</source>
        <translation>braucht Aufmerksamkeit</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SubmitPage</name>
    <message>
        <source>Go On to the Next Step</source>
        <translation>Weiter zum nächsten Schritt</translation>
    </message>
    <message>
        <source>Submit</source>
        <translation>Bestellen</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::TabChoice</name>
    <message>
        <source>Read These Tabs</source>
        <translation>Diese Blätter lesen</translation>
    </message>
    <message>
        <source>Which tabs hold rows to order? They become one order run; each keeps its own columns.</source>
        <translation>Welche Blätter enthalten Zeilen zum Bestellen? Sie werden ein Lauf; jedes behält seine eigenen Spalten.</translation>
    </message>
    <message>
        <source>Keep As It Is</source>
        <translation>So lassen</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::TemplateRow</name>
    <message>
        <source>Template</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Keep as Template</source>
        <translation>Als Vorlage behalten</translation>
    </message>
    <message>
        <source>Remove Template</source>
        <translation>Vorlage entfernen</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::Tile</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::Tiles</name>
    <message>
        <source>Spent this month</source>
        <translation>Diesen Monat ausgegeben</translation>
    </message>
    <message>
        <source>Open orders</source>
        <translation>Offene Aufträge</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>Leads</translation>
    </message>
    <message>
        <source>Cost per good lead</source>
        <translation>Kosten je gutem Lead</translation>
    </message>
    <message>
        <source>Charged at deliveries, less what was refunded</source>
        <translation>Bei Lieferungen berechnet, abzüglich der Erstattungen</translation>
    </message>
    <message>
        <source>In review, with a question to answer, or in progress</source>
        <translation>In Prüfung, mit einer offenen Frage oder in Arbeit</translation>
    </message>
    <message numerus="yes">
        <source>%1 for %Ln good lead(s)</source>
        <translation>
            <numerusform>%1 für %Ln guten Lead</numerusform>
            <numerusform>%1 für %Ln gute Leads</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no good leads yet.</source>
        <translation>Es gibt noch keine guten Leads.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::UnusedColumns</name>
    <message>
        <source>Row %1 above the columns, of which no order contains anything: %2</source>
        <translation>Zeile %1 über den Spalten, von der keine Bestellung etwas enthält: %2</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>Spalte %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 und %Ln weitere</numerusform>
            <numerusform>%1 und %Ln weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (tab %2)</source>
        <translation>%1 (Blatt %2)</translation>
    </message>
    <message>
        <source>%1: may be %2 (%3)</source>
        <translation>%1: vielleicht %2 (%3)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Not used, and may narrow who is meant: %1</source>
        <translation>Nicht verwendet, obwohl es eingrenzen könnte, wer gemeint ist: %1</translation>
    </message>
    <message>
        <source>Not used: %1</source>
        <translation>Nicht verwendet: %1</translation>
    </message>
    <message>
        <source>Not used either: %1</source>
        <translation>Ebenfalls nicht verwendet: %1</translation>
    </message>
    <message>
        <source>A row that names no product orders %1.</source>
        <translation>Eine Zeile, die kein Produkt nennt, bestellt %1.</translation>
    </message>
    <message>
        <source>No column names the product: every row orders %1.</source>
        <translation>Keine Spalte nennt das Produkt: Jede Zeile bestellt %1.</translation>
    </message>
    <message>
        <source>No column names the product: every row orders %1, %2.</source>
        <comment>a product, why that one</comment>
        <translation>Keine Spalte nennt das Produkt: Jede Zeile bestellt %1, %2.</translation>
    </message>
    <message>
        <source>Tab %1: %2</source>
        <translation>Blatt %1: %2</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::UsagePanel</name>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Usage and limits</source>
        <translation>Verbrauch und Grenzen</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Verbraucht</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Übrig</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Resets</source>
        <translation>Wieder voll</translation>
    </message>
    <message>
        <source>Usage and Limits</source>
        <translation>Verbrauch und Grenzen</translation>
    </message>
    <message>
        <source>No account is connected.</source>
        <translation>Kein Konto ist verbunden.</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Wird gefragt …</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>As of %1.</source>
        <translation>Stand: %1.</translation>
    </message>
    <message>
        <source>Balance: %1 available, %2 held.</source>
        <translation>Guthaben: %1 verfügbar, %2 reserviert.</translation>
    </message>
    <message>
        <source>This key has no daily spend cap.</source>
        <translation>Dieser Schlüssel hat keine Grenze für Ausgaben am Tag.</translation>
    </message>
    <message>
        <source>This key is valid until %1.</source>
        <translation>Dieser Schlüssel gilt bis %1.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ValueRules</name>
    <message>
        <source>Field for your own value</source>
        <translation>Feld für einen eigenen Wert</translation>
    </message>
    <message>
        <source>Where the value is used</source>
        <translation>Wo der Wert gilt</translation>
    </message>
    <message>
        <source>in every row</source>
        <translation>in jeder Zeile</translation>
    </message>
    <message>
        <source>where the cell is empty</source>
        <translation>wo die Zelle leer ist</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Add Value</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Your own value:</source>
        <translation>Eigener Wert:</translation>
    </message>
    <message>
        <source>%1 is %2 where empty</source>
        <translation>%1 ist %2, wo nichts steht</translation>
    </message>
    <message>
        <source>%1 is %2 in every row</source>
        <translation>%1 ist %2 in jeder Zeile</translation>
    </message>
    <message>
        <source>Remove the value: %1</source>
        <translation>Wert entfernen: %1</translation>
    </message>
    <message>
        <source>Remove this value</source>
        <translation>Diesen Wert entfernen</translation>
    </message>
    <message>
        <source>Found: %1. Click to remove it.</source>
        <translation>Gefunden: %1. Zum Entfernen klicken.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::ViewPanel</name>
    <message>
        <source>No view yet. A view keeps a filter and its columns under a name, to be shown again or given to others. Filter the leads, name what is shown, and save it.</source>
        <translation>Noch keine Ansicht. Eine Ansicht bewahrt einen Filter und seine Spalten unter einem Namen auf, um sie wieder zu zeigen oder weiterzugeben. Filtern Sie die Leads, geben Sie dem Gezeigten einen Namen und speichern Sie es.</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>Ansichten</translation>
    </message>
    <message>
        <source>Saved views</source>
        <translation>Gespeicherte Ansichten</translation>
    </message>
    <message>
        <source>Show View</source>
        <translation>Ansicht zeigen</translation>
    </message>
    <message>
        <source>Copy View</source>
        <translation>Ansicht kopieren</translation>
    </message>
    <message>
        <source>Remove View</source>
        <translation>Ansicht entfernen</translation>
    </message>
    <message>
        <source>Add Copied View</source>
        <translation>Kopierte Ansicht hinzufügen</translation>
    </message>
    <message>
        <source>Adds the view that somebody copied for you, from the clipboard</source>
        <translation>Fügt die Ansicht aus der Zwischenablage hinzu, die jemand für Sie kopiert hat</translation>
    </message>
    <message>
        <source>Name of the view</source>
        <translation>Name der Ansicht</translation>
    </message>
    <message>
        <source>Save What Is Shown</source>
        <translation>Gezeigtes speichern</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message numerus="yes">
        <source>Shown now: %1, with %Ln column(s).</source>
        <translation>
            <numerusform>Jetzt gezeigt: %1, mit %Ln Spalte.</numerusform>
            <numerusform>Jetzt gezeigt: %1, mit %Ln Spalten.</numerusform>
        </translation>
    </message>
    <message>
        <source>all leads</source>
        <translation>alle Leads</translation>
    </message>
    <message>
        <source>The view “%1” was replaced.</source>
        <translation>Die Ansicht „%1“ wurde ersetzt.</translation>
    </message>
    <message numerus="yes">
        <source>There are %Ln view(s) already; remove one first.</source>
        <translation>
            <numerusform>Es gibt schon %Ln Ansicht; entfernen Sie sie zuerst.</numerusform>
            <numerusform>Es gibt schon %Ln Ansichten; entfernen Sie zuerst eine.</numerusform>
        </translation>
    </message>
    <message>
        <source>The view “%1” was saved.</source>
        <translation>Die Ansicht „%1“ wurde gespeichert.</translation>
    </message>
    <message>
        <source>The clipboard holds no view of leads. Ask for one that was copied with “Copy View”.</source>
        <translation>Die Zwischenablage enthält keine Ansicht von Leads. Bitten Sie um eine, die mit „Ansicht kopieren“ kopiert wurde.</translation>
    </message>
    <message>
        <source>The view was copied as text. Whoever copies that text can add it with “Add Copied View”.</source>
        <translation>Die Ansicht wurde als Text kopiert. Wer diesen Text kopiert, kann sie mit „Kopierte Ansicht hinzufügen“ übernehmen.</translation>
    </message>
    <message>
        <source>The view “%1” was removed.</source>
        <translation>Die Ansicht „%1“ wurde entfernt.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::WaitingList</name>
    <message>
        <source>Waiting for your yes</source>
        <translation>Wartet auf Ihr Ja</translation>
    </message>
    <message>
        <source>These sheets are in watched folders. Open one to see its price and order it; the watcher then moves it on.</source>
        <translation>Diese Tabellen liegen in beobachteten Ordnern. Öffnen Sie eine, um ihren Preis zu sehen und sie zu bestellen; danach wird sie weitergelegt.</translation>
    </message>
    <message>
        <source>Open %1, which waits for your yes</source>
        <translation>%1 öffnen, wartet auf Ihr Ja</translation>
    </message>
    <message>
        <source>in %1, since %2</source>
        <translation>in %1, seit %2</translation>
    </message>
    <message>
        <source>in %1, for the profile %2, since %3</source>
        <translation>in %1, für das Profil %2, seit %3</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::WebhookDialog</name>
    <message>
        <source>Add a Webhook</source>
        <translation>Webhook hinzufügen</translation>
    </message>
    <message>
        <source>Change the Webhook</source>
        <translation>Webhook ändern</translation>
    </message>
    <message>
        <source>Rotate the Signing Secret</source>
        <translation>Signaturgeheimnis wechseln</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Create Webhook</source>
        <translation>Webhook anlegen</translation>
    </message>
    <message>
        <source>%1 gets a new signing secret. For 24 hours messages carry signatures of the old secret and of the new one, so that your program can be changed without losing a message. After that the old secret no longer works.</source>
        <translation>%1 bekommt ein neues Signaturgeheimnis. 24 Stunden lang tragen Nachrichten Signaturen des alten und des neuen Geheimnisses, damit Ihr Programm geändert werden kann, ohne eine Nachricht zu verlieren. Danach ist das alte Geheimnis wertlos.</translation>
    </message>
    <message>
        <source>Create New Secret</source>
        <translation>Neues Geheimnis erzeugen</translation>
    </message>
    <message>
        <source>Signing Secret of %1</source>
        <translation>Signaturgeheimnis von %1</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::WebhookForm</name>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>For you; the address if left empty</source>
        <translation>Für Sie; leer gilt die Adresse</translation>
    </message>
    <message>
        <source>Leads of orders with automatic delivery are sent here</source>
        <translation>Leads von Aufträgen mit automatischer Zustellung gehen hierher</translation>
    </message>
    <message>
        <source>All kinds of messages</source>
        <translation>Alle Arten von Nachrichten</translation>
    </message>
    <message>
        <source>Without https anybody on the network can read the leads. Most servers refuse such an address.</source>
        <translation>Ohne https kann jeder unterwegs die Leads lesen. Die meisten Server lehnen eine solche Adresse ab.</translation>
    </message>
    <message>
        <source>The address looks right. Whether the service may send there is checked when it is saved.</source>
        <translation>Die Adresse sieht richtig aus. Ob der Dienst dorthin senden darf, wird beim Speichern geprüft.</translation>
    </message>
    <message>
        <source>A program that accepts POST requests and answers 2xx within 15 seconds.</source>
        <translation>Ein Programm von Ihnen, das POST-Anfragen annimmt und binnen 15 Sekunden mit 2xx antwortet.</translation>
    </message>
    <message>
        <source>Choose at least one kind of message.</source>
        <translation>Wählen Sie wenigstens eine Art von Nachrichten.</translation>
    </message>
    <message>
        <source>The service does not send there.</source>
        <translation>Der Dienst sendet nicht dorthin.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::WebhookModel</name>
    <message>
        <source>Webhook</source>
        <translation>Webhook</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Last delivery</source>
        <translation>Letzte Zustellung</translation>
    </message>
    <message>
        <source>Succeeded in 24 h</source>
        <translation>Erfolgreich in 24 h</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::WebhooksView</name>
    <message>
        <source>Add Webhook…</source>
        <translation>Webhook hinzufügen …</translation>
    </message>
    <message>
        <source>Send Test</source>
        <translation>Test senden</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern …</translation>
    </message>
    <message>
        <source>Rotate Secret…</source>
        <translation>Geheimnis wechseln …</translation>
    </message>
    <message>
        <source>Disable</source>
        <translation>Abschalten</translation>
    </message>
    <message>
        <source>Redeliver All Failed Since…</source>
        <translation>Gescheitertes neu zustellen seit …</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen …</translation>
    </message>
    <message>
        <source>No webhook yet. A webhook is the address of one of your programs: the service sends it order events and leads, signed, and retries until they arrive. Nothing is sent until you add one.</source>
        <translation>Noch kein Webhook. Ein Webhook ist die Adresse eines Programms von Ihnen: Der Dienst sendet ihm, was mit Aufträgen geschieht, und ihre Leads, signiert und so oft versucht, bis sie ankommen. Nichts wird gesendet, bevor Sie einen hinzufügen.</translation>
    </message>
    <message>
        <source>Webhooks</source>
        <translation>Webhooks</translation>
    </message>
    <message>
        <source>Connect an account to see its webhooks.</source>
        <translation>Verbinden Sie ein Konto, um seine Webhooks zu sehen.</translation>
    </message>
    <message>
        <source>This is an admin key. Webhooks belong to accounts of customers.</source>
        <translation>Das ist ein Admin-Schlüssel. Webhooks gehören zu Konten von Kunden.</translation>
    </message>
    <message>
        <source>Enable…</source>
        <translation>Einschalten …</translation>
    </message>
    <message>
        <source>A test message to %1 is on its way…</source>
        <translation>Eine Testnachricht an %1 ist unterwegs …</translation>
    </message>
    <message>
        <source>%1 is disabled. What happens now is held back and kept for 30 days.</source>
        <translation>%1 ist abgeschaltet. Was jetzt entsteht, wird zurückgehalten und 30 Tage aufbewahrt.</translation>
    </message>
    <message>
        <source>Nothing was left to send to %1.</source>
        <translation>Für %1 war nichts mehr zu senden.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s) to %1 are on their way.</source>
        <translation>
            <numerusform>%Ln Nachricht an %1 ist unterwegs.</numerusform>
            <numerusform>%Ln Nachrichten an %1 sind unterwegs.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is enabled.</source>
        <translation>%1 ist eingeschaltet.</translation>
    </message>
    <message>
        <source>%1 is enabled for new messages.</source>
        <translation>%1 ist für neue Nachrichten eingeschaltet.</translation>
    </message>
    <message>
        <source>Remove This Webhook?</source>
        <translation>Diesen Webhook entfernen?</translation>
    </message>
    <message>
        <source>Nothing more is sent to %1, messages that wait are dropped, and its signing secret is forgotten. Orders and leads are not touched.</source>
        <translation>An %1 wird nichts mehr gesendet, wartende Nachrichten werden verworfen, und das Signaturgeheimnis wird vergessen. Aufträge und Leads bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Remove Webhook</source>
        <translation>Webhook entfernen</translation>
    </message>
    <message>
        <source>Keep It</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>%1 was removed.</source>
        <translation>%1 wurde entfernt.</translation>
    </message>
    <message>
        <source>A new signing secret is on its way, and it is shown only once. If you quit now, nobody sees it.</source>
        <translation>Ein neues Signaturgeheimnis ist unterwegs und wird nur einmal angezeigt. Wird das Programm jetzt beendet, sieht es niemand.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::WelcomePage</name>
    <message>
        <source>Order leads from a spreadsheet</source>
        <translation>Leads aus einer Tabelle bestellen</translation>
    </message>
    <message>
        <source>One order per row: open a sheet, check it, see the price, place the orders. How do you want to begin?</source>
        <translation>Ein Auftrag je Zeile: Tabelle öffnen, prüfen, Preis ansehen, Aufträge erteilen. Wie möchten Sie beginnen?</translation>
    </message>
    <message>
        <source>Try With Sample Data</source>
        <translation>Mit Beispieldaten ausprobieren</translation>
    </message>
    <message>
        <source>Connect an Account</source>
        <translation>Konto verbinden</translation>
    </message>
    <message>
        <source>Sample data</source>
        <translation>Beispieldaten</translation>
    </message>
    <message>
        <source>Your account</source>
        <translation>Ihr Konto</translation>
    </message>
    <message>
        <source>You have an address and an API key from the service. The key is tested before it is saved, and goes into the keychain of this computer, never into a file.</source>
        <translation>Sie haben vom Dienst eine Adresse und einen API-Schlüssel. Der Schlüssel wird vor dem Speichern geprüft und kommt in den Schlüsselbund dieses Rechners, nie in eine Datei.</translation>
    </message>
    <message>
        <source>Connect an account</source>
        <translation>Konto verbinden</translation>
    </message>
    <message>
        <source>Starting the sandbox…</source>
        <translation>Spielplatz wird gestartet …</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbinden …</translation>
    </message>
    <message>
        <source>The whole service runs on this computer, with play money, and a sample sheet is opened. No account, no network, and nothing is really bought. You can connect an account at any time.</source>
        <translation>Der ganze Dienst läuft auf diesem Rechner, mit Spielgeld, und eine Beispieltabelle wird geöffnet. Kein Konto, kein Netz, und nichts wird wirklich gekauft. Ein Konto können Sie jederzeit verbinden.</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::WhatIsNew</name>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>What is new in this sheet</source>
        <translation>Was in dieser Tabelle neu ist</translation>
    </message>
    <message>
        <source>Changed rows and rows that are gone</source>
        <translation>Geänderte und entfallene Zeilen</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Nothing in it is new, so there is nothing to order.</source>
        <translation>Darin ist nichts neu, also gibt es nichts zu bestellen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new order(s) would cost %1.</source>
        <translation>
            <numerusform>%Ln neuer Auftrag würde %1 kosten.</numerusform>
            <numerusform>%Ln neue Aufträge würden %1 kosten.</numerusform>
        </translation>
    </message>
    <message>
        <source>The first %1 of %2 changed and gone rows are listed.</source>
        <translation>Aufgeführt sind die ersten %1 von %2 geänderten und entfallenen Zeilen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new</source>
        <translation>
            <numerusform>%Ln neu</numerusform>
            <numerusform>%Ln neu</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln geändert</numerusform>
            <numerusform>%Ln geändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln already ordered</source>
        <translation>
            <numerusform>%Ln schon bestellt</numerusform>
            <numerusform>%Ln schon bestellt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of a run that is not finished</source>
        <translation>
            <numerusform>%Ln aus einem Lauf, der nicht fertig ist</numerusform>
            <numerusform>%Ln aus einem Lauf, der nicht fertig ist</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in the sheet twice</source>
        <translation>
            <numerusform>%Ln doppelt in der Tabelle</numerusform>
            <numerusform>%Ln doppelt in der Tabelle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln gone from the sheet</source>
        <translation>
            <numerusform>%Ln nicht mehr in der Tabelle</numerusform>
            <numerusform>%Ln nicht mehr in der Tabelle</numerusform>
        </translation>
    </message>
    <message>
        <source>gone from the sheet</source>
        <translation>nicht mehr in der Tabelle</translation>
    </message>
    <message numerus="yes">
        <source>%Ln ordered before</source>
        <translation>
            <numerusform>%Ln früher bestellt</numerusform>
            <numerusform>%Ln früher bestellt</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel %1 and Order Again…</source>
        <translation>%1 stornieren und neu bestellen …</translation>
    </message>
    <message>
        <source>An order that is still in review is cancelled, and the row is ordered as it is now, after one question</source>
        <translation>Ein Auftrag, der noch in Prüfung ist, wird nach einer Frage storniert und die Zeile bestellt, wie sie jetzt ist</translation>
    </message>
</context>
<context>
    <name>leadsheet::desktop::SheetJob</name>
    <message numerus="yes">
        <source>Apply %Ln Suggestion(s)</source>
        <translation>
            <numerusform>Vorschlag anwenden</numerusform>
            <numerusform>%Ln Vorschläge anwenden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ActsDone</name>
    <message numerus="yes">
        <source>%Ln question(s) were sent.</source>
        <translation>
            <numerusform>%Ln Frage wurde gesendet.</numerusform>
            <numerusform>%Ln Fragen wurden gesendet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) were delivered.</source>
        <translation>
            <numerusform>%Ln Auftrag wurde geliefert.</numerusform>
            <numerusform>%Ln Aufträge wurden geliefert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Money was given back for %Ln order(s).</source>
        <translation>
            <numerusform>Für %Ln Auftrag wurde Geld zurückgegeben.</numerusform>
            <numerusform>Für %Ln Aufträge wurde Geld zurückgegeben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) were rejected.</source>
        <translation>
            <numerusform>%Ln Auftrag wurde abgelehnt.</numerusform>
            <numerusform>%Ln Aufträge wurden abgelehnt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) were given up.</source>
        <translation>
            <numerusform>%Ln Auftrag wurde aufgegeben.</numerusform>
            <numerusform>%Ln Aufträge wurden aufgegeben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln order(s) were approved.</source>
        <translation>
            <numerusform>%Ln Auftrag wurde angenommen.</numerusform>
            <numerusform>%Ln Aufträge wurden angenommen.</numerusform>
        </translation>
    </message>
    <message>
        <source>The question about %1 was sent.</source>
        <translation>Die Frage zu %1 wurde gesendet.</translation>
    </message>
    <message>
        <source>%1 was delivered.</source>
        <translation>%1 wurde geliefert.</translation>
    </message>
    <message>
        <source>The money for %1 was given back.</source>
        <translation>Das Geld für %1 wurde zurückgegeben.</translation>
    </message>
    <message>
        <source>%1 was rejected.</source>
        <translation>%1 wurde abgelehnt.</translation>
    </message>
    <message>
        <source>%1 was given up.</source>
        <translation>%1 wurde aufgegeben.</translation>
    </message>
    <message>
        <source>%1 was approved.</source>
        <translation>%1 wurde angenommen.</translation>
    </message>
</context>
</TS>
