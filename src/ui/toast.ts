import { useSyncExternalStore } from 'react'
import { TOAST_MS } from './times.ts'

/** A short message over the page; `at` tells two alike apart. */
export interface Toast {
  readonly text: string
  readonly at: number
}

let shown: Toast | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let count = 0
const listeners = new Set<() => void>()

/** Say something short that needs no answer; a newer one takes the place of an older one. */
export function toast(text: string, { ms = TOAST_MS }: { ms?: number } = {}): void {
  clearTimeout(timer)
  show({ text, at: ++count })
  timer = setTimeout(() => show(undefined), ms)
}

/** What is being said right now. */
export const useToast = (): Toast | undefined => useSyncExternalStore(subscribe, now, now)

const now = () => shown

function show(next: Toast | undefined) {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
