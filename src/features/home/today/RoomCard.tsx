import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { roomQuery } from '#app/features/assigned-room/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { formatRecentPhoneTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { LinkText } from '#app/ui/LinkText.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { homeTodayTexts } from '#i18n/home-today'
import styles from './Today.module.css'

/**
 * The room of a new student who has completed all steps. A tap opens the code that the student
 * shows in that building. Renders `fallback` while the room is unknown.
 */
export function RoomCard({ fallback }: { fallback: ReactNode }) {
  const texts = useTexts(homeTodayTexts)
  const language = useLanguage()
  const named = useTranslateName()
  const kept = useCachedQuery(roomQuery())
  const room = kept.data?.room
  if (!room) return fallback
  const age =
    kept.state === 'cached' && kept.at !== undefined
      ? texts.asOf(formatRecentPhoneTime(kept.at, language))
      : undefined
  return (
    <Link to="/$" params={{ _splat: 'qrcode' }} className={styles['today']}>
      <span className={styles['small']}>{texts.allDone}</span>
      <span className={styles['headline']}>{texts.yourRoom(named(room.building), room.room)}</span>
      <LinkText action={texts.atTheDoor} className={styles['small']}>
        {[texts.bed(room.bed), age ?? texts.atTheDoor].join(' · ')}
      </LinkText>
    </Link>
  )
}
