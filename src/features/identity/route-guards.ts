import { redirect } from '@tanstack/react-router'
import { navigateAway } from '#app/host/navigate-away.ts'
import { guardRoute } from '#app/host/route-guard.ts'
import { currentLanguage } from '#app/lib/language/language.ts'
import { currentSession, hasSessionEnded, type Session } from '#app/lib/session/session.ts'
import { showToast } from '#app/ui/toast.ts'
import { commonTexts } from '#i18n/common'
import { homeTexts } from '#i18n/home'
import type { LocalizedText } from '#i18n/translate'
import { isDormSupervisor, isReviewTeacher } from './roles.ts'

interface RouteVisit {
  readonly location: {
    readonly href: string
    readonly searchStr: string
    readonly pathname: string
  }
  readonly params: { readonly stunum?: string | undefined }
}

/**
 * Guards the home page and the sign-in page. It asks the messaging app for its user, but redirects
 * nobody to the root.
 */
export async function guardPublicPage({ location }: Pick<RouteVisit, 'location'>): Promise<void> {
  await authorizeVisit(location, true)
}

/**
 * Guards an (auth) page of one student. It checks authorization, binding, role, and that the number
 * in the address is the student's own (D-14, D-36, D-113).
 */
export async function guardStudentPage(visit: RouteVisit): Promise<void> {
  await authorizeVisit(visit.location, false)
  requireStudent(visit)
}

/**
 * Guards the onboarding flow, which opens only after the university has opened it for this student
 * (HOME-18, D-29).
 */
export async function guardWelcomePage(visit: RouteVisit): Promise<void> {
  await guardStudentPage(visit)
  if (currentSession()?.reportOpen === false) goHome(homeTexts.notOpenYet)
}

/** Redirects the timetable without a number to the student's own timetable. */
export async function redirectToOwnTimetable(visit: RouteVisit): Promise<void> {
  await authorizeVisit(visit.location, false)
  const { stunum } = requireStudentSession(visit.location.href)
  throw redirect({ to: '/searchcourse/$stunum', params: { stunum }, replace: true })
}

/**
 * Guards a student's personal page without the messaging app's authorization. It checks binding,
 * role, and that the number in the address is the student's own.
 */
export function requireStudent(visit: RouteVisit): void {
  requireStudentSession(visit.location.href)
  redirectToOwnNumber(visit)
}

/**
 * Redirects everybody except review teachers to the home page (AUD-07, D-113). The addresses of the
 * review contain the applicant's number (D-78).
 */
export function requireReviewer({ location: { href } }: Pick<RouteVisit, 'location'>): void {
  if (!isReviewTeacher(requireSession(href).person)) goHome(commonTexts.noPermission)
}

/** Guards an (auth) page of the review. */
export async function guardReviewPage({ location }: Pick<RouteVisit, 'location'>): Promise<void> {
  await authorizeVisit(location, false)
  requireReviewer({ location })
}

/** Guards the dormitory check-in, which only its supervisors may open (SCN-09, D-97). */
export async function guardSupervisorPage({
  location,
}: Pick<RouteVisit, 'location'>): Promise<void> {
  await authorizeVisit(location, false)
  if (!isDormSupervisor(requireSession(location.href).person)) goHome(commonTexts.noPermission)
}

/**
 * Replaces another student's number in an address with the signed-in student's own number (D-36).
 */
export function redirectToOwnNumber({ location: { href }, params: { stunum } }: RouteVisit): void {
  const own = currentSession()?.stunum
  if (own === undefined || stunum === undefined || stunum === own) return
  const [path = '', ...query] = href.split(/(?=[?#])/)
  const at = path.toLowerCase().lastIndexOf(`/${encodeURIComponent(stunum).toLowerCase()}`)
  if (at >= 0)
    throw redirect({
      href: `${path.slice(0, at)}/${encodeURIComponent(own)}${query.join('')}`,
      replace: true,
    })
}

/** Guards a personal page of students and staff. */
export function requireBoundPerson(visit: RouteVisit): void {
  requireSession(visit.location.href)
  redirectToOwnNumber(visit)
}

function requireSession(href: string): Session {
  const session = currentSession()
  if (session !== null) return session
  // The home page shows why the session has ended, and links back to this page.
  if (hasSessionEnded()) throw redirect({ to: '/', search: { next: href }, replace: true })
  tell(commonTexts.bindFirst)
  throw redirect({ to: '/login/{-$app}', search: { next: href }, replace: true })
}

function requireStudentSession(href: string): Session {
  const session = requireSession(href)
  return session.person.role === 'student' ? session : goHome(commonTexts.noPermission)
}

async function authorizeVisit(location: RouteVisit['location'], open: boolean): Promise<void> {
  const admission = await guardRoute({ href: location.href, search: location.searchStr, open })
  switch (admission.type) {
    case 'pass':
      return
    case 'stay':
      throw redirect({ href: admission.href, replace: true })
    case 'leave':
      return navigateAway(admission.address)
    case 'root':
      tell(commonTexts.bindFirst)
      throw redirect({ to: '/', search: { next: location.href }, replace: true })
  }
}

function goHome(why: LocalizedText): never {
  tell(why)
  throw redirect({ to: '/', replace: true })
}

const tell = (text: LocalizedText) => showToast(text[currentLanguage()])
