import { Link, useRouter } from '@tanstack/react-router'
import { LayoutGrid } from 'lucide'
import { Suspense, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import type { OfficeUser } from '#contract/office'
import type { StaffRole } from '#contract/roles'
import { officeTexts } from '#i18n/office'
import type { LocalizedText } from '#i18n/translate'
import { OfficePage } from './OfficePage.tsx'
import { useOfficeUser } from './useOfficeUser.ts'
import styles from './office.module.css'

/** A section of the office: its address, its title, and the roles that are allowed to open it. */
export interface OfficeSection {
  /** The first segment of the section's address below /manage. */
  readonly path: string
  readonly name: LocalizedText
  readonly icon: ReactNode
  readonly roles: readonly StaffRole[]
}

/** Sections of the office below one heading. */
export interface OfficeGroup {
  readonly name: LocalizedText
  readonly sections: readonly OfficeSection[]
}

/**
 * The frame of every office page: the sections available to the user, and a note that the office
 * works online only. `rest` is the address below /manage. If another page sent the user here to set
 * up what is missing, the user returns to `next` afterwards.
 */
export function OfficeLayout({
  groups,
  rest,
  next,
  day,
  gate,
  children,
}: {
  groups: readonly OfficeGroup[]
  rest: string
  next: string | undefined
  /** The content of the first page. */
  day: ReactNode
  /** Shown to a user who has to complete something first. Calling `done` checks the user again. */
  gate: (lacks: OfficeUser['lacks'], done: () => void) => ReactNode
  children: (section: OfficeSection) => ReactNode
}) {
  const texts = useTexts(officeTexts)
  const me = useOfficeUser()
  const offline = useNetwork() === 'offline'
  const { shut, done } = useGate(me)
  useReturn(next, me.data?.me.lacks === '' && shut === '')
  const roles = me.data?.me.roles ?? []
  const mine = groups
    .map(({ name, sections }) => ({
      name,
      sections: sections.filter((one) => one.roles.some((role) => roles.includes(role))),
    }))
    .filter(({ sections }) => sections.length > 0)
  const open = mine
    .flatMap(({ sections }) => sections)
    .find(({ path }) => path === rest.split('/', 1)[0])
  return (
    <div className={styles['office']}>
      <Menu groups={mine} open={open?.path} />
      <main id="content" className={styles['main']}>
        <p role="status" className={styles['line']} data-tone={offline ? 'need' : undefined}>
          {offline ? texts.offline : ''}
        </p>
        {me.data === undefined ? (
          me.state === 'failed' ? (
            <NotIn me={me} />
          ) : (
            <Skeleton rows={6} />
          )
        ) : shut !== '' ? (
          <Suspense fallback={<Skeleton rows={6} />}>{gate(shut, done)}</Suspense>
        ) : open === undefined ? (
          <FirstPage groups={mine} name={me.data.me.name} day={rest === '' && day} />
        ) : (
          <Suspense fallback={<Skeleton rows={6} />}>{children(open)}</Suspense>
        )}
      </main>
    </div>
  )
}

/**
 * Why the office is not available: the user has no role in the office, or the campus did not
 * answer.
 */
function NotIn({ me }: { me: ReturnType<typeof useOfficeUser> }) {
  const texts = useTexts(officeTexts)
  if (me.why === 'not-allowed')
    return (
      <OfficePage title={texts.noRoleTitle}>
        <p>{texts.noRole}</p>
      </OfficePage>
    )
  return (
    <OfficePage title={texts.title}>
      <ErrorState text={me.problem} why={me.why} onRetry={me.retry} />
    </OfficePage>
  )
}

// The state of the gate. Once closed, the gate opens only through `done`: a refetch when the window
// gets the focus would hide the recovery codes, which are shown only once.
function useGate(me: ReturnType<typeof useOfficeUser>) {
  const lacks = me.data?.me.lacks ?? ''
  const [shut, setShut] = useState(lacks)
  const [doneAt, setDoneAt] = useState<number>()
  if (shut === '' && lacks !== '') setShut(lacks)
  if (doneAt !== undefined && me.at > doneAt) {
    setShut(lacks)
    setDoneAt(undefined)
  }
  const done = () => {
    setDoneAt(me.at)
    me.retry()
  }
  return { shut, done }
}

function useReturn(next: string | undefined, isOpen: boolean) {
  const router = useRouter()
  useEffect(() => {
    if (next !== undefined && isOpen) void router.navigate({ href: next, replace: true })
  }, [router, next, isOpen])
}

function Menu({ groups, open }: { groups: readonly OfficeGroup[]; open: string | undefined }) {
  const texts = useTexts(officeTexts)
  const menu = useRef<HTMLElement>(null)
  // The open section is in sight, also if the menu is longer than the screen.
  useEffect(() => {
    const link = menu.current?.querySelector('ul [aria-current]')
    if (menu.current !== null && link) showWithin(menu.current, link)
  }, [open])
  return (
    <nav ref={menu} aria-label={texts.sections} className={styles['nav']}>
      <Link
        to="/manage/$"
        params={{ _splat: '' }}
        activeOptions={{ exact: true }}
        className={styles['brand']}
      >
        <Icon of={LayoutGrid} />
        {texts.title}
      </Link>
      <Groups groups={groups} />
      <Link to="/" className={styles['leave']}>
        {texts.phone}
      </Link>
    </nav>
  )
}

// Scrolls the menu only: `scrollIntoView` would scroll the page too.
function showWithin(menu: Element, link: Element) {
  const frame = menu.getBoundingClientRect()
  const { top, bottom, left, right } = link.getBoundingClientRect()
  if (top < frame.top || bottom > frame.bottom) menu.scrollTop += top - frame.top - frame.height / 2
  if (left < frame.left || right > frame.right) menu.scrollLeft += left - frame.left
}

/** The sections below their headings. */
function Groups({ groups, tiles = false }: { groups: readonly OfficeGroup[]; tiles?: boolean }) {
  const language = useLanguage()
  const id = useId()
  return groups.map(({ name, sections }, at) => (
    <div key={name.zh} className={styles['group']}>
      <p id={`${id}${at}`}>{name[language]}</p>
      <ul aria-labelledby={`${id}${at}`} className={tiles ? styles['tiles'] : undefined}>
        {sections.map((one) => (
          <li key={one.path}>
            <SectionLink section={one} />
          </li>
        ))}
      </ul>
    </div>
  ))
}

function SectionLink({ section }: { section: OfficeSection }) {
  const language = useLanguage()
  return (
    <Link to="/manage/$" params={{ _splat: section.path }} activeProps={{ 'aria-current': 'page' }}>
      <span aria-hidden>{section.icon}</span>
      {section.name[language]}
    </Link>
  )
}

// The first page: the day, and on a phone the sections, which are not in its menu. An address that
// does not exist shows the sections only.
function FirstPage({
  groups,
  name,
  day,
}: {
  groups: readonly OfficeGroup[]
  name: string
  day: ReactNode
}) {
  const texts = useTexts(officeTexts)
  const isUnknown = day === false
  return (
    <OfficePage title={isUnknown ? texts.unknown : texts.welcome(name)}>
      <Suspense fallback={<Skeleton rows={6} />}>{day}</Suspense>
      <div className={styles['sections']} data-unknown={isUnknown}>
        <p className={styles['about']}>{texts.chooseSection}</p>
        <Groups groups={groups} tiles />
      </div>
      <p className={styles['about']}>{texts.onlineOnly}</p>
    </OfficePage>
  )
}
