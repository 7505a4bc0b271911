import type { MessageChannelName, MessageTopic } from '#contract/message-channels'
import type { Language } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'

/** A message to one student, for a channel. */
export interface OutgoingMessage {
  /** The same at every attempt, for providers that drop repetitions; 32 characters. */
  readonly id: string
  readonly notice: string
  readonly topic: MessageTopic
  /** The language of the words: the student's, if the notice has it. */
  readonly language: Language
  readonly title: string
  /** Plain text. */
  readonly text: string
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

/**
 * Sends a message to one student, outside of every transaction. An error means that the provider did
 * not answer in its documented form; the caller judges it by `classifyError`.
 */
export type SendMessage = (message: OutgoingMessage) => Promise<ChannelResult>

/** A channel by which messages reach students, in a folder of its own. */
export interface MessageChannel {
  readonly name: MessageChannelName
  /**
   * Whether the provider, or the phone, drops a repetition of the same message. Where it does not, a
   * message whose answer was lost is never repeated.
   */
  readonly dropsRepetitions: boolean
  /** Finds how to send to each of these students; one without an address is not in the result. */
  readonly findRecipients: (
    db: Db,
    students: readonly string[],
  ) => Promise<ReadonlyMap<string, SendMessage>>
}

/** Finds how to send to students, by their newest address: rows with newer ones come first. */
export function toRecipients<Address>(
  rows: readonly { readonly student: string; readonly address: Address }[],
  send: (message: OutgoingMessage, address: Address) => Promise<ChannelResult>,
): ReadonlyMap<string, SendMessage> {
  const found = new Map<string, SendMessage>()
  for (const { student, address } of rows)
    if (!found.has(student)) found.set(student, (message) => send(message, address))
  return found
}
