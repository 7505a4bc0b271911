import { useCallback, useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FieldIssue } from '#app/lib/forms/contract-form.ts'
import { useLanguage } from '#app/lib/language/language.ts'
import type { AnswerContext, CompiledForm } from '#contract/campus-form-answers'
import { listProblems } from './form-rules.ts'
import type { FormValues } from './form-values.ts'

/**
 * Keeps the errors of questions current that are judged by the answers to other questions: the form
 * library judges only the question that changes. A shown error changes or goes at once, and a new
 * one appears when the question is left that causes it: then the returned function has to be called.
 * `wrong`: the shown errors.
 */
export function useDependentErrors({
  compiled,
  form,
  judge,
  wrong,
}: {
  compiled: CompiledForm
  form: UseFormReturn<FormValues, unknown, FormValues>
  judge: () => AnswerContext
  wrong: readonly FieldIssue[]
}): () => void {
  const language = useLanguage()
  const { subscribe, clearErrors, setError, getFieldState, getValues } = form
  const latest = useRef({ wrong, language })
  useEffect(() => {
    latest.current = { wrong, language }
  })
  useEffect(() => {
    const checkAgain = (values: FormValues, changed: string) => {
      const { wrong: shown, language: spoken } = latest.current
      const others = shown.filter(({ path }) => path !== changed)
      if (others.length === 0) return
      const found = listProblems(compiled, { values, context: judge(), language: spoken })
      for (const { path, message } of others) {
        if (getFieldState(path).error?.type === 'server') continue
        const now = found.find((one) => one.path === path)?.message
        // The error of a repetition stands beside those of its groups.
        const at = getFieldState(`${path}.root`).error === undefined ? path : `${path}.root`
        if (now === undefined) clearErrors(at)
        else if (now !== message) setError(at, { type: 'again', message: now })
      }
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values, name }) => {
        if (name !== undefined) checkAgain(values, name)
      },
    })
  }, [subscribe, clearErrors, setError, getFieldState, compiled, judge])
  return useCallback(() => {
    const { wrong: shown, language: spoken } = latest.current
    const of = { values: getValues(), context: judge(), language: spoken }
    for (const { path, message, problem } of listProblems(compiled, of))
      if (DEPENDENT.has(problem) && !shown.some((one) => one.path === path))
        setError(path, { type: 'again', message })
  }, [getValues, setError, compiled, judge])
}

// The other problems are those of the answer alone, or of a question that is not answered.
const DEPENDENT: ReadonlySet<string> = new Set(['constraint', 'choice'])
