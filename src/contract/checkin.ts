import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { defineQueuedWrite, defineRead, defineWrite } from './call.ts'
import {
  withCodecChecks,
  booleanCodec,
  requiredKey,
  listCodec,
  nullableCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
} from './codec.ts'
import { requiredTextField } from './fields.ts'
import type { QueuedForm } from './queued-form.ts'
import { oneOfCodec } from './record-keys.ts'
import { acceptIfKeyEquals } from './rules.ts'

const codeIsZero = acceptIfKeyEquals({ key: 'code', good: 0, bad: -1 })

/** When the key of the room was handed over, ISO instant, and by whom; absent if it was not. */
const givenKey = {
  keyAt: optionalKey('keyTime', textCodec()),
  keyBy: optionalKey('keyBy', textCodec()),
}

const Arrival = recordCodec({
  id: requiredKey('id', textCodec()),
  name: requiredKey('name', textCodec()),
  building: requiredKey('dormName', textCodec()),
  room: requiredKey('dormno', textCodec()),
  /** ISO instant of the confirmation; absent on other backends. */
  at: optionalKey('enterTime', textCodec()),
  /** The name of the person who confirmed it; absent on other backends. */
  by: optionalKey('enterBy', textCodec()),
  student: optionalKey('stuCode', textCodec()),
  ...givenKey,
})
/** A confirmed arrival (SCN-08). */
export type Arrival = CodecValue<typeof Arrival>

/** The reasons for which a student may not arrive. */
export const ARRIVAL_BLOCK_REASONS = ['withdrawn', 'not-admitted', 'earlier-station'] as const
/** One of the reasons. */
export type ArrivalBlockReason = (typeof ARRIVAL_BLOCK_REASONS)[number]

const barred = oneOfCodec(ARRIVAL_BLOCK_REASONS)

/** The codec of an expected student. */
export const DormResident = recordCodec({
  student: requiredKey('stuCode', textCodec()),
  /** The opaque id in this student's pass. */
  pass: requiredKey('passId', textCodec()),
  /** The campus or exam number, for a student whose code cannot be scanned. */
  number: requiredKey('stuNum', textCodec()),
  name: requiredKey('name', textCodec()),
  building: requiredKey('dormName', textCodec()),
  room: requiredKey('dormno', textCodec()),
  bed: requiredKey('bedID', textCodec()),
  /** Whether the arrival is already confirmed. */
  arrived: requiredKey('isEnter', booleanCodec),
  className: optionalKey('stuClass', textCodec()),
  /** The pinyin of the name, syllables separated by spaces. */
  pinyin: optionalKey('pinyin', textCodec()),
  /** Why the student may not arrive; absent if nothing prevents it. */
  barred: optionalKey('barred', barred),
  /** The key of the photo in `faces`; absent without a consent, and after the arrival. */
  face: optionalKey('face', textCodec()),
  /** The id of the arrival, with which it can be revoked, and who confirmed it. */
  arrival: optionalKey('enterId', textCodec()),
  confirmedBy: optionalKey('enterBy', textCodec()),
  ...givenKey,
})
/** A student who lives in one of the supervisor's buildings. */
export type DormResident = CodecValue<typeof DormResident>

/** A public key of the university: the uncompressed P-256 point, base64url. */
const Key = recordCodec({
  id: requiredKey('kid', textCodec()),
  point: requiredKey('point', textCodec()),
})

/** The codec of a roster. */
export const Roster = recordCodec({
  residents: requiredKey('students', listCodec(DormResident)),
  keys: requiredKey('keys', listCodec(Key)),
  /**
   * The public keys (x and y, base64url) of phones whose credential was revoked before it expired.
   * Other backends revoke none.
   */
  revoked: optionalKey('revokedPhones', listCodec(textCodec())),
  /**
   * The public key for which waiting scans are sealed (`sealed-scan.ts`); for other backends scans
   * wait unsealed.
   */
  scanKey: optionalKey('scanKey', textCodec()),
  /** Whether supervisors record here that they handed over the key of the room. */
  recordsKeys: optionalKey('recordsKeys', booleanCodec),
})
/**
 * The roster on a supervisor's phone: the residents, and the keys with which passes are checked.
 */
export type Roster = CodecValue<typeof Roster>

/** The largest number of photos in one call. */
export const MAX_PORTRAITS_PER_CALL = 50

const Photo = recordCodec({
  face: requiredKey('face', textCodec()),
  jpeg: requiredKey('jpeg', textCodec()),
})

const scanFields = {
  /** The scanned text: a pass, or a student number, whether scanned or typed (D-30). */
  scanned: requiredKey('stuCode', textCodec(v.nonEmpty(), v.maxLength(1000))),
  /**
   * When it was scanned, ISO instant. A proof is checked against this time, not against the time of
   * delivery.
   */
  at: optionalKey('scanTime', textCodec(v.isoTimestamp())),
}
const ArrivalScan = recordCodec(scanFields)
/** A scan of a student. */
export type ArrivalScan = CodecValue<typeof ArrivalScan>

/**
 * That the key of the room was handed over: 'now', with the confirmation, or 'later', for an arrival
 * that was confirmed before. 'later' never confirms an arrival. Absent if no key was handed over.
 */
export const givenKeyCodec = oneOfCodec(['now', 'later'])

const ArrivalConfirmation = recordCodec({
  ...scanFields,
  key: optionalKey('keyGiven', givenKeyCodec),
})
/** The confirmation that a student has arrived, or that the key was handed over. */
export type ArrivalConfirmation = CodecValue<typeof ArrivalConfirmation>

/**
 * A confirmation in the outbox. `shown` is what the screen displayed about the student; it stays on
 * the phone and is not sent.
 */
export interface WaitingScan extends ArrivalScan {
  readonly at: string
  readonly key?: ArrivalConfirmation['key']
  readonly shown?: Pick<DormResident, 'name' | 'number' | 'building' | 'room'>
}

/**
 * Confirming arrivals (SCN, D-97, D-98). A confirmation can wait in the outbox; a reversal is
 * online-only.
 */
export const checkin = {
  /** The latest arrivals, newest first; nine are shown. */
  arrivals: defineRead({
    path: '/api/stuEnter/selectStuEnterInfos',
    who: 'dorm-supervisor',
    offline: 'cached',
    input: recordCodec({}),
    output: recordCodec({ arrivals: requiredKey('data', listCodec(Arrival)) }),
    rule: codeIsZero,
  }),
  /**
   * The roster of the caller's buildings. The requirements do not have this call; without its
   * response a supervisor can still scan, but every pass is unverified.
   */
  roster: defineRead({
    path: '/api/stuEnter/roster',
    who: 'dorm-supervisor',
    offline: 'cached',
    input: recordCodec({}),
    output: recordCodec({ roster: requiredKey('data', Roster) }),
    rule: codeIsZero,
  }),
  /**
   * Small photos of the expected residents, by the keys in the roster. They are separate from the
   * roster, so that on a weak network the names arrive first and each photo is sent once. Students
   * who have withdrawn their consent have no photo.
   */
  faces: defineRead({
    path: '/api/stuEnter/faces',
    who: 'dorm-supervisor',
    offline: 'cached',
    ownsTransactions: true,
    input: recordCodec({
      faces: requiredKey(
        'faces',
        withCodecChecks(listCodec(textCodec()), v.maxLength(MAX_PORTRAITS_PER_CALL)),
      ),
    }),
    /** JPEG, base64, at most 4 KB each. */
    output: recordCodec({ faces: requiredKey('data', listCodec(Photo)) }),
    rule: codeIsZero,
  }),
  /**
   * Finds a student who is not on the roster by a scanned text, or a student by an ID number. ID
   * numbers are looked up online only, because the phone stores no ID numbers to compare with.
   */
  lookUp: defineRead({
    path: '/api/stuEnter/look',
    who: 'dorm-supervisor',
    offline: 'online-only',
    input: ArrivalScan,
    output: recordCodec({
      resident: requiredKey('data', nullableCodec(DormResident)),
      verified: requiredKey('verified', booleanCodec),
    }),
    rule: codeIsZero,
  }),
  confirm: defineQueuedWrite({
    path: '/api/stuEnter/add',
    who: 'dorm-supervisor',
    form: 'scan',
    recheckReplays: true,
    input: ArrivalConfirmation,
    output: recordCodec({ says: requiredKey('msg', textCodec()) }),
    rule: codeIsZero,
  }),
  /** Revokes an arrival; the reversal and who made it stay on record (D-98). */
  remove: defineWrite({
    path: '/api/stuEnter/delete',
    who: 'dorm-supervisor',
    input: recordCodec({
      id: requiredKey('id', requiredTextField(commonTexts.badField)),
      /** Absent from other clients. */
      reason: optionalKey('reason', textCodec(v.maxLength(200))),
    }),
    rule: codeIsZero,
  }),
}

/** The queued form of a confirmation. Scans never replace one another (D-104). */
export const scanForm = {
  name: 'scan',
  schemaVersion: 1,
  payload: ArrivalConfirmation,
  upcasters: {},
  sendAfter: [],
  replaces: false,
  isDeduplicatedByServer: true,
  readMessage: (answered) => (v.is(v.object({ says: v.string() }), answered) ? answered.says : ''),
  add: checkin.confirm,
} satisfies QueuedForm<ArrivalConfirmation>
