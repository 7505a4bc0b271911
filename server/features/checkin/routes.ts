import type { checkin, Scan } from '#contract/checkin'
import type { corridor } from '#contract/corridor'
import { isIdCard } from '#contract/fields'
import { checkinServerTexts as texts } from '#i18n/checkin-server'
import type { StaffRow } from '../../platform/database/schema.ts'
import {
  type Ask,
  byStaff,
  good,
  type Handlers,
  type Outcome,
  refused,
} from '../../platform/http/handler.ts'
import { orGivenBack } from '../../platform/http/wrong-tries.ts'
import { noteDeed } from '../office/face.ts'
import { readFaces } from '../photo/face.ts'
import * as arrivals from './arrivals.ts'
import { judge, studentIn } from './judge.ts'
import { publicKeys } from './keys.ts'
import { revokedPhones } from './pass-phones.ts'
import { scanPublicKey } from './scan-key.ts'
import { findScanner, mightConfirm, type Scanner } from './scanners.ts'
import * as store from './store.ts'

/** Arrivals at the dormitory door, confirmed by its supervisors (SCN, D-97, D-98). */
export const checkinHandlers: Handlers<typeof checkin> = {
  arrivals: byStaff(async ({ db, staff }) =>
    good({ arrivals: await arrivals.findArrivals(db, await store.buildingsOf(db, staff.code)) }),
  ),

  roster: byStaff(async ({ db, staff, now }) => {
    const residents = await store.findResidents(db, await store.buildingsOf(db, staff.code), now)
    const codes = residents.map(({ student }) => student)
    return good({
      roster: {
        residents,
        keys: await publicKeys(db, now),
        revoked: await revokedPhones(db, codes, now),
        scanKey: await scanPublicKey(db, now),
      },
    })
  }),

  faces: byStaff(async ({ db, input, staff }) => {
    const students = await store.findExpected(db, await store.buildingsOf(db, staff.code))
    const found = await readFaces(db, { students, faces: input.faces })
    return good({
      faces: found.map(({ face, jpeg }) => ({ face, jpeg: jpeg.toString('base64') })),
    })
  }),

  lookUp: byStaff(async ({ db, input, staff, now, tools }) => {
    const found = await findScan({ db, scan: input, staff, now, tools })
    if (found.type !== 'scan') return found
    const judged = await judge(db, {
      scan: found.scan,
      staff,
      now,
      passRequired: tools.settings.passRequired,
    })
    if (judged.type === 'no') return refused(judged.says)
    const [resident] = await store.toldOf(db, [judged.student], now)
    return good({ resident: resident ?? null, verified: judged.verified })
  }),

  confirm: byStaff(async ({ input, staff, ...ask }) =>
    confirmed({ ...ask, scan: input, judgedFor: staff, staff: staff.code }),
  ),

  remove: byStaff(async ({ db, input: { id, reason = '' }, staff, now }) => {
    const taken = await arrivals.takeBack(db, { id, reason, staff: staff.code, now })
    switch (taken.type) {
      case 'done':
        return good({})
      case 'gone':
        return refused(texts.deleteFailed)
      case 'not yours':
        return refused({ zh: texts.notYours.zh(taken.by), en: texts.notYours.en(taken.by) })
    }
  }),
}

/** What supervisors do for each other (D-98). */
export const corridorHandlers: Handlers<typeof corridor> = {
  handOver: byStaff(async ({ input: { by, ...scan }, staff, ...ask }) => {
    if (by === staff.code) return confirmed({ ...ask, scan, judgedFor: staff, staff: by })
    const scanner = await findScanner(ask.db, by, ask.tools.settings.posts)
    if (scanner === undefined) return refused(texts.unknownScanner)
    return confirmed({
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
 * The scan to look at: an ID number is traded for its student's code, which goes into the log.
 * Numbers of nobody are counted, for with a birthday and a county only 1,000 are to be tried.
 */
async function findScan({
  db,
  scan,
  staff,
  now,
  tools,
}: Pick<Ask<never>, 'db' | 'now' | 'tools'> & { scan: Scan; staff: StaffRow }): Promise<
  { type: 'scan'; scan: Scan } | Exclude<Outcome<never>, { type: 'good' }>
> {
  const number = scan.scanned
  // Exam numbers may have the shape of an old ID number.
  if (!isIdCard(number) || (await store.findByNumber(db, number)) !== undefined)
    return { type: 'scan', scan }
  const begun = await tools.limits.idCards.begin({ narrow: [`staff ${staff.code}`], now })
  if (begun.type === 'wait') return { type: 'too-many', seconds: begun.seconds }
  const code = await orGivenBack(begun, () => store.codeOfIdCard(db, number))
  if (code === undefined) return refused(texts.unknownStudent)
  await begun.giveBack()
  await noteDeed(db, {
    staff: staff.code,
    action: 'checkin.findByIdCard',
    about: `student:${code}`,
    now,
  })
  return { type: 'scan', scan: { ...scan, scanned: code } }
}

/** Judge a scan by the buildings of whoever stands before us, and write it down as confirmed. */
async function confirmed({
  db,
  now,
  language,
  tools,
  age,
  isRepeated,
  scan,
  judgedFor,
  scanner,
  ...names
}: Pick<Ask<never>, 'db' | 'now' | 'language' | 'tools' | 'age' | 'isRepeated'> & {
  scan: Scan
  judgedFor: StaffRow
  staff: string
  deliveredBy?: string
  /** Who is said to have scanned, where that is somebody else than who delivers it. */
  scanner?: Scanner
}): Promise<Outcome<{ says: string }>> {
  if (isRepeated) {
    // Its answer was lost on the way, and the arrival may have been taken back since.
    const student = await studentIn(db, scan.scanned)
    return student === undefined || student.arrived
      ? good({ says: texts.confirmedAlready[language] })
      : refused(texts.takenBack)
  }
  const { passRequired } = tools.settings
  const judged = await judge(db, { scan, staff: judgedFor, now, passRequired, age })
  if (judged.type === 'no') return refused(judged.says)
  const { student, verified, at, seenAt } = judged
  // The moment of a pass is evidence; that of a number that was typed may be made up.
  const moment = { building: student.building, at: verified ? at : now }
  if (scanner !== undefined && !mightConfirm(scanner, moment)) return refused(texts.scannerMayNot)
  const how = await arrivals.confirm(db, { student, at, seenAt, now, verified, ...names })
  if (how === 'taken back') return refused(texts.takenBack)
  if (how === 'new' && names.deliveredBy !== undefined)
    await noteDeed(db, {
      staff: names.deliveredBy,
      action: 'checkin.handOver',
      about: `student:${student.code}`,
      details: { scannedBy: names.staff, building: student.building, room: student.room },
      now,
    })
  return good({ says: (how === 'new' ? texts.confirmed : texts.confirmedAlready)[language] })
}
