import { type RefObject, useState } from 'react'
import { useDirtyForm } from '#app/lib/forms/dirty-forms.ts'
import { useLanguage } from '#app/lib/language/language.ts'
import { TOAST_INPUT_MS } from '#app/ui/times.ts'
import { showToast } from '#app/ui/toast.ts'
import { amountProblem, shortYuan } from '#contract/fees'
import { parseYuan } from '#contract/fields'
import { normalizeAmount } from '#contract/normalize'
import type { Text } from '#i18n/translate'

/**
 * The amount to be paid: what is owed until something else is typed; what is wrong goes back to it
 * (FEE-59 to FEE-63).
 */
export function useAmount(
  limits: { owed: number; lowest: number },
  input: RefObject<HTMLInputElement | null>,
) {
  const language = useLanguage()
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState<Text>()
  const [isReset, setReset] = useState(false)
  const isFixed = limits.lowest < 0
  const value = isFixed || typed === undefined ? shortYuan(limits.owed) : typed
  useDirtyForm(!isFixed && typed !== undefined)

  const complain = (problem: Text | undefined) => {
    setWrong(problem)
    if (problem !== undefined) showToast(problem[language], { ms: TOAST_INPUT_MS })
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
    /** Left empty it waits; left wrong it goes back to what is owed, and says so. */
    leave: () => {
      const problem = value.trim() === '' ? undefined : amountProblem(value, limits)
      if (problem === undefined) return
      setTyped(undefined)
      setReset(true)
      complain(problem)
    },
    /**
     * The amount in fen; nothing when it is wrong. One that has just been put back is shown before
     * it is taken.
     */
    take: (): number | undefined => {
      const problem = amountProblem(value, limits)
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
