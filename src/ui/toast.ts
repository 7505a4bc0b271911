import { useSyncExternalStore } from 'react'
import { TOAST_MS } from './times.ts'

/** A short message over the page; `at` tells two alike apart. */
export interface Toast {
  readonly text: string
  readonly at: number
}

let shown: Toast | undefined
let timer: ReturnType<typeof setTimeout> | undefined
// How long the shown one still stands, ms, while nothing shows it.
let pending: number | undefined
let count = 0
const listeners = new Set<() => void>()

/**
 * Say something short that needs no answer; a newer one takes the place of an older one. Its time,
 * ms, begins when it is on the screen: a page that opens slowly would show it too late.
 */
export function showToast(text: string, { ms = TOAST_MS }: { ms?: number } = {}): void {
  clearTimeout(timer)
  show({ text, at: ++count })
  pending = ms
  if (listeners.size > 0) startTimer()
}

/** What is being said right now. */
export const useToast = (): Toast | undefined => useSyncExternalStore(subscribe, now, now)

const now = () => shown

function show(next: Toast | undefined) {
  shown = next
  for (const listener of listeners) listener()
}

function startTimer() {
  if (pending === undefined) return
  timer = setTimeout(() => show(undefined), pending)
  pending = undefined
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  startTimer()
  return () => listeners.delete(listener)
}
