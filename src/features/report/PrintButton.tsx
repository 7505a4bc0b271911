import { useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { reportWords } from '#words/report'
import styles from './report.module.css'

/** Prints the page; is not printed itself. */
export function PrintButton() {
  const words = useWords(reportWords)
  return (
    <div className={styles['print']}>
      <Button tone="second" onClick={() => window.print()}>
        {words.print}
      </Button>
    </div>
  )
}
