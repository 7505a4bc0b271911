import * as v from 'valibot'
import { StoredTravel } from '#contract/travel'

/**
 * The form's values while the user fills it in. They are the record's values, except that the
 * choice to be visible can be undecided.
 */
export type TravelFormValues = StoredTravel

/**
 * Converts a record to form values. A new form has no choices, not even whether the record is
 * visible to others (TRV-22).
 */
export const toTravelFormValues = (
  record: StoredTravel | undefined,
  own: { student: string; step: string },
): TravelFormValues => ({
  startCity: '',
  startDate: '',
  arrivalDate: '',
  arrivalTime: '',
  mode: '',
  companions: '',
  remark: '',
  open: null,
  ...record,
  ...own,
})

/** Parses a stored submission, whatever the current validation rules are. */
export function parseTravelRecord(payload: unknown): StoredTravel | undefined {
  const read = v.safeParse(StoredTravel.schema, payload)
  return read.success ? read.output : undefined
}

const Draft = v.object({
  startCity: v.string(),
  startDate: v.string(),
  arrivalDate: v.string(),
  arrivalTime: v.string(),
  mode: v.string(),
  companions: v.string(),
  remark: v.string(),
  open: v.nullable(v.boolean()),
})

/** Parses the draft of the form; undefined if it is invalid. */
export function parseTravelDraft(
  values: unknown,
  own: { student: string; step: string },
): TravelFormValues | undefined {
  const read = v.safeParse(Draft, values)
  return read.success ? { ...own, ...read.output } : undefined
}
