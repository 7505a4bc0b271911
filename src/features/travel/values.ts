import * as v from 'valibot'
import { StoredTravel } from '#contract/travel'

/**
 * What the form holds while it is filled in: as the record, but the public choice may still be
 * open.
 */
export type TravelFormValues = StoredTravel

/**
 * What the form shows of a record; a new one has nothing chosen, the public choice neither
 * (TRV-22).
 */
export const toFormValues = (
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

/** A stored submission as a record, whatever today's rules are. */
export function readRecord(payload: unknown): StoredTravel | undefined {
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

/** What was typed and not submitted, if it is readable. */
export function readDraft(
  values: unknown,
  own: { student: string; step: string },
): TravelFormValues | undefined {
  const read = v.safeParse(Draft, values)
  return read.success ? { ...own, ...read.output } : undefined
}
