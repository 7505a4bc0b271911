import type { MessageChannelName, MessageTopic } from '#contract/message-channels'
import type { LocalizedText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'

/** A message to one student, for a channel. */
export interface OutgoingMessage {
  /** The same at every attempt, for providers that drop repetitions; 32 characters. */
  readonly id: string
  readonly notice: string
  readonly student: string
  readonly topic: MessageTopic
  readonly title: LocalizedText
  /** Plain text. */
  readonly text: LocalizedText
  /** The path of the notice below the app's root. */
  readonly path: string
  /** The address of the notice; '' if the campus has no public address. */
  readonly url: string
  readonly school: string
  readonly sentAt: Date
  readonly now: Date
}

/** What happened to a message on a channel. */
export type ChannelResult =
  /** The provider has it. */
  | { readonly type: 'sent'; readonly costFen?: number }
  /** The student cannot be reached here: has unsubscribed, or is unknown. */
  | { readonly type: 'unreachable'; readonly code: string }
  /** The provider does not accept this message. */
  | { readonly type: 'refused'; readonly code: string }
  /** To be repeated, at the earliest in `seconds`. */
  | { readonly type: 'later'; readonly code: string; readonly seconds?: number }
  /** The provider takes nothing more for `seconds`; the next channel is tried. */
  | { readonly type: 'limited'; readonly code: string; readonly seconds: number }
  /** The answer was lost after the provider was asked. */
  | { readonly type: 'unknown'; readonly code: string }

/** A channel by which messages reach students. Each is a folder below `channels`. */
export interface MessageChannel {
  readonly name: MessageChannelName
  /**
   * Whether the provider, or the phone, drops a repetition of the same message. Where it does not, a
   * message whose answer was lost is never repeated.
   */
  readonly dropsRepetitions: boolean
  /** Finds the addresses of these students; a student without one is not in the result. */
  readonly findAddresses: (
    db: Db,
    students: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly string[]>>
  /** Delivers a message to the student's addresses, outside of every transaction. */
  readonly deliver: (
    db: Db,
    message: OutgoingMessage,
    addresses: readonly string[],
  ) => Promise<ChannelResult>
}

/** Groups rows of addresses by student. */
export function groupAddresses(
  rows: readonly { readonly student: string; readonly address: string }[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { student, address } of rows)
    found.set(student, [...(found.get(student) ?? []), address])
  return found
}
