import CalendarClock from 'lucide-react/icons/calendar-clock'
import { useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Banner } from '#app/ui/Banner.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { noticesWords } from '#words/notices'
import { FEES_2019 } from './fees-2019.ts'
import styles from './notices.module.css'

/** The enrolment notice: a page of the app itself, so that it opens anywhere (NOT-04, D-91). */
export function KnowScreen() {
  const words = useWords(noticesWords)
  return (
    <Page
      title={words.know}
      back
      banner={
        <Banner icon={<CalendarClock aria-hidden />} strong={words.year}>
          {words.yearText}
        </Banner>
      }
    >
      <Part title={words.window} strong={words.windowText} text={words.windowHint} />
      <Part
        title={words.loan}
        strong={words.loanText(shownMoney(FEES_2019.loan))}
        text={words.loanHint}
      />
      <Part title={words.bring} strong={words.bringText} />
      <ButtonLink tone="second" to="/feeMenu">
        {words.seeFees}
      </ButtonLink>
    </Page>
  )
}

function Part({ title, strong, text }: { title: string; strong: string; text?: string }) {
  return (
    <Card title={title}>
      <p className={styles['strong']}>{strong}</p>
      {text !== undefined && <p className={styles['text']}>{text}</p>}
    </Card>
  )
}
