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
import { openTapTab, type PageWalk, tapControls } from './taps/tap-session.ts'

/** The office's most used pages, by the demo's people who use them. */
const OFFICE: Readonly<Record<string, readonly string[]>> = {
  T2001: ['/scanCodes', '/scanCodes/stations'],
  T3001: ['/checkloan', '/checkReduce', '/manage/applications'],
  T4001: ['/manage', '/manage/arrivals', '/manage/progress', '/manage/students', '/manage/inbox'],
}
/** A new student and a student of a higher year, who together have every page of students. */
const STUDENTS = ['990001', '880001']
const LIMITS = { tap: 100, key: 50, picker: 80, scroll: 50 } as const
/** How many of the slowest answers are listed at least. */
const NAMED = 10

/**
 * Measure how long the screen takes to react on a phone that is slowed down four times: to taps on
 * the controls of every student page and of the office's most used pages, to keys in the longest
 * form, to the region picker, and to scrolling a long list. With `pages` only the pages whose
 * addresses match this pattern are tapped, and nothing else is measured. With `cpu` the taps' time
 * is the CPU time of the main thread.
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
      for (const person of [...STUDENTS, ...Object.keys(OFFICE)]) {
        const paths = (OFFICE[person] ?? pathsOf(person)).filter(
          (path) => pages === undefined || new RegExp(pages).test(path),
        )
        if (paths.length === 0) continue
        const phone = await openEmptyPhone()
        const openTab = () => openTapTab(phone.context, campus.address)
        let tab = await openTab()
        await bindStudent(tab.page, campus.address, person)
        const step = { ...tab, student: person }
        if (person === STUDENTS[0] && pages === undefined)
          all.key.push(await measureFamilyTyping(step, cpu))
        if (person === STUDENTS[0] && pages === undefined && !cpu) {
          const picker = await measureRegionPicker(step)
          all.picker.push(picker.answer)
          all.regions.push(picker.regions)
          all.scroll.push(await measureNoticeScroll(step))
        }
        for (const [at, path] of paths.entries()) {
          const name = nameOf(path, person)
          if (walked.has(name)) continue
          const walk: PageWalk = { path, cpu, tapped: new Set(), taps: [] }
          const begin = Date.now()
          const tapped = await tapControls(tab, walk).catch(async (error: unknown) => {
            // Whatever the tab waits for, the rest of the walk does without it.
            console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
            await tab.page.close()
            tab = await openTab()
            return true
          })
          if (!tapped) continue
          walked.add(name)
          for (const { control, ms } of walk.taps) {
            const of = `${name}: ${control}`
            answers.set(of, Math.min(ms, answers.get(of) ?? ms))
          }
          const seconds = Math.round((Date.now() - begin) / 1000)
          console.error(
            `${person}, ${at + 1} of ${paths.length}: ${name}, ${walk.taps.length} taps in ${seconds} s`,
          )
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
    [printSlowest(answers, pages !== undefined)],
    LIMITS.tap,
  )
  if (pages !== undefined) return [slowest]
  const key = figure(`the slowest key with ${FAMILY_MEMBERS} members`, all.key, LIMITS.key)
  if (cpu) return [slowest, key]
  return [
    slowest,
    key,
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
 * Print the answers over the limit, at least the slowest ones, or `every` answer. Returns the time
 * of the slowest one.
 */
function printSlowest(answers: Answers, every: boolean): number {
  const sorted = [...answers].toSorted(([, one], [, other]) => other - one)
  const over = sorted.filter(([, ms]) => ms > LIMITS.tap).length
  console.error(`${over} of ${sorted.length} taps over ${LIMITS.tap} ms`)
  for (const [of, ms] of sorted.slice(0, every ? sorted.length : Math.max(NAMED, over)))
    console.error(`${String(ms).padStart(6)} ms  ${of}`)
  return sorted[0]?.[1] ?? Number.NaN
}
