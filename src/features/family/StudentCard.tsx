import type { useOwn } from '#app/features/profile/face.ts'
import { masked } from '#app/lib/id-numbers.ts'
import { useWords } from '#app/lib/language.ts'
import { useSession } from '#app/lib/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { OwnRecord } from '#contract/profile'
import { commonWords } from '#words/common'
import { familyWords } from '#words/family'
import { formWords } from '#words/form'
import styles from './family.module.css'

type Shown = Omit<OwnRecord, 'grade' | 'photo' | 'student'>

/** Who the university takes the student for; nothing of it can be changed here (FAM-02). */
export function StudentCard({ own: { kept, record: read } }: { own: ReturnType<typeof useOwn> }) {
  const words = useWords(familyWords)
  const common = useWords(commonWords)
  const form = useWords(formWords)
  const bound = useBound()
  const record = read ?? bound
  if (kept.state === 'loading' && kept.network === 'online') {
    return (
      <Card title={words.cardTitle}>
        <Skeleton rows={4} label={common.loading} />
      </Card>
    )
  }
  return (
    <Card
      title={words.cardTitle}
      {...(kept.state === 'failed' && {
        action: <TextButton onClick={kept.retry}>{form.retry}</TextButton>,
      })}
    >
      {record === undefined ? <Quiet>{words.cardFailed}</Quiet> : <Facts record={record} />}
    </Card>
  )
}

function Facts({ record }: { record: Shown }) {
  const words = useWords(familyWords)
  const named = useNamed()
  const facts = [
    [words.name, record.name],
    // Before the number is given the exam number stands for it (D-13).
    record.number === ''
      ? [words.examNumber, record.examNumber ?? '']
      : [words.number, record.number],
    [words.gender, { '': '', '1': words.male }[record.gender] ?? words.female],
    [words.idCard, record.idCard === '' ? words.idCardHidden : masked(record.idCard)],
    [words.contact, record.phone],
    [words.entryYear, record.entryYear],
    [words.department, record.department],
    [words.major, record.major],
    [words.className, record.className],
  ] as const
  return (
    <dl className={styles['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{named(value) || words.unknown}</dd>
        </div>
      ))}
    </dl>
  )
}

// What the binding told stands in until the record itself was read once.
function useBound(): Shown | undefined {
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
    phone,
    entryYear,
    department,
    major,
    className,
  }
}
