import type { ArrivalConfirmation, ArrivalScan, checkin } from '#contract/checkin'
import type { corridorCheckin } from '#contract/corridor-checkin'
import { recognizeIdDocument } from '#contract/id-document'
import { normalizeIdNumber } from '#contract/id-number'
import { checkinServerTexts as texts } from '#i18n/checkin-server'
import { fillTemplateText, type Language } from '#i18n/translate'
import { toChinaMinute } from '../../platform/clock.ts'
import type { StaffRow } from '../../platform/database/schema/schema.ts'
import {
  type HandlerRequest,
  staffHandler,
  succeed,
  type Handlers,
  type HandlerResult,
  refuse,
} from '../../platform/http/handler.ts'
import { refundOnError } from '../../platform/http/limits/attempt-limiter.ts'
import { admissionRuleOf } from '../admission-rule/public.ts'
import { findCampusRules } from '../campus-rules/public.ts'
import { recordAuditEntry } from '../office/public.ts'
import { readSmallPhotos } from '../photo/public.ts'
import * as arrivals from './arrivals.ts'
import { findCurrentPassPublicKeys } from './pass-keys.ts'
import { findRevokedPassPhones } from './pass-phones.ts'
import { scanPublicKey } from './scan-key.ts'
import { findScanner, canConfirmArrival, type Scanner } from './scanners.ts'
import * as store from './store.ts'
import { validateScan, findScannedStudent } from './validate-scan.ts'

/** The handlers of arrivals at dormitories, confirmed by supervisors (SCN, D-97, D-98). */
export const checkinHandlers: Handlers<typeof checkin> = {
  arrivals: staffHandler(async ({ db, staff }) =>
    succeed({
      arrivals: await arrivals.findArrivals(
        db,
        await store.findBuildingsOfSupervisor(db, staff.code),
      ),
    }),
  ),

  roster: staffHandler(async (ask) => {
    const { db, staff, now, tools } = ask
    const residents = await store.findResidents(
      db,
      await store.findBuildingsOfSupervisor(db, staff.code),
      admissionRuleOf({ tools, now }),
    )
    const codes = residents.map(({ student }) => student)
    return succeed({
      roster: {
        residents,
        keys: await findCurrentPassPublicKeys(db, now),
        revoked: await findRevokedPassPhones(db, codes, now),
        scanKey: await scanPublicKey(db, now),
        recordsKeys: (await findCampusRules(ask)).keys.recorded || undefined,
      },
    })
  }),

  faces: staffHandler(async ({ db, input, staff, tools, now }) => {
    const students = await store.findExpectedStudentCodes(
      db,
      await store.findBuildingsOfSupervisor(db, staff.code),
      admissionRuleOf({ tools, now }),
    )
    const found = await readSmallPhotos(db, { students, faces: input.faces })
    return succeed({
      faces: found.map(({ face, jpeg }) => ({ face, jpeg: jpeg.toString('base64') })),
    })
  }),

  lookUp: staffHandler(async ({ db, input, staff, now, tools }) => {
    const found = await findScan({ db, scan: input, staff, now, tools })
    if (found.type !== 'scan') return found
    const judged = await validateScan(db, {
      scan: found.scan,
      staff,
      rule: admissionRuleOf({ tools, now }),
      passRequired: tools.settings.passRequired,
    })
    if (judged.type === 'no') return refuse(judged.says)
    const [resident] = await store.toResidents(db, [judged.student], now)
    return succeed({ resident: resident ?? null, verified: judged.verified })
  }),

  confirm: staffHandler(async ({ input, staff, ...ask }) =>
    confirmScan({ ...ask, scan: input, judgedFor: staff, staff: staff.code }),
  ),

  remove: staffHandler(async ({ db, input: { id, reason = '' }, staff, now }) => {
    const taken = await arrivals.revertOwnArrival(db, { id, reason, staff: staff.code, now })
    switch (taken.type) {
      case 'done':
        return succeed({})
      case 'gone':
        return refuse(texts.deleteFailed)
      case 'not-own':
        return refuse(fillTemplateText(texts.notYours, taken.by))
    }
  }),
}

/** The handlers of scans that a supervisor delivers for a colleague (D-98). */
export const colleagueScanHandlers: Handlers<typeof corridorCheckin> = {
  handOver: staffHandler(async ({ input: { by, ...scan }, staff, ...ask }) => {
    if (by === staff.code) return confirmScan({ ...ask, scan, judgedFor: staff, staff: by })
    const scanner = await findScanner(ask.db, by, ask.tools.settings.postKeywords)
    if (scanner === undefined) return refuse(texts.unknownScanner)
    return confirmScan({
      ...ask,
      scan,
      judgedFor: staff,
      staff: by,
      deliveredBy: staff.code,
      scanner,
    })
  }),
}

/**
 * Resolves the scanned text of a supervisor or of the staff of a station. An ID number is replaced by its student's code, and the request is
 * recorded in the audit log. Look-ups of unknown ID numbers are limited, because for a known
 * birthday and county there are only 1,000 candidates.
 */
export async function findScan({
  db,
  scan,
  staff,
  now,
  tools,
}: Pick<HandlerRequest<never>, 'db' | 'now' | 'tools'> & {
  scan: ArrivalScan
  staff: StaffRow
}): Promise<{ type: 'scan'; scan: ArrivalScan } | Exclude<HandlerResult<never>, { type: 'ok' }>> {
  const number = scan.scanned
  const spelled = normalizeIdNumber(number)
  // Student and exam numbers can have the form of an ID number.
  if (
    (recognizeIdDocument(spelled) === undefined && !PASSPORT.test(spelled)) ||
    (await store.findStudentByNumber(db, number, admissionRuleOf({ tools, now }))) !== undefined
  )
    return { type: 'scan', scan }
  const log = (student: string) =>
    recordAuditEntry(db, {
      staff: staff.code,
      action: 'checkin.findByIdCard',
      about: `student:${student}`,
      now,
    })
  // A mistyped student number must not use up the limit. These numbers have no birthday or county,
  // by which they could be guessed.
  if (SHORT_DIGITS.test(spelled)) {
    const owner = await store.findStudentCodeByIdCard(db, number)
    if (owner === undefined) return { type: 'scan', scan }
    await log(owner)
    return { type: 'scan', scan: { ...scan, scanned: owner } }
  }
  const begun = await tools.limits.idCardLookups.beginAttempt({
    narrow: [`staff ${staff.code}`],
    now,
  })
  if (begun.type === 'blocked') return { type: 'too-many', seconds: begun.seconds }
  const code = await refundOnError(begun, () => store.findStudentCodeByIdCard(db, number))
  if (code === undefined) return refuse(texts.unknownStudent)
  await begun.refund()
  await log(code)
  return { type: 'scan', scan: { ...scan, scanned: code } }
}

// Passports of all countries have no common form.
const PASSPORT = /^[A-Z0-9]{5,14}$/
const SHORT_DIGITS = /^\d{5,14}$/

/** Validates a scan for the buildings of the supervisor who scanned, and stores the arrival. */
async function confirmScan({
  db,
  now,
  language,
  tools,
  payloadAgeSeconds,
  isReplay,
  scan,
  judgedFor,
  scanner,
  ...names
}: Pick<
  HandlerRequest<never>,
  'db' | 'now' | 'language' | 'tools' | 'payloadAgeSeconds' | 'isReplay'
> & {
  scan: ArrivalConfirmation
  judgedFor: StaffRow
  staff: string
  deliveredBy?: string
  /** The supervisor who scanned; absent if the caller scanned. */
  scanner?: Scanner
}): Promise<HandlerResult<{ says: string }>> {
  const rule = admissionRuleOf({ tools, now })
  if (isReplay) {
    // The scan is repeated, because the response to the first request was lost. The arrival might
    // have been revoked since.
    const student = await findScannedStudent(db, scan.scanned, rule)
    if (student !== undefined && !student.arrived) return refuse(texts.takenBack)
    const key =
      scan.key === undefined || student === undefined
        ? undefined
        : await arrivals.findGivenKey(db, student.code)
    // The first request recorded the key, unless somebody else was faster.
    const told =
      key &&
      (key.staff === names.staff
        ? { type: 'recorded' as const }
        : { type: 'given' as const, ...key })
    return succeed({
      says: joinReplies(
        [texts.confirmedAlready[language], told && describeKey(told, language)],
        language,
      ),
    })
  }
  const { passRequired } = tools.settings
  const judged = await validateScan(db, {
    scan,
    staff: judgedFor,
    rule,
    // A key that was handed over later confirms no arrival, so its student needs no pass.
    passRequired: passRequired && scan.key !== 'later',
    age: payloadAgeSeconds,
  })
  if (judged.type === 'no') return refuse(judged.says)
  const { student, verified, at, seenAt } = judged
  const recordKey = () =>
    arrivals.recordGivenKey(db, { student: student.code, staff: names.staff, at, seenAt })
  // The time in a pass is signed, but the time of a typed number might be wrong.
  const moment = { building: student.building, at: verified ? at : now }
  if (scanner !== undefined && !canConfirmArrival(scanner, moment))
    return refuse(texts.scannerMayNot)
  if (scan.key === 'later') {
    const key = await recordKey()
    if (key.type === 'reverted') return refuse(texts.takenBack)
    if (key.type === 'not-arrived') return refuse(texts.keyWithoutArrival)
    return succeed({ says: describeKey(key, language) ?? '' })
  }
  const how = await arrivals.confirmArrival(db, { student, at, seenAt, now, verified, ...names })
  if (how === 'reverted') return refuse(texts.takenBack)
  if (how === 'new' && names.deliveredBy !== undefined)
    await recordAuditEntry(db, {
      staff: names.deliveredBy,
      action: 'checkin.handOver',
      about: `student:${student.code}`,
      details: { scannedBy: names.staff, building: student.building, room: student.room },
      now,
    })
  const said = how === 'new' ? texts.confirmed : texts.confirmedAlready
  const key = scan.key === undefined ? undefined : await recordKey()
  return succeed({
    says: joinReplies([said[language], key && describeKey(key, language)], language),
  })
}

// What the scanner is told about the key; undefined if nothing was recorded.
function describeKey(
  key: Awaited<ReturnType<typeof arrivals.recordGivenKey>>,
  language: Language,
): string | undefined {
  switch (key.type) {
    case 'recorded':
      return texts.keyRecorded[language]
    case 'given':
      return texts.keyGivenAlready[language](toChinaMinute(key.at), key.by)
    case 'reverted':
    case 'not-arrived':
      return undefined
  }
}

const joinReplies = (replies: readonly (string | undefined)[], language: Language): string =>
  replies.filter((said) => said !== undefined).join(texts.joint[language])
