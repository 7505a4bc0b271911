import type { PropertyName } from '../properties/properties.ts'

/** A guarantee of the product, as a property, with its evidence. */
export interface Guarantee {
  readonly title: string
  /** The guarantee in one sentence, for readers who are no engineers. */
  readonly statement: string
  /** What must hold at every moment, or at the end. */
  readonly invariant: string
  /** Tests of the guarantee: a file below `tests/` and a part of the title. */
  readonly tests: readonly (readonly [file: string, name: string])[]
  readonly faults: string
  /** The properties that check the guarantee, and how often other checks were run. */
  readonly runs: { readonly properties: readonly PropertyName[]; readonly otherRuns?: string }
  readonly notCovered: string
}

const MODEL = 'offline/outbox-property.test.ts'
const PAPER = 'offline/campus-model-property.test.ts'
const DISK = 'offline/indexeddb-faults.test.ts'
const STORAGE = 'offline/outbox-storage.test.ts'
const FILES = 'offline/attachments.test.ts'
const DRAIN = 'offline/drain.test.ts'
const VERSIONS = 'offline/payload-versions.test.ts'

const KILLS =
  'drills that kill Chromium 300 times, a backend 500 times and PostgreSQL 100 times, and 50 power cuts'

/** All guarantees, from which docs/guarantees.md is generated. */
export const GUARANTEES: readonly Guarantee[] = [
  {
    title: 'Nothing that was submitted is lost',
    statement:
      'A form that the app has called saved reaches the university, or stays on the phone until its student decides what to do with it.',
    invariant:
      'Every submission that was called saved is an item of the outbox, has a receipt, or was resolved by its student. Ten minutes after the faults stop, every item that can be sent has arrived within its retry schedule, the outbox is empty, and the university has the newest values.',
    tests: [
      [
        MODEL,
        'in any sequence of faults, no submission of the outbox is lost, takes effect twice, is sent as another person or is shown as sent too early, and no completion mark is sent before its form',
      ],
      [
        PAPER,
        'the outbox fulfils its guarantees with the campus model as it does with the real backend',
      ],
      [
        PAPER,
        'submitting older values again is not reported as saved when the disk refuses to store them',
      ],
      [
        DISK,
        'when an IndexedDB operation fails (%s), no submission reported as saved is lost or sent twice, and every error is reported',
      ],
      [
        DISK,
        'when all IndexedDB %s fail from some operation on (%s), no submission is lost or sent twice, and every error is reported',
      ],
      [
        DISK,
        'when an IndexedDB operation fails (%s) while a student repairs, retries, discards and drafts, no submission is lost or sent twice, and every error is reported',
      ],
      [
        'offline/deleted-database.test.ts',
        'when the database is deleted at any moment under an open app, %s, nothing is sent twice or reported as sent too early, nothing hangs, and later submissions arrive',
      ],
      [STORAGE, 'a page killed at any moment loses nothing and sends nothing twice'],
      [
        STORAGE,
        'a submission is confirmed when its strict transaction completes, not when its request succeeds',
      ],
      [
        STORAGE,
        'a connection to the outbox’s database that several operations lose at once is reopened once',
      ],
      [
        'browser/offline-form.test.ts',
        'a form filled in offline survives closing the browser and arrives once',
      ],
    ],
    faults:
      'any order of twelve network faults and a final refusal; a page killed at any step; each operation of IndexedDB failing with InvalidStateError, UnknownError, AbortError, QuotaExceededError or TimeoutError, or never answering; all reads failing, or all writes; the IndexedDB database deleted at any moment while the app is open; clocks that are two days wrong; a sender that loses its lease at any step; another student bound to the phone meanwhile; in drills, Chromium killed around the tap on submit, and a database server that loses power.',
    runs: { properties: ['outbox', 'paper'], otherRuns: KILLS },
    notCovered:
      'a power cut on a disk that confirms writes before they are made; storage that the browser evicts or a person clears.',
  },
  {
    title: 'Nothing is sent twice',
    statement: 'However often a submission is sent, it takes effect once.',
    invariant:
      'A record has one version for each key that arrived and for each write of the office. No key takes effect twice, and each key has the payload that was submitted under it.',
    tests: [
      [
        MODEL,
        'in any sequence of faults, no submission of the outbox is lost, takes effect twice, is sent as another person or is shown as sent too early, and no completion mark is sent before its form',
      ],
      [
        PAPER,
        'the outbox fulfils its guarantees with the campus model as it does with the real backend',
      ],
      [
        STORAGE,
        'if the transaction of a submission commits but reports %s, the submission is reported as saved under its key',
      ],
      [
        DRAIN,
        'after the first try an item’s payload does not change, and newer values are sent after it',
      ],
      [
        'server/platform/http/idempotency.test.ts',
        'a request repeated under its key is answered with its first receipt, and has no second effect',
      ],
      [
        'server/connection-loss.test.ts',
        'when database connections are lost 200 times under traffic, the process continues and every submission takes effect exactly once',
      ],
      [
        'browser/several-tabs.test.ts',
        'when two tabs and the service worker get the network at the same moment, the form arrives once',
      ],
      [
        'browser/network-faults.test.ts',
        '$name: the phone saves the submission at once, and it arrives once',
      ],
    ],
    faults:
      'the faults of the first guarantee; a proxy that repeats a request at once or later; commits that report an error although they are on the disk; two tabs, a service worker and two servers at once; a database that is killed; in drills, Chromium, a backend and a database killed hundreds of times.',
    runs: { properties: ['outbox', 'paper'], otherRuns: KILLS },
    notCovered:
      'a request that is in transit for more than 42 days, after which the university has deleted its key; a first attempt that arrives after the student has resolved the refusal of a second attempt.',
  },
  {
    title: 'Nothing is sent as somebody else',
    statement:
      'A person’s submissions are sent in that person’s name only, and a call returns no other person’s data.',
    invariant:
      'No submission of one student is ever stored for another. No call answers a role that is not allowed to make it, and no call answers a student about another person.',
    tests: [
      [
        MODEL,
        'in any sequence of faults, no submission of the outbox is lost, takes effect twice, is sent as another person or is shown as sent too early, and no completion mark is sent before its form',
      ],
      [DRAIN, 'an item of one student is never sent with another student’s token'],
      [
        'server/call-input-properties.test.ts',
        'no call answers a caller whose role is not allowed to make it, nor a student who names somebody else anywhere in the request',
      ],
      [
        'server/permissions-table.test.ts',
        'every call answers every role as permissions.txt says, about the caller, others and nobody, wherever in the request the person is named',
      ],
      [
        'server/record-ids.test.ts',
        'a student gets their own record, and for another student’s record the answer for a missing one',
      ],
      [
        'browser/several-tabs.test.ts',
        'a waiting item is never sent as another student, and is sent when its own student is bound again',
      ],
    ],
    faults:
      'other people bound to the phone in between; expired tokens; every call by every role about the caller, another person and nobody, with the identifier at the top level, in records, in lists and in JSON text; ids of the caller’s records, of another person’s records, and of no record.',
    runs: {
      properties: ['outbox', 'paper', 'permissions'],
      otherRuns: '15,089 answers of a literal table, in every run',
    },
    notCovered: 'two people who share a phone without unbinding.',
  },
  {
    title: 'No form is called sent too early',
    statement: 'A form is called sent when the university has stored it, and not before.',
    invariant:
      'Every receipt on a phone matches a key at the university, with the same receipt number.',
    tests: [
      [
        MODEL,
        'in any sequence of faults, no submission of the outbox is lost, takes effect twice, is sent as another person or is shown as sent too early, and no completion mark is sent before its form',
      ],
      [
        DRAIN,
        'after a backend has echoed a key, a response without an echo does not count as the backend’s',
      ],
      [
        'offline/receipt-check.test.ts',
        'after any sequence of writes, backups and restores and a final check, the newest values are at the university or shown to the student',
      ],
      [
        'browser/network-faults.test.ts',
        'a first submission that the campus stored while the response was lost makes one record',
      ],
    ],
    faults:
      'pages of captive portals, gateways that answer in JSON, redirects, truncated bodies, missing responses, statuses of gateways; a university that is restored to an earlier state.',
    runs: { properties: ['outbox', 'paper', 'lost-receipts'], otherRuns: KILLS },
    notCovered: 'an attacker on the network who imitates the university; TLS prevents that.',
  },
  {
    title: 'Forms are sent in order, by one sender',
    statement:
      'The oldest values of a form are sent first, no item is sent before an item on which it depends, and one tab sends at a time.',
    invariant:
      'The mark of a step never arrives before the form of the step. No version of a record has older values than the previous version, unless the student has submitted the older values again. The newest values arrive. A sending attempt that has lost its lease writes nothing more.',
    tests: [
      [MODEL, 'no completion mark is sent before its form'],
      [
        DRAIN,
        'family and travel are sent before uniform and living, in whatever order they were submitted',
      ],
      [
        STORAGE,
        'an item that depends on another item waits for it, and is removed when it is discarded',
      ],
      [
        'offline/stolen-lease.test.ts',
        'a sender that loses its lease to $by at any moment of its round (with $outside) writes nothing more and reports it, and all items arrive once and in order',
      ],
      [
        'offline/outbox-lock.test.ts',
        'without Web Locks the lease in the database allows one sender',
      ],
      [
        'offline/outbox-lock.test.ts',
        'a worker whose %s during its round reports an unsent item, so that it is woken again',
      ],
    ],
    faults:
      'two tabs at once, interleaved step by step as the run chooses; the service worker as a third sender; frozen and killed senders; a lease that is taken over at every step of a sending attempt.',
    runs: { properties: ['outbox', 'paper', 'scans'] },
    notCovered: 'a browser whose locks and whose database both fail to exclude a second tab.',
  },
  {
    title: 'Sending attempts are paced',
    statement:
      'No phone sends more often than its retry schedule allows, whatever triggers sending and however often somebody taps.',
    invariant:
      'Between two attempts to send an item, the phone waits for the pause of its retry schedule, for at least half a second, and for the university’s Retry-After.',
    tests: [
      [
        'offline/retry-schedule.test.ts',
        'under any sequence of network states a phone sends no item more often than its schedule allows',
      ],
      [DRAIN, 'Retry-After is obeyed even by a manual request to send'],
      [DRAIN, 'after the phone’s clock has jumped back a year, an item is still tried at once'],
    ],
    faults:
      'eight network states; pages that are killed; in a separate test, a clock that jumps by a year.',
    runs: { properties: ['schedule'] },
    notCovered: 'several phones of one student, which do not know of each other.',
  },
  {
    title: 'Versions of the app share their data',
    statement:
      'The newest version of the app reads the data of any released version, and an older version leaves data that it does not know unchanged.',
    invariant:
      'Stored items and receipts of all six forms are read and sent in all states. Every form shows its draft, and the cached timetable, grades and fees are readable offline. Two versions that run at the same time end with the newest values, and the student decides about an item that conflicts with newer values.',
    tests: [
      [
        VERSIONS,
        'from the phone data of an earlier release (%s), waiting items of every state are sent, and receipts and drafts can be read',
      ],
      [VERSIONS, 'a payload that is three versions old is upgraded version by version'],
      [
        VERSIONS,
        'when an old and a new tab write and send in any order, the newest values remain, and the old tab sends no newer payload',
      ],
      [
        VERSIONS,
        'a field or state that a later version has stored in an item survives every transition',
      ],
      [VERSIONS, 'a draft of another version of its form is not read'],
      [
        VERSIONS,
        'a newer tab’s draft stays when an older tab saves, drops or submits a draft of the same form',
      ],
      [
        VERSIONS,
        'a database of a later version that lacks the outbox’s stores is left unchanged, and submitting reports that nothing was saved',
      ],
      [FILES, 'a database to which a later build has added stores is opened as it is'],
      [FILES, 'a phone without files keeps the database that earlier builds open'],
      [
        'features/older-form-versions.test.tsx',
        'a waiting item of an older release is shown in its form',
      ],
      [
        'features/earlier-release-data.test.tsx',
        'every form shows the draft that an earlier release has stored',
      ],
      [
        'features/earlier-release-data.test.tsx',
        'the timetable, the grades and the fees that an earlier release has cached are shown offline',
      ],
      [
        'features/start-up-cache.test.ts',
        'a cached read of another version is not shown; storing a new read deletes an older version’s copy and keeps a newer version’s',
      ],
      [STORAGE, 'the payloads of every release’s fixtures can be read'],
      [
        'browser/app-update.test.ts',
        'a new app version waits until the user accepts it, does not ask while the user types, and leaves outbox and draft unchanged',
      ],
    ],
    faults:
      'two versions that write and send in any of 64 orders; upcasters that throw; unknown fields, states, forms and databases.',
    runs: {
      properties: [],
      otherRuns:
        '64 orders of two versions of a form, and the phone data of each release, in every run',
    },
    notCovered:
      'typing in a tab of a newer version replaces the draft of an older version, if the newer form does not read that draft; cached reads of another version stay in storage and are not shown.',
  },
  {
    title: 'A legacy campus loses nothing',
    statement:
      'With a backend that answers 200 to everything and has neither idempotency keys nor receipts, nothing is lost and the newest values remain. A record can be written again with the same values.',
    invariant:
      'The invariants of the outbox hold, except for the number of writes: every write has values that were submitted, no record is created twice, and a receipt has no number.',
    tests: [
      [
        PAPER,
        'with a legacy campus no submission is lost, reported as sent too early or sent as somebody else, no record is created twice, and the newest values remain',
      ],
      [
        PAPER,
        'with a legacy campus receipts have no number, and a refusal or an expired session inside a 200 response is recognized',
      ],
      [
        PAPER,
        'with a legacy campus a submission whose response was lost is sent again, and updates the record that it created',
      ],
      [
        PAPER,
        'with a legacy campus a proxy that repeats a request creates a second record, which the phone cannot prevent',
      ],
    ],
    faults:
      'the faults of the outbox, except for a proxy that repeats requests, and a sender that loses its lease between its lookup and its write.',
    runs: { properties: ['old-campus'] },
    notCovered:
      'a legacy campus does not guarantee exactly one effect if a proxy repeats a request, forms that are always added (marks, scans), or concurrent writes of another phone, since it has no versions.',
  },
  {
    title: 'Files arrive with the answers that have them',
    statement:
      'Answers to a form of the campus reach the university once, with the files that were picked for them, and can be read in the version of the form in which they were given.',
    invariant:
      'The versions of a record are as many as its delivered keys and its changes elsewhere, and each has the answers of its key. The answers pass the check of their own version. Each file is stored byte by byte as it was picked, and no file stays on a phone without answers or a draft.',
    tests: [
      [
        'offline/campus-form-property.test.ts',
        'when fifty phones fill in a campus form with files offline, under faults and while versions are published, no answers are lost or count twice, each can be read in its version, and each file is the one that was picked',
      ],
      [
        FILES,
        'a page that is killed at any moment of an upload loses nothing, and the next one goes on',
      ],
      [FILES, 'the first file upgrades the database with everything in it, and open pages go on'],
      [FILES, 'a database that the browser has deleted is created again with the files in memory'],
    ],
    faults:
      'the faults of the network that the outbox has; a page that is killed while files are picked, answers are stored, parts are uploaded or an answer is read; changes elsewhere; new versions meanwhile.',
    runs: { properties: ['campus-forms'] },
    notCovered:
      'a picture, which the university stores without its metadata and so with other bytes; files that a restore of the university’s database has lost after their receipt, for which the student is asked again.',
  },
  {
    title: 'Data that was read is available offline',
    statement:
      'Data that was loaded once is readable without a network, and its age is shown. Paying and deciding on loans need a connection to the university, and the app says so.',
    invariant:
      'A cached read is shown with the time of its answer, never as new and never with an ID number. Offline, no order is placed and no decision is made, and neither is sent later.',
    tests: [
      [
        'features/earlier-release-data.test.tsx',
        'the timetable, the grades and the fees that an earlier release has cached are shown offline',
      ],
      [
        'features/start-up-cache.test.ts',
        'the start-up cache of an earlier release is restored with the age of its reads',
      ],
      ['features/fees.test.tsx', 'offline the fees are shown with their age, payment is disabled'],
      [
        'features/fees-pay.test.tsx',
        'choosing a payment method after the network was lost sends nothing and shows an error',
      ],
      ['features/green-channel-review.test.tsx', 'offline a review decision is refused at once'],
      [
        'features/green-channel-review.test.tsx',
        'offline an application that was opened earlier cannot be opened again',
      ],
      [
        'browser/timetable.test.ts',
        'every week of a timetable that was opened once is readable without a network',
      ],
      [
        'browser/payment.test.ts',
        'without a network paying is disabled and the page says why at once; the cached fees are shown, and nothing is sent later',
      ],
      [
        'browser/green-channel-review.test.ts',
        'without a network no review decision is made: the remark stays on the page only, and nothing is sent later',
      ],
    ],
    faults:
      'offline phones; networks that accept everything and answer nothing; reads that fail later; cached reads that are broken, too old or of another version.',
    runs: { properties: [], otherRuns: 'each of these tests in every run' },
    notCovered:
      'a browser that evicts its storage; data that was never opened on this phone and is not preloaded.',
  },
  {
    title: 'Unbinding leaves no data',
    statement:
      'Unbinding leaves no data of the student on the phone, whatever the network and other tabs do.',
    invariant:
      'After unbinding, no storage of the browser has data of that person. Data that could not be removed is reported, and is removed at the next start before anything is shown to another person.',
    tests: [
      [
        'features/identity-unbinding.test.tsx',
        'unbinding clears the phone when the request gets no response',
      ],
      [
        'features/identity-unbinding.test.tsx',
        'unbinding deletes the databases themselves, and an open outbox can write again afterwards',
      ],
      [
        'features/identity-unbinding.test.tsx',
        'data that unbinding could not remove is removed after another student has bound, whose data stays',
      ],
      ['offline/delete-databases.test.ts', 'all databases of the app are deleted, and no others'],
      [
        'offline/delete-databases.test.ts',
        'a database that cannot be emptied is deleted, and one that can neither be emptied nor deleted is reported',
      ],
      [
        'browser/several-tabs.test.ts',
        'unbinding offline asks about waiting items, then deletes all personal data, for every tab',
      ],
      [
        'browser/several-tabs.test.ts',
        'unbinding with a network ends the session on the campus, and the next student on this phone sees no data of the first student',
      ],
    ],
    faults:
      'offline phones, a page that closes right after the tap, tabs that are suspended or hold a database open, databases that fail or never answer.',
    runs: { properties: [], otherRuns: 'each of these tests in every run' },
    notCovered: 'screenshots, and old data in a browser’s own files until it compacts them.',
  },
  {
    title: 'An error is reported without content',
    statement:
      'An error on a phone is reported to the university only with the consent or a tap of its owner. The report has the kind of error, the page, the version and the browser engine, and nothing else. A failed page shows the code by which the office finds the report.',
    invariant:
      'No report is made without a consent or a tap. A report has a code, two kinds, a version, a browser engine and an address without digits, and never a message. Errors outside rendering are reported once, by one page in four.',
    tests: [
      [
        'features/error-reporting.test.tsx',
        'a failed page reports its error only after a tap, and then shows the report’s code',
      ],
      [
        'features/error-reporting.test.tsx',
        'with consent, a failed page always reports its error without a tap, once',
      ],
      [
        'features/error-reporting.test.tsx',
        'a failed page ignores a second tap while its report is being sent, and sends the same report again when it did not arrive',
      ],
      [
        'features/error-reporting.test.tsx',
        'an error outside rendering is reported once, without its message',
      ],
      [
        'features/error-reporting.test.tsx',
        'an error outside rendering is not reported without consent or after consent was withdrawn',
      ],
      [
        'features/error-reporting.test.tsx',
        'an error outside rendering is reported by one page in four',
      ],
      [
        'features/error-reporting.test.tsx',
        'an error report contains no free text and no number of the address, whatever was thrown',
      ],
      ['features/error-reporting.test.tsx', 'the office finds an error report by the code'],
      [
        'server/error-reporting.test.ts',
        'an error report has no field for what somebody wrote or for who reported it',
      ],
      [
        'browser/error-reporting.test.ts',
        'the built app reports an error in a page’s background code, with the app’s version and without the error message',
      ],
    ],
    faults: 'any value thrown anywhere; a withdrawn consent; a report whose response is lost.',
    runs: { properties: [], otherRuns: 'each of these tests in every run' },
    notCovered:
      'errors without a network, before the first reads have ended, or in the service worker are not reported; an error outside rendering shows no code; an error event that carries no error uses up the only report of its page.',
  },
  {
    title: 'The same seed replays the same run',
    statement: 'A failure that occurred once can be replayed.',
    invariant: 'A seed replays the same run to the last step, and each item is the same.',
    tests: [
      [PAPER, 'the same seed replays the same run of the outbox to the last step'],
      [
        'server/payment-property.test.ts',
        'the same seed replays the same run of payments, to the last step',
      ],
      [
        'server/step-scheduler.test.ts',
        'concurrent tasks interleave in the chosen order, and a replay interleaves them in the same order',
      ],
    ],
    faults: 'all faults of the outbox, and of payments with concurrent statements.',
    runs: {
      properties: [],
      otherRuns:
        '100 seeds of the outbox and 12 of the payments replayed in CI; 100 of every property at the end of each `npm run test:properties`',
    },
    notCovered:
      'when several transactions wait for a row that another has changed, PostgreSQL continues any one of them; payments, with few exceptions, wait for rows that none of them changes.',
  },
  {
    title: 'Payments are credited correctly',
    statement:
      'Nobody pays twice without a report, nobody pays a wrong amount, nothing is called paid without a payment, and no order stays in doubt.',
    invariant:
      'The credits equal the gateway’s own records to the fen, and each credit is on a charge or is surplus. At most one order is open. Nobody pays more than is due, unless the amount fell after the order was placed. A bed that is kept without expiry is paid for, and no more beds are taken than exist. A minute after the gateway works again, nothing is in doubt and a closed order cannot be paid.',
    tests: [
      ['server/payment-property.test.ts', 'never twice, never the wrong amount'],
      ['server/payment.test.ts', 'notices that are forged, repeated, foreign or wrong are ignored'],
      ['server/payment-races.test.ts', 'stays open as long as a phone can pay it'],
      [
        'browser/payment.test.ts',
        'two taps make one order, and two windows that pay at once make one order',
      ],
    ],
    faults:
      'in every interleaving: a gateway that is unavailable or whose answers are lost; a backend that is killed before or after it asks the gateway; payment notices that are late, lost, repeated, forged or wrong; payment sheets that are paid while their order is cancelled; beds that are chosen, reserved, expired or wanted by two students; payments made elsewhere.',
    runs: {
      properties: ['payments'],
      otherRuns: '100 rushes of 10,000 students for 2,000 beds from two processes, 3 from one',
    },
    notCovered:
      'refunds, which the properties of the books cover; a gateway whose own records are wrong.',
  },
  {
    title: 'Every input is answered',
    statement:
      'Every input by every caller is answered with a message, and the log has no personal data.',
    invariant:
      'No body that can be generated from a schema, with a hostile value at any place, causes an internal error. At least two in five inputs reach a handler.',
    tests: [
      [
        'server/call-input-properties.test.ts',
        'every call with any input by any caller is answered without an internal error, and nothing personal is logged',
      ],
      [
        'server/unstorable-text-in-calls.test.ts',
        '${call.path} refuses unstorable text with a message, in every key of its body',
      ],
      [
        'server/http-requests.test.ts',
        'the log has no student number, ID card, phone number, token or form value',
      ],
    ],
    faults:
      '29 hostile values at any place of any call, in records, lists and JSON text; all roles, most of which are allowed to make the call; idempotency keys that are valid, invalid or already used; versions.',
    runs: { properties: ['inputs', 'permissions'] },
    notCovered: 'files and pictures, which have tests of their own.',
  },
]
