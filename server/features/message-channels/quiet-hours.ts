import type { MessageTopic } from '#contract/message-channels'
import {
  addSeconds,
  DAY_SECONDS,
  startOfDay,
  toChinaDay,
  toChinaMinute,
} from '../../platform/clock.ts'
import type { ServerRules } from '../campus-rules/public.ts'

type MessageRule = ServerRules['messages']

const HOUR_SECONDS = 3600

/**
 * When a message may be sent: now, or at the end of the quiet hours of China. Important messages,
 * and answers to what the student asked for, are excepted as the campus has decided.
 */
export function findSendingTime(
  rule: MessageRule,
  { topic, important, now }: { topic: MessageTopic; important: boolean; now: Date },
): Date {
  if (important && rule.importantAtNight) return now
  if ((topic === 'decision' || topic === 'answer') && rule.answersAtNight) return now
  return isQuiet(rule, now) ? endOfQuietHours(rule, now) : now
}

function isQuiet({ quietFrom, quietUntil }: MessageRule, now: Date): boolean {
  const hour = Number(toChinaMinute(now).slice(11, 13))
  return quietFrom <= quietUntil
    ? hour >= quietFrom && hour < quietUntil
    : hour >= quietFrom || hour < quietUntil
}

function endOfQuietHours({ quietUntil }: MessageRule, now: Date): Date {
  const end = addSeconds(startOfDay(toChinaDay(now)), quietUntil * HOUR_SECONDS)
  return end > now ? end : addSeconds(end, DAY_SECONDS)
}

/** The quiet hours as a reader sees them, such as 22:00–7:00; '' if there are none. */
export const describeQuietHours = ({ quietFrom, quietUntil }: MessageRule): string =>
  quietFrom === quietUntil ? '' : `${quietFrom}:00–${quietUntil}:00`
