import { roomQuery } from '#app/features/assigned-room/public.ts'
import { loadPreparation } from '#app/features/campus-forms/public.ts'
import { campusRulesQuery } from '#app/features/campus-rules/public.ts'
import {
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
import {
  type CurrentUntil,
  ensureCached,
  readCachedValue,
} from '#app/features/offline-readiness/public.ts'
import { stepsQuery } from '#app/features/onboarding/public.ts'
import { ownRecordQuery } from '#app/features/profile/public.ts'
import { timetableQuery } from '#app/features/timetable/public.ts'
import { travelQuery } from '#app/features/travel/public.ts'
import { coloursQuery, garmentsQuery, uniformQuery } from '#app/features/uniform/public.ts'
import type { Session } from '#app/lib/session/session.ts'
import { CAMPUS_FORMS_PAGE, campusFormOfStepPage } from '#contract/campus-form-names'
import { readSentRule } from '#contract/campus-rules'
import { selectSupplyCatalogue, SUPPLIES_RULE } from '#contract/living-supplies'
import { ensurePassCached } from './pass.ts'
import { writePreparedNote } from './prepared-note.ts'
import {
  type OfflineTask,
  listSchoolOfflineTasks,
  runOfflineTasks,
  type ReportProgress,
} from './school.ts'

/** Until when the parts that are not reads are current; undefined while they are incomplete. */
interface OtherParts {
  pass?: CurrentUntil
  portraits?: Promise<boolean>
}

/** The tasks for what this person might need offline, the most urgent first (D-103). */
function offlineTasksOf(session: Session, others: OtherParts): OfflineTask[] {
  const { person, isNew } = session
  const lists = [() => ensureCached(appsQuery('home')), () => ensureCached(appsQuery('all'))]
  if (person.role === 'staff') {
    others.pass = Infinity
    return isDormSupervisor(person)
      ? [
          ...lists,
          () => roster(others),
          () => ensureCached(arrivalsQuery()),
          ...listSchoolOfflineTasks(),
        ]
      : [...lists, ...listSchoolOfflineTasks()]
  }
  const pass = async () => {
    others.pass = await ensurePassCached(session)
    return others.pass && Infinity
  }
  const everybody = [
    () => ensureCached(stepsQuery()),
    () => ensureCached(campusRulesQuery()),
    () => ensureCached(ownRecordQuery()),
    () => ensureCached(travelQuery()),
    () => ensureCached(roomQuery()),
    pass,
    () => ensureCached(feeOverviewQuery()),
    ...lists,
    campusForms,
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
async function roster(others: OtherParts): Promise<CurrentUntil> {
  const until = await ensureCached(rosterQuery())
  if (until === undefined || !(await isRosterCached())) return undefined
  // Photos load in the background, because a pass can be checked without them.
  others.portraits = syncCachedRosterPortraits()
  return until
}

async function packages(): Promise<CurrentUntil> {
  const until = await ensureCached(supplyResidentQuery())
  if (until === undefined) return undefined
  const home = await readCachedValue(supplyResidentQuery()).catch(() => undefined)
  if (home === undefined) return until
  // Without rules from the backend, the specification's word applies.
  const found = await readCachedValue(campusRulesQuery()).catch(() => undefined)
  const { word } = readSentRule(found?.rules, 'supplies', SUPPLIES_RULE)
  return earlier(
    until,
    await ensureCached(packagesQuery(selectSupplyCatalogue(home.resident.department, word))),
  )
}

// Two reads that every student makes say whether there are forms: the home page's entry for their
// list, and the steps. Without forms nothing is loaded or asked.
async function campusForms(): Promise<CurrentUntil> {
  const [apps, steps] = await Promise.all([
    readCachedValue(appsQuery('home')),
    readCachedValue(stepsQuery()),
  ])
  return apps.apps.some(({ address }) => address === CAMPUS_FORMS_PAGE) ||
    steps.steps.some(({ page }) => campusFormOfStepPage(page) !== undefined)
    ? (await loadPreparation()).prepareCampusForms()
    : Infinity
}

// If the timetable differs by week, the response contains only this week, and the other weeks are
// separate queries.
async function weeks(number: string): Promise<CurrentUntil> {
  let until = await ensureCached(timetableQuery(number))
  if (until === undefined) return undefined
  const term = await readCachedValue(timetableQuery(number)).catch(() => undefined)
  if (term === undefined || term.everyWeek === true) return until
  for (let week = 1; until !== undefined && week <= term.weeks; week++)
    if (week !== term.currentWeek)
      until = earlier(until, await ensureCached(timetableQuery(number, week)))
  return until
}

// The queries that the page of grades makes: the newest term with grades, and the newer terms
// without grades.
async function newestGrades(number: string): Promise<CurrentUntil> {
  let until = await ensureCached(gradeTermsQuery(number))
  if (until === undefined) return undefined
  const terms = await readCachedValue(gradeTermsQuery(number)).catch(() => undefined)
  for (const label of terms?.labels ?? []) {
    until = earlier(until, await ensureCached(gradesQuery(number, label)))
    if (until === undefined) return undefined
    const term = await readCachedValue(gradesQuery(number, label)).catch(() => undefined)
    if (term === undefined || term.grades.length > 0) return until
  }
  return until
}

const earlier = (one: CurrentUntil, other: CurrentUntil): CurrentUntil =>
  one === undefined || other === undefined ? undefined : Math.min(one, other)

/**
 * Stores everything this session needs offline; `tell` receives the progress. Resolves to whether
 * everything is stored. The next start then need not check it again until a part is a day old.
 */
export async function prepareSessionOffline(
  session: Session,
  tell: ReportProgress,
): Promise<boolean> {
  const others: OtherParts = {}
  const reads = await runOfflineTasks(session, () => offlineTasksOf(session, others), tell)
  const { pass, portraits = true } = others
  if (reads === undefined || pass === undefined) return false
  void Promise.resolve(portraits).then(
    (isHere) => void (isHere && writePreparedNote(session, { reads, pass })),
  )
  return true
}
