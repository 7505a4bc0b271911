import { defineRead } from './call.ts'
import {
  type CodecValue,
  listCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import type { StaffRole } from './roles.ts'
import { acceptIfCodeZero } from './rules.ts'

/** The roles that see the figures of the stations. */
export const STATION_ROLES: readonly StaffRole[] = ['administrator', 'admissions', 'dorm-office']

const StationFigures = recordCodec({
  id: requiredKey('id', textCodec()),
  name: requiredKey('name', textCodec()),
  /** New students who have not withdrawn, and those of them who were recorded here. */
  expected: requiredKey('expected', wholeNumberCodec),
  visited: requiredKey('visited', wholeNumberCodec),
  /** Recorded by a typed number instead of a pass. */
  unverified: requiredKey('unverified', wholeNumberCodec),
  /** Recorded here, but not at a station that comes before. */
  outOfOrder: requiredKey('outOfOrder', wholeNumberCodec),
})
/** The figures of a station. */
export type StationFigures = CodecValue<typeof StationFigures>

/** The stations of the arrival as the office sees them. */
export const stationFigures = {
  overview: defineRead({
    path: '/api/manage/stations/overview',
    who: STATION_ROLES,
    offline: 'online-only',
    input: recordCodec({}),
    output: recordCodec({ stations: requiredKey('data', listCodec(StationFigures)) }),
    rule: acceptIfCodeZero,
  }),
  /** Every record of the stations, with those that were taken back. */
  export: defineExport('/api/manage/exports/stations', STATION_ROLES, {}),
}
