import { readdirSync } from 'node:fs'
import { startBenchCampus } from './bench-campus.ts'
import { openEmptyPhone } from './empty-phone.ts'
import { bindStudent } from './forms.ts'
import type { Measurement } from './measurements.ts'
import {
  FAMILY_MEMBERS,
  NOTICE_COUNT,
  measureRegionPicker,
  measureNoticeScroll,
  measureFamilyTyping,
} from './taps/steps.ts'
import { observeEventDurations, tapControls, WORK_PREFIX } from './taps/tap-session.ts'

/** A new student and a student of a higher year, who together have every page. */
const STUDENTS = ['990001', '880001']
const LIMITS = { tap: 100, key: 50, picker: 80, scroll: 50 } as const
/** How many of the slowest answers are listed. */
const NAMED = 10

/**
 * Measure how long the screen takes to react on a phone that is slowed down four times: to taps on
 * every control of every student page, to keys in the longest form, to the region picker, and to
 * scrolling a long list.
 */
export async function measureTaps(rounds: number): Promise<Measurement[]> {
  const campus = await startBenchCampus()
  const all: Record<'key' | 'picker' | 'regions' | 'scroll', number[]> = {
    key: [],
    picker: [],
    regions: [],
    scroll: [],
  }
  const answers: Answers = new Map()
  try {
    for (let round = 0; round < rounds; round++) {
      const walked = new Set<string>()
      for (const student of STUDENTS) {
        const phone = await openEmptyPhone()
        const page = await phone.context.newPage()
        await page.addInitScript('globalThis.__name = (named) => named')
        await page.addInitScript(observeEventDurations)
        await bindStudent(page, campus.address, student)
        const devtools = await phone.context.newCDPSession(page)
        await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
        if (student === STUDENTS[0]) {
          all.key.push(
            await measureFamilyTyping({ page, devtools, origin: campus.address, student }),
          )
          const picker = await measureRegionPicker({
            page,
            devtools,
            origin: campus.address,
            student,
          })
          all.picker.push(picker.answer)
          all.regions.push(picker.regions)
          all.scroll.push(
            await measureNoticeScroll({ page, devtools, origin: campus.address, student }),
          )
        }
        for (const path of pathsOf(student)) {
          if (walked.has(nameOf(path, student))) continue
          const durations = await tapControls({ page, devtools, origin: campus.address, path })
          if (durations === undefined) continue
          walked.add(nameOf(path, student))
          for (const { what, ms } of durations) {
            const of = `${nameOf(path, student)}: ${what}`
            answers.set(of, Math.min(ms, answers.get(of) ?? ms))
          }
        }
        await phone.close()
      }
      console.error(`${walked.size} pages`)
    }
  } finally {
    await campus.close()
  }
  const figure = (name: string, ours: readonly number[], most: number): Measurement => ({
    name: `taps, slowed down four times: ${name}, against ${most} ms`,
    unit: 'ms',
    ours,
    floor: ours.map(() => most),
    limit: 1,
  })
  const { limit: _, ...regions } = figure('the regions stand in it', all.regions, LIMITS.picker)
  return [
    figure('the slowest answer of all pages', [worstOf(answers)], LIMITS.tap),
    figure(`the slowest key with ${FAMILY_MEMBERS} members`, all.key, LIMITS.key),
    figure('the tap that opens the region picker', all.picker, LIMITS.picker),
    regions,
    figure(`the longest task while ${NOTICE_COUNT} notices scroll`, all.scroll, LIMITS.scroll),
  ]
}

/** Every address that needs only the student's number and a step. */
const pathsOf = (student: string): string[] =>
  readdirSync('src/routes')
    .flatMap((file) => /^([^_$-].*)\.tsx$/.exec(file)?.[1] ?? [])
    .filter((name) => !/^manage|\$(id|order)/.test(name))
    .map((name) => {
      const parts = name.split('.').filter((part) => part !== 'index' && !part.startsWith('{'))
      return `/${parts.map((part) => ({ $sort: '1', $stunum: student })[part] ?? part).join('/')}`
    })

const nameOf = (path: string, student: string) => path.replace(student, '…')

/**
 * The fastest answer of all rounds, by page and control. Other load on the machine can only make an
 * answer slower.
 */
type Answers = Map<string, number>

/**
 * Print the slowest answers and the taps that caused the most work. Returns the time of the slowest
 * answer.
 */
function worstOf(answers: Answers): number {
  const sorted = [...answers].toSorted(([, one], [, other]) => other - one)
  const work = sorted.filter(([of]) => of.includes(WORK_PREFIX))
  const waited = sorted.filter(([of]) => !of.includes(WORK_PREFIX))
  for (const some of [waited, work]) {
    console.error(`the ${NAMED} most of ${some.length}:`)
    for (const [of, ms] of some.slice(0, NAMED))
      console.error(`${String(ms).padStart(6)} ms  ${of}`)
  }
  return waited[0]?.[1] ?? Number.NaN
}
