import { useSession } from '#app/lib/session/session.ts'
import { Avatar } from '#app/ui/Avatar.tsx'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import styles from '../fees.module.css'

/** The student to whom these fees belong (FEE-09). */
export function PayerCard() {
  const session = useSession()
  const named = useTranslateName()
  if (session?.person.role !== 'student') return null
  const { name, major, department = '' } = session.person
  return (
    <Card>
      <div className={styles['who']}>
        <Avatar name={named(name)} />
        <span>
          <b>{named(name)}</b>
          <MutedText as="span">
            {[session.stunum, named(department), named(major)].filter(Boolean).join(' · ')}
          </MutedText>
        </span>
      </div>
    </Card>
  )
}
