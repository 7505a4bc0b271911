import { UserRound } from 'lucide'
import { useState } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Avatar.module.css'

/**
 * A round picture, or the first character of the name if there is no picture or it fails to load.
 */
export function Avatar({ name, picture = '' }: { name: string; picture?: string | undefined }) {
  const [failed, fail] = useState<string>()
  if (picture !== '' && picture !== failed)
    return <img className={styles['avatar']} src={picture} alt="" onError={() => fail(picture)} />
  return (
    <span aria-hidden className={styles['avatar']}>
      {[...name][0] ?? <Icon of={UserRound} />}
    </span>
  )
}
