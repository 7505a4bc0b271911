import { Travel, type Travel as TravelRecord } from '#contract/travel'
import * as v from 'valibot'

/** What the form holds while it is filled in: as the record, but the public choice may still be open. */
export interface Values extends Omit<TravelRecord, 'open'> {
  open: boolean | null
}

/** What a form was filled from: the words, and the version they had on the server. */
export interface Source {
  readonly values: Values
  readonly baseVersion?: string | undefined
}

/** A new record: nothing is chosen, the public choice neither (TRV-22). */
export const blank = (student: string, step: string): Values => ({
  student,
  step,
  startCity: '',
  startDate: '',
  arrivalDate: '',
  arrivalTime: '',
  mode: '',
  companions: '',
  remark: '',
  open: null,
})

/** A stored submission as a record, if it still is one. */
export function readRecord(payload: unknown): TravelRecord | undefined {
  const read = v.safeParse(Travel.schema, payload)
  return read.success ? read.output : undefined
}

const Draft = v.object({
  values: v.object({
    startCity: v.string(),
    startDate: v.string(),
    arrivalDate: v.string(),
    arrivalTime: v.string(),
    mode: v.string(),
    companions: v.string(),
    remark: v.string(),
    open: v.nullable(v.boolean()),
  }),
  baseVersion: v.optional(v.string()),
})

/** What was typed and not submitted, if there is any. */
export function readDraft(draft: unknown, own: { student: string; step: string }): Source | undefined {
  const read = v.safeParse(Draft, draft)
  return read.success ? { values: { ...own, ...read.output.values }, baseVersion: read.output.baseVersion } : undefined
}
