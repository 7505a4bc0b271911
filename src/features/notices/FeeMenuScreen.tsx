import CalendarClock from 'lucide-react/icons/calendar-clock'
import { useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Banner } from '#app/ui/Banner.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Row } from '#app/ui/Row.tsx'
import { noticesWords } from '#words/notices'
import { FEES_2019 } from './fees-2019.ts'
import styles from './notices.module.css'

const OTHERS = ['dorm', 'agency', 'booksUndergraduate', 'booksVocational', 'special'] as const

/** The fee standards: a page of the app itself, so that it opens anywhere (NOT-05, D-91). */
export function FeeMenuScreen() {
  const words = useWords(noticesWords)
  return (
    <Page
      title={words.fees}
      back
      banner={
        <Banner icon={<CalendarClock aria-hidden />} strong={words.year}>
          {words.yearText}
        </Banner>
      }
    >
      <Card title={words.tuition}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{words.category}</th>
              <th scope="col">{words.undergraduate}</th>
              <th scope="col">{words.vocational}</th>
            </tr>
          </thead>
          <tbody>
            {words.categories.map((category, at) => (
              <tr key={category}>
                <th scope="row">{category}</th>
                <td>{shownMoney(FEES_2019.undergraduate[at] ?? 0)}</td>
                <td>{shownMoney(FEES_2019.vocational[at] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <Card flush title={words.others}>
        {OTHERS.map((name) => (
          <Row
            key={name}
            label={words[name]}
            trailing={<span className={styles['amount']}>{shownMoney(FEES_2019[name])}</span>}
          />
        ))}
      </Card>
      <Card flush title={words.aid}>
        <Row
          label={words.aidLoan}
          trailing={<span className={styles['amount']}>{shownMoney(FEES_2019.loan)}</span>}
        />
      </Card>
    </Page>
  )
}
