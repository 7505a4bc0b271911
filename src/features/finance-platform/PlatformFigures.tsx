import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import type { PlatformTotals } from '#contract/finance-platform'
import { financePlatformTexts } from '#i18n/finance-platform'

/** The figures of a range of days, and the days of which no file has lines. */
export function PlatformFigures({
  totals: { matched, missingHere, missingThere, different, open, theirs, ours, daysWithoutLines },
}: {
  totals: PlatformTotals
}) {
  const texts = useTexts(financePlatformTexts)
  return (
    <>
      <p role="status">{texts.counts(matched, missingHere, missingThere, different, open)}</p>
      <MutedText>{texts.sums(formatMoney(theirs), formatMoney(ours))}</MutedText>
      {daysWithoutLines.length > 0 && (
        <MutedText>{texts.noLines(daysWithoutLines.join('、'))}</MutedText>
      )}
    </>
  )
}
