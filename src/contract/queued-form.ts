import * as v from 'valibot'
import type { QueuedWrite, ReadCall } from './call.ts'
import type { Codec } from './codec.ts'

/**
 * A form that the outbox delivers: how its payload is stored, upgraded and sent. A new queued form
 * needs one of these, its screen, and an upcaster for each increase of its version.
 */
export interface QueuedForm<Payload> {
  readonly name: string
  /** Increased with every change of the stored payload's shape. */
  readonly schemaVersion: number
  readonly payload: Codec<Payload>
  /**
   * Pure functions by the version they start from: `upcasters[1]` converts a payload of version 1
   * to version 2.
   */
  readonly upcasters: Readonly<Record<number, (old: unknown) => unknown>>
  /**
   * The forms of the same subject that are sent before this one (D-104: family and travel before
   * uniform and living).
   */
  readonly sendAfter: readonly string[]
  /** Whether a newer submission replaces one that was never attempted; false for scans. */
  readonly replaces: boolean
  /**
   * The university recognises duplicates by their content, whatever their keys: a refused
   * submission may be sent again under a new key without being counted twice.
   */
  readonly isDeduplicatedByServer?: true
  /**
   * The read with which the sender checks, at the time of sending, whether a record exists, to
   * choose between add and update (OFF-18). Absent: always add.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- the registry holds forms of every type
  readonly find?: ReadCall<{ student: string }, any>
  /**
   * Fills in, from that read's response, fields that must not be lost and may not be stored on the
   * phone. Pure; its result is sent and not stored.
   */
  readonly completePayload?: (payload: Payload, answer: unknown) => Payload
  /**
   * Reads the university's message for people from a successful response, '' for none; the receipt
   * stores it.
   */
  readonly readMessage?: (answered: unknown) => string
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly add: QueuedWrite<Payload, any>
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly update?: QueuedWrite<Payload, any>
}

/** A queued form of any payload. */
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export type AnyForm = QueuedForm<any>

/**
 * The result of upgrading a payload. 'newer': written by a later app; 'broken': an upcaster is
 * missing or has thrown.
 */
export type UpcastResult = { type: 'ok'; payload: unknown } | { type: 'newer' } | { type: 'broken' }

/**
 * Whether the sender checks for an existing record first. If so, the same payload under another key
 * is not counted twice.
 */
export const hasExistenceCheck = <Form extends AnyForm>(
  form: Form | undefined,
): form is Form & Required<Pick<AnyForm, 'find' | 'update'>> =>
  form?.find !== undefined && form.update !== undefined

/** Whether a refused submission may be sent again, unchanged, under another key. */
export const canResend = (form: AnyForm | undefined): boolean =>
  hasExistenceCheck(form) || form?.isDeduplicatedByServer === true

/**
 * The sender's existence check: accepts any response that shows whether a record exists, whatever
 * the record contains.
 */
export const createExistenceCheck = (
  find: AnyForm['find'] & {},
): ReadCall<{ student: string }, unknown> => ({
  ...find,
  output: { decode: v.unknown(), encode: (value) => value, schema: v.unknown() },
})

/** Upgrades a stored payload to the form's current schema version; pure. */
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
      // An unexpected payload must not block the items behind it.
      return { type: 'broken' }
    }
  }
  return { type: 'ok', payload }
}

/**
 * A stored item upgraded to the form's schema version; undefined if it cannot be upgraded. An item
 * without a version has version 1.
 */
export function upcastStoredItem<Stored extends { schemaVersion?: number; payload: unknown }>(
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
