import { CircleAlert } from 'lucide'
import { useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Row } from '#app/ui/Row.tsx'
import { offeredWords } from '#words/offered'
import styles from './fees.module.css'

/** Stands where paying would, at a university that takes no payments online. */
export function NoPayment() {
  const words = useWords(offeredWords)
  return (
    <Card flush>
      <Row
        leading={<Icon of={CircleAlert} className={styles['waitSign']} />}
        label={words.noPayment}
        description={words.noPaymentText}
      />
    </Card>
  )
}
