import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { queuedWrite, read, write } from './call.ts'
import {
  checked,
  flag,
  key,
  late,
  list,
  maybe,
  maybeKey,
  record,
  text,
  unchanged,
  type Value,
} from './codec.ts'
import { needed } from './fields.ts'
import type { QueuedForm } from './form.ts'
import { marker } from './rules.ts'

const codeIsZero = marker({ key: 'code', good: 0, bad: -1 })

const Arrival = record({
  id: key('id', text()),
  name: key('name', text()),
  building: key('dormName', text()),
  room: key('dormno', text()),
  /** ISO instant of the confirmation; absent on other backends. */
  at: maybeKey('enterTime', text()),
  /** The name of who confirmed it; absent on other backends. */
  by: maybeKey('enterBy', text()),
})
/** A confirmed arrival (SCN-08). */
export type Arrival = Value<typeof Arrival>

/** Why a student may not arrive. */
export const BARRED = ['withdrawn', 'not-admitted'] as const
/** Why a student may not arrive. */
export type Barred = (typeof BARRED)[number]

const barred = late<Barred>({ decode: () => v.picklist(BARRED), encode: unchanged })

const Resident = record({
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
  className: maybeKey('stuClass', text()),
  /** How the name is read, syllables divided by blanks. */
  pinyin: maybeKey('pinyin', text()),
  /** Absent: nothing stands against their arrival. */
  barred: maybeKey('barred', barred),
  /** Names the face that `faces` brings; absent without a consent, and once they have arrived. */
  face: maybeKey('face', text()),
  /** Their arrival, to take it back by, and who confirmed it. */
  arrival: maybeKey('enterId', text()),
  confirmedBy: maybeKey('enterBy', text()),
})
/** A student who lives in one of the supervisor's buildings. */
export type Resident = Value<typeof Resident>

/** A public key of the university: the uncompressed P-256 point, base64url. */
const Key = record({ id: key('kid', text()), point: key('point', text()) })

const Roster = record({
  residents: key('students', list(Resident)),
  keys: key('keys', list(Key)),
  /**
   * Phones whose credential was taken back before its end: their public keys, x and y, base64url.
   * Other backends take none back.
   */
  revoked: maybeKey('revokedPhones', list(text())),
  /**
   * The key that waiting scans are sealed for (`sealed-scan.ts`); scans for other backends wait
   * open.
   */
  scanKey: maybeKey('scanKey', text()),
})
/**
 * What a supervisor carries into the corridor: who lives there, and the keys that passes are
 * checked with.
 */
export type Roster = Value<typeof Roster>

/** How many faces one call brings. */
export const MOST_FACES = 50

const Face = record({ face: key('face', text()), jpeg: key('jpeg', text()) })

const Scan = record({
  /** The scanned text: a pass, or a bare stuCode (D-30); a number that was typed counts as one. */
  scanned: key('stuCode', text(v.nonEmpty(), v.maxLength(1000))),
  /**
   * When it was scanned, ISO instant: a proof is judged by that moment, not by when the signal came
   * back.
   */
  at: maybeKey('scanTime', text(v.isoTimestamp())),
})
/** A confirmation that a student stands at the door. */
export type Scan = Value<typeof Scan>

/**
 * A confirmation while it waits on the phone: whom it showed stays there, the wire does not know
 * it.
 */
export interface WaitingScan extends Scan {
  readonly at: string
  readonly shown?: Pick<Resident, 'name' | 'number' | 'building' | 'room'>
}

/** Confirming arrivals (SCN, D-97, D-98). Confirming may wait; taking it back may not. */
export const checkin = {
  /** Newest first; nine are shown. */
  arrivals: read({
    path: '/api/stuEnter/selectStuEnterInfos',
    who: 'dorm-supervisor',
    offline: 'kept',
    input: record({}),
    output: record({ arrivals: key('data', list(Arrival)) }),
    rule: codeIsZero,
  }),
  /** Ours beside the requirements: without it a scanner still works, with every pass unverified. */
  roster: read({
    path: '/api/stuEnter/roster',
    who: 'dorm-supervisor',
    offline: 'kept',
    input: record({}),
    output: record({ roster: key('data', Roster) }),
    rule: codeIsZero,
  }),
  /**
   * Small photos of those who are to arrive, by the names that the roster gives them: apart from
   * it, so that a weak network brings the names first and each photo once. Whose consent ended is
   * left out.
   */
  faces: read({
    path: '/api/stuEnter/faces',
    who: 'dorm-supervisor',
    offline: 'kept',
    apart: true,
    input: record({ faces: key('faces', checked(list(text()), v.maxLength(MOST_FACES))) }),
    /** JPEG, base64, of 4 KB at most. */
    output: record({ faces: key('data', list(Face)) }),
    rule: codeIsZero,
  }),
  /**
   * Whose is this? For who is not on the roster, and for an ID number, which is answered here and
   * nowhere else: nothing on the phone can be compared with one. Online only.
   */
  lookUp: read({
    path: '/api/stuEnter/look',
    who: 'dorm-supervisor',
    offline: 'live',
    input: Scan,
    output: record({ resident: key('data', maybe(Resident)), verified: key('verified', flag) }),
    rule: codeIsZero,
  }),
  confirm: queuedWrite({
    path: '/api/stuEnter/add',
    who: 'dorm-supervisor',
    form: 'scan',
    reviewed: true,
    input: Scan,
    output: record({ says: key('msg', text()) }),
    rule: codeIsZero,
  }),
  /** A reversal that stays on record with who did it (D-98). */
  remove: write({
    path: '/api/stuEnter/delete',
    who: 'dorm-supervisor',
    input: record({
      id: key('id', needed(commonTexts.badField)),
      /** Other clients know of none. */
      reason: maybeKey('reason', text(v.maxLength(200))),
    }),
    output: record({}),
    rule: codeIsZero,
  }),
}

/** A confirmation as the outbox knows it. Scans never replace one another (D-104). */
export const scanForm: QueuedForm<Scan> = {
  name: 'scan',
  schemaVersion: 1,
  payload: Scan,
  upcasters: {},
  after: [],
  replaces: false,
  merges: true,
  says: (answered) => (v.is(v.object({ says: v.string() }), answered) ? answered.says : ''),
  add: checkin.confirm,
}
