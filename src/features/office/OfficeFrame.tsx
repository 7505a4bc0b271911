import { Link } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { useNetwork } from '#app/lib/network.ts'
import { Problem } from '#app/ui/Problem.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import type { StaffRole } from '#contract/roles'
import { commonWords } from '#words/common'
import { officeWords } from '#words/office'
import type { Text } from '#words/say'
import { OfficePage } from './OfficePage.tsx'
import { useMe } from './useMe.ts'
import styles from './office.module.css'

/** A section of the office: where it lies, what it is called, and who may open it. */
export interface Section {
  /** The first part of its address below /manage. */
  readonly at: string
  readonly name: Text
  readonly icon: ReactNode
  readonly roles: readonly StaffRole[]
}

/**
 * What surrounds every page of the office: its sections for who is here, and that it works online
 * only. `rest` is the address below /manage.
 */
export function OfficeFrame({
  sections,
  rest,
  children,
}: {
  sections: readonly Section[]
  rest: string
  children: (section: Section) => ReactNode
}) {
  const words = useWords(officeWords)
  const common = useWords(commonWords)
  const me = useMe()
  const offline = useNetwork() === 'offline'
  const roles = me.data?.me.roles ?? []
  const mine = sections.filter((one) => one.roles.some((role) => roles.includes(role)))
  const open = mine.find(({ at }) => at === rest.split('/', 1)[0])
  return (
    <div className={styles['office']}>
      <Sections sections={mine} />
      <main id="content" className={styles['main']}>
        <p role="status" className={styles['line']} data-tone={offline ? 'need' : undefined}>
          {offline ? words.offline : ''}
        </p>
        {me.data === undefined ? (
          me.state === 'failed' ? (
            <Problem
              title={words.noRoleTitle}
              text={me.problem ?? words.noRole}
              retryLabel={words.retry}
              onRetry={me.retry}
            />
          ) : (
            <Skeleton rows={6} label={common.loading} />
          )
        ) : open === undefined ? (
          <Overview sections={mine} name={me.data.me.name} unknown={rest !== ''} />
        ) : (
          <Suspense fallback={<Skeleton rows={6} label={common.loading} />}>
            {children(open)}
          </Suspense>
        )}
      </main>
    </div>
  )
}

function Sections({ sections }: { sections: readonly Section[] }) {
  const words = useWords(officeWords)
  return (
    <nav aria-label={words.sections} className={styles['nav']}>
      <Link
        to="/manage/$"
        params={{ _splat: '' }}
        activeOptions={{ exact: true }}
        className={styles['brand']}
      >
        {words.title}
      </Link>
      <ul>
        {sections.map((one) => (
          <li key={one.at}>
            <SectionLink section={one} />
          </li>
        ))}
      </ul>
      <Link to="/" className={styles['leave']}>
        {words.phone}
      </Link>
    </nav>
  )
}

function SectionLink({ section }: { section: Section }) {
  const language = useLanguage()
  return (
    <Link to="/manage/$" params={{ _splat: section.at }} activeProps={{ 'aria-current': 'page' }}>
      <span aria-hidden>{section.icon}</span>
      {section.name[language]}
    </Link>
  )
}

function Overview({
  sections,
  name,
  unknown,
}: {
  sections: readonly Section[]
  name: string
  unknown: boolean
}) {
  const words = useWords(officeWords)
  return (
    <OfficePage title={unknown ? words.unknown : words.welcome(name)}>
      <p className={styles['about']}>{words.chooseSection}</p>
      <ul className={styles['tiles']}>
        {sections.map((one) => (
          <li key={one.at}>
            <SectionLink section={one} />
          </li>
        ))}
      </ul>
      <p className={styles['about']}>{words.onlineOnly}</p>
    </OfficePage>
  )
}
