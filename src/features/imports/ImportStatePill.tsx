import { useTexts } from '#app/lib/language/language.ts'
import { Pill } from '#app/ui/Pill.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { ImportState } from '#contract/imports'
import { importTexts } from '#i18n/imports'

/** The state of an import. */
export function ImportStatePill({ state }: { state: ImportState }) {
  const texts = useTexts(importTexts)
  const said = {
    checking: texts.checking,
    checked: texts.checked,
    unreadable: texts.unreadable,
    applying: texts.applying,
    applied: texts.applied,
    'taking-back': texts.takingBack,
    'taken-back': texts.takenBack,
    outdated: texts.outdated,
  } satisfies Record<ImportState, string>
  return <Pill tone={TONES[state]}>{said[state]}</Pill>
}

const TONES: Readonly<Record<ImportState, Tone>> = {
  checking: 'brand',
  checked: 'wait',
  unreadable: 'need',
  applying: 'brand',
  applied: 'done',
  'taking-back': 'brand',
  'taken-back': 'mute',
  outdated: 'mute',
}

/** Whether an import is being processed. */
export const isImportRunning = (state: ImportState | undefined): boolean =>
  state === 'checking' || state === 'applying' || state === 'taking-back'
