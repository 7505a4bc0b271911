import UserRound from 'lucide-react/icons/user-round'
import styles from './Who.module.css'

/** A round picture, or the first character of the name in its place. */
export function Avatar({ name, picture = '' }: { name: string; picture?: string | undefined }) {
  if (picture !== '') return <img className={styles['avatar']} src={picture} alt="" />
  return (
    <span aria-hidden className={styles['avatar']}>
      {[...name][0] ?? <UserRound />}
    </span>
  )
}
