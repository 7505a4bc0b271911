import CircleAlert from 'lucide-react/icons/circle-alert'
import { useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { offeredWords } from '#words/offered'
import styles from './fees.module.css'

/** Stands where paying would, at a university that takes no payments online. */
export function NoPayment() {
  const words = useWords(offeredWords)
  return (
    <Card flush>
      <Row
        leading={<CircleAlert aria-hidden className={styles['waitSign']} />}
        label={words.noPayment}
        description={words.noPaymentText}
      />
    </Card>
  )
}
