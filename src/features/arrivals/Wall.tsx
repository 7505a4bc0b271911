import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useWords } from '#app/lib/language.ts'
import { useWakeLock } from '#app/lib/wake-lock.ts'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { StudentFilter } from '#contract/arrivals'
import { arrivalWords } from '#words/arrivals'
import { Figures, share } from './Figures.tsx'
import { useOverview } from './useOverview.ts'
import styles from './arrivals.module.css'

/**
 * The arrival day for everybody to see: large figures and no person. The screen stays awake, and
 * without a network the last figures stand with their age.
 */
export function Wall({ filter }: { filter: StudentFilter }) {
  const words = useWords(arrivalWords)
  const place = useRef<HTMLDivElement>(null)
  const { data, age } = useOverview(filter)
  useWakeLock()
  return (
    <div ref={place} className={styles['wall']}>
      <header>
        <h1>{words.title}</h1>
        <TextButton onClick={() => void place.current?.requestFullscreen?.().catch(() => {})}>
          {words.fullScreen}
        </TextButton>
        <Link to="/manage/$" params={{ _splat: 'arrivals' }}>
          {words.leaveWall}
        </Link>
      </header>
      {data === undefined ? (
        <Skeleton rows={6} label={words.loading} />
      ) : (
        <>
          <Figures all={data.overview.all} age={age} />
          <ul className={styles['houses']}>
            {data.overview.buildings
              .filter(({ name }) => name !== '')
              .map((one) => (
                <li key={one.name}>
                  <span>{one.name}</span>
                  <b>
                    {one.arrived} / {one.expected}
                  </b>
                  <span>{share(one)}</span>
                </li>
              ))}
          </ul>
        </>
      )}
    </div>
  )
}
