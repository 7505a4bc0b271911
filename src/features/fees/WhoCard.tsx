import { useSession } from '#app/lib/session.ts'
import { Avatar } from '#app/ui/Avatar.tsx'
import { Card } from '#app/ui/Card.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Quiet } from '#app/ui/Quiet.tsx'
import styles from './fees.module.css'

/** Whose fees these are (FEE-09). */
export function WhoCard() {
  const session = useSession()
  const named = useNamed()
  if (session?.person.role !== 'student') return null
  const { name, major, department = '' } = session.person
  return (
    <Card>
      <div className={styles['who']}>
        <Avatar name={named(name)} />
        <span>
          <b>{named(name)}</b>
          <Quiet as="span">
            {[session.stunum, named(department), named(major)].filter(Boolean).join(' · ')}
          </Quiet>
        </span>
      </div>
    </Card>
  )
}
