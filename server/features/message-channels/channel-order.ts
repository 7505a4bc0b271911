import type { ServerRules } from '../campus-rules/public.ts'
import type { MessageChannel } from './channel.ts'

/**
 * The channels of this campus in its order. The notice in the app comes last: it is there anyway, and
 * is enough if no other channel reaches the student.
 */
export function listOrder(
  { first, second, third, fourth, fifth }: ServerRules['messages'],
  channels: readonly MessageChannel[],
): readonly MessageChannel[] {
  const names = new Set([first, second, third, fourth, fifth, 'in-app'])
  return [...names].flatMap((name) => channels.find((one) => one.name === name) ?? [])
}
