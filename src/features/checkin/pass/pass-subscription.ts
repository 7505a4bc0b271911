import { describeCallOutcome } from '#app/lib/network/call-api.ts'
import { onNetworkRecovery } from '#app/lib/network/network-status.ts'
import { restoreServerTimeOffset } from '#app/lib/platform/server-clock.ts'
import { PASS_PROOF_INTERVAL_MS } from '#contract/checkin-pass'
import { isWebCryptoAvailable } from '#contract/checkin-pass-check'
import type { Person } from '#contract/identity'
import { commonTexts } from '#i18n/common'
import { type Language, selectTexts } from '#i18n/translate'
import { createPassCode } from './pass-code.ts'
import { refreshEligibility, isRefusedByUniversity } from './pass-eligibility.ts'
import { type PassState, createRefusedState } from './pass-state.ts'
import { loadClockOffset, ensurePass, type PassRecord } from './pass-store.ts'

/** Reports one student's pass to a listener until the returned function is called. */
export function subscribeToPass(
  person: Person,
  language: Language,
  tell: (state: PassState) => void,
): () => void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown: { record: PassRecord; fresh: boolean; renewsAt: number } | undefined

  const say = (state: PassState) => {
    clearTimeout(timer)
    shown = undefined
    if (!stopped) tell(state)
  }
  const show = async (record: PassRecord, fresh: boolean): Promise<boolean> => {
    const code = await createPassCode(record).catch(() => undefined)
    if (code === undefined || stopped) return false
    clearTimeout(timer)
    timer = setTimeout(renew, PASS_PROOF_INTERVAL_MS)
    shown = { record, fresh, renewsAt: code.renewsAt }
    tell({ type: 'ready', ...code, checkedAt: record.checkedAt ?? 0, fresh })
    return true
  }
  const renew = () => {
    if (shown === undefined || stopped) return
    const { record, fresh } = shown
    // The credential might have expired in the meantime.
    shown = undefined
    void show(record, fresh).then((good) => (good ? undefined : ask()))
  }
  const ask = async () => {
    const kept = isWebCryptoAvailable()
      ? await ensurePass(person.code).catch(() => undefined)
      : undefined
    if (shown === undefined && kept !== undefined) await show(kept, false)
    const checked = await refreshEligibility(person, kept)
    if (stopped) return
    if (checked.type === 'no' && (checked.fresh || shown === undefined))
      return say(createRefusedState(checked.reason, language))
    if (checked.type === 'yes' && checked.fresh) {
      const { credential, checkedAt } = checked
      if (kept === undefined || credential === undefined)
        return say({
          type: 'bare',
          text: person.code,
          checkedAt,
          fresh: true,
          why: kept === undefined ? 'insecure' : 'backend',
        })
      if (await show({ ...kept, credential, checkedAt }, true)) return
    }
    if (shown !== undefined && !isRefusedByUniversity(checked)) return
    // If the campus issues passes, an earlier check without a valid credential is not enough.
    if (checked.type === 'yes' && kept?.credential === undefined)
      return say({
        type: 'bare',
        text: person.code,
        checkedAt: checked.checkedAt,
        fresh: false,
        why: kept === undefined ? 'insecure' : 'backend',
      })
    const text =
      checked.type === 'no-answer'
        ? describeCallOutcome(checked.outcome, language)
        : selectTexts(commonTexts, language).offlineOnly
    say({ type: 'refused', reason: 'unreachable', text })
  }

  const look = () => {
    if (
      document.visibilityState === 'visible' &&
      shown !== undefined &&
      shown.renewsAt <= Date.now()
    )
      renew()
  }
  document.addEventListener('visibilitychange', look)
  const deaf = onNetworkRecovery(() => void ask())
  void loadClockOffset().then(restoreServerTimeOffset).then(ask)
  return () => {
    stopped = true
    clearTimeout(timer)
    deaf()
    document.removeEventListener('visibilitychange', look)
  }
}
