import { ReasonSheet } from '#app/features/office/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { financePlatform, type PlatformLine } from '#contract/finance-platform'
import { financeTexts } from '#i18n/finance'
import { financePlatformTexts, platformListTexts } from '#i18n/finance-platform'

/** The buttons that book what is missing here, end what is not alike, and open it again. */
export function LineActions({ line, onEnd }: { line: PlatformLine; onEnd: () => void }) {
  const hasEnd = line.history[0]?.done === true
  return (
    <>
      {line.bookable && !line.ended && <BookLine line={line} onEnd={onEnd} />}
      {line.result !== 'matched' && !line.ended && <EndLine line={line} done onEnd={onEnd} />}
      {hasEnd && <EndLine line={line} done={false} onEnd={onEnd} />}
    </>
  )
}

function BookLine({ line, onEnd }: { line: PlatformLine; onEnd: () => void }) {
  const texts = useTexts(financePlatformTexts)
  const { reference, version, theirs } = line
  return (
    <ReasonSheet
      action={texts.book}
      named={texts.bookNamed(reference)}
      about={texts.bookAbout(formatMoney(theirs?.amount ?? 0), theirs?.who ?? '')}
      entry={financePlatform.book}
      input={(note) => ({ reference, version, note })}
      done={texts.booked}
      onEnd={onEnd}
    />
  )
}

function EndLine({ line, done, onEnd }: { line: PlatformLine; done: boolean; onEnd: () => void }) {
  const texts = useTexts(financePlatformTexts)
  const lists = useTexts(platformListTexts)
  const finance = useTexts(financeTexts)
  const { reference, refund, version, result } = line
  const named = `${lists[result]} ${reference}`
  return (
    <ReasonSheet
      action={done ? finance.handleShort : finance.reopen}
      named={done ? finance.handleNamed(named) : finance.reopenNamed(named)}
      about={texts.endAbout}
      entry={financePlatform.end}
      input={(note) => ({ reference, refund, version, done, note })}
      done={finance.saved}
      onEnd={onEnd}
    />
  )
}
