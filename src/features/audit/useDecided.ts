import { useWords } from '#app/lib/language.ts'
import { TOAST_DETAILS_MS } from '#app/ui/times.ts'
import { toast } from '#app/ui/toast.ts'
import type { Application } from '#contract/greenchannel'
import { auditWords } from '#words/audit'

const details = { ms: TOAST_DETAILS_MS }

/**
 * Says that a decision was saved, and what comes next: an application, none any more (null), or
 * nobody knows.
 */
export function useDecided(): (next: Application | null | undefined) => void {
  const words = useWords(auditWords)
  return (next) => {
    if (next === undefined) toast(words.decided, details)
    else toast(next === null ? words.allDone : words.decidedNext(next.name), details)
  }
}
