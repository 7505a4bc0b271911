import { isDormSupervisor, isReviewTeacher } from '#app/features/identity/public.ts'
import type { Session } from '#app/lib/session/session.ts'
import type { HomeApp } from '#contract/home'
import { firstPathSegment } from './app-action.ts'

/**
 * Returns the applications that the user is allowed to see: by the field `show`, then by the rules
 * about job titles and major transfers (HOME-15, 16, 19, 21; D-24, D-31).
 */
export function visibleApps<A extends Pick<HomeApp, 'address' | 'show'>>(
  apps: readonly A[],
  session: Session | null,
): A[] {
  return apps.filter(
    (app) => isShown(app, session) && isAllowed(firstPathSegment(app.address), session),
  )
}

const isShown = ({ show }: Pick<HomeApp, 'show'>, session: Session | null) =>
  show !== '0' || (session?.person.role === 'student' && session.person.enrolment === '1')

function isAllowed(page: string, session: Session | null): boolean {
  const person = session?.person
  if (DORM_PAGES.has(page)) return isDormSupervisor(person)
  if (REVIEW_PAGES.has(page)) return isReviewTeacher(person)
  if (NEW_PAGES.has(page)) return person?.role !== 'student' || session?.isNew === true
  if (TRANSFER_PAGES.has(page))
    return session?.isNew === true && person?.role === 'student' && person.enrolment === '2'
  return true
}

const DORM_PAGES = new Set(['scancodes', 'scanning'])
const REVIEW_PAGES = new Set(['checkreduce', 'checkloan'])
// Steps of new students. The university does not accept them from other students (FLOW-13).
const NEW_PAGES = new Set(['militarytrainingclothing', 'schoolinformation', 'selectdorm'])
const TRANSFER_PAGES = new Set([
  'applicationprofessionaltransfer',
  'noticetransfer',
  'noticeapply',
  'mynoticeapply',
])
