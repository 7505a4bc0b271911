import { roomQuery } from '#app/features/assigned-room/public.ts'
import {
  prefetchCredential,
  arrivalsQuery,
  isRosterCached,
  rosterQuery,
  syncCachedRosterPortraits,
} from '#app/features/checkin/public.ts'
import { familyQuery } from '#app/features/family/public.ts'
import { feeOverviewQuery } from '#app/features/fees/public.ts'
import { gradesQuery, gradeTermsQuery } from '#app/features/grades/public.ts'
import { appsQuery } from '#app/features/home/public.ts'
import { isDormSupervisor } from '#app/features/identity/public.ts'
import {
  packagesQuery,
  reservationQuery,
  residentQuery,
} from '#app/features/living-supplies/public.ts'
import { ensureCached, readCachedValue } from '#app/features/offline-readiness/public.ts'
import { stepsQuery } from '#app/features/onboarding/public.ts'
import { ownRecordQuery } from '#app/features/profile/public.ts'
import { timetableQuery } from '#app/features/timetable/public.ts'
import { travelQuery } from '#app/features/travel/public.ts'
import { coloursQuery, garmentsQuery, uniformQuery } from '#app/features/uniform/public.ts'
import { type Session, getSessionToken } from '#app/lib/session/session.ts'
import type { Person } from '#contract/identity'
import { catalogueOf } from '#contract/living-supplies'
import { type OfflineTask, schoolTasks, runOfflineTasks, type ReportProgress } from './school.ts'

/**
 * What this person may want to see or fill in where there is no network, the most urgent first
 * (D-103).
 */
function offlineTasksOf({ person, isNew }: Session): OfflineTask[] {
  const lists = [() => ensureCached(appsQuery('home')), () => ensureCached(appsQuery('all'))]
  if (person.role === 'staff')
    return isDormSupervisor(person)
      ? [...lists, roster, () => ensureCached(arrivalsQuery()), ...schoolTasks()]
      : [...lists, ...schoolTasks()]
  const everybody = [
    () => ensureCached(stepsQuery()),
    () => ensureCached(ownRecordQuery()),
    () => ensureCached(travelQuery()),
    () => ensureCached(roomQuery()),
    () => pass(person),
    () => ensureCached(feeOverviewQuery()),
    ...lists,
  ]
  const forms = [
    () => ensureCached(familyQuery()),
    () => ensureCached(garmentsQuery()),
    () => ensureCached(coloursQuery()),
    () => ensureCached(uniformQuery()),
    packages,
    () => ensureCached(reservationQuery()),
  ]
  const { number } = person
  const studies = number === '' ? [] : [() => weeks(number), () => newestGrades(number)]
  return [...everybody, ...(isNew ? forms : []), ...studies, ...schoolTasks()]
}

// Refused or closed it is of no use, so what was asked for has to be here.
async function roster(): Promise<boolean> {
  const isHere = (await ensureCached(rosterQuery())) && (await isRosterCached())
  // They come beside it: a check without a photo is one too.
  if (isHere) void syncCachedRosterPortraits()
  return isHere
}

// Who may not show one yet would be asked about at every look: once a binding and page is enough,
// the pass itself asks too.
let preparedBinding: string | undefined
async function pass(person: Person): Promise<boolean> {
  const binding = `${person.code} ${getSessionToken()}`
  if (preparedBinding !== binding && (await prefetchCredential(person))) preparedBinding = binding
  return preparedBinding === binding
}

async function packages(): Promise<boolean> {
  if (!(await ensureCached(residentQuery()))) return false
  const home = await readCachedValue(residentQuery()).catch(() => undefined)
  return home === undefined || ensureCached(packagesQuery(catalogueOf(home.resident.department)))
}

// Where the weeks differ the answer is this week's; the others are reads of their own.
async function weeks(number: string): Promise<boolean> {
  if (!(await ensureCached(timetableQuery(number)))) return false
  const term = await readCachedValue(timetableQuery(number)).catch(() => undefined)
  if (term === undefined || term.everyWeek === true) return true
  for (let week = 1; week <= term.weeks; week++)
    if (week !== term.currentWeek && !(await ensureCached(timetableQuery(number, week))))
      return false
  return true
}

// As the page opens: the newest term that has grades, and those that are passed by on the way there.
async function newestGrades(number: string): Promise<boolean> {
  if (!(await ensureCached(gradeTermsQuery(number)))) return false
  const terms = await readCachedValue(gradeTermsQuery(number)).catch(() => undefined)
  for (const label of terms?.labels ?? []) {
    if (!(await ensureCached(gradesQuery(number, label)))) return false
    const term = await readCachedValue(gradesQuery(number, label)).catch(() => undefined)
    if (term === undefined || term.grades.length > 0) return true
  }
  return true
}

/** See that all of it is on this phone; `tell` hears how much is. */
export const prepareSessionOffline = (session: Session, tell: ReportProgress): Promise<boolean> =>
  runOfflineTasks(session, () => offlineTasksOf(session), tell)
