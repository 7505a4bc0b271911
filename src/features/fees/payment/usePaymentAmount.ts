import { type RefObject, useState } from 'react'
import { useDirtyForm } from '#app/lib/forms/dirty-forms.ts'
import { useLanguage } from '#app/lib/language/language.ts'
import { INVALID_INPUT_TOAST_MS } from '#app/ui/times.ts'
import { showToast } from '#app/ui/toast.ts'
import { validateAmountText, formatYuanWithoutTrailingZeros } from '#contract/fees'
import { parseYuan } from '#contract/fields'
import { normalizeAmount } from '#contract/normalize'
import type { LocalizedText } from '#i18n/translate'

/**
 * The state of the amount field. It starts with the owed amount, and an invalid input resets it to
 * that amount (FEE-59 to FEE-63).
 */
export function usePaymentAmount(
  limits: { owed: number; lowest: number },
  input: RefObject<HTMLInputElement | null>,
) {
  const language = useLanguage()
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState<LocalizedText>()
  const [isReset, setReset] = useState(false)
  const isFixed = limits.lowest < 0
  const value = isFixed || typed === undefined ? formatYuanWithoutTrailingZeros(limits.owed) : typed
  useDirtyForm(!isFixed && typed !== undefined)

  const complain = (problem: LocalizedText | undefined) => {
    setWrong(problem)
    if (problem !== undefined) showToast(problem[language], { ms: INVALID_INPUT_TOAST_MS })
  }
  return {
    value,
    isFixed,
    isReset,
    error: wrong?.[language],
    change: (next: string) => {
      setTyped(next)
      setWrong(undefined)
      setReset(false)
    },
    /**
     * Handles blur. An empty field stays empty. An invalid amount is reset to the owed amount, with
     * a message.
     */
    leave: () => {
      const problem = value.trim() === '' ? undefined : validateAmountText(value, limits)
      if (problem === undefined) return
      setTyped(undefined)
      setReset(true)
      complain(problem)
    },
    /**
     * Returns the amount in fen, or undefined if it is invalid. An amount that was just reset is
     * not returned either, because the user must see it first.
     */
    take: (): number | undefined => {
      const problem = validateAmountText(value, limits)
      if (problem === undefined && !isReset) {
        setWrong(undefined)
        return parseYuan(normalizeAmount(value))
      }
      setReset(false)
      if (problem !== undefined) complain(problem)
      input.current?.focus()
      return undefined
    },
  }
}
