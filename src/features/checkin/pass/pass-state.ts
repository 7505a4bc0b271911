import { passTexts } from '#i18n/checkin-pass'
import { commonTexts } from '#i18n/common'
import { type Language, selectTexts } from '#i18n/translate'

/**
 * What stands on the student's screen. `fresh` false: on the strength of an earlier check, made at
 * `checkedAt`, ms.
 */
export type PassState =
  | { readonly type: 'loading' }
  | {
      readonly type: 'ready'
      readonly text: string
      /** When the next code takes this one's place, ms by this phone's clock. */
      readonly renewsAt: number
      /** When the credential ends, ms. */
      readonly expiresAt: number
      readonly checkedAt: number
      readonly fresh: boolean
    }
  /** The bare stuCode: this backend gives no pass, or this page may not sign. */
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
      /** The sentence to say. */
      readonly text: string
    }

/** A refusal with its sentence. */
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
