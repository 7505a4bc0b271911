import { ARRIVAL_ROLES, studentFilter } from './arrivals.ts'
import { exportCall } from './export-format.ts'

/**
 * What the office takes out as a table, one call each, so that each names who may. An export of a
 * capability that has its own screen may stand with that capability as well.
 */
export const exports = {
  /** Who has arrived, and who confirmed it. */
  arrivals: exportCall('/api/manage/exports/arrivals', ARRIVAL_ROLES, studentFilter),
  /** Who is expected and has not arrived, with phone. */
  notArrived: exportCall('/api/manage/exports/notArrived', ARRIVAL_ROLES, studentFilter),
}
