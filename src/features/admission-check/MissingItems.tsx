import { useTexts } from '#app/lib/language/language.ts'
import { useTranslateName } from '#app/ui/name-translator.ts'
import type { CheckedStudent } from '#contract/admission-check'
import { formatYuan } from '#contract/fields'
import { admissionCheckTexts } from '#i18n/admission-check'

/** What is missing of a student: papers, fees, steps; each on its line. */
export function MissingItems({ of: { papers, steps, owed } }: { of: CheckedStudent }) {
  const texts = useTexts(admissionCheckTexts)
  const named = useTranslateName()
  const lines = [
    ...(papers.length > 0 ? [texts.papersMissing(papers.map(named))] : []),
    ...(owed > 0 ? [texts.owes(formatYuan(owed))] : []),
    ...(steps.length > 0 ? [texts.stepsMissing(steps.map(named))] : []),
  ]
  if (lines.length === 0) return <>{texts.complete}</>
  return (
    <>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </>
  )
}
