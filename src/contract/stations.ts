import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { defineQueuedWrite, defineRead, defineWrite } from './call.ts'
import { Roster, DormResident } from './checkin.ts'
import {
  booleanCodec,
  type CodecValue,
  listCodec,
  nullableCodec,
  optionalKey,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
} from './codec.ts'
import { requiredTextField } from './fields.ts'
import type { QueuedForm } from './queued-form.ts'

const OwnStation = recordCodec({
  id: textCodec(),
  name: textCodec(),
  /** The names of the stations that come before this one. */
  before: listCodec(textCodec()),
  /** Whether a student can be recorded more than once. */
  repeats: booleanCodec,
  /** The students who are expected, and those of them who were recorded. */
  expected: wholeNumberCodec,
  visited: wholeNumberCodec,
})
/** A station at which the caller scans. */
export type OwnStation = CodecValue<typeof OwnStation>

const scanFields = {
  station: textCodec(v.nonEmpty(), v.maxLength(40)),
  /** The scanned text: a pass, or a student number, whether scanned or typed (D-30). */
  scanned: textCodec(v.nonEmpty(), v.maxLength(1000)),
  /** When it was scanned, ISO instant. */
  at: optionalKey('scanTime', textCodec(v.isoTimestamp())),
}
const StationScan = recordCodec(scanFields)
/** The record that a student was at a station. */
export type StationScan = CodecValue<typeof StationScan>

const InStation = recordCodec({ station: scanFields.station })

/**
 * Stations of the arrival besides the dormitory: the college, the medical check, uniforms. They use
 * the same pass, and a scan can wait in the outbox. Who may scan at a station stands in its row, so
 * the calls are open to all staff.
 */
export const stations = {
  mine: defineRead({
    path: '/api/stations/mine',
    who: 'staff',
    offline: 'cached',
    input: recordCodec({}),
    output: recordCodec({ stations: requiredKey('data', listCodec(OwnStation)) }),
  }),
  /**
   * The expected students of a station, and the keys with which passes are checked. `arrived` means
   * here that the student was recorded at the station.
   */
  roster: defineRead({
    path: '/api/stations/roster',
    who: 'staff',
    offline: 'cached',
    input: InStation,
    output: recordCodec({ roster: requiredKey('data', Roster) }),
  }),
  /** Finds a student who is not on the roster by a scanned text, or a student by an ID number. */
  lookUp: defineRead({
    path: '/api/stations/look',
    who: 'staff',
    input: StationScan,
    output: recordCodec({
      resident: requiredKey('data', nullableCodec(DormResident)),
      verified: booleanCodec,
    }),
  }),
  confirm: defineQueuedWrite({
    path: '/api/stations/confirm',
    who: 'staff',
    form: 'station',
    recheckReplays: true,
    input: StationScan,
    output: recordCodec({ says: requiredKey('msg', textCodec()) }),
  }),
  /** Takes a record back; it stays on file with the person and the reason. */
  remove: defineWrite({
    path: '/api/stations/remove',
    who: 'staff',
    input: recordCodec({
      id: requiredTextField(commonTexts.badField),
      reason: requiredTextField(commonTexts.badField),
    }),
  }),
}

/** The queued form of a scan at a station. Scans never replace one another (D-104). */
export const stationForm = {
  name: 'station',
  schemaVersion: 1,
  payload: StationScan,
  upcasters: {},
  sendAfter: [],
  replaces: false,
  isDeduplicatedByServer: true,
  readMessage: (answered) => (v.is(v.object({ says: v.string() }), answered) ? answered.says : ''),
  add: stations.confirm,
} satisfies QueuedForm<StationScan>
