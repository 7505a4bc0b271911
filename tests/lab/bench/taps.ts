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
import { observeEventDurations, tapControls } from './taps/tap-session.ts'

/** A new student and a student of a higher year, who together have every page. */
const STUDENTS = ['990001', '880001']
const LIMITS = { tap: 100, key: 50, picker: 80, scroll: 50 } as const
/** How many of the slowest answers are listed. */
const NAMED = 10

/**
 * Measure how long the screen takes to react on a phone that is slowed down four times: to taps on
 * every control of every student page, to keys in the longest form, to the region picker, and to
 * scrolling a long list. With `pages` only the pages whose addresses match this pattern are tapped,
 * and nothing else is measured. With `cpu` the taps' time is the CPU time of the main thread.
 */
export async function measureTaps(
  rounds: number,
  { pages, cpu }: { pages?: string | undefined; cpu: boolean },
): Promise<Measurement[]> {
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
        if (student === STUDENTS[0] && pages === undefined && !cpu) {
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
          if (pages !== undefined && !new RegExp(pages).test(path)) continue
          if (walked.has(nameOf(path, student))) continue
          const taps = await tapControls({ page, devtools, origin: campus.address, path, cpu })
          if (taps === undefined) continue
          walked.add(nameOf(path, student))
          for (const { control, ms } of taps) {
            const of = `${nameOf(path, student)}: ${control}`
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
  const slowest = figure(
    cpu ? 'the most CPU time until an answer' : 'the slowest answer of all pages',
    [printSlowest(answers, pages === undefined ? NAMED : answers.size)],
    LIMITS.tap,
  )
  if (pages !== undefined || cpu) return [slowest]
  return [
    slowest,
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

/** Print the `count` slowest answers. Returns the time of the slowest one. */
function printSlowest(answers: Answers, count: number): number {
  const sorted = [...answers].toSorted(([, one], [, other]) => other - one)
  console.error(`the ${count} slowest of ${sorted.length}:`)
  for (const [of, ms] of sorted.slice(0, count))
    console.error(`${String(ms).padStart(6)} ms  ${of}`)
  return sorted[0]?.[1] ?? Number.NaN
}
