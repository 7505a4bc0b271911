import { passTexts } from '#i18n/checkin-pass'
import { commonTexts } from '#i18n/common'
import { type Language, selectTexts } from '#i18n/translate'

/**
 * What the student's screen shows. `fresh: false`: the result of an earlier check, made at
 * `checkedAt`, ms since the epoch.
 */
export type PassState =
  | { readonly type: 'loading' }
  | {
      readonly type: 'ready'
      readonly text: string
      /** When the next code replaces this one, ms by this phone's clock. */
      readonly renewsAt: number
      /** When the credential expires, ms since the epoch. */
      readonly expiresAt: number
      readonly checkedAt: number
      readonly fresh: boolean
    }
  /**
   * The code contains only the stuCode, because this backend issues no passes or the page cannot
   * sign.
   */
  | {
      readonly type: 'bare'
      readonly text: string
      readonly checkedAt: number
      readonly fresh: boolean
      readonly why: 'backend' | 'insecure'
    }
  | {
      readonly type: 'refused'
      readonly reason: 'nobody' | 'not-a-student' | 'not-checked-in' | 'no-dorm' | 'unreachable'
      /** The message to show. */
      readonly text: string
    }

/** Creates a refused state with the message for its reason. */
export function createRefusedState(
  reason: Exclude<Extract<PassState, { type: 'refused' }>['reason'], 'unreachable'>,
  language: Language,
): PassState {
  const home = selectTexts(passTexts, language)
  const common = selectTexts(commonTexts, language)
  const text = {
    nobody: common.bindFirst,
    'not-a-student': common.noPermission,
    'not-checked-in': home.onArrival,
    'no-dorm': home.noDorm,
  }[reason]
  return { type: 'refused', reason, text }
}
