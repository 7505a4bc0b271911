import { roomQuery } from '#app/features/assigned-room/public.ts'
import { campusRulesQuery } from '#app/features/campus-rules/public.ts'
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
  supplyResidentQuery,
} from '#app/features/living-supplies/public.ts'
import { ensureCached, readCachedValue } from '#app/features/offline-readiness/public.ts'
import { stepsQuery } from '#app/features/onboarding/public.ts'
import { ownRecordQuery } from '#app/features/profile/public.ts'
import { timetableQuery } from '#app/features/timetable/public.ts'
import { travelQuery } from '#app/features/travel/public.ts'
import { coloursQuery, garmentsQuery, uniformQuery } from '#app/features/uniform/public.ts'
import { type Session, getSessionToken } from '#app/lib/session/session.ts'
import { readSentRule } from '#contract/campus-rules'
import type { Person } from '#contract/identity'
import { selectSupplyCatalogue, SUPPLIES_RULE } from '#contract/living-supplies'
import {
  type OfflineTask,
  listSchoolOfflineTasks,
  runOfflineTasks,
  type ReportProgress,
} from './school.ts'

/** The tasks for what this person might need offline, the most urgent first (D-103). */
function offlineTasksOf({ person, isNew }: Session): OfflineTask[] {
  const lists = [() => ensureCached(appsQuery('home')), () => ensureCached(appsQuery('all'))]
  if (person.role === 'staff')
    return isDormSupervisor(person)
      ? [...lists, roster, () => ensureCached(arrivalsQuery()), ...listSchoolOfflineTasks()]
      : [...lists, ...listSchoolOfflineTasks()]
  const everybody = [
    () => ensureCached(stepsQuery()),
    () => ensureCached(campusRulesQuery()),
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
  return [...everybody, ...(isNew ? forms : []), ...studies, ...listSchoolOfflineTasks()]
}

// A roster that was refused or that cannot be unsealed is of no use, so the task checks that it can
// be read.
async function roster(): Promise<boolean> {
  const isHere = (await ensureCached(rosterQuery())) && (await isRosterCached())
  // Photos load in the background, because a pass can be checked without them.
  if (isHere) void syncCachedRosterPortraits()
  return isHere
}

// The binding for which a credential was requested on this page. Once for each binding is enough: a
// person who may have no pass would otherwise cause a request at each check, and the pass itself
// requests a credential too.
let preparedBinding: string | undefined
async function pass(person: Person): Promise<boolean> {
  const binding = `${person.code} ${getSessionToken()}`
  if (preparedBinding !== binding && (await prefetchCredential(person))) preparedBinding = binding
  return preparedBinding === binding
}

async function packages(): Promise<boolean> {
  if (!(await ensureCached(supplyResidentQuery()))) return false
  const home = await readCachedValue(supplyResidentQuery()).catch(() => undefined)
  if (home === undefined) return true
  // Without rules from the backend, the specification's word applies.
  const found = await readCachedValue(campusRulesQuery()).catch(() => undefined)
  const { word } = readSentRule(found?.rules, 'supplies', SUPPLIES_RULE)
  return ensureCached(packagesQuery(selectSupplyCatalogue(home.resident.department, word)))
}

// If the timetable differs by week, the response contains only this week, and the other weeks are
// separate queries.
async function weeks(number: string): Promise<boolean> {
  if (!(await ensureCached(timetableQuery(number)))) return false
  const term = await readCachedValue(timetableQuery(number)).catch(() => undefined)
  if (term === undefined || term.everyWeek === true) return true
  for (let week = 1; week <= term.weeks; week++)
    if (week !== term.currentWeek && !(await ensureCached(timetableQuery(number, week))))
      return false
  return true
}

// The queries that the page of grades makes: the newest term with grades, and the newer terms
// without grades.
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

/** Stores everything this session needs offline; `tell` receives the progress. */
export const prepareSessionOffline = (session: Session, tell: ReportProgress): Promise<boolean> =>
  runOfflineTasks(session, () => offlineTasksOf(session), tell)
