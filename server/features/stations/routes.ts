import { type StationScan, stationForm, type stations } from '#contract/stations'
import { checkinServerTexts } from '#i18n/checkin-server'
import { stationServerTexts as texts } from '#i18n/stations-server'
import { fillTemplateText } from '#i18n/translate'
import {
  type HandlerRequest,
  type HandlerResult,
  type Handlers,
  refuse,
  staffHandler,
  succeed,
} from '../../platform/http/handler.ts'
import { findFirstRefusal } from '../../platform/http/idempotency.ts'
import { admissionRuleOf } from '../admission-rule/public.ts'
import {
  findCurrentPassPublicKeys,
  findRevokedPassPhones,
  findScan,
  findScannedStudent,
  identifyScan,
  scanPublicKey,
} from '../checkin/public.ts'
import { auditedHandler } from '../office/public.ts'
import * as store from './store.ts'

export { stationFiguresHandlers } from './office-routes.ts'

/**
 * A scan that waited longer until it was first sent was made without a network, seconds. The phone
 * could not know what other stations had recorded, so the order of the stations does not refuse it.
 */
const WAITED_SECONDS = 120

/** The handlers of the stations of the arrival. */
export const stationHandlers: Handlers<typeof stations> = {
  mine: staffHandler(async ({ db, staff, now, language }) =>
    succeed({
      stations: await store.findOwnStations(db, { staff: staff.code, now, language }),
    }),
  ),

  roster: staffHandler(async ({ db, input, staff, now, tools }) => {
    const station = await store.findOwnStation(db, { ...input, staff: staff.code })
    if (station === undefined) return refuse(texts.notYours)
    const residents = await store.findStationRoster(db, station, admissionRuleOf({ tools, now }))
    return succeed({
      roster: {
        residents,
        keys: await findCurrentPassPublicKeys(db, now),
        revoked: await findRevokedPassPhones(
          db,
          residents.map(({ student }) => student),
          now,
        ),
        scanKey: await scanPublicKey(db, now),
        recordsKeys: undefined,
      },
    })
  }),

  lookUp: staffHandler(async ({ db, input: { station: id, ...scan }, staff, now, tools }) => {
    const station = await store.findOwnStation(db, { station: id, staff: staff.code })
    if (station === undefined) return refuse(texts.notYours)
    const found = await findScan({ db, scan, staff, now, tools })
    if (found.type !== 'scan') return found
    const rule = admissionRuleOf({ tools, now })
    const judged = await identifyScan(db, {
      scan: found.scan,
      rule,
      passRequired: tools.settings.passRequired,
    })
    if (judged.type === 'no') return refuse(judged.says)
    const student = judged.student.code
    return succeed({
      resident: (await store.findStationStudent(db, { station, student, rule })) ?? null,
      verified: judged.verified,
    })
  }),

  confirm: staffHandler(
    async ({ input, staff, ...ask }): Promise<HandlerResult<{ says: string }>> => {
      const { db, now, tools, language } = ask
      // The first request was accepted, so it does not matter who scans at the station by now.
      if (ask.isReplay) return answerReplay(ask, input)
      const station = await store.findOwnStation(db, { station: input.station, staff: staff.code })
      if (station === undefined) return refuse(texts.notYours)
      const judged = await identifyScan(db, {
        scan: input,
        rule: admissionRuleOf({ tools, now }),
        passRequired: tools.settings.passRequired,
        age: ask.payloadAgeSeconds,
      })
      if (judged.type === 'no') return refuse(judged.says)
      const { student, verified, at, seenAt } = judged
      if (student.barred === 'withdrawn') return refuse(checkinServerTexts.withdrawn)
      if (student.barred === 'not-admitted') return refuse(checkinServerTexts.notAdmitted)
      if (!(await store.isExpected(db, student.code, now))) return refuse(texts.notExpected)
      const missing = (await wasMadeOffline(ask, input))
        ? []
        : await store.findMissingStations(db, station, student.code)
      if (missing.length > 0) {
        const names = await store.nameStations(db, missing, language)
        return refuse(fillTemplateText(texts.earlierFirst, names))
      }
      const how = await store.recordVisit(db, {
        station,
        student: student.code,
        staff: staff.code,
        at,
        seenAt,
        now,
        verified,
      })
      switch (how) {
        case 'new':
          return succeed({ says: texts.confirmed[language] })
        case 'already':
          return succeed({ says: texts.already[language] })
        case 'taken-back':
          return refuse(checkinServerTexts.takenBack)
      }
    },
  ),

  remove: auditedHandler(async ({ db, input: { id, reason }, staff, now, audit }) => {
    if (!(await store.removeOwnVisit(db, { id, reason, staff: staff.code, now })))
      return refuse(checkinServerTexts.deleteFailed)
    await audit({ action: 'stations.takeBack', about: `visit:${id}`, reason })
    return succeed({})
  }),
}

// Whether the scan was first sent long after it was made. A scan that was refused and is sent again
// stays one that was made with a network.
async function wasMadeOffline(
  {
    db,
    now,
    caller,
    payloadAgeSeconds: age = 0,
  }: Pick<HandlerRequest<never>, 'db' | 'now' | 'caller' | 'payloadAgeSeconds'>,
  scan: StationScan,
): Promise<boolean> {
  if (age < WAITED_SECONDS || caller.role === 'nobody') return false
  const { subject } = caller
  const refused = await findFirstRefusal(db, { subject, form: stationForm.name, payload: scan })
  if (refused === undefined) return true
  return age - (now.getTime() - refused.getTime()) / 1000 >= WAITED_SECONDS
}

// The scan is repeated, because the response to the first request was lost. The record might have
// been taken back since.
async function answerReplay(
  { db, now, tools, language }: Pick<HandlerRequest<never>, 'db' | 'now' | 'tools' | 'language'>,
  { station, scanned }: StationScan,
): Promise<HandlerResult<{ says: string }>> {
  const student = await findScannedStudent(db, scanned, admissionRuleOf({ tools, now }))
  return student === undefined ||
    (await store.isVisitStanding(db, { station, student: student.code }))
    ? succeed({ says: texts.already[language] })
    : refuse(checkinServerTexts.takenBack)
}
