import { useLanguage } from '#app/lib/language/language.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { transferStatusText } from '#contract/major-transfer'

const TONES: Readonly<Record<string, 'wait' | 'done' | 'need'>> = {
  '0': 'wait',
  '1': 'done',
  '2': 'need',
}

/** The status of a change of major, in the student's terms (MAJ-17). */
export function TransferPill({ status }: { status: string }) {
  const language = useLanguage()
  return <Pill tone={TONES[status] ?? 'mute'}>{transferStatusText(status)[language]}</Pill>
}
