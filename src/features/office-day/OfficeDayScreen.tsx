import { useTexts } from '#app/lib/language/language.ts'
import { officeDayTexts } from '#i18n/office-day'
import { DayPictures } from './DayPictures.tsx'
import { WaitingList } from './WaitingList.tsx'
import styles from './office-day.module.css'

/** The first page of the office: what waits for the user, and the figures of a day. */
export function OfficeDayScreen() {
  const texts = useTexts(officeDayTexts)
  return (
    <div className={styles['day']}>
      <h2>{texts.waiting}</h2>
      <WaitingList />
      <DayPictures />
    </div>
  )
}
