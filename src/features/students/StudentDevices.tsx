import { formatChinaTime } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { students } from '#contract/students'
import { officeTexts } from '#i18n/office'
import { studentsTexts } from '#i18n/students'
import { StudentActionPanel } from './StudentActionPanel.tsx'
import type { StudentPagePartProps } from './StudentScreen.tsx'
import styles from './students.module.css'

type Phone = NonNullable<StudentPage['phones']>['all'][number]

/**
 * The student's sign-ins and bound phones. The office can remove a lost phone, and unblock a
 * blocked sign-in.
 */
export function StudentDevices({
  page: { who, may },
  refetch,
  phones,
}: StudentPagePartProps & { phones: NonNullable<StudentPage['phones']> }) {
  const texts = useTexts(studentsTexts)
  const office = useTexts(officeTexts)
  const until = formatChinaTime(phones.blockedUntil)
  const stateOf = ({ ended, bound, used }: Phone) =>
    [
      bound && texts.bound,
      ended === '' ? used !== '' && texts.signedIn : texts.ended(formatChinaTime(ended)),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Card flush title={texts.phones}>
      {until !== '' && (
        <>
          <Alert text={texts.blocked(until)} />
          <div className={styles['actions']}>
            {may.includes('unlock') && (
              <StudentActionPanel
                name={texts.unlock}
                entry={students.unlock}
                input={(reason) => ({ student: who.student, reason })}
                onDone={refetch}
              />
            )}
          </div>
        </>
      )}
      {phones.all.length === 0 && <Row label={office.none} />}
      {phones.all.map((phone) => (
        <Row
          key={phone.id}
          value={phone.account || (phone.bound ? texts.account : texts.browser)}
          description={[
            stateOf(phone),
            phone.used !== '' && texts.used(formatChinaTime(phone.used)),
          ]
            .filter(Boolean)
            .join(' · ')}
          trailing={
            may.includes('unbind') &&
            (phone.bound || phone.ended === '') && (
              <StudentActionPanel
                danger
                name={texts.unbind}
                entry={students.unbind}
                input={(reason) => ({ student: who.student, reason, phone: phone.id })}
                onDone={refetch}
              />
            )
          }
        />
      ))}
    </Card>
  )
}
