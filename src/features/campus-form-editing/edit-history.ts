import { useEffect, useState } from 'react'
import type { CampusFormDefinition } from '#contract/campus-form-definition'
import type { CampusFormSettings } from '#contract/campus-form-settings'
import type { UnreadTexts } from './unread-texts.tsx'

/** A form in the editor. */
export interface EditedForm {
  readonly definition: CampusFormDefinition
  readonly settings: CampusFormSettings
  readonly unread?: UnreadTexts | undefined
}

/** Changes the form. Edits in a row with the same `key` are undone together. */
export type Edit = (change: (form: EditedForm) => EditedForm, key?: string) => void

interface History {
  readonly past: readonly EditedForm[]
  readonly now: EditedForm
  readonly future: readonly EditedForm[]
  /** What the newest edit changed, and when: typing in one field is undone together. */
  readonly key: string
  readonly at: number
}

const MOST_EDITS = 100
const SAME_EDIT_MS = 1500
const NO_EDIT = { key: '', at: 0 }

/** A form with the edits that can be undone. */
export function useEditHistory(opened: EditedForm) {
  const [history, setHistory] = useState<History>({
    past: [],
    now: opened,
    future: [],
    ...NO_EDIT,
  })
  const edit: Edit = (change, key = '') =>
    setHistory(({ past, now, key: last, at }) => {
      const time = Date.now()
      const isSame = key !== '' && key === last && time - at < SAME_EDIT_MS
      return {
        past: isSame ? past : [...past, now].slice(-MOST_EDITS),
        now: change(now),
        future: [],
        key,
        at: time,
      }
    })
  return {
    form: history.now,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    edit,
    undo: () =>
      setHistory((known) => {
        const { past, now, future } = known
        const earlier = past.at(-1)
        return earlier === undefined
          ? known
          : { past: past.slice(0, -1), now: earlier, future: [now, ...future], ...NO_EDIT }
      }),
    redo: () =>
      setHistory((known) => {
        const { past, now } = known
        const [later, ...future] = known.future
        return later === undefined
          ? known
          : { past: [...past, now], now: later, future, ...NO_EDIT }
      }),
  }
}

/** Undoes and redoes by Ctrl+Z, except in a field, which has its own history. */
export function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea')
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isTyping) return
      event.preventDefault()
      if (event.shiftKey) redo()
      else undo()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [undo, redo])
}
