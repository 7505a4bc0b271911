import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { useInView } from '../useInView.ts'
import type { useApplicationPages } from './useApplicationPages.ts'
import styles from '../green-channel-review.module.css'

type Pages = ReturnType<typeof useApplicationPages>

/**
 * Loads the next ten applications when the end of the list scrolls into view, or by the button
 * (AUD-05).
 */
export function LoadMore({ pages }: { pages: Pages }) {
  const texts = useTexts(greenChannelReviewTexts)
  const failed = pages.problem !== undefined
  if (!pages.hasMore) return <p className={styles['end']}>{texts.end}</p>
  return (
    <>
      {failed && <Alert text={texts.moreFailed} />}
      {/* After a failure only the button loads more; otherwise requests would repeat endlessly. */}
      {!failed && <VisibilitySentinel key={pages.rows?.length} onSeen={pages.more} />}
      <Button tone="second" busy={pages.isReadingMore} onClick={pages.more}>
        {texts.more}
      </Button>
    </>
  )
}

function VisibilitySentinel({ onSeen }: { onSeen: () => void }) {
  return <div ref={useInView<HTMLDivElement>(onSeen)} aria-hidden />
}
