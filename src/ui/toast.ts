import { useSyncExternalStore } from 'react'
import { TOAST_MS } from './times.ts'

/** A short message over the page; `at` distinguishes two equal texts. */
export interface Toast {
  readonly text: string
  readonly at: number
}

let shown: Toast | undefined
let timer: ReturnType<typeof setTimeout> | undefined
// The remaining time of the current toast, ms, while no Toaster shows it.
let pending: number | undefined
let count = 0
const listeners = new Set<() => void>()

/**
 * Shows a short message that needs no answer; a newer message replaces an older one. The time `ms`
 * begins when the message is on the screen, because a page sometimes opens slowly.
 */
export function showToast(text: string, { ms = TOAST_MS }: { ms?: number } = {}): void {
  clearTimeout(timer)
  show({ text, at: ++count })
  pending = ms
  if (listeners.size > 0) startTimer()
}

/** Returns the current toast. */
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
