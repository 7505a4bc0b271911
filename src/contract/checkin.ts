import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { defineQueuedWrite, defineRead, defineWrite } from './call.ts'
import {
  withChecks,
  flag,
  key,
  lazyCodec,
  list,
  maybe,
  optionalKey,
  record,
  text,
  passThrough,
  type CodecValue,
} from './codec.ts'
import { requiredText } from './fields.ts'
import type { QueuedForm } from './queued-form.ts'
import { keyValueRule } from './rules.ts'

const codeIsZero = keyValueRule({ key: 'code', good: 0, bad: -1 })

const Arrival = record({
  id: key('id', text()),
  name: key('name', text()),
  building: key('dormName', text()),
  room: key('dormno', text()),
  /** ISO instant of the confirmation; absent on other backends. */
  at: optionalKey('enterTime', text()),
  /** The name of who confirmed it; absent on other backends. */
  by: optionalKey('enterBy', text()),
})
/** A confirmed arrival (SCN-08). */
export type Arrival = CodecValue<typeof Arrival>

/** Why a student may not arrive. */
export const ARRIVAL_BLOCK_REASONS = ['withdrawn', 'not-admitted'] as const
/** Why a student may not arrive. */
export type ArrivalBlockReason = (typeof ARRIVAL_BLOCK_REASONS)[number]

const barred = lazyCodec<ArrivalBlockReason>({
  decode: () => v.picklist(ARRIVAL_BLOCK_REASONS),
  encode: passThrough,
})

const DormResident = record({
  student: key('stuCode', text()),
  /** The opaque id that this student's pass carries. */
  pass: key('passId', text()),
  /** Their campus or exam number, for those whose code cannot be scanned. */
  number: key('stuNum', text()),
  name: key('name', text()),
  building: key('dormName', text()),
  room: key('dormno', text()),
  bed: key('bedID', text()),
  /** Confirmed already. */
  arrived: key('isEnter', flag),
  className: optionalKey('stuClass', text()),
  /** How the name is read, syllables divided by blanks. */
  pinyin: optionalKey('pinyin', text()),
  /** Absent: nothing stands against their arrival. */
  barred: optionalKey('barred', barred),
  /** Names the face that `faces` brings; absent without a consent, and once they have arrived. */
  face: optionalKey('face', text()),
  /** Their arrival, to take it back by, and who confirmed it. */
  arrival: optionalKey('enterId', text()),
  confirmedBy: optionalKey('enterBy', text()),
})
/** A student who lives in one of the supervisor's buildings. */
export type DormResident = CodecValue<typeof DormResident>

/** A public key of the university: the uncompressed P-256 point, base64url. */
const Key = record({ id: key('kid', text()), point: key('point', text()) })

const Roster = record({
  residents: key('students', list(DormResident)),
  keys: key('keys', list(Key)),
  /**
   * Phones whose credential was taken back before its end: their public keys, x and y, base64url.
   * Other backends take none back.
   */
  revoked: optionalKey('revokedPhones', list(text())),
  /**
   * The key that waiting scans are sealed for (`sealed-scan.ts`); scans for other backends wait
   * open.
   */
  scanKey: optionalKey('scanKey', text()),
})
/**
 * What a supervisor carries into the corridor: who lives there, and the keys that passes are
 * checked with.
 */
export type Roster = CodecValue<typeof Roster>

/** How many faces one call brings. */
export const MAX_PORTRAITS_PER_CALL = 50

const Face = record({ face: key('face', text()), jpeg: key('jpeg', text()) })

const ArrivalScan = record({
  /** The scanned text: a pass, or a bare stuCode (D-30); a number that was typed counts as one. */
  scanned: key('stuCode', text(v.nonEmpty(), v.maxLength(1000))),
  /**
   * When it was scanned, ISO instant: a proof is judged by that moment, not by when the signal came
   * back.
   */
  at: optionalKey('scanTime', text(v.isoTimestamp())),
})
/** A confirmation that a student stands at the door. */
export type ArrivalScan = CodecValue<typeof ArrivalScan>

/**
 * A confirmation while it waits on the phone: whom it showed stays there, the wire does not know
 * it.
 */
export interface WaitingScan extends ArrivalScan {
  readonly at: string
  readonly shown?: Pick<DormResident, 'name' | 'number' | 'building' | 'room'>
}

/** Confirming arrivals (SCN, D-97, D-98). Confirming may wait; taking it back may not. */
export const checkin = {
  /** Newest first; nine are shown. */
  arrivals: defineRead({
    path: '/api/stuEnter/selectStuEnterInfos',
    who: 'dorm-supervisor',
    offline: 'cached',
    input: record({}),
    output: record({ arrivals: key('data', list(Arrival)) }),
    rule: codeIsZero,
  }),
  /** Ours beside the requirements: without it a scanner still works, with every pass unverified. */
  roster: defineRead({
    path: '/api/stuEnter/roster',
    who: 'dorm-supervisor',
    offline: 'cached',
    input: record({}),
    output: record({ roster: key('data', Roster) }),
    rule: codeIsZero,
  }),
  /**
   * Small photos of those who are to arrive, by the names that the roster gives them: apart from
   * it, so that a weak network brings the names first and each photo once. Whose consent ended is
   * left out.
   */
  faces: defineRead({
    path: '/api/stuEnter/faces',
    who: 'dorm-supervisor',
    offline: 'cached',
    ownsTransactions: true,
    input: record({
      faces: key('faces', withChecks(list(text()), v.maxLength(MAX_PORTRAITS_PER_CALL))),
    }),
    /** JPEG, base64, of 4 KB at most. */
    output: record({ faces: key('data', list(Face)) }),
    rule: codeIsZero,
  }),
  /**
   * Whose is this? For who is not on the roster, and for an ID number, which is answered here and
   * nowhere else: nothing on the phone can be compared with one. Online only.
   */
  lookUp: defineRead({
    path: '/api/stuEnter/look',
    who: 'dorm-supervisor',
    offline: 'online-only',
    input: ArrivalScan,
    output: record({ resident: key('data', maybe(DormResident)), verified: key('verified', flag) }),
    rule: codeIsZero,
  }),
  confirm: defineQueuedWrite({
    path: '/api/stuEnter/add',
    who: 'dorm-supervisor',
    form: 'scan',
    recheckReplays: true,
    input: ArrivalScan,
    output: record({ says: key('msg', text()) }),
    rule: codeIsZero,
  }),
  /** A reversal that stays on record with who did it (D-98). */
  remove: defineWrite({
    path: '/api/stuEnter/delete',
    who: 'dorm-supervisor',
    input: record({
      id: key('id', requiredText(commonTexts.badField)),
      /** Other clients know of none. */
      reason: optionalKey('reason', text(v.maxLength(200))),
    }),
    output: record({}),
    rule: codeIsZero,
  }),
}

/** A confirmation as the outbox knows it. Scans never replace one another (D-104). */
export const scanForm: QueuedForm<ArrivalScan> = {
  name: 'scan',
  schemaVersion: 1,
  payload: ArrivalScan,
  upcasters: {},
  sendAfter: [],
  replaces: false,
  isDeduplicatedByServer: true,
  readMessage: (answered) => (v.is(v.object({ says: v.string() }), answered) ? answered.says : ''),
  add: checkin.confirm,
}
