import * as v from 'valibot'
import type { QueuedWrite, ReadCall } from './call.ts'
import type { CampusFormAttachment } from './campus-form-submission.ts'
import type { Codec } from './codec.ts'

/**
 * A form that the outbox delivers: how its payload is stored, upgraded and sent. A new queued form
 * needs an object of this type, a screen, and an upcaster for each increase of its schema version.
 */
export interface QueuedForm<Payload> {
  readonly name: string
  /** Increased with every change of the stored payload's shape. */
  readonly schemaVersion: number
  readonly payload: Codec<Payload>
  /**
   * Pure functions by the version that they convert: `upcasters[1]` converts a payload of version 1
   * to version 2.
   */
  readonly upcasters: Readonly<Record<number, (old: unknown) => unknown>>
  /**
   * The forms of the same subject that are sent before this form (D-104: family and travel before
   * uniform and living).
   */
  readonly sendAfter: readonly string[]
  /**
   * Whether a newer submission replaces an older one that the outbox has not yet tried to send;
   * false for scans.
   */
  readonly replaces: boolean
  /**
   * Set if the university recognises duplicates by their content, whatever their keys. A refused
   * submission can then be sent again under a new key without being counted twice.
   */
  readonly isDeduplicatedByServer?: true
  /**
   * The read with which the sender checks, at the time of sending, whether the campus has a record,
   * to choose between add and update (OFF-18). If absent, the sender always adds.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- the registry holds forms of every type
  readonly find?: ReadCall<{ student: string }, any>
  /**
   * Fills in fields that the phone is not allowed to store but that an update must not lose. The
   * values come from the response of `find`. The function is pure; its result is sent and not
   * stored.
   */
  readonly completePayload?: (payload: Payload, answer: unknown) => Payload
  /** The files of a payload. The sender uploads them before it sends the payload. */
  readonly readAttachments?: (payload: Payload) => readonly CampusFormAttachment[]
  /**
   * Reads the university's message to the student from a successful response; '' if there is none.
   * The receipt stores the message.
   */
  readonly readMessage?: (answered: unknown) => string
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly add: QueuedWrite<Payload, any>
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly update?: QueuedWrite<Payload, any>
}

/** The fields that are filled in: all of a payload but those that tell whose form it is. */
export type FormFieldName<Payload> = Exclude<keyof Payload, 'student' | 'step'> & string

/** A queued form of any payload. */
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export type AnyForm = QueuedForm<any>

/** Finds a queued form by its name; undefined for a form that this version of the app lacks. */
export type FindQueuedForm = (name: string) => AnyForm | undefined

/**
 * The result of upgrading a payload. 'newer': a later version of the app wrote the payload;
 * 'broken': an upcaster is missing or has thrown.
 */
export type UpcastResult = { type: 'ok'; payload: unknown } | { type: 'newer' } | { type: 'broken' }

/**
 * Whether the sender first checks for an existing record. If it does, the same payload under
 * another key is not counted twice.
 */
export const hasExistenceCheck = <Form extends AnyForm>(
  form: Form | undefined,
): form is Form & Required<Pick<AnyForm, 'find' | 'update'>> =>
  form?.find !== undefined && form.update !== undefined

/** Whether a refused submission can be sent again, unchanged, under another key. */
export const canResend = (form: AnyForm | undefined): boolean =>
  hasExistenceCheck(form) || form?.isDeduplicatedByServer === true

/**
 * The sender's existence check. It accepts any response that shows whether a record exists,
 * whatever the record contains.
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
      // A payload of an unexpected shape must not block the items behind it in the outbox.
      return { type: 'broken' }
    }
  }
  return { type: 'ok', payload }
}

/**
 * A stored item whose payload is upgraded to the form's schema version; undefined if the payload
 * cannot be upgraded. An item without a version has version 1.
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
