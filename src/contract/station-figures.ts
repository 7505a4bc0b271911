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

/** The roles that see the figures of the stations. */
export const STATION_ROLES: readonly StaffRole[] = ['administrator', 'admissions', 'dorm-office']

const StationFigures = recordCodec({
  id: textCodec(),
  name: textCodec(),
  /** New students who have not withdrawn, and those of them who were recorded here. */
  expected: wholeNumberCodec,
  visited: wholeNumberCodec,
  /** Recorded by a typed number instead of a pass. */
  unverified: wholeNumberCodec,
  /** Recorded here, but not at a station that comes before. */
  outOfOrder: wholeNumberCodec,
})
/** The figures of a station. */
export type StationFigures = CodecValue<typeof StationFigures>

/** The stations of the arrival as the office sees them. */
export const stationFigures = {
  overview: defineRead({
    path: '/api/manage/stations/overview',
    who: STATION_ROLES,
    input: recordCodec({}),
    output: recordCodec({ stations: requiredKey('data', listCodec(StationFigures)) }),
  }),
  /** Every record of the stations, with those that were taken back. */
  export: defineExport('/api/manage/exports/stations', STATION_ROLES, {}),
}
