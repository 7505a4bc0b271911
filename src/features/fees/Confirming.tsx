import { useTexts } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Spinner } from '#app/ui/Spinner.tsx'
import { feesTexts } from '#i18n/fees'
import { MOST_TRIES } from './confirm.ts'
import styles from './fees.module.css'

/**
 * The phone says that it has paid; the university is asked, and until it says so nothing is paid
 * (D-67).
 */
export function Confirming({ nth }: { nth: number }) {
  const texts = useTexts(feesTexts)
  return (
    <Card>
      <output className={styles['confirming']}>
        <Spinner />
        <b>{texts.confirming}</b>
        <Quiet as="span">{texts.confirmingText(nth, MOST_TRIES)}</Quiet>
      </output>
    </Card>
  )
}
