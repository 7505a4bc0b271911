import type { useOwnRecord } from '#app/features/profile/public.ts'
import { maskIdNumber } from '#app/lib/format/id-numbers.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { OwnStudentRecord } from '#contract/profile'
import { familyTexts } from '#i18n/family'
import { formTexts } from '#i18n/form'
import styles from './family.module.css'

type Shown = Omit<OwnStudentRecord, 'grade' | 'photo' | 'student'>

/** The student's details at the university, read-only (FAM-02). */
export function StudentCard({
  own: { kept, record: read },
}: {
  own: ReturnType<typeof useOwnRecord>
}) {
  const texts = useTexts(familyTexts)
  const form = useTexts(formTexts)
  const bound = useBoundStudent()
  const record = read ?? bound
  if (kept.state === 'loading' && kept.network === 'online') {
    return (
      <Card title={texts.cardTitle}>
        <Skeleton rows={4} />
      </Card>
    )
  }
  return (
    <Card
      title={texts.cardTitle}
      {...(kept.state === 'failed' && {
        action: <TextButton onClick={kept.retry}>{form.retry}</TextButton>,
      })}
    >
      {record === undefined ? <MutedText>{texts.cardFailed}</MutedText> : <Facts record={record} />}
    </Card>
  )
}

function Facts({ record }: { record: Shown }) {
  const texts = useTexts(familyTexts)
  const named = useTranslateName()
  const idLabel = (record.idType ?? 'resident') === 'resident' ? texts.idCard : texts.idNumber
  const facts = [
    [texts.name, record.name],
    // Students without a student number yet are identified by the exam number (D-13).
    record.number === ''
      ? [texts.examNumber, record.examNumber ?? '']
      : [texts.number, record.number],
    [texts.gender, { '': '', '1': texts.male }[record.gender] ?? texts.female],
    [idLabel, record.idCard === '' ? texts.idCardHidden : maskIdNumber(record.idCard)],
    [texts.contact, record.phone],
    [texts.entryYear, record.entryYear],
    [texts.department, record.department],
    [texts.major, record.major],
    [texts.className, record.className],
  ] as const
  return (
    <dl className={styles['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{named(value) || texts.unknown}</dd>
        </div>
      ))}
    </dl>
  )
}

// The data from the binding, which are shown until the student's record was read once.
function useBoundStudent(): Shown | undefined {
  const person = useSession()?.person
  if (person?.role !== 'student') return undefined
  const {
    name,
    number,
    examNumber,
    gender = '',
    phone,
    entryYear,
    department = '',
    major,
    className = '',
  } = person
  return {
    name,
    number,
    examNumber,
    gender,
    idCard: '',
    idType: undefined,
    phone,
    entryYear,
    department,
    major,
    className,
  }
}
