import {
  preparePass,
  arrivalsQuery,
  isRosterHere,
  rosterQuery,
  seeFaces,
} from '#app/features/checkin/face.ts'
import { familyQuery } from '#app/features/family/face.ts'
import { overviewQuery } from '#app/features/fees/face.ts'
import { gradesQuery, termsQuery } from '#app/features/grades/face.ts'
import { appsQuery } from '#app/features/home/face.ts'
import { isDormSupervisor } from '#app/features/identity/face.ts'
import { packagesQuery, reservationQuery, residentQuery } from '#app/features/living/face.ts'
import { stepsQuery } from '#app/features/onboarding/face.ts'
import { ownQuery } from '#app/features/profile/face.ts'
import { seeKept, valueOf } from '#app/features/readiness/face.ts'
import { roomQuery } from '#app/features/room/face.ts'
import { timetableQuery } from '#app/features/timetable/face.ts'
import { travelQuery } from '#app/features/travel/face.ts'
import { coloursQuery, garmentsQuery, uniformQuery } from '#app/features/uniform/face.ts'
import type { Person } from '#contract/identity'
import { catalogueOf } from '#contract/living'
import { type Session, token } from './lib/session.ts'
import { type Need, ofTheSchool, prepare, type Tell } from './school.ts'

/**
 * What this person may want to see or fill in where there is no network, the most urgent first
 * (D-103).
 */
function needsOf({ person, isNew }: Session): Need[] {
  const lists = [() => seeKept(appsQuery('home')), () => seeKept(appsQuery('all'))]
  if (person.role === 'staff')
    return isDormSupervisor(person)
      ? [...lists, roster, () => seeKept(arrivalsQuery()), ...ofTheSchool()]
      : [...lists, ...ofTheSchool()]
  const everybody = [
    () => seeKept(stepsQuery()),
    () => seeKept(ownQuery()),
    () => seeKept(travelQuery()),
    () => seeKept(roomQuery()),
    () => pass(person),
    () => seeKept(overviewQuery()),
    ...lists,
  ]
  const forms = [
    () => seeKept(familyQuery()),
    () => seeKept(garmentsQuery()),
    () => seeKept(coloursQuery()),
    () => seeKept(uniformQuery()),
    packages,
    () => seeKept(reservationQuery()),
  ]
  const { number } = person
  const studies = number === '' ? [] : [() => weeks(number), () => newestGrades(number)]
  return [...everybody, ...(isNew ? forms : []), ...studies, ...ofTheSchool()]
}

// Refused or closed it is of no use, so what was asked for has to be here.
async function roster(): Promise<boolean> {
  const isHere = (await seeKept(rosterQuery())) && (await isRosterHere())
  // They come beside it: a check without a photo is one too.
  if (isHere) void seeFaces()
  return isHere
}

// Who may not show one yet would be asked about at every look: once a binding and page is enough,
// the pass itself asks too.
let askedFor: string | undefined
async function pass(person: Person): Promise<boolean> {
  const binding = `${person.code} ${token()}`
  if (askedFor !== binding && (await preparePass(person))) askedFor = binding
  return askedFor === binding
}

async function packages(): Promise<boolean> {
  if (!(await seeKept(residentQuery()))) return false
  const home = await valueOf(residentQuery()).catch(() => undefined)
  return home === undefined || seeKept(packagesQuery(catalogueOf(home.resident.department)))
}

// Where the weeks differ the answer is this week's; the others are reads of their own.
async function weeks(number: string): Promise<boolean> {
  if (!(await seeKept(timetableQuery(number)))) return false
  const term = await valueOf(timetableQuery(number)).catch(() => undefined)
  if (term === undefined || term.everyWeek === true) return true
  for (let week = 1; week <= term.weeks; week++)
    if (week !== term.currentWeek && !(await seeKept(timetableQuery(number, week)))) return false
  return true
}

// As the page opens: the newest term that has grades, and those that are passed by on the way there.
async function newestGrades(number: string): Promise<boolean> {
  if (!(await seeKept(termsQuery(number)))) return false
  const terms = await valueOf(termsQuery(number)).catch(() => undefined)
  for (const label of terms?.labels ?? []) {
    if (!(await seeKept(gradesQuery(number, label)))) return false
    const term = await valueOf(gradesQuery(number, label)).catch(() => undefined)
    if (term === undefined || term.grades.length > 0) return true
  }
  return true
}

/** See that all of it is on this phone; `tell` hears how much is. */
export const prepareTunnel = (session: Session, tell: Tell): Promise<boolean> =>
  prepare(session, () => needsOf(session), tell)
