import * as v from 'valibot'
import type { QueuedWrite, ReadCall } from './call.ts'
import type { Codec } from './codec.ts'

/**
 * A form that the outbox delivers: how its words are stored, brought up to date and sent.
 * A new queued form needs one of these, its screen, and an upcaster whenever its version grows.
 */
export interface QueuedForm<Payload> {
  readonly name: string
  /** Grows with every change of the stored payload. */
  readonly schemaVersion: number
  readonly payload: Codec<Payload>
  /**
   * Pure steps by the version they start from: `upcasters[1]` makes a version 2 payload of a
   * version 1 payload.
   */
  readonly upcasters: Readonly<Record<number, (old: unknown) => unknown>>
  /**
   * Forms of this subject that are sent before this one (D-104: family and travel before uniform
   * and living).
   */
  readonly sendAfter: readonly string[]
  /** A newer submission takes the place of one that was never tried. Scans never do. */
  readonly replaces: boolean
  /**
   * The university tells two of the same by what they say, whatever their keys: one that was
   * refused may be judged anew under a fresh key, and can double nothing.
   */
  readonly isDeduplicatedByServer?: true
  /**
   * How the sender checks whether there is a record, which decides between add and update when it
   * is sent (OFF-18). Absent: always add.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- the registry holds forms of every type
  readonly find?: ReadCall<{ student: string }, any>
  /**
   * Fills in, from the answer to that check, what must not be lost and may not rest on the phone.
   * Pure; what it returns is sent and written down nowhere.
   */
  readonly completePayload?: (payload: Payload, answer: unknown) => Payload
  /**
   * What the university says to people when it takes a submission, '' for nothing; the receipt
   * keeps it.
   */
  readonly readMessage?: (answered: unknown) => string
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly add: QueuedWrite<Payload, any>
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly update?: QueuedWrite<Payload, any>
}

/** A queued form of any payload, as the registry holds it. */
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export type AnyForm = QueuedForm<any>

/**
 * The largest payload that was ever read up to this version, or why not: 'newer' was written by a
 * later app.
 */
export type UpcastResult = { type: 'ok'; payload: unknown } | { type: 'newer' } | { type: 'broken' }

/**
 * Does the sender look for a record first? Then the same words under another key double nothing.
 */
export const hasExistenceCheck = <Form extends AnyForm>(
  form: Form | undefined,
): form is Form & Required<Pick<AnyForm, 'find' | 'update'>> =>
  form?.find !== undefined && form.update !== undefined

/** May what was finally refused be sent as it is, under another key? */
export const canResend = (form: AnyForm | undefined): boolean =>
  hasExistenceCheck(form) || form?.isDeduplicatedByServer === true

/**
 * The sender's check for a record: content with any answer in which one is there or not, whatever
 * that holds.
 */
export const createExistenceCheck = (
  find: AnyForm['find'] & {},
): ReadCall<{ student: string }, unknown> => ({
  ...find,
  output: { decode: v.unknown(), encode: (value) => value, schema: v.unknown() },
})

/** Bring a stored payload of an older version up to date; pure. */
export function upcastPayload(
  form: AnyForm,
  stored: { schemaVersion: number; payload: unknown },
): UpcastResult {
  if (stored.schemaVersion > form.schemaVersion) return { type: 'newer' }
  let payload = stored.payload
  for (let version = stored.schemaVersion; version < form.schemaVersion; version++) {
    const step = form.upcasters[version]
    if (step === undefined) return { type: 'broken' }
    try {
      payload = step(payload)
    } catch {
      // One payload that nobody foresaw must not stop the ones behind it.
      return { type: 'broken' }
    }
  }
  return { type: 'ok', payload }
}

/**
 * What was stored, at the form's own version; undefined where it cannot be brought there. What knows
 * no version is of the first.
 */
export function upcastStored<Stored extends { schemaVersion?: number; payload: unknown }>(
  form: AnyForm,
  stored: Stored,
): Stored | undefined {
  const { schemaVersion = 1, payload } = stored
  if (schemaVersion === form.schemaVersion) return stored
  const current = upcastPayload(form, { schemaVersion, payload })
  return current.type === 'ok'
    ? { ...stored, schemaVersion: form.schemaVersion, payload: current.payload }
    : undefined
}
