import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLanguage } from '#app/lib/language/language.ts'
import { type AnswerContext, type CompiledForm, FormState } from '#contract/campus-form-answers'
import type { FormItem, Wording } from '#contract/campus-form-definition'
import type { CampusFormAnswers } from '#contract/campus-form-submission'
import type { FormFiles } from './form-files.ts'
import { type FormValues, toAnswers } from './form-values.ts'
import type { SubmissionHold } from './submission-hold.ts'

/**
 * What is asked while a form is filled in. A component subscribes to the one fact that it shows, so
 * that a keystroke renders only the questions that it changes.
 */
export class FormStateStore {
  readonly #form: CompiledForm
  readonly #context: () => AnswerContext
  readonly #listeners = new Set<() => void>()
  #state: FormState

  constructor(form: CompiledForm, values: FormValues, context: () => AnswerContext) {
    this.#form = form
    this.#context = context
    this.#state = this.#create(toAnswers(values))
  }

  readonly get = (): FormState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes the values that were typed. */
  set(values: FormValues): void {
    this.#state = this.#create(toAnswers(values))
    for (const listener of this.#listeners) listener()
  }

  #create(answers: CampusFormAnswers): FormState {
    return new FormState(this.#form, answers, this.#context())
  }
}

/** A class mate who can be chosen. */
export interface Classmate {
  readonly student: string
  readonly name: string
}

/** What the parts of a form share. */
export interface FormScope {
  readonly compiled: CompiledForm
  readonly form: UseFormReturn<FormValues, unknown, FormValues>
  readonly state: FormStateStore
  readonly context: () => AnswerContext
  /** Judges the answers that depend on the question that is left. */
  readonly onLeave: () => void
  readonly files: FormFiles
  readonly hold: SubmissionHold
  readonly loadClassmates: () => Promise<readonly Classmate[]>
  /** The names of the questions that are new or have changed since the answers were given. */
  readonly askAgain: ReadonlySet<string>
}

const ScopeContext = createContext<FormScope | undefined>(undefined)

/** Provides the parts of a form with what they share. */
export const FormScopeProvider = ScopeContext.Provider

/** Returns what the parts of the form share. */
export function useFormScope(): FormScope {
  const scope = use(ScopeContext)
  if (scope === undefined) throw new Error('no form around this question')
  return scope
}

/** Subscribes a component to one fact about the form; the fact is compared by identity. */
export function useFormFact<Fact extends string | number | boolean>(
  read: (state: FormState) => Fact,
): Fact {
  const { state } = useFormScope()
  const snapshot = useCallback(() => read(state.get()), [read, state])
  return useSyncExternalStore(state.subscribe, snapshot)
}

/** Subscribes a component to the label and the hint of an item, with the answers in them. */
export function useItemTexts(
  { name: of, label, hint }: FormItem,
  index: number,
): { readonly label: string; readonly hint: string } {
  const language = useLanguage()
  const fill = (wording: Wording | undefined) => (state: FormState) =>
    state.fillWording(wording, { of, index, language })
  return { label: useFormFact(fill(label)), hint: useFormFact(fill(hint)) }
}

/** Subscribes a component to whether an item is asked. */
export const useIsRelevant = (name: string, index: number): boolean =>
  useFormFact(useCallback((state) => state.isRelevant(name, index), [name, index]))
